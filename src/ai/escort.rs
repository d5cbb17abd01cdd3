//! Who guards transports: warships come to those that have landed somebody, and stay with those that would not hold
//! alone.

use std::collections::{BTreeMap, BTreeSet};

use super::army::Army;
use super::assault::way;
use super::attack::least;
use super::fleet;
use super::muster::ports;
use super::sail;
use super::scratch::Scratch;
use sandtable_kernel::{Intent, Unit, UnitIx, ranges};
use sandtable_rules::{SpaceId, Weights};

/// The ships of a power by zone.
pub fn groups(scratch: &Scratch<'_>) -> BTreeMap<SpaceId, Vec<UnitIx>> {
    let sea = scratch.rules.units.sea;
    let mut groups: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
    let own = scratch.own(scratch.state.all());
    for (ix, unit) in own.filter(|(_, u)| sea.has(u.kind)) {
        groups.entry(unit.space).or_default().push(ix);
    }
    groups
}

/// Sends warships to transports that would not hold and cannot go where they would, if they hold then: to those first that
/// are worth most with what they carry.
pub fn cover(scratch: &mut Scratch<'_>) {
    let cost = |(_, unit): (_, &Unit)| scratch.profile.cost[unit.kind];
    let worth = |zone| -> f64 { scratch.own(scratch.state.units_in(zone)).map(cost).sum() };
    let groups = groups(scratch).into_iter();
    let bare = groups.filter(|(zone, ships)| bare(scratch, *zone, ships));
    let mut zones: Vec<(f64, SpaceId)> = bare.map(|(zone, _)| (worth(zone), zone)).collect();
    zones.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, zone) in zones {
        for group in guards(scratch, zone, &BTreeSet::new()).unwrap_or_default() {
            group.go(scratch, zone);
        }
    }
}

/// Whether there are transports among the ships of a zone that have moved, or that hold neither there nor anywhere else.
fn bare(scratch: &Scratch<'_>, zone: SpaceId, ships: &[UnitIx]) -> bool {
    let transports = ships.iter().copied().filter(|ix| carries(scratch, *ix));
    let transports: Vec<UnitIx> = transports.collect();
    let lost = || !alone_safe(scratch, zone, ships) && !sail::refuge(scratch, zone, ships);
    !transports.is_empty() && (stuck(scratch, &transports) || lost())
}

/// Whether one of these ships has no steps left.
fn stuck(scratch: &Scratch<'_>, ships: &[UnitIx]) -> bool {
    let left = left(scratch);
    ships.iter().any(|ix| left(*ix) == 0)
}

/// Warships that go from one zone to another.
pub struct Guards {
    from: SpaceId,
    steps: u8,
    /// Which.
    pub ships: Vec<UnitIx>,
    /// Transports that come along, because they would not hold alone.
    along: Vec<UnitIx>,
}

impl Guards {
    /// Sends them to a zone, and those who come along.
    pub fn go(self, scratch: &mut Scratch<'_>, zone: SpaceId) {
        let ships = [self.ships, self.along].concat();
        if let Some(path) = way(scratch, self.from, zone, self.steps) {
            scratch.go(ships, path, Intent::Pass);
        }
    }
}

/// The nearest warships, but for some, with which the ships in a zone would hold it: none where they do anyway, nothing
/// where they would not with all that can come. Transports are not left alone for it where they are not safe: they come
/// along, if that costs them less than what is guarded stands to lose, or the warships stay.
pub fn guards(scratch: &Scratch<'_>, zone: SpaceId, but: &BTreeSet<UnitIx>) -> Option<Vec<Guards>> {
    let look = scratch.look();
    let stake = look.exposure(zone, &look.guard(zone));
    let (sent, cost) = summon(scratch, zone, but, |there| look.holds(zone, there))?;
    (cost <= stake).then_some(sent)
}

