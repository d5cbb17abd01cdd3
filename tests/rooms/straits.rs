//! The straits of the tests' edition: red and green are allies at war with blue, grey is at war with
//! nobody, red is on turn.

use sandtable::kernel::{
    Code, Cx, Event, Frame, NoHooks, Order, PhaseStage, Refusal, Scripted, State, UnitIx, apply,
    check, legal,
};
use sandtable::rules::*;
pub use sandtable_testing::*;

use super::NoDice;

/// The spaces, by index. Alpha, bravo, charlie and delta are land in a row of borders (delta touches
/// alpha and bravo); west, mid, east and far are a row of zones.
pub const ALPHA: SpaceId = SpaceId(0);
pub const BRAVO: SpaceId = SpaceId(1);
pub const CHARLIE: SpaceId = SpaceId(2);
pub const DELTA: SpaceId = SpaceId(3);
pub const ECHO: SpaceId = SpaceId(4);
pub const FOXTROT: SpaceId = SpaceId(5);
pub const GOLF: SpaceId = SpaceId(6);
pub const HOTEL: SpaceId = SpaceId(7);
pub const ISLET: SpaceId = SpaceId(8);
pub const WEST: SpaceId = SpaceId(9);
pub const MID: SpaceId = SpaceId(10);
pub const EAST: SpaceId = SpaceId(11);
pub const FAR: SpaceId = SpaceId(12);

pub const GREEN: PowerId = PowerId(2);
pub const GREY: PowerId = PowerId(3);

/// A game of the made-up edition.
#[derive(Clone)]
pub struct Kit {
    pub rules: Rules,
    pub state: State,
}

impl Kit {
    /// The straits without units, in red's combat movement.
    pub fn new() -> Self {
        let rules = straits();
        let mut state = State::new(&rules);
        state.agenda = vec![Frame::Phase(PhaseStage::Main)];
        Self { rules, state }
    }

    /// Goes to noncombat movement, just as everything stands.
    pub fn noncombat(&mut self) -> &mut Self {
        self.go_to(PhaseKind::NoncombatMove)
    }

    /// Goes to the phase of a kind, just as everything stands.
    pub fn go_to(&mut self, kind: PhaseKind) -> &mut Self {
        let found = |(_, phase): &(PhaseId, &Phase)| phase.kind == kind;
        self.state.phase = self
            .rules
            .turn
            .phases
            .iter()
            .find(found)
            .expect("such a phase")
            .0;
        self.state.agenda = vec![Frame::Phase(PhaseStage::Main)];
        self
    }

    /// Puts a unit on the board.
    pub fn put(&mut self, kind: UnitTypeId, owner: PowerId, at: SpaceId) -> UnitIx {
        self.state
            .add(kind, owner, at)
            .expect("a test's position is small")
    }

    /// Puts a unit aboard another one.
    pub fn aboard(&mut self, kind: UnitTypeId, owner: PowerId, ship: UnitIx) -> UnitIx {
        let ix = self.put(kind, owner, self.state.unit(ship).space);
        self.state.unit_mut(ix).link = ship;
        ix
    }

    /// The game, to ask.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(&self.rules, &self.state, &NoHooks)
    }

    /// Why an order is refused, if it is.
    pub fn refused(&self, order: &Order) -> Option<Code> {
        self.checked(order).err().map(|r| r.code)
    }

    /// Whether an order may be given.
    pub fn checked(&self, order: &Order) -> Result<(), Refusal> {
        check(self.cx(), order)
    }

    /// Gives an order that must be legal, with these dice.
    pub fn give(&mut self, order: &Order, dice: &[u8]) -> Vec<Event> {
        let mut dice = Scripted::new(dice.iter().copied());
        let events = apply(&self.rules, &mut self.state, order, &mut dice, &NoHooks);
        assert_eq!((dice.missing, dice.left()), (0, 0), "the dice of {order:?}");
        events.expect("a legal order")
    }

    /// Ends the phase and goes no further.
    pub fn end_phase(&mut self) {
        let ended = apply(
            &self.rules,
            &mut self.state,
            &Order::EndPhase,
            &mut NoDice,
            &NoHooks,
        );
        ended.expect("the phase may end");
    }

    /// The orders that may be given.
    pub fn legal(&self) -> Vec<Order> {
        legal(self.cx())
    }
}
