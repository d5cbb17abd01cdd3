//! A tiny edition on which programs can play against each other: two islands and the mainland
//! between them, two powers at war.

use crate::rules::*;

pub const WALKER: UnitTypeId = UnitTypeId(0);
pub const FLYER: UnitTypeId = UnitTypeId(1);
/// Two hits.
pub const SHIP: UnitTypeId = UnitTypeId(2);
/// Carries two walkers.
pub const FERRY: UnitTypeId = UnitTypeId(3);
/// Fires once at each flyer, never hit.
pub const GUN: UnitTypeId = UnitTypeId(4);
const WORKS: UnitTypeId = UnitTypeId(5);
const ATTACK: AttrId = AttrId(0);
const DEFENCE: AttrId = AttrId(1);

fn set<I: Id, const W: usize>(ids: &[I]) -> IdSet<I, W> {
    ids.iter().copied().collect()
}

fn space(name: &str, terrain: Terrain, owner: Option<PowerId>, borders: &[u16]) -> Space {
    let land = terrain == Terrain::Land;
    Space {
        name: name.to_owned(),
        terrain,
        income: if land { 4 } else { 0 },
        original: owner,
        start: owner,
        borders: borders.iter().map(|b| SpaceId(*b)).collect(),
        ..Space::default()
    }
}

/// Red's island, two zones, a mainland of three territories, blue's island.
fn board() -> Board {
    let (red, blue) = (Some(PowerId(0)), Some(PowerId(1)));
    let mut spaces = vec![
        space("Red island", Terrain::Land, red, &[1]),
        space("West", Terrain::Sea, None, &[0, 2, 5]),
        space("Red coast", Terrain::Land, red, &[1, 3]),
        space("Middle", Terrain::Land, blue, &[2, 4]),
        space("Blue coast", Terrain::Land, blue, &[3, 5]),
        space("East", Terrain::Sea, None, &[1, 4, 6]),
        space("Blue island", Terrain::Land, blue, &[5]),
    ];
    spaces[0].capital_of = red;
    spaces[6].capital_of = blue;
    Board::new(Table::from_vec(spaces), Vec::new(), Table::default())
}

fn unit(
    name: &str,
    domain: Domain,
    (cost, moves, hits): (u16, u8, u8),
    values: (i32, i32),
) -> UnitType {
    UnitType {
        name: name.to_owned(),
        domain,
        cost: Some(cost),
        moves,
        hits,
        values: Table::from_vec(vec![Value::whole(values.0), Value::whole(values.1)]),
        size: 1,
        combat_move: true,
        takes_ground: name == "walker",
        on_capture: if hits > 0 {
            OnCapture::Holds
        } else {
            OnCapture::ChangesHands
        },
        heals: true,
        ..UnitType::default()
    }
}

fn units() -> UnitTypes {
    let mut types = vec![
        unit("walker", Domain::Land, (3, 1, 1), (1, 2)),
        unit("flyer", Domain::Air, (10, 4, 1), (3, 4)),
        unit("ship", Domain::Sea, (8, 2, 2), (2, 2)),
        unit("ferry", Domain::Sea, (7, 2, 1), (0, 0)),
        unit("gun", Domain::Land, (5, 1, 0), (0, 1)),
        unit("works", Domain::Facility, (20, 0, 0), (0, 0)),
    ];
    let powers = set(&[PowerId(0), PowerId(1)]);
    types[3].holds.push(Hold {
        slots: vec![set(&[WALKER]); 2],
        powers,
        ..Hold::default()
    });
    types[5].facility = Some(Facility {
        slot: 0,
        max_damage: 6,
        repair_cost: 1,
        production: Some(Production::Units(5)),
        ..Facility::default()
    });
    UnitTypes::new(
        Table::from_vec(types),
        Table::from_vec(vec!["attack".to_owned(), "defence".to_owned()]),
    )
}

fn volley(role: Role, value: AttrId, units: UnitTypeSet) -> FireStep {
    FireStep {
        name: "volley".to_owned(),
        role,
        shooters: units,
        station: Station::Battle,
        value,
        dice: DicePer::Shooter(1),
        targets: units,
        spares: Vec::new(),
        only_if: Vec::new(),
        unless: Vec::new(),
        rounds: (1, u16::MAX),
        losses: Losses::Answer,
        chooser: Chooser::Owner,
        roll: Roll::AtOrLess { sides: 6 },
    }
}