/// The nearest warships, but for some, with which those in a zone are enough, and what it costs transports to come along.
pub fn summon(
    scratch: &Scratch<'_>,
    zone: SpaceId,
    but: &BTreeSet<UnitIx>,
    enough: impl Fn(&Army) -> bool,
) -> Option<(Vec<Guards>, f64)> {
    let look = scratch.look();
    let mut there = look.guard(zone);
    let groups = groups(scratch).into_iter();
    let mut near: Vec<_> = groups
        .filter(|(from, _)| *from != zone)
        .map(|(from, ships)| (look.sea_steps(from, zone), from, ships))
        .collect();
    near.sort();
    let left = left(scratch);
    let (mut sent, mut cost) = (Vec::new(), 0.0);
    for (steps, from, ships) in near {
        if enough(&there) {
            break;
        }
        let kept = |ix: &UnitIx| but.contains(ix) || scratch.posted.contains(ix);
        let comes = |ix: &UnitIx| !kept(ix) && left(*ix) >= steps;
        let (ships, along) = released(scratch, from, ships, comes);
        if ships.is_empty() {
            continue;
        }
        if !along.is_empty() {
            cost += astray(scratch, &along, from, zone);
        }
        there.units.join(&scratch.army(&ships).units);
        sent.push(Guards {
            from,
            steps,
            ships,
            along,
        });
    }
    enough(&there).then_some((sent, cost))
}

/// What the ships in a zone stand to lose, in IPC, and the warships, but for some, that come to guard them: nothing where
/// they hold then.
pub fn stake(scratch: &Scratch<'_>, zone: SpaceId, but: &BTreeSet<UnitIx>) -> (f64, Vec<Guards>) {
    let look = scratch.look();
    match guards(scratch, zone, but) {
        Some(guards) => (0.0, guards),
        None => (look.exposure(zone, &look.guard(zone)), Vec::new()),
    }
}

/// What it costs transports to go from one zone to another and not on to where they are bound, in IPC: empty ones to a
/// port where somebody waits, others to where they are to land.
fn astray(scratch: &Scratch<'_>, ships: &[UnitIx], from: SpaceId, to: SpaceId) -> f64 {
    let (look, rules) = (scratch.look(), scratch.rules);
    let waits = |port: &SpaceId| {
        let own = scratch.own(scratch.state.units_in(*port));
        // One stays behind.
        own.filter(|(_, u)| rules.units.takers.has(u.kind)).count() > 1
    };
    let ports = ports(&look).into_iter().filter(waits);
    let ports: Vec<SpaceId> = ports.flat_map(|p| look.coast(p)).collect();
    let goal = fleet::bound(scratch).into_iter();
    let landing: Vec<SpaceId> = goal.flat_map(|c| look.coast(c.target)).collect();
    let further = |ship: &UnitIx| {
        let bound = match scratch.state.aboard(*ship).next() {
            Some(_) => &landing,
            None => &ports,
        };
        let steps = |z: SpaceId| {
            let ways = bound.iter().map(|b| look.sea_steps(z, *b));
            ways.min().unwrap_or(0)
        };
        let moves = rules.units[scratch.state.unit(*ship).kind].moves;
        let onward = steps(from).saturating_sub(moves);
        detour(look.weights(), onward, steps(to))
    };
    ships.iter().map(further).sum()
}

/// What it costs a ship, in IPC, to have so many steps left to where it is bound where fewer are needed.
pub fn detour(weights: &Weights, needed: u8, left: u8) -> f64 {
    /// Farther counts no more.
    const FARTHEST: u8 = 8;
    weights.attack_astray * f64::from(left.saturating_sub(needed).min(FARTHEST))
}

/// The warships among those of a zone that may come elsewhere, of those that can; and the transports that come along: all,
/// where they would not hold alone. Where not all can, as many warships stay as they need.
fn released(
    scratch: &Scratch<'_>,
    zone: SpaceId,
    ships: Vec<UnitIx>,
    comes: impl Fn(&UnitIx) -> bool,
) -> (Vec<UnitIx>, Vec<UnitIx>) {
    let guard = |ix: &UnitIx| !carries(scratch, *ix) && comes(ix);
    let (mut guards, stay): (Vec<UnitIx>, Vec<UnitIx>) = ships.into_iter().partition(guard);
    let transports = stay.iter().copied().filter(|ix| carries(scratch, *ix));
    let transports: Vec<UnitIx> = transports.collect();
    if transports.is_empty() || alone_safe(scratch, zone, &stay) {
        return (guards, Vec::new());
    }
    if transports.iter().all(comes) {
        return (guards, transports);
    }
    match watch(scratch, zone, &stay, guards.clone()) {
        Some(watch) => guards.retain(|ix| !watch.contains(ix)),
        None => guards.clear(),
    }
    (guards, Vec::new())
}

