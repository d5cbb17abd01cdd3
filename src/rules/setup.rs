//! The opening position as a pack writes it: loose, checked once when a state is made from it.

use super::ids::{PowerId, SpaceId, UnitTypeId};

/// Some equal units of the opening position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupUnits {
    /// Whose.
    pub owner: PowerId,
    /// Where.
    pub space: SpaceId,
    /// Of which type.
    pub kind: UnitTypeId,
    /// How many.
    pub count: u16,
    /// Damage on each.
    pub damage: u8,
}

/// The opening position; control of spaces is [`super::Space::start`].
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The units, in the order of the pack.
    pub units: Vec<SetupUnits>,
    /// The round play starts in.
    pub first_round: u16,
}
