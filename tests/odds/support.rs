//! Editions that differ in their dice and steps, forces, and battles fought by the game itself.

use sandtable::game::dice::Stream;
use sandtable::kernel::{
    BOMBARD, Battle, Cx, DecisionKind, Event, Frame, Hooks, Marks, NoHooks, Order, PhaseStage,
    Site, State, Unit, UnitIx, UnitsAt, Wait, apply, begin, legal, pending,
};
use sandtable::odds::{Assault, Case, Force, How, Odds, Runs, Setup, Stack, Unknown};
use sandtable::rules::{
    Chooser, DicePer, Id, Losses, PowerId, Role, Roll, Rules, SiteKind, SpaceId, Station, Step,
    Table, UnitTypeId, Value,
};

/// The exact odds of a battle.
pub fn exact(setup: &Setup<'_>) -> Result<Odds, Unknown> {
    Case::One(Box::new(setup.clone())).odds(How::Exact)
}

/// The odds of a battle that is fought out.
pub fn sampled(setup: &Setup<'_>, runs: Runs) -> Result<Odds, Unknown> {
    Case::One(Box::new(setup.clone())).odds(How::Sampled(runs))
}

pub fn stock() -> Rules {
    sandtable::pack::open("pacific-1940")
        .unwrap_or_else(|_| panic!("the stock pack loads"))
        .rules
}

fn named<I: Id, T>(table: &Table<I, T>, name: &str, of: impl Fn(&T) -> &str) -> I {
    table
        .iter()
        .find(|(_, t)| of(t) == name)
        .map(|(id, _)| id)
        .unwrap_or_else(|| panic!("the pack has {name}"))
}

pub fn kind(rules: &Rules, name: &str) -> UnitTypeId {
    named(&rules.units.types, name, |t| &t.name)
}

/// A force from `2 infantry, 1 tank`.
pub fn force(rules: &Rules, text: &str) -> Force {
    text.split(',')
        .filter(|t| !t.trim().is_empty())
        .fold(Force::default(), |force, part| {
            let (count, name) = part.trim().split_once(' ').expect("a count and a name");
            force.with(kind(rules, name), count.parse().expect("a number"))
        })
}

pub fn setup<'a>(rules: &'a Rules, site: SiteKind, attacker: &str, defender: &str) -> Setup<'a> {
    Setup::new(rules, site, force(rules, attacker), force(rules, defender))
        .expect("the pack has the plan")
}

pub fn odds(site: SiteKind, attacker: &str, defender: &str) -> Odds {
    of(&setup(&stock(), site, attacker, defender))
}

pub fn of(setup: &Setup<'_>) -> Odds {
    exact(setup).expect("small battles are exact")
}

/// So many battles, fought without an end before.
pub fn runs(most: u64, seed: u64) -> Runs {
    Runs {
        most,
        precision: None,
        seed,
    }
}

/// Units that come ashore from ships.
pub fn landed(rules: &Rules, name: &str, count: u16) -> Stack {
    Stack {
        kind: kind(rules, name),
        damage: 0,
        seaborne: true,
        count,
    }
}

#[track_caller]
pub fn near(found: f64, worked_out: f64) {
    assert!(
        (found - worked_out).abs() < 1e-10,
        "{found} is not {worked_out}"
    );
}

/// The ways in which the editions of these tests differ.
pub const VARIANTS: [&str; 8] = [
    "stock",
    "low luck",
    "pooled",
    "chosen by firer",
    "aimed dice",
    "three rounds",
    "losses leave",
    "two dice in round one",
];

