//! The straits of the tests' edition: red and green are allies at war with blue, grey is at war with
//! nobody, red is on turn.

use super::{Code, Cx, Event, Game, NoHooks, Order, Scripted, State, UnitIx, movement};
use sandtable_rules::*;
pub use sandtable_testing::*;

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
        let state = State::new(&rules);
        Self { rules, state }
    }

    /// Goes to noncombat movement.
    pub fn noncombat(&mut self) -> &mut Self {
        self.state.phase = PhaseId(1);
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

    /// Why an order of movement is refused, if it is.
    pub fn refused(&self, order: &Order) -> Option<Code> {
        movement::judge(self.cx(), order).err().map(|r| r.code)
    }

    /// Gives an order of movement that must be legal, with these dice.
    pub fn give(&mut self, order: &Order, dice: &[u8]) -> Vec<Event> {
        let trip = movement::judge(self.cx(), order).expect("a legal order");
        let mut events = Vec::new();
        let mut dice = Scripted::new(dice.iter().copied());
        let mut game = Game {
            rules: &self.rules,
            state: &mut self.state,
            dice: &mut dice,
            hooks: &NoHooks,
            events: &mut events,
        };
        movement::carry_out(&mut game, order, trip);
        assert_eq!((dice.missing, dice.left()), (0, 0), "the dice of {order:?}");
        events
    }

    /// The orders of movement that may be given.
    pub fn legal(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        movement::legal(self.cx(), &mut orders);
        orders
    }
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