/// Those of the ships of a zone that may sail: not those that have moved already or are posted there, nor the warships
/// without which they or transports of allies would not hold.
pub fn free(scratch: &Scratch<'_>, zone: SpaceId, ships: &[UnitIx]) -> Vec<UnitIx> {
    let here = |ix: &UnitIx| scratch.state.unit(*ix).space == zone && !scratch.posted.contains(ix);
    let left = left(scratch);
    let may = |ix: &UnitIx| left(*ix) > 0;
    let here = ships.iter().copied().filter(here);
    let (mut free, stuck): (Vec<UnitIx>, Vec<UnitIx>) = here.partition(may);
    let allied = scratch.look().allied(zone).units;
    let allied = allied.only(scratch.rules.units.transports);
    if !allied.is_empty() || stuck.iter().any(|ix| carries(scratch, *ix)) {
        let able = free.iter().copied().filter(|ix| !carries(scratch, *ix));
        let watch = watch(scratch, zone, &stuck, able.collect()).unwrap_or_default();
        free.retain(|ix| !watch.contains(ix));
    }
    free
}

/// The fewest of some warships, the cheapest first, with whom ships that stay in a zone hold it; nothing where they do
/// not with all.
fn watch(
    scratch: &Scratch<'_>,
    zone: SpaceId,
    stay: &[UnitIx],
    mut able: Vec<UnitIx>,
) -> Option<Vec<UnitIx>> {
    scratch.look().cheapest_first(&mut able);
    let holds = |count: usize| alone_safe(scratch, zone, &[stay, &able[..count]].concat());
    let few = least(able.len(), holds)?;
    able.truncate(few);
    Some(able)
}

/// Whether these ships would hold their zone without any others of the power.
pub fn alone_safe(scratch: &Scratch<'_>, zone: SpaceId, ships: &[UnitIx]) -> bool {
    let look = scratch.look();
    let mut there = look.allied(zone);
    there.units.join(&scratch.army(ships).units);
    look.holds(zone, &there)
}

/// Whether a ship has a cargo hold.
pub fn carries(scratch: &Scratch<'_>, ship: UnitIx) -> bool {
    let transports = scratch.rules.units.transports;
    transports.has(scratch.state.unit(ship).kind)
}

/// Steps that a unit has left.
fn left<'s>(scratch: &'s Scratch<'_>) -> impl Fn(UnitIx) -> u8 + use<'s> {
    let ranges = ranges(scratch.cx()).ok();
    move |ix| {
        let left = ranges.as_ref().map(|range| range(ix));
        left.and_then(Result::ok).unwrap_or(0)
    }
}

/// The zone that the ships of a power reach next on their way, and those that would be there.
pub fn next(scratch: &Scratch<'_>) -> Option<(SpaceId, Army)> {
    let (look, rules) = (scratch.look(), scratch.rules);
    let from = fleet::armada(scratch)?;
    let goal = look.nearest_coast(fleet::bound(scratch)?.target, from)?;
    let own = scratch.own(scratch.state.units_in(from));
    let sails = own.filter(|(_, u)| rules.units.sea.has(u.kind));
    let range = sails.map(|(_, u)| rules.units[u.kind].moves).min()?;
    let steps = |a, b| look.sea_steps(a, b);
    let near = rules.board.sea.iter().filter(|z| steps(from, *z) <= range);
    let zone = near.min_by_key(|z| (steps(*z, goal), *z))?;
    let mut ships = look.guard(zone);
    if zone != from {
        let own = look.army(from, |owner| owner == scratch.me);
        ships.units.join(&own.units);
    }
    Some((zone, ships))
}