/// The stock edition with something changed in every plan.
pub fn variant(name: &str) -> Rules {
    let mut rules = stock();
    if name == "pooled" {
        let types: Vec<UnitTypeId> = rules.units.types.ids().collect();
        let attrs: Vec<_> = rules.units.attrs.ids().collect();
        for id in types {
            for attr in &attrs {
                let value = &mut rules.units.types[id].values[*attr];
                *value = Value(value.0 / 6);
            }
        }
        rules.battles.modifiers.clear();
    }
    for id in rules.battles.plans.ids().collect::<Vec<_>>() {
        let plan = &mut rules.battles.plans[id];
        if name == "three rounds" {
            plan.max_rounds = Some(3);
        }
        let first = plan.round.iter().position(|s| matches!(s, Step::Fire(_)));
        for step in plan.start.iter_mut().chain(&mut plan.round) {
            let Step::Fire(fire) = step else { continue };
            match name {
                "low luck" if fire.dice != DicePer::Target => {
                    fire.roll = Roll::LowLuck { sides: 6 }
                }
                "pooled" => fire.roll = Roll::Pooled { sides: 10 },
                "chosen by firer" => fire.chooser = Chooser::Firer,
                "aimed dice" if fire.role == Role::Defender && fire.station == Station::Battle => {
                    fire.dice = DicePer::Target
                }
                "losses leave" if fire.station == Station::Battle => fire.losses = Losses::Leave,
                _ => {}
            }
        }
        if name == "two dice in round one"
            && let Some(Step::Fire(fire)) = first.map(|i| plan.round[i].clone())
        {
            let mut early = fire.clone();
            early.rounds = (1, 1);
            early.dice = DicePer::Shooter(2);
            plan.round.insert(first.unwrap_or(0), Step::Fire(early));
        }
    }
    rules
}

/// What a battle came to.
pub struct Outcome {
    pub winner: Option<Role>,
    pub swing: i64,
    pub rounds: u16,
}

struct Place {
    field: SpaceId,
    from: SpaceId,
    attacker: PowerId,
    defender: PowerId,
}

fn place(rules: &Rules, kind: SiteKind) -> Place {
    let space = |name| named(&rules.board.spaces, name, |s| &s.name);
    let power = |name| named(&rules.powers.powers, name, |p| &p.name);
    let (field, from) = if kind == SiteKind::Sea {
        ("sz 19", "sz 6")
    } else {
        ("Anhwe", "Kiangsu")
    };
    Place {
        field: space(field),
        from: space(from),
        attacker: power("Japan"),
        defender: power("China"),
    }
}

/// The position in which a battle is about to begin.
pub fn position(setup: &Setup<'_>) -> State {
    let rules = setup.rules;
    let site = setup.plan().kind;
    let place = place(rules, site);
    let (mut state, _) = begin(rules, &mut Stream::new(1), &NoHooks).expect("the game begins");
    state.units.clear();
    for (force, owner) in setup.forces.iter().zip([place.attacker, place.defender]) {
        for stack in force.stacks() {
            for _ in 0..stack.count {
                let ix = state
                    .add(stack.kind, owner, place.field)
                    .expect("there is room");
                let unit = state.unit_mut(ix);
                unit.damage = stack.damage;
                if owner == place.attacker {
                    unit.came = place.from;
                }
                if stack.seaborne {
                    unit.marks.set(Marks::SEABORNE);
                }
            }
        }
    }
    for stack in setup.offshore.stacks() {
        for _ in 0..stack.count {
            let zone = named(&rules.board.spaces, "sz 19", |s| &s.name);
            let ix = state
                .add(stack.kind, place.attacker, zone)
                .expect("there is room");
            state.unit_mut(ix).marks.set(Marks::BOMBARDS);
            state.unit_mut(ix).goal = place.field;
        }
    }
    let battle = Battle {
        site: Site {
            space: place.field,
            kind: site,
            assault: false,
        },
        plan: setup.plan,
        round: 0,
        step: 0,
        // An answer that changes nothing starts the battle.
        wait: Wait::Bombard,
        ways: vec![place.from],
        fired: true,
        over: false,
    };
    state.agenda = vec![
        Frame::Phase(PhaseStage::End),
        Frame::Combat(None),
        Frame::Battle(battle),
    ];
    state
}

/// Fights a battle by the game's own rules; both sides press on, and losses go by price.
pub fn fight(setup: &Setup<'_>, position: &State, dice: &mut Stream) -> Outcome {
    fight_under(setup, position, dice, &NoHooks)
}

