//! Stacks of units with their names looked up: how many, which type, whose, which of them.

use super::names::Names;
use super::node::{Node, Rule};
use super::text::shorten;
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{State, Unit, UnitIx};
use sandtable_rules::{PowerId, UnitTypeId};

/// How many of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Many {
    Count(u16),
    All,
}

impl Many {
    /// How many that is, where `all` are so many.
    pub fn of(self, all: usize) -> usize {
        match self {
            Self::Count(n) => usize::from(n),
            Self::All => all,
        }
    }
}

/// A word that narrows a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quality {
    Damaged,
    Fresh,
    Empty,
    Loaded,
}

/// Some equal units, as an order describes them.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    pub many: Many,
    pub quality: Option<Quality>,
    pub kind: UnitTypeId,
    /// Exactly this unit.
    pub index: Option<(UnitIx, Loc)>,
    pub owner: Option<PowerId>,
    /// What each carries: types, and whose where that is said.
    pub load: Option<Vec<(UnitTypeId, Option<PowerId>)>>,
    pub loc: Loc,
}

impl Stack {
    /// So many units of a type, whichever they are.
    pub fn of(kind: UnitTypeId, many: Many, loc: Loc) -> Self {
        Self {
            many,
            quality: None,
            kind,
            index: None,
            owner: None,
            load: None,
            loc,
        }
    }
    /// Whether only a type and a number are said.
    pub fn is_bare(&self) -> bool {
        self.quality.is_none()
            && self.index.is_none()
            && self.owner.is_none()
            && self.load.is_none()
    }
    /// The number of a stack that must have one.
    pub fn count(&self) -> Result<u16, Problem> {
        match self.many {
            Many::Count(n) => Ok(n),
            Many::All => {
                Err(Problem::error("order/count", "a number is expected here").at(self.loc, ""))
            }
        }
    }
    /// Whether a unit is as it says.
    pub fn fits(&self, state: &State, ix: UnitIx, unit: &Unit) -> bool {
        unit.kind == self.kind
            && self.index.is_none_or(|(known, _)| known == ix)
            && self.owner.is_none_or(|o| o == unit.owner)
            && match self.quality {
                None => true,
                Some(Quality::Damaged) => unit.damage > 0,
                Some(Quality::Fresh) => unit.damage == 0,
                Some(Quality::Empty) => !state.laden(ix),
                Some(Quality::Loaded) => state.laden(ix),
            }
            && self.load.as_ref().is_none_or(|l| carries(state, ix, l))
    }
}

/// Whether a unit carries exactly this; what says an owner comes first in the list.
fn carries(state: &State, ix: UnitIx, load: &[(UnitTypeId, Option<PowerId>)]) -> bool {
    let mut aboard: Vec<_> = state.aboard(ix).map(|(_, u)| (u.kind, u.owner)).collect();
    let found = load.iter().all(|(kind, owner)| {
        let alike = |(k, o): &(UnitTypeId, PowerId)| k == kind && owner.is_none_or(|w| w == *o);
        let at = aboard.iter().position(alike);
        at.map(|at| aboard.swap_remove(at)).is_some()
    });
    found && aboard.is_empty()
}

impl Names {
    /// A stack with its names looked up.
    pub(crate) fn stack(&self, said: &Node) -> Result<Stack, Problem> {
        let owner = said.find(Rule::owner).map(|o| o.need(Rule::thing));
        Ok(Stack {
            many: many(said.find(Rule::amount))?,
            quality: said.find(Rule::state).map(|word| quality(&word.text)),
            kind: self.units.find(said.need(Rule::thing)?)?,
            index: said.find(Rule::index).map(index),
            owner: owner.map(|o| self.powers.find(o?)).transpose()?,
            load: said.find(Rule::load).map(|l| self.load(l)).transpose()?,
            loc: said.loc,
        })
    }

    /// The stacks of a list.
    pub(crate) fn stacks(&self, said: &Node) -> Result<Vec<Stack>, Problem> {
        said.stacks().map(|s| self.stack(s)).collect()
    }

    fn load(&self, said: &Node) -> Result<Vec<(UnitTypeId, Option<PowerId>)>, Problem> {
        let mut load = Vec::new();
        for stack in self.stacks(said)? {
            let owner = stack.owner;
            let unowned = Stack {
                owner: None,
                ..stack.clone()
            };
            if !unowned.is_bare() {
                let message = "what is carried is named by type, number and owner alone";
                return Err(Problem::error("order/syntax", message).at(stack.loc, ""));
            }
            // More than any hold has room for fits none, like any other wrong load.
            let count = usize::from(stack.count()?.min(200));
            load.extend(std::iter::repeat_n((stack.kind, owner), count));
        }
        load.sort_by_key(|(_, owner)| owner.is_none());
        Ok(load)
    }
}

fn quality(word: &str) -> Quality {
    match word.to_lowercase().as_str() {
        "damaged" => Quality::Damaged,
        "fresh" => Quality::Fresh,
        "empty" => Quality::Empty,
        _ => Quality::Loaded,
    }
}

fn index(said: &Node) -> (UnitIx, Loc) {
    // What is no number, or one beyond all bounds, names no unit.
    let number = said.text[1..].parse().map_or(UnitIx::NONE, UnitIx);
    (number, said.loc)
}

/// A number, `all`, or one where nothing is said.
pub(crate) fn many(amount: Option<&Node>) -> Result<Many, Problem> {
    match amount {
        None => Ok(Many::Count(1)),
        Some(said) if said.text.eq_ignore_ascii_case("all") => Ok(Many::All),
        Some(said) => {
            number(&said.text, said.loc, 1, i64::from(u16::MAX)).map(|n| Many::Count(n as u16))
        }
    }
}

/// A whole number within bounds.
pub(crate) fn number(text: &str, loc: Loc, least: i64, most: i64) -> Result<i64, Problem> {
    text.parse()
        .ok()
        .filter(|n| (least..=most).contains(n))
        .ok_or_else(|| {
            let message = format!("`{}` is not a number that can be used here", shorten(text));
            Problem::error("order/count", message).at(
                loc,
                format!("expected a whole number from {least} to {most}"),
            )
        })
}
