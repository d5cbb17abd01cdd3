//! Values of battles that change with the circumstances.

use super::battle::Role;
use super::cond::Cond;
use super::ids::{AttrId, UnitTypeSet};
use super::units::Value;

/// A value that changes with the circumstances. Modifiers apply in the order of the pack.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The value it changes.
    pub value: AttrId,
    /// For which party.
    pub role: Role,
    /// For which types.
    pub units: UnitTypeSet,
    /// Each unit of these types that fires in the same step supports `ratio` of them; empty: no support needed.
    pub givers: UnitTypeSet,
    /// How many units one giver supports.
    pub ratio: u8,
    /// First and last round in which it counts.
    pub rounds: (u16, u16),
    /// Counts only while this holds for the firing power.
    pub when: Cond,
    /// What it does.
    pub change: Change,
}

/// What a modifier does to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Makes it this.
    Set(Value),
    /// Adds this.
    Add(Value),
    /// Multiplies by this.
    Times(i32),
    /// Of so many dice the best counts.
    Best(u8),
}

impl Change {
    /// The value changed, in hundredths.
    pub const fn apply(self, value: i32) -> i32 {
        match self {
            Self::Set(to) => to.0,
            Self::Add(by) => value.saturating_add(by.0),
            Self::Times(by) => value.saturating_mul(by),
            Self::Best(_) => value,
        }
    }
}
