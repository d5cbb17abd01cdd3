//! What does not change while a power plans a phase: who its foes are, what they could bring where,
//! how near they are. Worked out when it is first asked for.

use std::cell::OnceCell;
use std::sync::Arc;

use super::army::Army;
use super::campaign::Campaign;
use super::chart::Chart;
use super::dealt::Dealt;
use super::invasion::Invasion;
use super::profile::{FAR, controlled};
use sandtable_kernel::edit::relate;
use sandtable_kernel::{Bases, Cx, Event, UnitIx, expected_income, total_income as total};
use sandtable_rules::{Id, PhaseKind, PowerId, PowerSet, Relation, SpaceId, Verdict, Weights};

/// What the foes could bring against a space in their next turns.
#[derive(Clone, Default, Debug)]
pub struct Threat {
    /// The most dangerous of them alone.
    pub worst: Army,
    /// All of them together.
    pub joint: Army,
    /// How many of them could come at all: aircraft alone take nothing, but strike.
    pub strikers: u8,
}

/// What is known for a whole phase.
pub struct Facts {
    /// Who is at war with the power; where nobody is, every power of another side.
    pub foes: PowerSet,
    /// Who is at war with it or may be before its next turn.
    pub dangers: PowerSet,
    /// How many times more than its own losses those of foes count.
    pub edge: OnceCell<f64>,
    /// Steps over land from each space to the nearest territory that a foe holds.
    pub steps: OnceCell<Vec<u8>>,
    /// By power: the ways of its ships.
    pub charts: Vec<OnceCell<Arc<Chart>>>,
    /// By unit: the movement points it has when a turn of its power begins.
    pub points: OnceCell<Vec<u8>>,
    /// By power: what it earns a turn.
    pub earns: Vec<OnceCell<f64>>,
    /// The coasts that ships may be bound for, the best first.
    pub campaigns: OnceCell<Vec<Campaign>>,
    /// The landing in one go that is made or saved up for.
    pub invasion: OnceCell<Option<Invasion>>,
    /// By space.
    pub threats: Vec<OnceCell<Threat>>,
    /// By space: what holding it is worth for victories and against those of other sides.
    pub stakes: OnceCell<Vec<f64>>,
    /// By power: steps from each space to where its aircraft come down.
    pub landings: Vec<OnceCell<Vec<u8>>>,
}

impl Facts {
    /// Those of a position.
    pub fn new(cx: Cx<'_>, me: PowerId) -> Self {
        Self {
            foes: foes(cx, me),
            dangers: dangers(cx, me),
            edge: OnceCell::new(),
            steps: OnceCell::new(),
            charts: vec![OnceCell::new(); cx.rules.powers.powers.len()],
            points: OnceCell::new(),
            earns: vec![OnceCell::new(); cx.rules.powers.powers.len()],
            campaigns: OnceCell::new(),
            invasion: OnceCell::new(),
            threats: vec![OnceCell::new(); cx.rules.board.spaces.len()],
            stakes: OnceCell::new(),
            landings: vec![OnceCell::new(); cx.rules.powers.powers.len()],
        }
    }
}

/// By unit: the movement points it has when a turn of its power begins.
pub fn points(cx: Cx<'_>) -> Vec<u8> {
    let mut points = Vec::new();
    for power in cx.rules.powers.powers.ids() {
        let bases = Bases::of(cx, power);
        for (ix, unit) in cx.state.all().filter(|(_, u)| u.owner == power) {
            let at = ix.0 as usize;
            points.resize(points.len().max(at + 1), 0);
            points[at] = bases.rested(cx, unit);
        }
    }
    points
}

/// By space: steps to the nearest friendly ground where aircraft of a power come down, or to a deck that comes to meet them.
pub fn landings(cx: Cx<'_>, power: PowerId, points: impl Fn(UnitIx) -> u8) -> Vec<u8> {
    let board = &cx.rules.board;
    let friendly = |s: &SpaceId| cx.state.owner(*s).is_some_and(|o| cx.friends(power, o));
    let ground = board.land.iter().filter(friendly).map(|s| (s, 0));
    let own = cx.state.all().filter(|(_, u)| u.owner == power);
    let decks = own.filter(|(_, u)| cx.rules.units.decks.has(u.kind));
    let decks = decks.map(|(ix, u)| (u.space, points(ix)));
    let places: Vec<(SpaceId, u8)> = ground.chain(decks).collect();
    let steps = |from: SpaceId| {
        let steps = places.iter().filter_map(|(place, comes)| {
            let far = board.distance(from, *place)?;
            Some(far.saturating_sub(*comes))
        });
        steps.min().unwrap_or(FAR)
    };
    board.spaces.ids().map(steps).collect()
}

/// What a power would collect as things stand, objectives and what scripts pay included, in IPC.
pub fn income(cx: Cx<'_>, power: PowerId) -> f64 {
    let events = expected_income(cx, power, &mut Dealt::new(0));
    let accounts = events.iter().filter_map(|event| match event {
        Event::Income { account, .. } => Some(total(account)),
        _ => None,
    });
    f64::from(accounts.sum::<i32>())
}

