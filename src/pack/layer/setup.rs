//! What an overlay changes about the opening position: whole rows, or units more and less.

use super::ledger::Thing;
use super::merge::Merger;
use super::things::Piece;
use crate::diag::Problem;
use crate::pack::ast::{Item, Name, Pieces, SetupRow, Sign};

impl Merger<'_> {
    /// The row of a power in a space, however both are spelt.
    pub(super) fn setup_thing(&self, owner: &Name, space: &Name) -> Thing {
        let name = format!(
            "{} in {}",
            self.canonical("power", &owner.text),
            self.canonical("space", &space.text)
        );
        Thing {
            kind: "setup",
            name,
        }
    }

    /// Takes in a row: over an older one it counts instead of it, or adds to it and takes from it.
    pub(super) fn setup_row(&mut self, mut piece: Piece) {
        let Item::Setup(owner, rows) = &mut piece.item else {
            return;
        };
        let (owner, Some(row)) = (owner.clone(), rows.pop()) else {
            return;
        };
        let thing = self.setup_thing(&owner, &row.space);
        let signed = row.pieces.iter().any(|p| p.sign.is_some());
        // What is added to may have been said by the same layer.
        let below: Vec<usize> = match signed {
            true => (0..self.pieces.len())
                .filter(|at| self.pieces[*at].thing.as_ref() == Some(&thing))
                .collect(),
            false => self.older(&thing),
        };
        if signed {
            for p in &row.pieces {
                let fact = self.canonical("unit", &p.kind.text);
                let touch = self.touch(fact, p.loc);
                self.note(&thing, touch);
            }
        } else {
            let touch = self.touch(String::new(), piece.loc);
            self.note(&thing, touch);
        }
        let mut pieces: Vec<Pieces> = Vec::new();
        if signed {
            for at in &below {
                if let Item::Setup(_, rows) = &self.pieces[*at].item {
                    pieces.extend(rows.iter().flat_map(|r| r.pieces.clone()));
                }
            }
        }
        for change in row.pieces {
            if let Err(problem) = self.change_pieces(&mut pieces, change, &thing) {
                self.problems.push(problem);
            }
        }
        let at = self.forget(&below);
        if pieces.is_empty() && signed {
            return;
        }
        piece.item = Item::Setup(
            owner,
            vec![SetupRow {
                space: row.space,
                pieces,
            }],
        );
        piece.thing = Some(thing);
        self.put(at, piece);
    }

    fn change_pieces(
        &self,
        pieces: &mut Vec<Pieces>,
        change: Pieces,
        thing: &Thing,
    ) -> Result<(), Problem> {
        let kind = self.canonical("unit", &change.kind.text);
        let same = |p: &Pieces| {
            self.canonical("unit", &p.kind.text) == kind && (p.damage == change.damage)
        };
        let at = pieces.iter().position(same);
        match (change.sign, at) {
            (None, _) | (Some(Sign::More), None) => pieces.push(Pieces {
                sign: None,
                ..change
            }),
            (Some(Sign::More), Some(at)) => {
                pieces[at].count = pieces[at].count.saturating_add(change.count);
                pieces[at].loc = change.loc;
            }
            (Some(Sign::Less), Some(at)) if pieces[at].count >= change.count => {
                pieces[at].count -= change.count;
                pieces[at].loc = change.loc;
                if pieces[at].count == 0 {
                    pieces.remove(at);
                }
            }
            (Some(Sign::Less), at) => {
                let have = at.map_or(0, |at| pieces[at].count);
                let message = format!(
                    "the set-up of {} has only {have} {}",
                    thing.name, change.kind.text
                );
                let known: Vec<String> = pieces.iter().map(|p| p.kind.text.clone()).collect();
                let problem = Problem::error("overlay/nothing-left", message)
                    .at(change.loc, "so much cannot be taken from it");
                return Err(problem.suggest(
                    &change.kind.text,
                    known.iter().map(String::as_str).filter(|_| have == 0),
                ));
            }
        }
        Ok(())
    }

    /// Takes rows away: one, or all of a power.
    pub(super) fn remove_setup(&mut self, owner: &Name, space: Option<&Name>) {
        let power = self.canonical("power", &owner.text);
        let gone: Vec<usize> = match space {
            Some(space) => {
                let thing = self.setup_thing(owner, space);
                self.older(&thing)
            }
            None => {
                let begin = format!("{power} in ");
                let of = |p: &Piece| {
                    p.thing
                        .as_ref()
                        .is_some_and(|t| t.kind == "setup" && t.name.starts_with(&begin))
                };
                (0..self.pieces.len())
                    .filter(|at| of(&self.pieces[*at]) && self.pieces[*at].layer < self.layer)
                    .collect()
            }
        };
        if gone.is_empty() {
            let what = space.map_or_else(String::new, |s| format!(" in `{}`", s.text));
            let problem = Problem::error(
                "overlay/not-there",
                format!("there is no set-up of `{}`{what}", owner.text),
            );
            let powers = self.shown_names("power");
            let spaces = self.shown_names("space");
            let (name, known) = match space {
                Some(space) if powers.iter().any(|p| self.canonical("power", p) == power) => {
                    (space, spaces)
                }
                _ => (owner, powers),
            };
            self.problems.push(
                problem
                    .at(name.loc, "nothing to take away")
                    .suggest(&name.text, known.iter().map(String::as_str)),
            );
            return;
        }
        for at in &gone {
            if let Some(thing) = self.pieces[*at].thing.clone() {
                let touch = super::Touch {
                    gone: true,
                    ..self.touch(String::new(), space.unwrap_or(owner).loc)
                };
                self.note(&thing, touch);
            }
        }
        self.forget(&gone);
    }
}
