//! What an overlay changes about the turn and about the parameters of scripts.

use super::ledger::{Statement, Thing};
use super::merge::Merger;
use super::things::Piece;
use crate::grammar::Rule;
use crate::tree::{Name, Node, Sign};
use sandtable_diag::fold_name;

impl Merger {
    /// Where the piece is that says a thing.
    pub(super) fn place_of(&self, thing: &Thing) -> Option<usize> {
        let of = |p: &Piece| p.thing.as_ref() == Some(thing);
        self.pieces.iter().position(of)
    }

    /// A phase before or after another.
    pub(super) fn beside(&mut self, mut piece: Piece) {
        let [beside, anchor, phase] = &piece.node.kids[..] else {
            return;
        };
        let Some(at) = self.place_of(&Thing::new("phase", &anchor.text)) else {
            let message = format!("there is no phase `{}`", anchor.text);
            return self.not_there("phase", anchor, message);
        };
        let before = beside.word == Some(Rule::k_before);
        piece.node = phase.clone();
        self.pieces.insert(if before { at } else { at + 1 }, piece);
    }

    /// A power more or less in the order of play; one more plays last.
    pub(super) fn change_order(&mut self, sign: Sign, name: &Node) {
        let thing = Thing::new("turn", "order");
        let touch = Statement {
            gone: sign == Sign::Less,
            ..self.touch(format!("turn of {}", fold_name(&name.text)), name.loc)
        };
        self.note(&thing, touch);
        let power = self.canonical("power", &name.text);
        let at = self.place_of(&thing);
        let mut order = at.map_or_else(Vec::new, |at| self.pieces[at].node.kids.clone());
        let is = |n: &Node| self.canonical("power", &n.text) == power;
        let here = order.iter().position(is);
        match (sign, here) {
            (Sign::More, None) => order.push(name.clone()),
            (Sign::Less, Some(here)) => _ = order.remove(here),
            (Sign::More, Some(_)) => {
                let message = format!("`{}` has its turn already", name.text);
                self.problems.push(name.already(message));
            }
            (Sign::Less, None) => {
                let known = order.iter().map(|n| n.text.as_str());
                let message = format!("`{}` has no turn", name.text);
                let problem = name.not_there(message, "nothing to take away", known);
                self.problems.push(problem);
            }
        }
        let piece = Piece {
            thing: Some(thing),
            kind: Rule::turn,
            node: Node::new(Rule::turn_order, name.loc, order),
            loc: name.loc,
            block: at.map_or(name.loc, |at| self.pieces[at].block),
            layer: self.layer,
        };
        match at {
            Some(at) => self.pieces[at] = piece,
            None => self.pieces.push(piece),
        }
    }

    /// Only the parameters named change.
    pub(super) fn change_use(&mut self, at: usize, said: Node) {
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        let params = said.kids.into_iter().skip(1);
        let (gone, given): (Vec<_>, Vec<_>) = params.partition(|p| p.rule == Rule::p_without);
        for param in gone.into_iter().chain(given) {
            let (name, value) = (&param.kids[0], param.kids.get(1));
            let loc = value.map_or(name.loc, |_| param.loc);
            let touch = Statement {
                value: value.map(param_text),
                gone: value.is_none(),
                ..self.touch(fold_name(&name.text), loc)
            };
            self.note(&thing, touch);
            let script = &mut self.pieces[at].node;
            let here = script.kids.iter().position(|p| is_param(p, name));
            match (here, value) {
                (Some(here), Some(_)) => script.kids[here] = param,
                (Some(here), None) => _ = script.kids.remove(here),
                (None, Some(_)) => script.kids.push(param),
                (None, None) => {
                    let called = &script.kids[0].text;
                    let known = script.all(Rule::param).map(|p| p.kids[0].text.as_str());
                    let message = format!("`{}` is not given to the script `{called}`", name.text);
                    let problem = name.not_there(message, "nothing to take away", known);
                    self.problems.push(problem);
                }
            }
        }
    }
}

fn is_param(part: &Node, name: &Name) -> bool {
    part.rule == Rule::param && fold_name(&part.kids[0].text) == fold_name(&name.text)
}

/// A value in the form in which values are compared.
fn param_text(value: &Node) -> String {
    match value.rule {
        Rule::v_flag => value.is_yes().to_string(),
        Rule::v_places => format!("{:?}", value.loc),
        Rule::v_powers | Rule::v_units => {
            let [take, but] = value.lists();
            let names: Vec<String> = take.iter().chain(but).map(|n| fold_name(&n.text)).collect();
            names.join(",")
        }
        Rule::v_numbers | Rule::v_texts | Rule::v_table | Rule::param => {
            let parts: Vec<String> = value.kids.iter().map(param_text).collect();
            parts.join(",")
        }
        _ => value.text.clone(),
    }
}
