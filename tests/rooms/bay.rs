//! The bay of the tests' edition: three lands and two zones in a row, two powers at odds and a third
//! that is one with the second.

use sandtable::kernel::{
    Code, Cx, Event, Frame, Hooks, NoHooks, Order, PhaseStage, Refusal, State, UnitIx, apply, check,
};
use sandtable::rules::*;
pub use sandtable_testing::*;

use super::NoDice;

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

/// Goes to the phase of a kind, just as everything stands.
pub fn go_to(rules: &Rules, state: &mut State, kind: PhaseKind) {
    let mut phases = rules.turn.phases.iter();
    let phase = phases.find(|(_, phase)| phase.kind == kind);
    state.phase = phase.expect("the edition has such a phase").0;
    state.agenda = vec![Frame::Phase(PhaseStage::Main)];
}

/// Whether an order may be given in a phase of a kind, just as everything stands.
pub fn checked(
    rules: &Rules,
    state: &State,
    kind: PhaseKind,
    order: &Order,
) -> Result<(), Refusal> {
    let mut state = state.clone();
    go_to(rules, &mut state, kind);
    check(Cx::new(rules, &state, &NoHooks), order)
}

/// Why an order is refused in a phase of a kind, if it is.
pub fn refused(rules: &Rules, state: &State, kind: PhaseKind, order: &Order) -> Option<Code> {
    checked(rules, state, kind, order).err().map(|r| r.code)
}

/// The orders that may be given in a phase of a kind, those aside that end it.
pub fn legal(rules: &Rules, state: &State, kind: PhaseKind) -> Vec<Order> {
    let mut state = state.clone();
    go_to(rules, &mut state, kind);
    let mut orders = sandtable::kernel::legal(Cx::new(rules, &state, &NoHooks));
    orders.retain(|order| *order != Order::EndPhase);
    orders
}

/// Gives an order that must be legal in a phase of a kind, and goes no further; what happened.
pub fn give(rules: &Rules, state: &mut State, kind: PhaseKind, order: &Order) -> Vec<Event> {
    go_to(rules, state, kind);
    step(rules, state, order, &NoHooks)
}

/// Gives an order that must be legal, and goes but one step further; what happened.
pub fn step(rules: &Rules, state: &mut State, order: &Order, hooks: &dyn Hooks) -> Vec<Event> {
    apply(rules, state, order, &mut NoDice, hooks).expect("a legal order")
}

#[test]
fn the_ids_are_those_of_the_pack() {
    let rules = bay();
    let names = [
        (WALKER, "walker"),
        (FLYER, "flyer"),
        (SHIP, "ship"),
        (GUN, "gun"),
        (WORKS, "works"),
        (RUNNER, "runner"),
        (RIDER, "rider"),
        (HEAVY, "heavy"),
        (BOAT, "boat"),
        (HUNTER, "hunter"),
        (LURKER, "lurker"),
        (BARGE, "barge"),
        (DECK, "deck"),
        (FIELD, "field"),
        (PORT, "port"),
        (BIG_WORKS, "big works"),
    ];
    for (id, name) in names {
        assert_eq!(rules.units[id].name, name);
    }
    assert_eq!(rules.powers[RED].name, "Red");
    assert_eq!(rules.powers[BLUE].name, "Blue");
}
