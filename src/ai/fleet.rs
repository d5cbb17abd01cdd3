//! Noncombat moves at sea: load what has no way over land, sail with the warships towards the best
//! landing place in safe steps, fetch more.

use std::collections::{BTreeMap, BTreeSet};

use super::allot::Allotment;
use super::assault::{fill, transports};
use super::attack::borne;
use super::campaign::Campaign;
use super::escort::{self, alone_safe, carries, cover, free, groups};
use super::invasion::Invasion;
use super::look::{Look, slots};
use super::muster::ports;
use super::profile::FAR;
use super::sail::{open, range, refuge, sail, sail_to};
use super::scratch::{Mark, Scratch};
use sandtable_kernel::{Marks, Order, Standing, UnitIx};
use sandtable_rules::SpaceId;

/// Puts ashore what is aboard where a friendly coast leads to the enemy.
pub fn unload(scratch: &mut Scratch<'_>) {
    for ship in transports(scratch) {
        let aboard = scratch.aboard(ship);
        if aboard.is_empty() {
            continue;
        }
        let Some(to) = bridgehead(scratch, scratch.state.unit(ship).space) else {
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

/// The friendly coast beside a zone from which the enemy is near over land and where more units are of use: of more than
/// to be landed where ships are bound.
fn bridgehead(scratch: &Scratch<'_>, zone: SpaceId) -> Option<SpaceId> {
    let look = scratch.look();
    let near =
        |s: &SpaceId| look.front(*s) <= 3 && look.cx.standing(*s, look.me) == Standing::Friendly;
    let mut near = look.coast(zone).filter(near).peekable();
    // What draws men over land is dear to find out.
    near.peek()?;
    let allotted = Allotment::new(scratch);
    let drawn = |s: SpaceId| {
        let (draw, goal) = allotted.next(&look, s)?;
        (!goal.port).then_some((draw, s))
    };
    let best = near
        .filter_map(drawn)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
    (best.0 > draw(scratch, zone)).then_some(best.1)
}

/// Plans the moves of all ships. Nobody goes aboard who would only be lost with a ship that does not sail.
pub fn plan(scratch: &mut Scratch<'_>) {
    let start = scratch.mark();
    put_to_sea(scratch, &BTreeSet::new());
    let vain = in_vain(scratch, &start);
    if !vain.is_empty() {
        scratch.back(start);
        put_to_sea(scratch, &vain);
    }
}

/// The transports that have taken somebody aboard since a mark and have not left a zone that does not hold.
fn in_vain(scratch: &Scratch<'_>, start: &Mark) -> BTreeSet<UnitIx> {
    let (look, before) = (scratch.look(), start.state());
    let vain = |ix: &UnitIx| {
        let zone = scratch.state.unit(*ix).space;
        let loaded = scratch.state.aboard(*ix).count() > before.aboard(*ix).count();
        loaded && before.unit(*ix).space == zone && !look.holds(zone, &look.guard(zone))
    };
    transports(scratch).into_iter().filter(vain).collect()
}

/// Plans the moves of all ships, of which these take nobody aboard: those of a zone stay together, transports with
/// whatever guards them. Laden ones go where they are to land, others where units wait, and warships alone to where
/// transports are.
fn put_to_sea(scratch: &mut Scratch<'_>, empty: &BTreeSet<UnitIx>) {
    let allotted = Allotment::new(scratch);
    load(scratch, &allotted, empty);
    let Some(course) = Course::set(scratch, &allotted) else {
        return;
    };
    let groups = groups(scratch);
    cover(scratch);
    // The largest sail first, so that the others find them.
    let mut order: Vec<SpaceId> = groups.keys().copied().collect();
    order.sort_by_key(|z| (std::cmp::Reverse(groups[z].len()), *z));
    for zone in order {
        let mut ships = free(scratch, zone, &groups[&zone]);
        let back = course.back(scratch, zone, &ships);
        ships.retain(|ix| back.as_ref().is_none_or(|(empty, _)| !empty.contains(ix)));
        course.send(scratch, zone, &ships);
        if let Some((empty, port)) = back {
            sail(scratch, zone, &empty, port);
        }
    }
}

/// Fills transports with those who wait for them, but for a guard.
fn load(scratch: &mut Scratch<'_>, allotted: &Allotment, empty: &BTreeSet<UnitIx>) {
    let rules = scratch.rules;
    let look = scratch.look();
    let mut stay: BTreeSet<UnitIx> = BTreeSet::new();
    for space in rules.board.land.iter() {
        let kept = look.garrison(space, None);
        let own = scratch.own(scratch.state.units_in(space));
        let mut own = own.filter(|(_, u)| rules.units.takers.has(u.kind));
        // One man stays behind anywhere.
        stay.extend(if kept.is_empty() {
            own.next().map(|(ix, _)| ix).into_iter().collect()
        } else {
            kept
        });
    }
    let own = scratch.own(scratch.state.all()).map(|(ix, _)| ix);
    stay.extend(own.filter(|ix| !allotted.embarks(*ix)));
    let ships = transports(scratch).into_iter();
    for ship in ships.filter(|ix| !empty.contains(ix)) {
        fill(scratch, ship, |_| true, &stay);
    }
}

/// Where the ships of a power are bound.
struct Course {
    /// The zone with the most ships.
    armada: SpaceId,
    /// How many units are aboard there.
    carried: usize,
    /// Zones beside ports, and how many units wait there.
    ports: Vec<(SpaceId, usize)>,
}

impl Course {
    /// Sets a course; `None` without ships.
    fn set(scratch: &Scratch<'_>, allotted: &Allotment) -> Option<Self> {
        let look = scratch.look();
        let armada = armada(scratch)?;
        let takers = scratch.rules.units.takers;
        let there = scratch.own(scratch.state.units_in(armada));
        Some(Self {
            armada,
            carried: there.filter(|(_, u)| takers.has(u.kind)).count(),
            ports: port_zones(&look)
                .into_iter()
                .map(|z| (z, waiting(scratch, allotted, z)))
                .collect(),
        })
    }

    /// Sends these ships of a zone where they should go.
    fn send(&self, scratch: &mut Scratch<'_>, zone: SpaceId, ships: &[UnitIx]) {
        let (fetch, guards): (Vec<UnitIx>, Vec<UnitIx>) =
            ships.iter().copied().partition(|ix| carries(scratch, *ix));
        let Some(to) = self.bound(scratch, zone, &fetch) else {
            return;
        };
        let onward = match to == zone && !fetch.is_empty() {
            true => self.onward(scratch, zone, fetch, guards),
            false => None,
        };
        match onward {
            Some((some, next)) => sail(scratch, zone, &some, next),
            None => sail(scratch, zone, ships, to),
        };
    }

    /// The zone from which the ships of a zone are to land next: where all are bound, unless something nearer is
    /// clearly better for them.
    fn goal(&self, scratch: &Scratch<'_>, zone: SpaceId) -> SpaceId {
        /// So much better it is to be bound for where the others are.
        const JOINT: f64 = 1.5;
        let look = scratch.look();
        let joint = bound(scratch).map(|c| c.target);
        let goal = |c: &Campaign| {
            let coast = look.nearest_coast(c.target, zone)?;
            let draw = draw_of(&look, c, zone)?;
            let share = if joint == Some(c.target) { JOINT } else { 1.0 };
            Some((share * draw, coast))
        };
        let goals = scratch.campaigns().iter().filter_map(goal);
        let best = goals.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.map_or(self.armada, |(_, coast)| coast)
    }

    /// Where the ships of a zone should go, of which these carry: to the harbour where a landing in one go awaits them.
    fn bound(
        &self,
        scratch: &Scratch<'_>,
        zone: SpaceId,
        transports: &[UnitIx],
    ) -> Option<SpaceId> {
        let look = scratch.look();
        let awaited = |i: &&Invasion| transports.iter().any(|ix| i.harbour.receives(&look, *ix));
        if let Some(invasion) = scratch.funded().filter(awaited) {
            return Some(invasion.awaited_in(&look, zone, transports));
        }
        let goal = self.goal(scratch, zone);
        let port = self.port(&look, zone, goal);
        if transports.is_empty() {
            // Where most wait, ships will be built: they need a guard.
            let base = port.filter(|(_, waiting)| *waiting > 2 * self.carried);
            let fleet = to_guard(scratch, zone);
            return base.map(|(z, _)| z).or(fleet).or(Some(goal));
        }
        let (mut cargo, mut room) = (0, 0);
        for ship in transports {
            cargo += scratch.state.aboard(*ship).count();
            room += slots(&look, scratch.state.unit(*ship).kind);
        }
        if 2 * cargo >= room.max(1) || (cargo > 0 && port.is_none()) {
            // Those who wait where they are to land fetch more who dare not come alone.
            let waits = zone == goal;
            return Some(if waits { self.armada } else { goal });
        }
        port.map(|(z, _)| z)
    }

    /// The empty transports among these of a zone at sea that go back to fetch more, and where, while those beside them are
    /// laden; nothing where they would be lost alone.
    fn back(
        &self,
        scratch: &Scratch<'_>,
        zone: SpaceId,
        ships: &[UnitIx],
    ) -> Option<(Vec<UnitIx>, SpaceId)> {
        let transports = ships.iter().copied().filter(|ix| carries(scratch, *ix));
        let (laden, empty): (Vec<UnitIx>, Vec<UnitIx>) =
            transports.partition(|ix| scratch.state.laden(*ix));
        let in_port = self.ports.iter().any(|(port, _)| *port == zone);
        if laden.is_empty() || empty.is_empty() || in_port {
            return None;
        }
        let (port, _) = self.port(&scratch.look(), zone, self.goal(scratch, zone))?;
        let safe = alone_safe(scratch, zone, &empty) || refuge(scratch, zone, &empty);
        safe.then_some((empty, port))
    }

    /// Which ships of a zone where its transports wait need not, and where they go: transports that nobody there will
    /// fill, to where others wait; warships without which those that stay are safe, with them or on to the goal.
    fn onward(
        &self,
        scratch: &Scratch<'_>,
        zone: SpaceId,
        transports: Vec<UnitIx>,
        guards: Vec<UnitIx>,
    ) -> Option<(Vec<UnitIx>, SpaceId)> {
        let (mut spare, stay) = self.parted(scratch, zone, &transports);
        if !spare.is_empty()
            && let Some(port) = self.next_port(scratch, zone)
        {
            if stay.is_empty() || alone_safe(scratch, zone, &stay) {
                spare.extend(guards);
            }
            return Some((spare, port));
        }
        let free = !guards.is_empty() && alone_safe(scratch, zone, &transports);
        free.then_some((guards, self.armada))
    }

    /// Of the transports that wait in a zone those that nobody there will fill, and the others.
    fn parted(
        &self,
        scratch: &Scratch<'_>,
        zone: SpaceId,
        waiting: &[UnitIx],
    ) -> (Vec<UnitIx>, Vec<UnitIx>) {
        let look = scratch.look();
        let here = self.ports.iter().filter(|(z, _)| *z == zone);
        let built = usize::from(look.room_in(look.coast(zone)));
        let mut men = here.map(|(_, waiting)| waiting).sum::<usize>() + built;
        waiting.iter().copied().partition(|ship| {
            if scratch.state.laden(*ship) {
                return false;
            }
            let unfilled = men == 0;
            men = men.saturating_sub(slots(&look, scratch.state.unit(*ship).kind));
            unfilled
        })
    }

    /// The best other port where somebody waits.
    fn next_port(&self, scratch: &Scratch<'_>, zone: SpaceId) -> Option<SpaceId> {
        let others = self.ports.iter();
        let others = others.filter(|(z, waiting)| *z != zone && *waiting > 0);
        let goal = self.goal(scratch, zone);
        best_port(&scratch.look(), others, zone, goal).map(|(z, _)| z)
    }

    /// The port where most wait for the way there and on to the goal, and how many do; the nearest where nobody does.
    fn port(&self, look: &Look<'_>, zone: SpaceId, goal: SpaceId) -> Option<(SpaceId, usize)> {
        best_port(look, self.ports.iter(), zone, goal)
    }
}

/// Of these ports, with how many wait there, the one where most do for the way there and on to the goal.
fn best_port<'p>(
    look: &Look<'_>,
    ports: impl Iterator<Item = &'p (SpaceId, usize)>,
    zone: SpaceId,
    goal: SpaceId,
) -> Option<(SpaceId, usize)> {
    let steps = |z: SpaceId| {
        let onward = look.sea_steps(z, goal);
        look.sea_steps(zone, z).saturating_add(onward)
    };
    let draw = |(z, waiting): &(SpaceId, usize)| {
        ((*waiting).min(20) as f64 + 0.1) / (2.0 + f64::from(steps(*z)))
    };
    let best = ports
        .filter(|(z, _)| steps(*z) != FAR)
        .max_by(|a, b| draw(a).total_cmp(&draw(b)).then(b.0.cmp(&a.0)));
    best.copied()
}

/// The zone where warships guard the most transports for the way.
fn to_guard(scratch: &Scratch<'_>, from: SpaceId) -> Option<SpaceId> {
    let (look, state) = (scratch.look(), &scratch.state);
    let mut zones: BTreeMap<SpaceId, f64> = BTreeMap::new();
    for ship in transports(scratch) {
        let laden = 1.0 + 2.0 * state.aboard(ship).count() as f64;
        *zones.entry(state.unit(ship).space).or_default() += laden;
    }
    zones.retain(|z, _| *z != from && look.sea_steps(from, *z) != FAR);
    let draw =
        |(zone, much): &(SpaceId, f64)| much / (3.0 + f64::from(look.sea_steps(from, *zone)));
    let best = zones.into_iter().max_by(|a, b| {
        let better = draw(a).total_cmp(&draw(b));
        better.then(b.0.cmp(&a.0))
    });
    best.map(|(zone, _)| zone)
}

/// The zone with most ships, in IPC, cargo counted for more.
pub fn armada(scratch: &Scratch<'_>) -> Option<SpaceId> {
    let (rules, state) = (scratch.rules, &scratch.state);
    let mut weight: BTreeMap<SpaceId, f64> = BTreeMap::new();
    let ships = scratch.own(state.all());
    for (ix, unit) in ships.filter(|(_, u)| rules.units.sea.has(u.kind)) {
        let load = state.aboard(ix).count() as f64 * 30.0;
        *weight.entry(unit.space).or_default() += scratch.profile.cost[unit.kind] + load;
    }
    let mut zones: Vec<(SpaceId, f64)> = weight.into_iter().collect();
    zones.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut zones = zones.into_iter().map(|(zone, _)| zone);
    zones.find(|zone| draw(scratch, *zone) > 0.0)
}

/// Where new ships are of most use: for a landing in one go, or in a zone that leads somewhere and holds, and of those
/// where most units wait.
pub fn harbour(scratch: &Scratch<'_>, allotted: &Allotment) -> Option<SpaceId> {
    if let Some(invasion) = scratch.funded() {
        return Some(invasion.harbour.zone);
    }
    let (look, rules) = (scratch.look(), scratch.rules);
    let rank = |zone: &SpaceId| {
        let guard = look.guard(*zone);
        let spare = guard.cost(rules) - look.threat(*zone).cost(rules);
        let waiting = waiting(scratch, allotted, *zone).min(20) as f64;
        let aim = draw(scratch, *zone);
        (
            aim > 0.0,
            look.holds(*zone, &guard),
            aim * (waiting + 2.0),
            spare,
        )
    };
    let ranked = port_zones(&look).into_iter().map(|z| (rank(&z), z));
    let best = ranked.max_by(|(a, y), (b, z)| {
        let surer = a.0.cmp(&b.0).then(a.1.cmp(&b.1));
        surer
            .then(a.2.total_cmp(&b.2))
            .then(a.3.total_cmp(&b.3))
            .then(z.cmp(y))
    });
    best.map(|(_, zone)| zone)
}

/// The zones beside the ports of a power.
fn port_zones(look: &Look<'_>) -> BTreeSet<SpaceId> {
    let ports = ports(look).into_iter();
    ports.flat_map(|port| look.coast(port)).collect()
}

/// How many units wait for ships on the coast beside a zone.
fn waiting(scratch: &Scratch<'_>, allotted: &Allotment, zone: SpaceId) -> usize {
    let coast = scratch.look().coast(zone);
    let units = coast.flat_map(|s| scratch.state.units_in(s));
    units.filter(|(ix, _)| allotted.embarks(*ix)).count()
}

/// The coasts that the largest fleet of a power may be bound for, or new ships where it has none, the best first.
pub fn aims<'s>(scratch: &'s Scratch<'_>) -> Vec<&'s Campaign> {
    let (look, from) = (scratch.look(), armada(scratch));
    let Some(from) = from else {
        return scratch.campaigns().iter().collect();
    };
    // Where it is already on the way it goes on.
    let drawn = |c: &'s Campaign| Some((draw_of(&look, c, from)?, c));
    let mut aims: Vec<(f64, &Campaign)> = scratch.campaigns().iter().filter_map(drawn).collect();
    aims.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.target.cmp(&b.1.target)));
    aims.into_iter().map(|(_, c)| c).collect()
}