fn battles() -> BattleRules {
    let flyers = set(&[WALKER, FLYER, SHIP, FERRY]);
    let flak = FireStep {
        shooters: set(&[GUN]),
        dice: DicePer::Target,
        targets: set(&[FLYER]),
        losses: Losses::Leave,
        ..volley(Role::Defender, DEFENCE, UnitTypeSet::EMPTY)
    };
    let round = || {
        let back = RetreatStep {
            role: Role::Attacker,
            from_round: 1,
            latest: None,
            units: set(&[WALKER, FLYER, SHIP, FERRY]),
            seaborne_stay: true,
            to: RetreatTo::CameFrom,
        };
        vec![
            Step::Fire(volley(Role::Attacker, ATTACK, flyers)),
            Step::Fire(volley(Role::Defender, DEFENCE, flyers)),
            Step::Remove,
            Step::Retreat(back),
        ]
    };
    let plan = |kind, start| BattlePlan {
        name: "battle".to_owned(),
        kind,
        start,
        round: round(),
        max_rounds: None,
        last: vec![set(&[FERRY])],
        participants: flyers.union(set(&[GUN])),
    };
    let plans = vec![
        plan(SiteKind::Land, vec![Step::Fire(flak)]),
        plan(SiteKind::Sea, Vec::new()),
    ];
    BattleRules {
        plans: Table::from_vec(plans),
        land: Some(PlanId(0)),
        sea: Some(PlanId(1)),
        stages: vec![Stage::Assaults, Stage::Others],
        ..BattleRules::default()
    }
}

/// The edition.
pub fn rules() -> Rules {
    let power = |name: &str, id: u8| Power {
        name: name.to_owned(),
        side: Some(SideId(id)),
        plays: true,
        colour: "#000000".to_owned(),
        economies: vec![EconomyId(id)],
        ..Power::default()
    };
    let economy = |power, capital| Economy {
        power: PowerId(power),
        capital: Some(SpaceId(capital)),
        treasury: 20,
        ..Economy::default()
    };
    let phase = |kind| Phase {
        name: format!("{kind:?}"),
        kind,
        skip: Cond::Not(Box::new(Cond::HoldsCapital(Who::Self_))),
    };
    let kinds = [
        PhaseKind::Purchase,
        PhaseKind::CombatMove,
        PhaseKind::Combat,
        PhaseKind::NoncombatMove,
        PhaseKind::Mobilize,
    ];
    let phases = kinds
        .into_iter()
        .chain([PhaseKind::Income])
        .map(phase)
        .collect();
    let both = set(&[PowerId(0), PowerId(1)]);
    let sold = set(&[WALKER, FLYER, SHIP, FERRY]);
    let all = sold.union(set(&[GUN, WORKS]));
    let row = |owner: u8, space: u16, kind, count| SetupUnits {
        owner: PowerId(owner),
        space: SpaceId(space),
        kind,
        count,
        damage: 0,
    };
    let side = |owner: u8, home, zone, coast| {
        [
            row(owner, home, WORKS, 1),
            row(owner, home, WALKER, 4),
            row(owner, home, FLYER, 1),
            row(owner, home, GUN, 1),
        ]
        .into_iter()
        .chain([
            row(owner, zone, SHIP, 1),
            row(owner, zone, FERRY, 1),
            row(owner, coast, WALKER, 4),
        ])
    };
    let conquest = |side: u8, capital: u16| Victory {
        name: "conquest".to_owned(),
        side: SideId(side),
        at: When::RoundEnd,
        when: Cond::Controls {
            who: Who::Powers(set(&[PowerId(side)])),
            spaces: set(&[SpaceId(capital)]),
            at_least: 1,
        },
    };
    Rules {
        board: board(),
        units: units(),
        powers: Powers {
            powers: Table::from_vec(vec![power("Red", 0), power("Blue", 1)]),
            sides: Table::from_vec(vec!["Warm".to_owned(), "Cold".to_owned()]),
            economies: Table::from_vec(vec![economy(0, 0), economy(1, 6)]),
            relations: vec![
                Relation::Allied,
                Relation::War,
                Relation::War,
                Relation::Allied,
            ],
        },
        turn: TurnPlan {
            order: vec![PowerId(0), PowerId(1)],
            phases,
        },
        movement: MovementRules {
            hostile_zone: set(&[SHIP]),
            load_barred_by: set(&[SHIP]),
            unload_barred_by: set(&[SHIP]),
            stranded_range: 1,
            ..MovementRules::default()
        },
        battles: battles(),
        economy: EconomyRules {
            purchases: vec![PurchaseRule {
                verdict: Verdict::Allow,
                by: both,
                units: sold,
                when: Cond::Always,
                reason: String::new(),
            }],
            placements: vec![PlacementRule {
                by: both,
                units: all,
                site: Site::Producer,
            }],
            capital_yields_treasury: true,
            ..EconomyRules::default()
        },
        acts: Acts {
            victories: vec![conquest(0, 6), conquest(1, 0)],
            ..Acts::default()
        },
        setup: Setup {
            units: side(0, 0, 1, 2).chain(side(1, 6, 5, 4)).collect(),
            first_round: 1,
        },
        ..Rules::default()
    }
}
