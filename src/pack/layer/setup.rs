//! What an overlay changes about the opening position: whole rows, or units more and less.

use super::ledger::Thing;
use super::merge::Merger;
use super::things::Piece;
use crate::grammar::Rule;
use crate::tree::{Name, Node, Sign, number};
use sandtable_diag::Problem;

/// Units of a row as they were written.
pub struct Units<'n> {
    /// How many.
    pub count: &'n Node,
    /// Of which type.
    pub kind: &'n Node,
    /// How damaged they are.
    pub damage: Option<&'n Node>,
}

/// Reads units of a row, whatever their sign.
pub fn units(pieces: &Node) -> Units<'_> {
    let mut numbers = pieces.all(Rule::number);
    let count = numbers.next().unwrap_or(pieces);
    Units {
        count,
        kind: pieces.kid(Rule::name).unwrap_or(pieces),
        damage: numbers.next(),
    }
}

impl Merger {
    /// The row of a power in a space, however both are spelt.
    pub(super) fn setup_thing(&self, owner: &Name, space: &Name) -> Thing {
        let power = self.canonical("power", &owner.text);
        let space = self.canonical("space", &space.text);
        Thing::folded("setup", format!("{power} in {space}"))
    }

    /// Takes in a row: over an older one it counts instead of it, or adds to it and takes from it.
    pub(super) fn setup_row(&mut self, mut piece: Piece) {
        let row = &mut piece.node.kids[1];
        let said = row.kids.split_off(1);
        let space = row.kids[0].clone();
        let thing = self.setup_thing(&piece.node.kids[0], &space);
        let signed = said.iter().any(|p| p.sign().is_some());
        // What is added to may have been said by the same layer.
        let below: Vec<usize> = match signed {
            true => self.places(|p| p.thing.as_ref() == Some(&thing)),
            false => self.older(&thing),
        };
        let mut all: Vec<Node> = Vec::new();
        if signed {
            for p in &said {
                let fact = self.canonical("unit", &units(p).kind.text);
                self.note(&thing, self.touch(fact, p.loc));
            }
            let rows = below.iter().map(|at| &self.pieces[*at].node.kids[1]);
            all.extend(rows.flat_map(|r| r.all(Rule::pieces)).cloned());
        } else {
            self.note(&thing, self.touch(String::new(), piece.loc));
        }
        for change in said {
            let changed = self.change_pieces(&mut all, change, &thing);
            self.problems.extend(changed.err());
        }
        let at = self.forget(&below);
        if all.is_empty() && signed {
            return;
        }
        piece.node.kids[1].kids.extend(all);
        piece.thing = Some(thing);
        self.put(at, piece);
    }

    fn change_pieces(
        &self,
        all: &mut Vec<Node>,
        mut change: Node,
        thing: &Thing,
    ) -> Result<(), Problem> {
        let sign = change.sign();
        change.kids.retain(|k| k.rule != Rule::more_or_less);
        let more = units(&change);
        let damage = |u: &Units<'_>| u.damage.map_or("0", |d| d.text.as_str()).to_owned();
        let kind = self.canonical("unit", &more.kind.text);
        let same = |p: &Node| {
            let p = units(p);
            self.canonical("unit", &p.kind.text) == kind && damage(&p) == damage(&more)
        };
        let Some(sign) = sign else {
            all.push(change);
            return Ok(());
        };
        let at = all.iter().position(same);
        let have: u16 = at.map_or(Ok(0), |at| number(units(&all[at]).count))?;
        let by: u16 = number(more.count)?;
        let new = match (sign, at) {
            (Sign::More, None) => {
                all.push(change);
                return Ok(());
            }
            (Sign::More, _) => Some(have.saturating_add(by)),
            (Sign::Less, _) => have.checked_sub(by).filter(|_| at.is_some()),
        };
        let (Some(new), Some(at)) = (new, at) else {
            let name = &more.kind.text;
            let message = format!("the set-up of {} has only {have} {name}", thing.name);
            let known = all.iter().map(|p| units(p).kind.text.as_str());
            return Err(Problem::error("overlay/nothing-left", message)
                .at(change.loc, "so much cannot be taken from it")
                .suggest(name, known.filter(|_| have == 0)));
        };
        if new == 0 {
            all.remove(at);
        } else {
            all[at].said.loc = change.loc;
            all[at].kids[0].said = Name::new(new.to_string(), change.loc);
        }
        Ok(())
    }

    /// Takes rows away: one, or all of a power.
    pub(super) fn remove_setup(&mut self, owner: &Name, space: Option<&Node>) {
        let power = self.canonical("power", &owner.text);
        let begin = format!("{power} in ");
        let of_power = |p: &Piece| {
            let thing = p.thing.as_ref();
            p.layer < self.layer
                && thing.is_some_and(|t| t.kind == "setup" && t.name.starts_with(&begin))
        };
        let gone: Vec<usize> = match space {
            Some(space) => self.older(&self.setup_thing(owner, space)),
            None => self.places(of_power),
        };
        if gone.is_empty() {
            let what = space.map_or_else(String::new, |s| format!(" in `{}`", s.text));
            let powers = self.shown_names("power");
            let (name, known) = match space {
                Some(space) if powers.iter().any(|p| self.canonical("power", p) == power) => {
                    (&**space, self.shown_names("space"))
                }
                _ => (owner, powers),
            };
            let message = format!("there is no set-up of `{}`{what}", owner.text);
            let problem = name.not_there(message, "nothing to take away", known);
            return self.problems.push(problem);
        }
        self.take_away(&gone, space.map_or(owner.loc, |s| s.loc));
    }
}
