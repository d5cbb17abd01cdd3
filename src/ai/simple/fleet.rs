//! Noncombat moves at sea: load what has no way over land, sail with the warships towards the best
//! landing place in safe steps, fetch more.

use std::collections::{BTreeMap, BTreeSet};

use super::assault::{fill, transports, way};
use super::look::Look;
use super::muster::ports;
use super::scratch::Scratch;
use crate::ai::army::Army;
use crate::ai::profile::{FAR, Profile};
use crate::kernel::{Intent, Order, Standing, UnitIx};
use crate::rules::{Id, SpaceId};

/// Puts ashore what is aboard where a friendly coast leads to the enemy.
pub fn unload(scratch: &mut Scratch<'_>) {
    for ship in transports(scratch) {
        let aboard = scratch.aboard(ship);
        let to = bridgehead(&scratch.look(), scratch.state.unit(ship).space);
        let Some(to) = to.filter(|_| !aboard.is_empty()) else {
            continue;
        };
        if !scratch.give(Order::Unload {
            units: aboard.clone(),
            to,
        }) {
            aboard.into_iter().for_each(|ix| {
                _ = scratch.give(Order::Unload {
                    units: vec![ix],
                    to,
                })
            });
        }
    }
}

/// The friendly coast beside a zone from which the enemy is near over land.
fn bridgehead(look: &Look<'_>, zone: SpaceId) -> Option<SpaceId> {
    let near = look
        .coast(zone)
        .filter(|s| look.front(*s) <= 3 && look.cx.standing(*s, look.me) == Standing::Friendly);
    near.min_by_key(|s| (look.front(*s), s.index()))
}

/// Plans the moves of all ships.
pub fn plan(scratch: &mut Scratch<'_>) {
    let profile = scratch.profile;
    load(scratch);
    let sea = scratch.rules.units.sea;
    let mut groups: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
    let own = scratch.own(scratch.state.all());
    for (ix, unit) in own.filter(|(_, u)| sea.has(u.kind)) {
        groups.entry(unit.space).or_default().push(ix);
    }
    let Some(course) = Course::set(&scratch.look(), scratch) else {
        return;
    };
    for (zone, ships) in groups {
        let transports = scratch.rules.units.transports;
        let is_transport = |ix: &UnitIx| transports.has(scratch.state.unit(*ix).kind);
        let empty = |ix: &UnitIx| scratch.state.aboard(*ix).next().is_none();
        let (fetch, go): (Vec<UnitIx>, Vec<UnitIx>) = ships
            .into_iter()
            .partition(|ix| is_transport(ix) && empty(ix));
        let laden = go.iter().any(is_transport);
        let rest = if laden || course.armada == zone {
            course.goal
        } else {
            course.armada
        };
        sail(scratch, zone, &go, rest);
        if let Some(home) = course.nearest_port(profile, zone) {
            sail(scratch, zone, &fetch, home);
        }
    }
}

/// Fills transports from coasts without a way to the enemy, but for a guard.
fn load(scratch: &mut Scratch<'_>) {
    let rules = scratch.rules;
    let look = scratch.look();
    let mut stay: BTreeSet<UnitIx> = BTreeSet::new();
    for space in rules.board.land.iter() {
        let kept = look.garrison(space);
        let own = scratch.own(scratch.state.units_in(space));
        let mut own = own.filter(|(_, u)| rules.units.takers.has(u.kind));
        // One man stays behind anywhere.
        stay.extend(if kept.is_empty() {
            own.next().map(|(ix, _)| ix).into_iter().collect()
        } else {
            kept
        });
    }
    for ship in transports(scratch) {
        let look = scratch.look();
        let coast = look.coast(scratch.state.unit(ship).space);
        let idle: Vec<SpaceId> = coast.filter(|s| look.front(*s) > 4).collect();
        fill(scratch, ship, |s| idle.contains(&s), &stay);
    }
}

/// Where the ships of a power are bound.
struct Course {
    /// The zone from which to land next.
    goal: SpaceId,
    /// The zone with the most ships: warships gather there.
    armada: SpaceId,
    /// Zones beside ports.
    ports: Vec<SpaceId>,
}