/// The same with scripts.
pub fn fight_under(
    setup: &Setup<'_>,
    position: &State,
    dice: &mut Stream,
    hooks: &dyn Hooks,
) -> Outcome {
    let rules = setup.rules;
    let place = place(rules, setup.plan().kind);
    let mut state = position.clone();
    let mut outcome = Outcome {
        winner: None,
        swing: 0,
        rounds: 0,
    };
    let mut order = Order::Pick(BOMBARD, Vec::new());
    loop {
        let events = apply(rules, &mut state, &order, dice, hooks)
            .unwrap_or_else(|r| panic!("{order:?} is refused: {}", r.sentence(rules)));
        let mut over = false;
        for event in events {
            match event {
                Event::Lost(UnitsAt {
                    power: owner,
                    units,
                    space: at,
                }) if at == place.field && !over => {
                    let worth: i64 = units
                        .iter()
                        .map(|(k, n)| i64::from(*n) * rules.units[*k].cost.map_or(0, i64::from))
                        .sum();
                    outcome.swing += if owner == place.attacker {
                        -worth
                    } else {
                        worth
                    };
                }
                Event::BattleRound { round, .. } => outcome.rounds = round,
                Event::BattleEnded { winner, .. } => {
                    outcome.winner = winner;
                    over = true;
                }
                _ => {}
            }
        }
        if over {
            return outcome;
        }
        order = answer(setup, &state, hooks).expect("the battle goes on");
    }
}

/// The position in which everybody has moved to a landing: at sea, aboard, and overland.
fn landing(assault: &Assault<'_>) -> State {
    let rules = assault.sea.rules;
    let space = |name| named(&rules.board.spaces, name, |s| &s.name);
    let power = |name| named(&rules.powers.powers, name, |p| &p.name);
    let (zone, out, beach, inland) = (
        space("sz 19"),
        space("sz 6"),
        space("Shantung"),
        space("Kiangsu"),
    );
    let (attacker, defender) = (power("Japan"), power("China"));
    let (mut state, _) = begin(rules, &mut Stream::new(1), &NoHooks).expect("the game begins");
    state.units.clear();
    state.set_owner_before(beach, Some(defender));
    for (setup, field, from) in [(&assault.sea, zone, out), (&assault.land, beach, inland)] {
        for (force, owner) in setup.forces.iter().zip([attacker, defender]) {
            for stack in force.stacks().iter().filter(|s| !s.seaborne) {
                for _ in 0..stack.count {
                    let ix = state.add(stack.kind, owner, field).expect("there is room");
                    state.unit_mut(ix).damage = stack.damage;
                    if owner == attacker {
                        state.unit_mut(ix).came = from;
                        state.unit_mut(ix).marks.set(Marks::MOVED);
                    }
                }
            }
        }
    }
    let own = |u: &Unit| u.owner == attacker && rules.units.transports.has(u.kind);
    let ships: Vec<UnitIx> = state
        .all()
        .filter(|(_, u)| own(u))
        .map(|(ix, _)| ix)
        .collect();
    let load = assault.land.forces[0]
        .stacks()
        .iter()
        .filter(|s| s.seaborne);
    let load: Vec<UnitTypeId> = load
        .flat_map(|s| std::iter::repeat_n(s.kind, usize::from(s.count)))
        .collect();
    assert_eq!(
        load.len(),
        2 * ships.len(),
        "every ship is full, so that it makes no difference which is sunk"
    );
    for (nth, kind) in load.into_iter().enumerate() {
        let ix = state.add(kind, attacker, zone).expect("there is room");
        let unit = state.unit_mut(ix);
        (unit.link, unit.goal) = (ships[nth / 2], beach);
        unit.marks.set(Marks::LANDING);
    }
    let site = |space, kind| Site {
        space,
        kind,
        assault: true,
    };
    state.sites = vec![site(zone, SiteKind::Sea), site(beach, SiteKind::Land)];
    state.agenda = vec![Frame::Phase(PhaseStage::End), Frame::Combat(None)];
    state
}

