//! Landings: ships take aboard what waits on a coast that they can fetch it from, sail to a zone beside the
//! target and put it ashore, with whatever can come by itself joining in.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::army::Army;
use super::attack::{balance, borne, by_turns, choose, fights};
use super::force::Force;
use super::look::slots;
use super::scratch::{Mark, Scratch};
use super::support::sent_to;
use super::uncovered::left_open;
use super::{escort, fleet};
use sandtable_kernel::{Intent, Marks, Order, Standing, Unit, UnitIx};
use sandtable_odds::{Force as Fleet, Stack};
use sandtable_rules::{Id, SpaceId, UnitTypeSet};

/// At most so many territories are looked at.
const LOOKED_AT: usize = 12;

/// Plans landings on the best targets in reach that are worth so much, in IPC.
pub fn plan(force: &mut Force, scratch: &mut Scratch<'_>, worth: f64) {
    let me = scratch.me;
    let look = scratch.look();
    let transports = transports(scratch);
    let in_reach = |space: SpaceId| {
        let near = |ship: &UnitIx| {
            let unit = scratch.state.unit(*ship);
            look.coast(space)
                .any(|z| look.sea_steps(unit.space, z) <= scratch.rules.units[unit.kind].moves + 1)
        };
        transports.iter().any(near)
    };
    let board = &scratch.rules.board;
    let hostile =
        |s: &SpaceId| look.cx.standing(*s, me) == Standing::Hostile && !board.spaces[*s].closed;
    let taken = |s: &SpaceId| {
        let mut own = scratch.own(scratch.state.all());
        own.any(|(_, u)| sent_to(u) == Some(*s))
    };
    let ranked = |s: SpaceId| {
        let foes = look.enemies(s);
        (look.worth(s) - 0.5 * foes.cost(look.cx.rules), s, foes)
    };
    let shores = board.land.iter();
    let shores =
        shores.filter(|s| hostile(s) && !taken(s) && !scratch.spared.has(*s) && in_reach(*s));
    let shores = shores.filter(|s| look.worth(*s) >= worth);
    let mut targets: Vec<(f64, SpaceId, Army)> = shores.map(ranked).collect();
    targets.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, target, foes) in targets.into_iter().take(LOOKED_AT) {
        let mark = scratch.mark();
        let busy = force.busy.clone();
        if !land(force, scratch, target, &foes) {
            scratch.back(mark);
            force.busy = busy;
        }
    }
}

/// Own ships with a cargo hold.
pub fn transports(scratch: &Scratch<'_>) -> Vec<UnitIx> {
    let kinds = scratch.rules.units.transports;
    let own = scratch.own(scratch.state.all());
    let ships = own.filter(|(_, u)| kinds.has(u.kind));
    ships.map(|(ix, _)| ix).collect()
}

/// How many units there is room for aboard a power's ships, laden or not.
pub fn lift(scratch: &Scratch<'_>) -> usize {
    let (look, ships) = (scratch.look(), transports(scratch));
    let room = ships.iter();
    room.map(|s| slots(&look, scratch.state.unit(*s).kind))
        .sum()
}

/// A landing that is tried.
struct Landing {
    target: SpaceId,
    /// The zones beside it.
    coast: Vec<SpaceId>,
    /// The game before anybody went aboard for it.
    before: Mark,
    /// Who is put ashore.
    landed: Vec<UnitIx>,
    /// What it costs that ships are farther from where they are bound afterwards, in IPC.
    astray: f64,
}

/// Tries a landing on one territory; whether it will do.
fn land(force: &mut Force, scratch: &mut Scratch<'_>, target: SpaceId, foes: &Army) -> bool {
    let (rules, weights) = (scratch.rules, &scratch.profile.weights);
    let mut landing = Landing {
        target,
        coast: scratch.look().coast(target).collect(),
        before: scratch.mark(),
        landed: Vec::new(),
        astray: 0.0,
    };
    let coast = landing.coast.clone();
    let mut ships = transports(scratch);
    let steps = |ship: &UnitIx, scratch: &Scratch<'_>| {
        let at = scratch.state.unit(*ship).space;
        let look = scratch.look();
        let steps = coast.iter().map(|z| look.sea_steps(at, *z));
        steps.min().unwrap_or(u8::MAX)
    };
    ships.retain(|s| !force.busy.contains(s) && !awaited(scratch, *s, target));
    ships.sort_by_key(|s| (steps(s, scratch), *s));
    // How far it is to where ships are bound.
    let goal = fleet::bound(scratch).map(|c| c.target);
    let onward = |scratch: &Scratch<'_>, ship: UnitIx| {
        let (look, at) = (scratch.look(), scratch.state.unit(ship).space);
        let coast = goal.and_then(|goal| look.nearest_coast(goal, at));
        coast.map_or(0, |coast| look.sea_steps(at, coast))
    };
    for ship in ships {
        let unit = *scratch.state.unit(ship);
        if steps(&ship, scratch) > rules.units[unit.kind].moves + 1 {
            break;
        }
        let before = onward(scratch, ship);
        let cargo = bring(force, scratch, ship, target, &coast);
        if cargo.is_empty() {
            continue;
        }
        let after = onward(scratch, ship);
        landing.astray += escort::detour(weights, before, after);
        force.busy.insert(ship);
        force.busy.extend(&cargo);
        landing.landed.extend(cargo);
        let already = ashore(scratch, &coast, &landing.landed, &[]);
        let ranks = by_turns(scratch, target, force.able(scratch, target));
        let Some(size) = choose(scratch, target, foes, &already, &ranks) else {
            continue;
        };
        if join(force, scratch, &landing, &ranks[..size]) {
            return true;
        }
    }
    // What does not win may wear the foe down, with all there is.
    let ranks = by_turns(scratch, target, force.able(scratch, target));
    !landing.landed.is_empty() && join(force, scratch, &landing, &ranks)
}