/// The same while it is at war with another one, if that is a rival of it.
pub fn earns(cx: Cx<'_>, me: PowerId, power: PowerId) -> f64 {
    let mut state = cx.state.clone();
    if rivals(cx, me).has(power) {
        relate(cx.rules, &mut state, (me, power), Relation::War);
    }
    income(cx.on(&state), power)
}

/// How many times more than what a power loses counts what its foes lose: as many times as its side is stronger than all
/// rivals, a little more for whoever strikes, and the more the longer the war goes on.
pub fn edge(cx: Cx<'_>, weights: &Weights, me: PowerId) -> f64 {
    let rivals = strength(cx, weights, rivals(cx, me));
    let times = strength(cx, weights, side(cx, me)) / rivals.max(1.0);
    (times.max(1.0) + weights.ahead_strikes + late(cx, weights)).min(weights.ahead_most)
}

/// How many times more it counts because a war is long: somebody has to win it.
fn late(cx: Cx<'_>, weights: &Weights) -> f64 {
    weights.ahead_late * (f64::from(cx.state.round) - weights.ahead_long).max(0.0)
}

/// How far a battle that is not won wears the foe down, in IPC: by what it destroys beyond so many times what is lost in it.
/// The farther a side is ahead the more it can afford. Who gains nothing by it does not begin, but need not break off.
pub fn wears(weights: &Weights, edge: f64, lost: f64, destroyed: f64) -> f64 {
    edge * destroyed - weights.attack_worn * lost
}

/// What powers have, in IPC: the units there are, and those that the land and the objectives will pay for.
pub fn strength(cx: Cx<'_>, weights: &Weights, powers: PowerSet) -> f64 {
    let (rules, state) = (cx.rules, cx.state);
    let held = |s: &SpaceId| state.owner(*s).is_some_and(|o| powers.has(o));
    let land = rules.board.land.iter().filter(held);
    let income: i32 = land.map(|s| i32::from(rules.board.spaces[s].income)).sum();
    let objectives = rules.acts.objectives.values();
    let objectives = objectives.filter(|o| powers.has(o.power)).map(|o| o.gains);
    let units = state.all().map(|(_, u)| u);
    let army = Army::of(rules, units.filter(|u| powers.has(u.owner)));
    army.cost(rules) + weights.ahead_income * f64::from(income + objectives.sum::<i32>())
}

/// A power and all others of its side.
pub fn side(cx: Cx<'_>, power: PowerId) -> PowerSet {
    let powers = &cx.rules.powers;
    let of = powers[power].side;
    of.map_or(PowerSet::only(power), |side| powers.of_side(side))
}

/// Every power of another side.
pub fn rivals(cx: Cx<'_>, me: PowerId) -> PowerSet {
    let powers = &cx.rules.powers;
    let side = powers[me].side;
    let others = powers.powers.iter();
    let others = others.filter(|(_, p)| p.side.is_some() && p.side != side);
    others.map(|(id, _)| id).collect()
}

/// By space: what holding it is worth for the victories of the power's own side and against those of others, in IPC: of what a
/// victory is worth the more the fewer spaces its side still lacks. Against others capitals are held in any case.
pub fn stakes(cx: Cx<'_>, weights: &Weights, me: PowerId) -> Vec<f64> {
    let rules = cx.rules;
    let mut all = vec![0.0; rules.board.spaces.len()];
    for victory in rules.acts.victories.iter() {
        let own = Some(victory.side) == rules.powers[me].side;
        let powers = rules.powers.of_side(victory.side);
        let holds = |s: &SpaceId| cx.state.owner(*s).is_some_and(|o| powers.has(o));
        let sought = |s: &SpaceId| own || rules.board.spaces[*s].capital_of.is_none();
        for (spaces, needed) in controlled(&victory.when) {
            let lacks = f64::from(needed) - spaces.iter().filter(holds).count() as f64;
            for space in spaces.iter().filter(sought) {
                // Without one that it holds it lacks one more.
                let lacks = match holds(&space) {
                    true => 1.0 + lacks.abs(),
                    false => lacks.max(1.0),
                };
                all[space.index()] += weights.worth_victory / lacks;
            }
        }
    }
    all
}

/// Whom a power is at war with, and whom it may be at war with before it attacks again; where there is nobody, all rivals.
fn foes(cx: Cx<'_>, me: PowerId) -> PowerSet {
    let attacks = cx.rules.turn.phases[cx.state.phase].kind == PhaseKind::CombatMove;
    let rivals = rivals(cx, me);
    let next = rivals
        .iter()
        .filter(|p| !attacks && may_declare(cx, me, *p));
    let foes = cx.foes(me).union(next.collect());
    if foes.is_empty() { rivals } else { foes }
}

/// Who is at war with a power, or may declare war on it as things stand.
pub fn dangers(cx: Cx<'_>, me: PowerId) -> PowerSet {
    let rivals = rivals(cx, me).iter();
    let may = rivals.filter(|p| may_declare(cx, *p, me));
    cx.foes(me).union(may.collect())
}

/// Whether a power may declare war on another as things stand.
fn may_declare(cx: Cx<'_>, by: PowerId, on: PowerId) -> bool {
    let rows = cx.rules.politics.declarations.iter();
    let mut rows = rows.filter(|r| r.by.has(by) && r.on.has(on));
    let decides = rows.find(|r| cx.holds(&r.when, by));
    decides.is_some_and(|r| r.verdict == Verdict::Allow)
}
