//! The shore of the tests' edition: two powers, two shores and an island, and a position of it.

use sandtable::kernel::{State, UnitIx};
use sandtable::rules::*;
pub use sandtable_testing::{BARGE, BLUE, RED, shore as rules};

pub const PAWN: UnitTypeId = UnitTypeId(16);
pub const KITE: UnitTypeId = UnitTypeId(17);
pub const MILL: UnitTypeId = UnitTypeId(18);

/// A position of it: some pawns, a laden barge, a kite, a damaged mill.
pub fn state(rules: &Rules) -> State {
    let mut state = State::new(rules);
    let mut add = |kind, owner, space| {
        state
            .add(kind, owner, SpaceId(space))
            .expect("room for a few units")
    };
    let made: Vec<UnitIx> = vec![
        add(PAWN, RED, 0),
        add(PAWN, RED, 0),
        add(MILL, RED, 0),
        add(BARGE, RED, 4),
        add(PAWN, RED, 4),
        add(KITE, BLUE, 2),
    ];
    state.unit_mut(made[2]).damage = 2;
    state.unit_mut(made[4]).link = made[3];
    state
}
