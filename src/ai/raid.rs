//! Raids on what builds units for foes: by raiders that have no task, where the damage costs foes more than the raid
//! may cost the power.

use super::force::Force;
use super::scratch::Scratch;
use super::support;
use sandtable_kernel::{Marks, Order, Unit, UnitIx};
use sandtable_odds::{Case, Force as Flight, How, Setup, Stack};
use sandtable_rules::{Rules, SiteKind, SpaceId, Step, UnitTypeId, UnitTypeSet};

/// A raid that is planned.
#[derive(Clone, PartialEq, Debug)]
pub struct Raid {
    /// Where.
    pub space: SpaceId,
    /// On what.
    pub facility: UnitTypeId,
    /// The raiders.
    pub flight: Flight,
    /// The damage to expect, in IPC.
    pub damage: f64,
}

/// Those that the orders of a plan have sent.
pub fn raids(scratch: &Scratch<'_>) -> Vec<Raid> {
    let raid = |target: UnitIx| {
        let facility = scratch.state.unit(target);
        let own = scratch.own(scratch.state.units_in(facility.space));
        let raiders = own.filter(|(_, u)| u.marks.any(Marks::RAIDING) && u.link == target);
        let flight: Flight = raiders.map(|(_, u)| Stack::of(u)).collect();
        if flight.is_empty() {
            return None;
        }
        let outcome = outcome(scratch, target, &flight)?;
        Some(Raid {
            space: facility.space,
            facility: facility.kind,
            flight,
            damage: outcome.damage,
        })
    };
    let targets = targets(scratch).into_iter();
    targets.filter_map(raid).collect()
}

/// Sends them, to the dearest places first.
pub fn plan(force: &mut Force, scratch: &mut Scratch<'_>) {
    for target in targets(scratch) {
        send(force, scratch, target);
    }
}

/// How many raiders of a type there is work for where one of them gains something: on what builds units for foes and is
/// raided from ground of the power, as many as do all the damage that it takes.
pub fn work(scratch: &Scratch<'_>, raider: UnitTypeId) -> usize {
    let (look, rules) = (scratch.look(), scratch.rules);
    let board = &rules.board;
    let ground: Vec<SpaceId> = board.land.iter().filter(|s| look.safe_ground(*s)).collect();
    let there_and_back = |space: SpaceId| {
        let steps = ground.iter().filter_map(|s| board.distance(*s, space));
        steps.min().map_or(u8::MAX, |steps| steps.saturating_mul(2))
    };
    let work = |target: UnitIx| {
        let facility = scratch.state.unit(target);
        let raided = rules.battles.raids(raider, facility.kind)
            && there_and_back(facility.space) <= rules.units[raider].moves;
        let one = || outcome(scratch, target, &Flight::default().with(raider, 1));
        let one = raided.then(one).flatten().filter(|one| one.gain > 0.0);
        one.map_or(0.0, |one| room(scratch, target) / one.damage)
    };
    targets(scratch).into_iter().map(work).sum::<f64>() as usize
}

/// What foes build units with, and the power may raid, where it does not attack; the dearest first.
fn targets(scratch: &Scratch<'_>) -> Vec<UnitIx> {
    let (look, rules) = (scratch.look(), scratch.rules);
    let raided = rules.battles.raiders.iter();
    let raided = raided.fold(UnitTypeSet::EMPTY, |all, r| all.union(r.targets));
    if raided.is_empty() {
        return Vec::new();
    }
    let fought: Vec<SpaceId> = support::battles(scratch).iter().map(|b| b.space).collect();
    let builds = scratch.state.all().filter(|(_, u)| {
        let at_war = scratch.cx().at_war(scratch.me, u.owner);
        at_war && raided.has(u.kind) && rules.units[u.kind].production().is_some()
    });
    let free = builds.filter(|(_, u)| !fought.contains(&u.space) && !scratch.spared.has(u.space));
    let mut targets: Vec<(f64, UnitIx)> = free.map(|(ix, u)| (look.worth(u.space), ix)).collect();
    targets.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    targets.into_iter().map(|(_, ix)| ix).collect()
}

