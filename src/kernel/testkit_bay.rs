//! The bay of the tests' edition: three lands and two zones in a row, two powers at odds and a third
//! that is one with the second.

use super::{Frame, PhaseStage, State, UnitIx};
use sandtable_rules::*;
pub use sandtable_testing::*;

/// Red's capital, worth 5, with the works.
pub const HOME: SpaceId = SpaceId(0);
/// Red's, worth 2.
pub const HILL: SpaceId = SpaceId(1);
/// Blue's capital, worth 3.
pub const FAR: SpaceId = SpaceId(2);
/// Borders `HOME` and `HILL`.
pub const BAY: SpaceId = SpaceId(3);
/// Borders `FAR`.
pub const DEEP: SpaceId = SpaceId(4);
/// The edition; tests add the rows they are about.
pub fn rules() -> Rules {
    bay()
}

/// Red is on turn; one works stands at home.
pub fn state(rules: &Rules) -> State {
    let mut state = State::new(rules);
    state.agenda.push(Frame::Phase(PhaseStage::Main));
    state.add(WORKS, RED, HOME);
    state
}

/// Puts units on the board and returns the first.
pub fn put(
    state: &mut State,
    kind: UnitTypeId,
    owner: PowerId,
    space: SpaceId,
    count: u16,
) -> UnitIx {
    let first = state.units.len();
    (0..count).for_each(|_| _ = state.add(kind, owner, space));
    UnitIx(first as u16)
}