/// Whether a landing in one go elsewhere awaits a ship.
fn awaited(scratch: &Scratch<'_>, ship: UnitIx, target: SpaceId) -> bool {
    let elsewhere = scratch.funded().filter(|i| i.target != target);
    elsewhere.is_some_and(|i| i.harbour.receives(&scratch.look(), ship))
}

/// Has units join a landing if it gains anything then; whether they do.
fn join(
    force: &mut Force,
    scratch: &mut Scratch<'_>,
    landing: &Landing,
    units: &[(UnitIx, usize)],
) -> bool {
    let (target, coast, landed) = (landing.target, &landing.coast, &landing.landed);
    let (mark, busy) = (scratch.mark(), force.busy.clone());
    let sent = force.send(scratch, target, units);
    let army = ashore(scratch, coast, landed, &sent);
    let foes = scratch.look().enemies(target);
    let (risk, tasked) = risk(force, scratch, coast);
    let risk = risk + landing.astray + left(scratch, landing, &army, &foes);
    let gains = !waits(scratch, target, &foes, &army)
        && balance(scratch, target, &foes, &army, risk).is_some_and(|gain| gain > 0.0)
        && covered(force, scratch, landed, &tasked);
    match gains {
        // They come as soon as there is no battle to be fought, and warships that are there stay.
        true => {
            force.busy.extend(tasked);
            let warships = scratch.rules.units.warships();
            for zone in zones(scratch, landed) {
                let own = scratch.own(scratch.state.units_in(zone));
                let guards = own.filter(|(_, u)| warships.has(u.kind));
                force.busy.extend(guards.map(|(ix, _)| ix));
            }
        }
        false => {
            scratch.back(mark);
            force.busy = busy;
        }
    }
    gains
}

/// What those leave open, in IPC, who went aboard for a landing.
fn left(scratch: &Scratch<'_>, landing: &Landing, army: &Army, foes: &Army) -> f64 {
    let look = scratch.look_at(landing.before.state());
    let board = &scratch.rules.board;
    let ashore = |ix: &UnitIx| !board.is_sea(look.cx.state.unit(*ix).space);
    let sent: Vec<UnitIx> = landing.landed.iter().copied().filter(ashore).collect();
    let won = look.forecast(false, army, foes).beaten;
    left_open(look, &sent, (landing.target, won))
}

/// Whether an army had better wait for more: ships are bound for the same coast and will win there before long, and those
/// who could land now would hardly.
fn waits(scratch: &Scratch<'_>, target: SpaceId, foes: &Army, army: &Army) -> bool {
    /// With less of a chance nobody is put ashore.
    const HARDLY: f64 = 0.25;
    let bound = fleet::bound(scratch);
    let more = bound.is_some_and(|c| c.target == target && c.foreseen());
    more && scratch.look().forecast(false, army, foes).chance < HARDLY
}

/// Has units see to it that zones hold from which others land and to which aircraft rise, all those among them that
/// would come afterwards to guard the ships; whether they do.
fn covered(
    force: &mut Force,
    scratch: &mut Scratch<'_>,
    landed: &[UnitIx],
    guards: &BTreeSet<UnitIx>,
) -> bool {
    let me = scratch.me;
    zones(scratch, landed).into_iter().all(|zone| {
        let Some(foes) = scratch.risen.get(&zone).cloned() else {
            return true;
        };
        let mut able = force.able(scratch, zone);
        able.retain(|(u, _)| fights(true, scratch, *u));
        let ranks = by_turns(scratch, zone, able);
        let there = scratch.look().army(zone, |owner| owner == me);
        let size = choose(scratch, zone, &foes, &there, &ranks).unwrap_or(ranks.len());
        let (mut sent, others) = (ranks[..size].to_vec(), &ranks[size..]);
        sent.extend(others.iter().filter(|(u, _)| guards.contains(u)));
        if force.send(scratch, zone, &sent).len() < size {
            return false;
        }
        let there = scratch.look().army(zone, |owner| owner == me);
        borne(scratch, zone, &foes, &there).is_some()
    })
}