/// Sends as many raiders against a facility as gain most; of a large number not every one is tried.
fn send(force: &mut Force, scratch: &mut Scratch<'_>, target: UnitIx) {
    let (rules, facility) = (scratch.rules, scratch.state.unit(target));
    let space = facility.space;
    let kind = |u: UnitIx| scratch.state.unit(u).kind;
    let mut able = force.able(scratch, space);
    able.retain(|(u, _)| rules.battles.raids(kind(*u), facility.kind));
    let gain = |count: usize| {
        let flight = scratch.army(able[..count].iter().map(|(u, _)| u)).units;
        let spent = scratch.profile.weights.attack_spent * flight.cost(rules) as f64;
        outcome(scratch, target, &flight).map_or(0.0, |o| o.gain - spent)
    };
    let best = support::most_gainful(able.len(), 0.0, gain);
    force.send_on(scratch, space, &able[..best], |scratch, units, path, _| {
        scratch.give(Order::Raid {
            units,
            path,
            target,
        })
    });
}

/// What a raid comes to for who flies it, in IPC.
struct Outcome {
    /// What it destroys, the damage included, beyond what it costs.
    gain: f64,
    /// The damage that it does.
    damage: f64,
}

/// What a raid comes to if those who can rise or if they do not, whichever is worse for it; nothing where the pack has none.
fn outcome(scratch: &Scratch<'_>, target: UnitIx, flight: &Flight) -> Option<Outcome> {
    let (look, facility) = (scratch.look(), scratch.state.unit(target));
    let rise = interceptors(scratch.rules);
    let there = scratch.state.units_in(facility.space).map(|(_, u)| u);
    let risen = there.filter(|u| rise.has(u.kind) && scratch.cx().at_war(scratch.me, u.owner));
    let risen: Flight = risen.map(Stack::of).collect();
    let outcome = |risen| {
        let toll = toll(scratch.rules, facility, flight, risen)?;
        Some(Outcome {
            gain: look.edge() * (toll.lost[1] + toll.damage) - toll.lost[0],
            damage: toll.damage,
        })
    };
    let quiet = outcome(Flight::default())?;
    if risen.is_empty() {
        return Some(quiet);
    }
    let fought = outcome(risen)?;
    Some(match fought.gain < quiet.gain {
        true => fought,
        false => quiet,
    })
}

/// What a raid takes from both sides, in IPC.
pub struct Toll {
    /// The aircraft that each loses, the attacker first.
    pub lost: [f64; 2],
    /// What the damage costs to repair.
    pub damage: f64,
}

/// What a raid on a facility takes where these fly it and those rise; nothing where the pack has none, or it is too large to
/// be reckoned.
pub fn toll(rules: &Rules, facility: &Unit, flight: &Flight, risen: Flight) -> Option<Toll> {
    let setup = Setup::new(rules, SiteKind::Raid, flight.clone(), risen)?;
    let setup = Setup {
        target: Some((facility.kind, facility.damage)),
        ..setup
    };
    let odds = Case::One(Box::new(setup)).odds(How::Exact).ok()?;
    Some(Toll {
        lost: odds.sides.each_ref().map(|side| side.lost),
        damage: odds.mean_damage() * f64::from(odds.repair),
    })
}

/// What it costs to repair all the damage that a facility still takes, in IPC.
fn room(scratch: &Scratch<'_>, target: UnitIx) -> f64 {
    let unit = scratch.state.unit(target);
    let facility = scratch.rules.units.facility(unit.kind);
    facility.map_or(0.0, |f| {
        f64::from(f.max_damage.saturating_sub(unit.damage)) * f64::from(f.repair_cost)
    })
}

/// The types that rise against raiders.
fn interceptors(rules: &Rules) -> UnitTypeSet {
    let plan = rules.battles.usual(SiteKind::Raid);
    let steps = plan
        .into_iter()
        .flat_map(|id| rules.battles.plans[id].steps());
    steps.fold(UnitTypeSet::EMPTY, |all, step| match step {
        Step::Intercept { units } => all.union(*units),
        _ => all,
    })
}