/// Fights for the sea and for the beach by the game's own rules, as the tactics of both battles say.
pub fn land(assault: &Assault<'_>, dice: &mut Stream) -> Outcome {
    let rules = assault.sea.rules;
    let mut state = landing(assault);
    let attacker = state.active(rules);
    let beach = named(&rules.board.spaces, "Shantung", |s| &s.name);
    let mut outcome = Outcome {
        winner: Some(Role::Defender),
        swing: 0,
        rounds: 0,
    };
    let mut order = Order::Fight {
        space: state.sites[0].space,
        kind: SiteKind::Sea,
    };
    loop {
        let events = apply(rules, &mut state, &order, dice, &NoHooks)
            .unwrap_or_else(|r| panic!("{order:?} is refused: {}", r.sentence(rules)));
        for event in events {
            match event {
                Event::Lost(UnitsAt {
                    power: owner,
                    units,
                    ..
                }) => {
                    let worth: i64 = units
                        .iter()
                        .map(|(k, n)| i64::from(*n) * rules.units[*k].cost.map_or(0, i64::from))
                        .sum();
                    outcome.swing += if owner == attacker { -worth } else { worth };
                }
                Event::BattleEnded { winner, space, .. } if space == beach => {
                    outcome.winner = winner
                }
                _ => {}
            }
        }
        let ashore = state
            .agenda
            .iter()
            .any(|f| matches!(f, Frame::Battle(b) if b.site.kind == SiteKind::Land));
        match answer(
            if ashore { &assault.land } else { &assault.sea },
            &state,
            &NoHooks,
        ) {
            Some(next) => order = next,
            None => return outcome,
        }
    }
}

/// What a side orders; nothing once the battles are over.
fn answer(setup: &Setup<'_>, state: &State, hooks: &dyn Hooks) -> Option<Order> {
    let cx = Cx::new(setup.rules, state, hooks);
    let decision = pending(cx)?;
    let order = match &decision.kind {
        DecisionKind::Casualties { .. } => {
            let options = legal(cx);
            assert!(options.len() < 256, "the battle is too large for this test");
            let owner_chooses = |units: &[UnitIx]| {
                units
                    .first()
                    .is_none_or(|u| state.unit(*u).owner == decision.power)
            };
            let best = options.into_iter().min_by_key(|order| match order {
                Order::Casualties(units) => pain(setup.rules, state, units, owner_chooses(units)),
                _ => Vec::new(),
            });
            best.expect("losses can be chosen")
        }
        DecisionKind::Pick { pick, .. } => Order::Pick(*pick, Vec::new()),
        DecisionKind::Retreat { to, .. } if setup.tactics[0].retreat.after.is_some() => {
            Order::Retreat(to[0])
        }
        DecisionKind::Retreat { .. } => Order::Press,
        DecisionKind::Phase(_) | DecisionKind::Land { .. } => return None,
        other => panic!("{other:?} is asked in a battle"),
    };
    Some(order)
}

/// How much a choice of losses hurts, the least painful hit first: an owner spares lives, then money,
/// then strength; a firer the other way round.
fn pain(rules: &Rules, state: &State, units: &[UnitIx], owner: bool) -> Vec<(bool, i64, i32, u8)> {
    let mut pains = Vec::new();
    for (i, ix) in units.iter().enumerate() {
        let unit = state.unit(*ix);
        let kind = &rules.units[unit.kind];
        let before = units[..i].iter().filter(|u| *u == ix).count() as u8;
        let kills = unit.damage + before + 1 >= kind.hits;
        let cost = kind.cost.map_or(0, i64::from);
        let side = if unit.owner == state.active(rules) {
            "attack"
        } else {
            "defense"
        };
        let value = kind.values[named(&rules.units.attrs, side, |a| a)].0;
        pains.push(if owner {
            (kills, cost, value, 0)
        } else {
            (false, -cost, -value, kind.hits - unit.damage - before)
        });
    }
    pains.sort_unstable();
    pains
}