/// Where these units are, who land from there.
fn zones(scratch: &Scratch<'_>, landed: &[UnitIx]) -> BTreeSet<SpaceId> {
    let zones = landed.iter().map(|u| scratch.state.unit(*u).space);
    zones.collect()
}

/// Those who are put ashore and those who join them, with the ships that bombard for them.
fn ashore(scratch: &Scratch<'_>, coast: &[SpaceId], landed: &[UnitIx], joined: &[UnitIx]) -> Army {
    let army = scratch.army(landed.iter().chain(joined));
    army.shelled(shells(scratch, coast, landed.len()))
}

/// Own ships in these zones that may support so many units landed: as many of the strongest as the rules let
/// bombard, where no battle at sea comes first.
fn shells(scratch: &Scratch<'_>, zones: &[SpaceId], landed: usize) -> Fleet {
    let (profile, rules) = (scratch.profile, scratch.rules);
    let Some(rule) = &rules.battles.bombardment else {
        return Fleet::default();
    };
    let cx = scratch.cx();
    let quiet = |zone: SpaceId| !rule.quiet_zone || !cx.sea_battle(zone);
    let zones = zones.iter().filter(|z| quiet(**z));
    let ships = scratch.own(zones.flat_map(|z| scratch.state.units_in(*z)));
    let able = |u: &&Unit| rule.ships.has(u.kind) && !u.marks.any(Marks::FOUGHT);
    let mut able: Vec<_> = ships.map(|(_, u)| u).filter(able).collect();
    let punch = |u: &Unit| profile.punch(rules, u.kind);
    able.sort_by(|a, b| punch(b).total_cmp(&punch(a)));
    let most = match rule.one_per_landed {
        true => landed,
        false => usize::MAX,
    };
    let mut ships = Fleet::default();
    let firing = able.into_iter().take(most);
    firing.for_each(|u| ships.add(Stack::of(u)));
    ships
}

/// What the ships in these zones stand to lose afterwards, in IPC, and who has a task then: warships come to guard them.
fn risk(force: &Force, scratch: &Scratch<'_>, zones: &[SpaceId]) -> (f64, BTreeSet<UnitIx>) {
    let (mut risk, mut busy) = (0.0, force.busy.clone());
    for zone in zones {
        if scratch.own(scratch.state.units_in(*zone)).next().is_none() {
            continue;
        }
        let (stake, guards) = escort::stake(scratch, *zone, &busy);
        risk += stake;
        busy.extend(guards.into_iter().flat_map(|g| g.ships));
    }
    (risk, busy)
}

/// Loads a ship, sails it to a zone beside the target and announces the landing. Returns who lands.
fn bring(
    force: &Force,
    scratch: &mut Scratch<'_>,
    ship: UnitIx,
    target: SpaceId,
    coast: &[SpaceId],
) -> Vec<UnitIx> {
    /// So many ways are tried.
    const TRIED: usize = 3;
    let profile = scratch.profile;
    // Not from beside the target: those can walk.
    let from = |space| profile.land_steps(space, target) > 1;
    // Where the war may be decided nobody has to stay: what they leave open is counted.
    let mut kept = match scratch.look().decisive(target) {
        true => BTreeSet::new(),
        false => force.stay(scratch, target),
    };
    kept.extend(&force.busy);
    for (fetch, zone) in courses(&kept, scratch, ship, coast, &from)
        .into_iter()
        .take(TRIED)
    {
        let mark = scratch.mark();
        if sail(scratch, ship, fetch) {
            fill(scratch, ship, from, &kept);
            let cargo = scratch.aboard(ship);
            if !cargo.is_empty()
                && sail(scratch, ship, zone)
                && scratch.give(Order::Unload {
                    units: cargo.clone(),
                    to: target,
                })
            {
                return cargo;
            }
        }
        scratch.back(mark);
    }
    Vec::new()
}

/// Sails a ship to a zone, if it is not there; whether it is then.
fn sail(scratch: &mut Scratch<'_>, ship: UnitIx, zone: SpaceId) -> bool {
    let unit = scratch.state.unit(ship);
    if unit.space == zone {
        return true;
    }
    let most = scratch.rules.units[unit.kind].moves + 1;
    let path = way(scratch, unit.space, zone, most);
    path.is_some_and(|path| scratch.go(vec![ship], path, Intent::Pass))
}

