//! A tiny edition for the tests of the economy rooms: three lands and two zones in a row, two
//! powers at odds and a third that is one with the second.

use super::{Dice, Event, Frame, Game, Hooks, NoHooks, PhaseStage, Scripted, State, UnitIx};
use crate::rules::*;

pub const RED: PowerId = PowerId(0);
pub const BLUE: PowerId = PowerId(1);
pub const CYAN: PowerId = PowerId(2);
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
pub const WALKER: UnitTypeId = UnitTypeId(0);
pub const FLYER: UnitTypeId = UnitTypeId(1);
/// Two hits, a deck of two slots.
pub const BARGE: UnitTypeId = UnitTypeId(2);
/// Builds three, repairs barges.
pub const WORKS: UnitTypeId = UnitTypeId(3);
/// Built upon the works, builds ten.
pub const BIG_WORKS: UnitTypeId = UnitTypeId(4);

/// A set of everything in this list.
pub fn set<I: Id, const W: usize>(ids: &[I]) -> IdSet<I, W> {
    ids.iter().copied().collect()
}

fn space(
    name: &str,
    terrain: Terrain,
    income: u16,
    owner: Option<PowerId>,
    borders: &[SpaceId],
) -> Space {
    Space {
        name: name.to_owned(),
        terrain,
        income,
        original: owner,
        start: owner,
        borders: borders.to_vec(),
        ..Space::default()
    }
}

fn unit(name: &str, domain: Domain, cost: u16, hits: u8) -> UnitType {
    UnitType {
        name: name.to_owned(),
        domain,
        cost: Some(cost),
        moves: 1,
        hits,
        values: Table::from_vec(vec![Value::whole(1), Value::whole(2)]),
        size: 1,
        combat_move: true,
        takes_ground: domain == Domain::Land,
        on_capture: if domain == Domain::Facility {
            OnCapture::ChangesHands
        } else {
            OnCapture::Holds
        },
        ..UnitType::default()
    }
}

fn works(builds: u8, least: u16, upgrade: Option<(UnitTypeId, u16)>) -> Facility {
    Facility {
        slot: 0,
        max_damage: 6,
        disabled_at: Some(6),
        repair_cost: 1,
        production: Some(Production::Units(builds)),
        repairs: set(&[BARGE]),
        upgrade,
        site: SpaceFilter::IncomeAtLeast(least),
        ..Facility::default()
    }
}

fn units() -> UnitTypes {
    let mut barge = unit("barge", Domain::Sea, 8, 2);
    let powers = set(&[RED, BLUE, CYAN]);
    barge.holds.push(Hold {
        kind: HoldKind::Deck,
        slots: vec![set(&[FLYER]); 2],
        powers,
        shut_at: Some(1),
        ..Hold::default()
    });
    let mut small = unit("works", Domain::Facility, 12, 0);
    small.facility = Some(works(3, 2, None));
    let mut big = unit("big works", Domain::Facility, 30, 0);
    big.facility = Some(works(10, 3, Some((WORKS, 20))));
    let types = vec![
        unit("walker", Domain::Land, 3, 1),
        unit("flyer", Domain::Air, 10, 1),
        barge,
        small,
        big,
    ];
    UnitTypes::new(
        Table::from_vec(types),
        Table::from_vec(vec!["attack".to_owned(), "defence".to_owned()]),
    )
}

/// The edition; tests add the rows they are about.
pub fn rules() -> Rules {
    let spaces = vec![
        space("Home", Terrain::Land, 5, Some(RED), &[HILL, BAY]),
        space("Hill", Terrain::Land, 2, Some(RED), &[HOME, BAY]),
        space("Far", Terrain::Land, 3, Some(BLUE), &[DEEP]),
        space("Bay", Terrain::Sea, 0, None, &[HOME, HILL, DEEP]),
        space("Deep", Terrain::Sea, 0, None, &[FAR, BAY]),
    ];
    let power = |name: &str, side, economy| Power {
        name: name.to_owned(),
        side: Some(SideId(side)),
        plays: true,
        colour: "#000000".to_owned(),
        economies: vec![EconomyId(economy)],
        ..Power::default()
    };
    let economy = |power, capital, treasury| Economy {
        power,
        capital,
        treasury,
        ..Economy::default()
    };
    let mut relations = vec![Relation::Neutral; 9];
    [0, 4, 8, 5, 7]
        .into_iter()
        .for_each(|i| relations[i] = Relation::Allied);
    let powers = Powers {
        powers: Table::from_vec(vec![
            power("Red", 0, 0),
            power("Blue", 1, 1),
            power("Cyan", 1, 2),
        ]),
        sides: Table::from_vec(vec!["Warm".to_owned(), "Cold".to_owned()]),
        economies: Table::from_vec(vec![
            economy(RED, Some(HOME), 40),
            economy(BLUE, Some(FAR), 10),
            economy(CYAN, None, 0),
        ]),
        relations,
    };
    let phase = |name: &str, kind| Phase {
        name: name.to_owned(),
        kind,
        skip: Cond::Not(Box::new(Cond::Always)),
    };
    let phases = vec![
        phase("buy", PhaseKind::Purchase),
        phase("move", PhaseKind::CombatMove),
        phase("place", PhaseKind::Mobilize),
    ];
    let all = set(&[RED, BLUE, CYAN]);
    let kinds = set(&[WALKER, FLYER, BARGE, WORKS, BIG_WORKS]);
    Rules {
        board: Board::new(Table::from_vec(spaces), Vec::new(), Table::default()),
        units: units(),
        powers,
        turn: TurnPlan {
            order: vec![RED, BLUE, CYAN],
            phases: Table::from_vec(phases),
        },
        politics: Politics {
            as_one: vec![set(&[BLUE, CYAN])],
            ..Politics::default()
        },
        economy: EconomyRules {
            purchases: vec![PurchaseRule {
                verdict: Verdict::Allow,
                by: all,
                units: kinds,
                when: Cond::Always,
                reason: String::new(),
            }],
            placements: vec![PlacementRule {
                by: all,
                units: kinds,
                site: Site::Producer,
            }],
            ..EconomyRules::default()
        },
        ..Rules::default()
    }
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

/// Runs something on a game and returns what happened.
pub fn play<T>(
    rules: &Rules,
    state: &mut State,
    run: impl FnOnce(&mut Game<'_>) -> T,
) -> (T, Vec<Event>) {
    play_with(rules, state, &NoHooks, run)
}

/// The same, with scripts.
pub fn play_with<T>(
    rules: &Rules,
    state: &mut State,
    hooks: &dyn Hooks,
    run: impl FnOnce(&mut Game<'_>) -> T,
) -> (T, Vec<Event>) {
    let mut events = Vec::new();
    let mut dice = Scripted::new([]);
    let dice: &mut dyn Dice = &mut dice;
    let result = run(&mut Game {
        rules,
        state,
        dice,
        hooks,
        events: &mut events,
    });
    (result, events)
}
