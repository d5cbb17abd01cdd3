//! What an overlay changes about the turn and about the parameters of scripts.

use super::ledger::{Thing, Touch};
use super::merge::Merger;
use super::things::Piece;
use crate::diag::{Problem, fold_name};
use crate::pack::ast::{Item, Name, NameList, ParamAst, Sign, TurnRow, UseItem};

impl Merger<'_> {
    /// A phase before or after another.
    pub(super) fn beside(&mut self, mut piece: Piece) {
        let Item::Turn(rows, loc) = &piece.item else {
            return;
        };
        let [
            TurnRow::Beside {
                before,
                anchor,
                phase,
            },
        ] = rows.as_slice()
        else {
            return;
        };
        let thing = Thing::new("phase", &anchor.text);
        let Some(at) = self
            .pieces
            .iter()
            .position(|p| p.thing.as_ref() == Some(&thing))
        else {
            let known: Vec<String> = self.shown_names("phase");
            let problem = Problem::error(
                "overlay/not-there",
                format!("there is no phase `{}`", anchor.text),
            );
            self.problems.push(
                problem
                    .at(anchor.loc, "no phase has this name")
                    .suggest(&anchor.text, known.iter().map(String::as_str)),
            );
            return;
        };
        let at = if *before { at } else { at + 1 };
        piece.item = Item::Turn(vec![TurnRow::Phase(phase.clone())], *loc);
        self.pieces.insert(at, piece);
    }

    /// A power more or less in the order of play; one more plays last.
    pub(super) fn change_order(&mut self, sign: Sign, name: &Name) {
        let thing = Thing::new("turn", "order");
        let touch = Touch {
            gone: sign == Sign::Less,
            ..self.touch(format!("turn of {}", fold_name(&name.text)), name.loc)
        };
        self.note(&thing, touch);
        let power = self.canonical("power", &name.text);
        let at = self
            .pieces
            .iter()
            .position(|p| p.thing.as_ref() == Some(&thing));
        let rows = at.and_then(|at| {
            if let Item::Turn(rows, _) = &mut self.pieces[at].item {
                rows.pop()
            } else {
                None
            }
        });
        let mut order = if let Some(TurnRow::Order(order)) = rows {
            order
        } else {
            Vec::new()
        };
        let here = order
            .iter()
            .position(|n| self.canonical("power", &n.text) == power);
        match (sign, here) {
            (Sign::More, None) => order.push(name.clone()),
            (Sign::Less, Some(here)) => _ = order.remove(here),
            (Sign::More, Some(_)) => {
                let problem = Problem::warning(
                    "overlay/already",
                    format!("`{}` has its turn already", name.text),
                );
                self.problems
                    .push(problem.at(name.loc, "this changes nothing"));
            }
            (Sign::Less, None) => {
                let known: Vec<&str> = order.iter().map(|n| n.text.as_str()).collect();
                let problem =
                    Problem::error("overlay/not-there", format!("`{}` has no turn", name.text));
                self.problems.push(
                    problem
                        .at(name.loc, "nothing to take away")
                        .suggest(&name.text, known),
                );
            }
        }
        let row = TurnRow::Order(order);
        match at {
            Some(at) => {
                let piece = &mut self.pieces[at];
                (piece.item, piece.loc, piece.layer) =
                    (Item::Turn(vec![row], piece.block), name.loc, self.layer);
            }
            None => {
                let (layer, item) = (self.layer, Item::Turn(vec![row], name.loc));
                self.pieces.push(Piece {
                    thing: Some(thing),
                    item,
                    loc: name.loc,
                    block: name.loc,
                    layer,
                });
            }
        }
    }

    /// Only the parameters named change.
    pub(super) fn change_use(&mut self, at: usize, said: UseItem) {
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        for name in &said.without {
            let touch = Touch {
                gone: true,
                ..self.touch(fold_name(&name.text), name.loc)
            };
            self.note(&thing, touch);
            let Item::Use(script) = &mut self.pieces[at].item else {
                return;
            };
            match script
                .params
                .iter()
                .position(|(n, _)| fold_name(&n.text) == fold_name(&name.text))
            {
                Some(at) => _ = (script.params.remove(at), script.said.remove(at)),
                None => {
                    let known: Vec<String> =
                        script.params.iter().map(|(n, _)| n.text.clone()).collect();
                    let message = format!(
                        "`{}` is not given to the script `{}`",
                        name.text, script.name.text
                    );
                    let problem = Problem::error("overlay/not-there", message)
                        .at(name.loc, "nothing to take away");
                    self.problems
                        .push(problem.suggest(&name.text, known.iter().map(String::as_str)));
                }
            }
        }
        for ((name, value), loc) in said.params.into_iter().zip(said.said) {
            let touch = Touch {
                value: param_text(&value),
                ..self.touch(fold_name(&name.text), loc)
            };
            self.note(&thing, touch);
            let Item::Use(script) = &mut self.pieces[at].item else {
                return;
            };
            match script
                .params
                .iter()
                .position(|(n, _)| fold_name(&n.text) == fold_name(&name.text))
            {
                Some(at) => (script.params[at], script.said[at]) = ((name, value), loc),
                None => {
                    script.params.push((name, value));
                    script.said.push(loc);
                }
            }
        }
    }
}

fn param_text(value: &ParamAst) -> String {
    let list = |l: &NameList| {
        l.take
            .iter()
            .chain(&l.but)
            .map(|n| fold_name(&n.text))
            .collect::<Vec<_>>()
            .join(",")
    };
    match value {
        ParamAst::Number(n) => n.to_string(),
        ParamAst::Flag(on) => on.to_string(),
        ParamAst::Text(text) => text.clone(),
        ParamAst::Powers(l) | ParamAst::Units(l) => list(l),
        ParamAst::Places(places) => {
            format!("{:?}", (&places.take.len(), &places.but.len(), places.loc))
        }
    }
}