/// Where a ship might take units aboard from such territories and from which zone it might land them: where it gets
/// most first, and of those the nearest.
fn courses(
    kept: &BTreeSet<UnitIx>,
    scratch: &Scratch<'_>,
    ship: UnitIx,
    coast: &[SpaceId],
    from: &impl Fn(SpaceId) -> bool,
) -> Vec<(SpaceId, SpaceId)> {
    let (look, rules) = (scratch.look(), scratch.rules);
    let unit = scratch.state.unit(ship);
    let range = rules.units[unit.kind].moves + 1;
    let steps = |a, b| look.sea_steps(a, b);
    let room = slots(&look, unit.kind).saturating_sub(scratch.state.aboard(ship).count());
    let takes = |(ix, u): &(UnitIx, &Unit)| rules.units.takers.has(u.kind) && !kept.contains(ix);
    let waiting = |zone: SpaceId| {
        let shores = look.coast(zone).filter(|s| from(*s));
        let near = scratch.own(shores.flat_map(|s| scratch.state.units_in(s)));
        near.filter(takes).take(room).count()
    };
    let zones = rules.board.sea.iter();
    let fetched = zones.filter(|z| steps(unit.space, *z) <= range);
    let fetched = fetched.map(|z| (waiting(z), z));
    let fetched = fetched.filter(|(count, z)| *count > 0 || *z == unit.space);
    let fetched: Vec<(usize, SpaceId)> = fetched.collect();
    let mut courses = Vec::new();
    for zone in coast.iter().filter(|z| safe_zone(scratch, **z)) {
        for (count, fetch) in &fetched {
            let far = steps(unit.space, *fetch).saturating_add(steps(*fetch, *zone));
            if far <= range {
                courses.push((Reverse(*count), far, *zone, *fetch));
            }
        }
    }
    courses.sort();
    courses
        .into_iter()
        .map(|(.., zone, fetch)| (fetch, zone))
        .collect()
}

/// Puts units aboard a ship one by one, the best attackers first, from some of the spaces beside it and but for some;
/// of a type that has no room no second one is tried.
pub fn fill(
    scratch: &mut Scratch<'_>,
    ship: UnitIx,
    from: impl Fn(SpaceId) -> bool,
    but: &BTreeSet<UnitIx>,
) {
    let (look, unit) = (scratch.look(), *scratch.state.unit(ship));
    let coast = look.coast(unit.space).filter(|s| from(*s));
    let near = scratch.own(coast.flat_map(|s| scratch.state.units_in(s)));
    let takers = scratch.rules.units.takers;
    let able = near.filter(|(ix, u)| takers.has(u.kind) && !but.contains(ix));
    let mut waiting: Vec<_> = able.map(|(ix, u)| (ix, look.attack(u.kind))).collect();
    waiting.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let room = slots(&look, unit.kind);
    let mut refused = UnitTypeSet::EMPTY;
    for (ix, _) in waiting {
        if scratch.state.aboard(ship).count() >= room {
            break;
        }
        let kind = scratch.state.unit(ix).kind;
        if !refused.has(kind)
            && !scratch.give(Order::Load {
                units: vec![ix],
                onto: ship,
            })
        {
            refused.insert(kind);
        }
    }
}

/// Whether transports may go to a zone: no enemy there that matters, or own ships that will win.
fn safe_zone(scratch: &Scratch<'_>, zone: SpaceId) -> bool {
    let me = scratch.me;
    let foes = scratch.cx().foes_in(zone, me);
    if foes.minus(scratch.rules.movement.ignorable).is_empty() {
        return true;
    }
    let look = scratch.look();
    let own = look.army(zone, |owner| owner == me);
    super::attack::good(scratch, zone, &look.enemies(zone), &own).is_some()
}

/// A shortest way over sea through zones that are not hostile, of at most so many steps.
pub fn way(scratch: &Scratch<'_>, from: SpaceId, to: SpaceId, most: u8) -> Option<Vec<SpaceId>> {
    let me = scratch.me;
    let cx = scratch.cx();
    let (board, look) = (&scratch.rules.board, scratch.look());
    let chart = look.chart_of(me);
    let mut came: Vec<Option<SpaceId>> = vec![None; board.spaces.len()];
    let mut edge = vec![from];
    for _ in 0..most {
        let mut next = Vec::new();
        for at in edge {
            for &b in &board.spaces[at].borders {
                if !board.is_sea(b)
                    || b == from
                    || !chart.open(at, b)
                    || came[b.index()].is_some()
                    || (b != to && cx.zone_hostile(b, me))
                {
                    continue;
                }
                came[b.index()] = Some(at);
                if b == to {
                    let mut path = vec![to];
                    while let Some(before) = came[path[path.len() - 1].index()] {
                        path.push(before);
                    }
                    path.reverse();
                    return Some(path);
                }
                next.push(b);
            }
        }
        edge = next;
    }
    None
}