/// Where the ships of a power are bound.
pub fn bound<'s>(scratch: &'s Scratch<'_>) -> Option<&'s Campaign> {
    let aims = aims(scratch);
    let invaded = || scratch.invasion().map(|i| i.target);
    let wanted = scratch.stance.aim.or_else(invaded);
    let wanted = aims.iter().find(|c| Some(c.target) == wanted);
    wanted.or(aims.first()).copied()
}

/// How good it is to have ships in a zone: the best coast that can be reached from there, for the way.
fn draw(scratch: &Scratch<'_>, zone: SpaceId) -> f64 {
    let look = scratch.look();
    let all = scratch.campaigns().iter();
    let all = all.filter_map(|c| draw_of(&look, c, zone));
    all.max_by(f64::total_cmp).unwrap_or(0.0)
}

/// How much a coast draws ships in a zone; nothing where there is no way.
fn draw_of(look: &Look<'_>, campaign: &Campaign, zone: SpaceId) -> Option<f64> {
    let coast = look.nearest_coast(campaign.target, zone)?;
    let steps = look.sea_steps(zone, coast);
    (steps != FAR).then(|| campaign.score / (1.0 + 0.2 * f64::from(steps)))
}

/// Takes ships away from where a battle would be fought that is not worth it: to where they stand to lose least, once those
/// that have no task come to guard them.
pub fn flee(scratch: &mut Scratch<'_>, busy: &BTreeSet<UnitIx>) {
    for (zone, ships) in groups(scratch) {
        let (look, me) = (scratch.look(), scratch.me);
        let own = look.army(zone, |owner| owner == me);
        let foes = look.enemies(zone);
        if !scratch.cx().sea_battle(zone) || borne(scratch, zone, &foes, &own).is_some() {
            continue;
        }
        let mut ships = free(scratch, zone, &ships);
        ships.retain(|ix| !scratch.state.unit(*ix).marks.any(Marks::MOVED));
        let Some(range) = range(scratch, &ships) else {
            continue;
        };
        let steps = |z: SpaceId| look.sea_steps(zone, z);
        let open = |z: &SpaceId| open(scratch, zone, *z, range + 1);
        // Of places that are as good the nearest to most ships.
        let most = armada(scratch).unwrap_or(zone);
        let mut zones: Vec<SpaceId> = scratch.rules.board.sea.iter().filter(open).collect();
        zones.sort_by_key(|z| (look.sea_steps(*z, most), steps(*z), *z));
        let mut ranked: Vec<(f64, SpaceId)> = Vec::new();
        for to in zones {
            let mark = scratch.mark();
            if sail_to(scratch, zone, &ships, vec![to]) {
                ranked.push((escort::stake(scratch, to, busy).0, to));
            }
            scratch.back(mark);
        }
        // Those that are as good stay in their order.
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        let zones = ranked.into_iter().map(|(_, to)| to).collect();
        sail_to(scratch, zone, &ships, zones);
    }
}
