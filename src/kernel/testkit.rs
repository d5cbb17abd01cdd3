//! A tiny made-up edition for unit tests, built in code: eleven spaces, four powers, a dozen types.
//! Red and green are allies at war with blue; grey is at war with nobody. Red is on turn.

use super::{Code, Cx, Event, Game, NoHooks, Order, Scripted, State, UnitIx, movement};
use crate::rules::*;

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

/// The powers.
pub const RED: PowerId = PowerId(0);
pub const BLUE: PowerId = PowerId(1);
pub const GREEN: PowerId = PowerId(2);
pub const GREY: PowerId = PowerId(3);

/// The unit types.
pub const WALKER: UnitTypeId = UnitTypeId(0);
pub const RUNNER: UnitTypeId = UnitTypeId(1);
pub const RIDER: UnitTypeId = UnitTypeId(2);
pub const GUN: UnitTypeId = UnitTypeId(3);
pub const FLYER: UnitTypeId = UnitTypeId(4);
pub const HEAVY: UnitTypeId = UnitTypeId(5);
pub const BOAT: UnitTypeId = UnitTypeId(6);
pub const HUNTER: UnitTypeId = UnitTypeId(7);
pub const LURKER: UnitTypeId = UnitTypeId(8);
pub const BARGE: UnitTypeId = UnitTypeId(9);
pub const DECK: UnitTypeId = UnitTypeId(10);
pub const WORKS: UnitTypeId = UnitTypeId(11);
pub const FIELD: UnitTypeId = UnitTypeId(12);
pub const PORT: UnitTypeId = UnitTypeId(13);

/// A game of the made-up edition.
#[derive(Clone)]
pub struct Kit {
    pub rules: Rules,
    pub state: State,
}

pub fn set(kinds: &[UnitTypeId]) -> UnitTypeSet {
    kinds.iter().copied().collect()
}

fn everyone() -> PowerSet {
    [RED, BLUE, GREEN, GREY].into_iter().collect()
}

/// A plain type.
pub fn plain(name: &str, domain: Domain, moves: u8) -> UnitType {
    UnitType {
        name: name.to_owned(),
        domain,
        cost: Some(u16::from(moves) * 3),
        moves,
        hits: 1,
        values: Table::from_vec(vec![Value::whole(2)]),
        size: 1,
        combat_move: true,
        takes_ground: domain == Domain::Land,
        ..UnitType::default()
    }
}

fn facility(
    name: &str,
    slot: u8,
    production: Option<Production>,
    range_bonus: Vec<RangeBonus>,
) -> UnitType {
    let facility = Facility {
        slot,
        max_damage: 6,
        disabled_at: Some(3),
        repair_cost: 1,
        production,
        range_bonus,
        ..Facility::default()
    };
    UnitType {
        hits: 0,
        facility: Some(facility),
        ..plain(name, Domain::Facility, 0)
    }
}

pub fn hold(kind: HoldKind, slots: Vec<UnitTypeSet>) -> Hold {
    let shut_at = (kind == HoldKind::Deck).then_some(1);
    Hold {
        kind,
        slots,
        powers: everyone(),
        shut_at,
        ..Hold::default()
    }
}

fn units() -> UnitTypes {
    let surface = set(&[BOAT, HUNTER, DECK]);
    let blockers = (0..14).map(UnitTypeId).collect();
    let ship = |name: &str| UnitType {
        stopped_by: surface,
        ..plain(name, Domain::Sea, 2)
    };
    let bonus = |movers: &[UnitTypeId], reach| {
        vec![RangeBonus {
            movers: set(movers),
            points: 1,
            reach,
        }]
    };
    let anything = set(&[WALKER, RUNNER, RIDER, GUN]);
    UnitTypes::new(
        Table::from_vec(vec![
            plain("walker", Domain::Land, 1),
            UnitType {
                blitz: Some(Blitz {
                    blockers,
                    beside: UnitTypeSet::EMPTY,
                }),
                ..plain("runner", Domain::Land, 2)
            },
            UnitType {
                blitz: Some(Blitz {
                    blockers,
                    beside: set(&[RUNNER]),
                }),
                ..plain("rider", Domain::Land, 2)
            },
            UnitType {
                combat_move: false,
                ..plain("gun", Domain::Land, 1)
            },
            plain("flyer", Domain::Air, 4),
            plain("heavy", Domain::Air, 6),
            UnitType {
                hits: 2,
                ..ship("boat")
            },
            ship("hunter"),
            UnitType {
                stopped_by: set(&[HUNTER]),
                ..plain("lurker", Domain::Sea, 2)
            },
            UnitType {
                holds: vec![hold(HoldKind::Cargo, vec![anything, set(&[WALKER])])],
                ..ship("barge")
            },
            UnitType {
                hits: 2,
                holds: vec![hold(HoldKind::Deck, vec![set(&[FLYER]); 2])],
                ..ship("deck")
            },
            facility("works", 0, Some(Production::Units(3)), Vec::new()),
            facility("field", 1, None, bonus(&[FLYER, HEAVY], Reach::Here)),
            facility(
                "port",
                2,
                None,
                bonus(&[BOAT, HUNTER, LURKER, BARGE, DECK], Reach::Offshore),
            ),
        ]),
        Table::from_vec(vec!["strength".to_owned()]),
    )
}

