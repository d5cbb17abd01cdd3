//! A made-up edition for tests: two powers and a bystander, two shores and an island, four types.

use crate::kernel::{State, UnitIx};
use crate::rules::*;

pub const RED: PowerId = PowerId(0);
pub const BLUE: PowerId = PowerId(1);
pub const PAWN: UnitTypeId = UnitTypeId(0);
pub const KITE: UnitTypeId = UnitTypeId(1);
pub const BARGE: UnitTypeId = UnitTypeId(2);
pub const MILL: UnitTypeId = UnitTypeId(3);

fn space(name: &str, terrain: Terrain, at: (i32, i32), borders: &[u16]) -> Space {
    Space {
        name: name.to_owned(),
        terrain,
        income: u16::from(terrain == Terrain::Land) * 2,
        at,
        borders: borders.iter().map(|b| SpaceId(*b)).collect(),
        ..Space::default()
    }
}

fn board() -> Board {
    let mut spaces = vec![
        space("Northshore", Terrain::Land, (100, 100), &[1, 4]),
        space("Hills", Terrain::Land, (100, 300), &[0, 2]),
        space("Southshore", Terrain::Land, (300, 400), &[1, 5]),
        space("Rock", Terrain::Land, (520, 250), &[4]),
        space("Upper Sea", Terrain::Sea, (450, 200), &[0, 3, 5]),
        space("Lower Sea", Terrain::Sea, (600, 450), &[2, 4]),
    ];
    for (i, owner) in [RED, BLUE, BLUE, RED].into_iter().enumerate() {
        spaces[i].original = Some(owner);
        spaces[i].start = Some(owner);
    }
    spaces[0].capital_of = Some(RED);
    spaces[2].city = Some("Port".to_owned());
    spaces[3].island = true;
    spaces[4].tags = TagSet::only(TagId(0));
    Board::new(
        Table::from_vec(spaces),
        Vec::new(),
        Table::from_vec(vec!["stormy".to_owned()]),
    )
}

fn kind(name: &str, glyph: &str, domain: Domain) -> UnitType {
    UnitType {
        name: name.to_owned(),
        domain,
        cost: Some(3),
        moves: 1,
        hits: 1,
        values: Table::from_vec(vec![Value::whole(2), Value(150)]),
        size: 1,
        combat_move: true,
        takes_ground: domain == Domain::Land,
        glyph: glyph.to_owned(),
        ..UnitType::default()
    }
}

/// The edition.
pub fn rules() -> Rules {
    let mut types = vec![
        kind("pawn", "P", Domain::Land),
        kind("big_kite", "K", Domain::Air),
        kind("barge", "B", Domain::Sea),
        kind("mill", "M", Domain::Facility),
    ];
    let powers: PowerSet = [RED, BLUE].into_iter().collect();
    let slots = vec![UnitTypeSet::only(PAWN); 2];
    types[2].holds = vec![Hold {
        slots,
        powers,
        ..Hold::default()
    }];
    types[3].facility = Some(Facility {
        slot: 0,
        max_damage: 6,
        disabled_at: Some(3),
        repair_cost: 1,
        production: Some(Production::Units(3)),
        site: SpaceFilter::IncomeAtLeast(2),
        ..Facility::default()
    });
    let power = |name: &str, side, colour: &str, economy| Power {
        name: name.to_owned(),
        side: Some(SideId(side)),
        plays: true,
        colour: colour.to_owned(),
        economies: vec![EconomyId(economy)],
        ..Power::default()
    };
    let economy = |name: &str, power| Economy {
        name: name.to_owned(),
        power,
        treasury: 12,
        ..Economy::default()
    };
    let phase = |name: &str, kind| Phase {
        name: name.to_owned(),
        kind,
        skip: Cond::Not(Box::new(Cond::Always)),
    };
    Rules {
        name: "sample".to_owned(),
        title: "Sample".to_owned(),
        board: board(),
        units: UnitTypes::new(
            Table::from_vec(types),
            Table::from_vec(vec!["attack".to_owned(), "defense".to_owned()]),
        ),
        powers: Powers {
            powers: Table::from_vec(vec![
                power("Redland", 0, "#c03020", 0),
                power("Blueland", 1, "#2040c0", 1),
            ]),
            sides: Table::from_vec(vec!["Reds".to_owned(), "Blues".to_owned()]),
            economies: Table::from_vec(vec![economy("Redland", RED), economy("Blueland", BLUE)]),
            relations: vec![
                Relation::Allied,
                Relation::War,
                Relation::War,
                Relation::Allied,
            ],
        },
        turn: TurnPlan {
            order: vec![RED, BLUE],
            phases: Table::from_vec(vec![
                phase("Buy", PhaseKind::Purchase),
                phase("Attack", PhaseKind::CombatMove),
            ]),
        },
        battles: BattleRules {
            plans: Table::from_vec(vec![plan()]),
            ..BattleRules::default()
        },
        acts: Acts {
            victories: vec![Victory {
                name: "All ports".to_owned(),
                side: SideId(1),
                at: When::RoundEnd,
                when: Cond::Always,
            }],
            ..Acts::default()
        },
        ..Rules::default()
    }
}

/// A plan whose steps are a volley of the attacker and one of the defender.
fn plan() -> BattlePlan {
    let fire = |name: &str, role| {
        Step::Fire(FireStep {
            name: name.to_owned(),
            role,
            shooters: UnitTypeSet::FULL,
            station: Station::Battle,
            value: AttrId(0),
            dice: DicePer::Shooter(1),
            targets: UnitTypeSet::FULL,
            spares: Vec::new(),
            only_if: Vec::new(),
            unless: Vec::new(),
            rounds: (1, 1),
            losses: Losses::Leave,
            chooser: Chooser::Owner,
            roll: Roll::AtOrLess { sides: 6 },
        })
    };
    BattlePlan {
        name: "clash".to_owned(),
        kind: SiteKind::Land,
        start: Vec::new(),
        round: vec![fire("volley", Role::Attacker), fire("flak", Role::Defender)],
        max_rounds: None,
        last: Vec::new(),
        participants: UnitTypeSet::FULL,
    }
}

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