impl Course {
    /// Sets a course; `None` without ships or without anywhere to go.
    fn set(look: &Look<'_>, scratch: &Scratch<'_>) -> Option<Self> {
        let (rules, state, me) = (scratch.rules, &scratch.state, look.me);
        let mut weight: BTreeMap<SpaceId, f64> = BTreeMap::new();
        for (ix, unit) in state
            .all()
            .filter(|(_, u)| u.owner == me && rules.units.sea.has(u.kind))
        {
            let load = state.aboard(ix).count() as f64 * 30.0;
            *weight.entry(unit.space).or_default() += look.profile.cost[unit.kind] + load;
        }
        let (&armada, _) = weight
            .iter()
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))?;
        let lift = transports(scratch).len() as f64 * 2.0 + 1.0;
        let goal = goal(look, armada, lift).unwrap_or(armada);
        let ports = ports(look).into_iter();
        let ports = ports.flat_map(|p| look.coast(p)).collect();
        Some(Self {
            goal,
            armada,
            ports,
        })
    }

    fn nearest_port(&self, profile: &Profile, zone: SpaceId) -> Option<SpaceId> {
        let ports = self.ports.iter().copied();
        ports.min_by_key(|p| (profile.sea_steps(zone, *p), *p))
    }
}

/// The zone beside the enemy coast that is worth most for the way and the fight.
fn goal(look: &Look<'_>, from: SpaceId, lift: f64) -> Option<SpaceId> {
    let (board, state, profile) = (&look.cx.rules.board, look.cx.state, look.profile);
    let mut best: Option<(f64, SpaceId)> = None;
    for space in board.land.iter().filter(|s| !board.spaces[*s].closed) {
        let hostile = state.owner(space).is_some_and(|o| look.foes.has(o));
        let ferry = !hostile
            && look.front(space) <= 2
            && look.cx.standing(space, look.me) == Standing::Friendly;
        if !hostile && !ferry {
            continue;
        }
        let coast = look.coast(space);
        let Some(zone) = coast.min_by_key(|z| (profile.sea_steps(from, *z), *z)) else {
            continue;
        };
        let steps = profile.sea_steps(from, zone);
        if steps == FAR {
            continue;
        }
        let foes = look.enemies(space).hits(look.cx.rules);
        let odds = match hostile {
            true => (lift / (foes * 1.2 + 1.0)).min(1.0),
            false => 0.5,
        };
        let value = if hostile { look.worth(space) } else { 10.0 };
        let score = value * odds * odds / (3.0 + f64::from(steps));
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, zone));
        }
    }
    best.map(|(_, zone)| zone)
}

/// Sails a group as near to a goal as it can safely get.
fn sail(scratch: &mut Scratch<'_>, from: SpaceId, ships: &[UnitIx], goal: SpaceId) {
    let profile = scratch.profile;
    let moves = |ix: &UnitIx| scratch.rules.units[scratch.state.unit(*ix).kind].moves;
    let Some(range) = ships.iter().map(moves).min() else {
        return;
    };
    let board = &scratch.rules.board;
    let here = profile.sea_steps(from, goal);
    let nearer = |z: &SpaceId| {
        *z != from && profile.sea_steps(from, *z) <= range + 1 && profile.sea_steps(*z, goal) < here
    };
    let mut zones: Vec<SpaceId> = board.sea.iter().filter(nearer).collect();
    zones.sort_by_key(|z| (profile.sea_steps(*z, goal), profile.sea_steps(from, *z), *z));
    let units = ships.iter().map(|ix| scratch.state.unit(*ix));
    let group = Army::of(scratch.rules, units);
    for zone in zones.into_iter().take(8) {
        let look = scratch.look();
        let mut there = look.guard(zone);
        there.units.join(&group.units);
        if !look.holds(zone, &there) {
            continue;
        }
        let Some(path) = way(scratch, from, zone, range + 1) else {
            continue;
        };
        let mut go = |units| scratch.go(units, path.clone(), Intent::Pass);
        if go(ships.to_vec()) {
            return;
        }
        // Some may have moved already: those that can go alone.
        let alone = ships.iter().filter(|ix| go(vec![**ix]));
        if alone.count() > 0 {
            return;
        }
    }
}