/// A space of a board.
pub fn space(name: &str, sea: bool, start: Option<PowerId>, borders: Vec<SpaceId>) -> Space {
    Space {
        name: name.to_owned(),
        terrain: if sea { Terrain::Sea } else { Terrain::Land },
        income: 1,
        original: start,
        start,
        borders,
        ..Space::default()
    }
}

fn board() -> Board {
    let mut spaces = vec![
        space("alpha", false, Some(RED), vec![BRAVO, DELTA, WEST]),
        space("bravo", false, Some(BLUE), vec![ALPHA, CHARLIE, DELTA]),
        space("charlie", false, Some(BLUE), vec![BRAVO, FOXTROT, MID]),
        space("delta", false, Some(RED), vec![ALPHA, BRAVO, GOLF]),
        space("echo", false, Some(BLUE), vec![EAST]),
        space("foxtrot", false, Some(GREY), vec![CHARLIE, GOLF]),
        space("golf", false, None, vec![DELTA, FOXTROT]),
        space("hotel", false, Some(RED), vec![FAR]),
        space("islet", false, Some(GREEN), vec![MID]),
        space("west", true, None, vec![ALPHA, MID]),
        space("mid", true, None, vec![CHARLIE, ISLET, WEST, EAST]),
        space("east", true, None, vec![ECHO, MID, FAR]),
        space("far", true, None, vec![HOTEL, EAST]),
    ];
    spaces[GOLF.index()].closed = true;
    Board::new(Table::from_vec(spaces), Vec::new(), Table::default())
}

fn powers() -> Powers {
    use Relation::{Allied, Neutral, War};
    let power = |name: &str, side| Power {
        name: name.to_owned(),
        side,
        plays: true,
        colour: String::new(),
        economies: vec![EconomyId(0)],
        ..Power::default()
    };
    let (one, two) = (Some(SideId(0)), Some(SideId(1)));
    Powers {
        powers: Table::from_vec(vec![
            power("red", one),
            power("blue", two),
            power("green", one),
            power("grey", None),
        ]),
        sides: Table::from_vec(vec!["warm".to_owned(), "cold".to_owned()]),
        economies: Table::default(),
        #[rustfmt::skip]
        relations: vec![
            Allied, War, Allied, Neutral,
            War, Allied, War, Neutral,
            Allied, War, Allied, Neutral,
            Neutral, Neutral, Neutral, Allied,
        ],
    }
}

fn movement_rules() -> MovementRules {
    let surface = set(&[BOAT, HUNTER, DECK]);
    MovementRules {
        hostile_zone: surface,
        ignorable: set(&[LURKER, BARGE]),
        load_barred_by: surface,
        unload_barred_by: surface,
        landing_bar: None,
        passing_shots: vec![BattlePlan::passing_shots(
            (set(&[LURKER]), AttrId(0), set(&[BARGE])),
            surface,
            Roll::AtOrLess { sides: 6 },
        )],
        allied_decks: true,
        new_decks: true,
        stranded_range: 1,
        permissions: Vec::new(),
    }
}

impl Kit {
    /// The made-up edition without units, in red's combat movement.
    pub fn new() -> Self {
        Self::on(board())
    }

    /// The same on another board.
    pub fn on(board: Board) -> Self {
        let phase = |name: &str, kind| Phase {
            name: name.to_owned(),
            kind,
            skip: Cond::Not(Box::new(Cond::Always)),
        };
        let raider = Raider {
            units: set(&[HEAVY]),
            targets: set(&[WORKS, FIELD]),
        };
        let everything: UnitTypeSet = (0..14).map(UnitTypeId).collect();
        let rules = Rules {
            board,
            units: units(),
            powers: powers(),
            turn: TurnPlan {
                order: vec![RED, BLUE, GREEN],
                phases: Table::from_vec(vec![
                    phase("combat move", PhaseKind::CombatMove),
                    phase("noncombat move", PhaseKind::NoncombatMove),
                ]),
            },
            movement: movement_rules(),
            battles: BattleRules {
                raiders: vec![raider],
                escorts: set(&[FLYER]),
                ..BattleRules::default()
            },
            economy: EconomyRules {
                placements: vec![PlacementRule {
                    by: everyone(),
                    units: everything,
                    site: Site::Producer,
                }],
                ..EconomyRules::default()
            },
            ..Rules::default()
        };
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
        movement::carry_out(&mut game, order, trip).expect("what is checked is carried out");
        assert_eq!((dice.missing, dice.left()), (0, 0), "the dice of {order:?}");
        events
    }

    /// The orders of movement that may be given.
    pub fn legal(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        movement::legal(self.cx(), &mut orders).expect("no script fails where there is none");
        orders
    }
}
