//! Noncombat moves by air: what flies lands where it is useful and safe, idle aircraft go to the
//! front, and carriers go where aircraft wait for them.

use std::collections::BTreeMap;

use super::allot::Allotment;
use super::army::Army;
use super::fleet;
use super::force::Mover;
use super::look::Look;
use super::profile::FAR;
use super::scratch::Scratch;
use sandtable_kernel::{Intent, State, UnitIx, new_berths};
use sandtable_odds::Force;
use sandtable_rules::{Id, SpaceId};

/// Plans them.
pub fn plan(scratch: &mut Scratch<'_>) {
    let goals = goals(scratch);
    come_down(scratch, &goals);
    land(scratch, &goals, Flyers::Idle);
}

/// Brings down whoever is in the air once ships have sailed as well.
pub fn rest(scratch: &mut Scratch<'_>) {
    if Flyers::Homeless.are_there(scratch) {
        come_down(scratch, &goals(scratch));
    }
}

/// Aircraft that must land do; carriers come to those that get to none, and those aboard make room for the rest.
fn come_down(scratch: &mut Scratch<'_>, goals: &[SpaceId]) {
    land(scratch, goals, Flyers::Homeless);
    carriers_to_the_rescue(scratch);
    make_room(scratch, goals);
}

/// Where most ground units of a power are bound, over land or by ship: aircraft go with them. Whatever foes hold
/// where none are bound anywhere.
fn goals(scratch: &Scratch<'_>) -> Vec<SpaceId> {
    let (look, rules) = (scratch.look(), scratch.rules);
    let foes = |s: &SpaceId| look.foe_holds(*s);
    if let Some(invasion) = scratch.invasion() {
        return vec![invasion.target];
    }
    let aim = fleet::bound(scratch).map(|c| c.target).filter(foes);
    let allotted = Allotment::new(scratch);
    let mut bound: BTreeMap<SpaceId, usize> = BTreeMap::new();
    let own = scratch.own(scratch.state.all());
    for (ix, unit) in own.filter(|(_, u)| rules.units.takers.has(u.kind)) {
        let goal = match rules.board.is_sea(unit.space) || allotted.embarks(ix) {
            true => aim,
            false => allotted.goal(ix).map(|g| g.at).filter(foes),
        };
        if let Some(goal) = goal {
            *bound.entry(goal).or_default() += 1;
        }
    }
    let most = bound.values().copied().max().unwrap_or(0);
    bound.retain(|_, count| *count * 2 >= most);
    if bound.is_empty() {
        return look.foes_land();
    }
    bound.into_keys().collect()
}

/// How near each space is to the nearest of some goals.
fn nearness(look: &Look<'_>, goals: &[SpaceId]) -> Vec<u8> {
    let board = &look.cx.rules.board;
    let steps = |s: SpaceId| {
        goals
            .iter()
            .map(move |g| board.distance(s, *g).unwrap_or(FAR))
    };
    board
        .spaces
        .ids()
        .map(|s| steps(s).min().unwrap_or(FAR))
        .collect()
}

/// Whether an aircraft must move or be lost: over a zone without a deck for it, or over ground that takes none.
fn homeless(look: &Look<'_>, ix: UnitIx) -> bool {
    let space = look.cx.state.unit(ix).space;
    match look.cx.rules.board.is_sea(space) {
        true => !decked(look, ix),
        false => !look.safe_ground(space),
    }
}

/// Whether an aircraft is aboard a carrier, or comes aboard once all of its power that are over its zone look for a deck.
fn decked(look: &Look<'_>, ix: UnitIx) -> bool {
    let space = look.cx.state.unit(ix).space;
    look.cx.rules.board.is_sea(space) && deck_for(look, space, ix)
}

/// Whether an aircraft has a deck in a zone, or finds one there once all of its power that are over it look for theirs:
/// those that are there come first, and what is being bought comes last.
fn deck_for(look: &Look<'_>, zone: SpaceId, ix: UnitIx) -> bool {
    let (rules, mut state) = (look.cx.rules, look.cx.state.clone());
    let lands = |state: &mut State, other: UnitIx| {
        state.unit(other).carrier().is_some()
            || state.take_deck(rules, other, |flyer, deck| flyer == deck)
    };
    let here = look.cx.state.units_in(zone);
    let own = here.filter(|(_, u)| u.owner == look.me && rules.units.air.has(u.kind));
    let before = own.map(|(other, _)| other).take_while(|other| *other != ix);
    let late = before.filter(|other| !lands(&mut state, *other)).count();
    if state.unit(ix).space != zone {
        let unit = state.unit_mut(ix);
        (unit.space, unit.link) = (zone, UnitIx::NONE);
    }
    lands(&mut state, ix) || late < new_berths(look.cx, state.unit(ix).kind, zone)
}

/// Which own aircraft are sent somewhere.
#[derive(Clone, Copy)]
enum Flyers {
    /// Those that must land or are lost: anywhere.
    Homeless,
    /// Those that could stay: where it is clearly better.
    Idle,
}

impl Flyers {
    /// Whether an aircraft is one of them.
    fn has(self, look: &Look<'_>, ix: UnitIx) -> bool {
        homeless(look, ix) == matches!(self, Self::Homeless)
    }

    /// Whether there are any.
    fn are_there(self, scratch: &Scratch<'_>) -> bool {
        let (look, air) = (scratch.look(), scratch.rules.units.air);
        let mut own = scratch.own(scratch.state.all());
        own.any(|(ix, u)| air.has(u.kind) && self.has(&look, ix))
    }
}

/// Moves aircraft. Whoever is aboard a carrier goes where it goes, as long as it is safe: it is little without them.
fn land(scratch: &mut Scratch<'_>, goals: &[SpaceId], flyers: Flyers) {
    if !flyers.are_there(scratch) {
        return;
    }
    let mut places = Places::new(scratch, goals);
    for mover in Mover::read(scratch, scratch.rules.units.air) {
        for &ix in &mover.units {
            let look = scratch.look();
            let bound = || decked(&look, ix) && look.holds(mover.from, &look.guard(mover.from));
            if !flyers.has(&look, ix) || bound() {
                continue;
            }
            let least = match flyers {
                Flyers::Homeless => f64::NEG_INFINITY,
                Flyers::Idle => places.score(&look, &mover, mover.from, ix) + 1.0,
            };
            places.fly(scratch, &mover, ix, least);
        }
    }
}

/// How well places lie for aircraft, by their range.
struct Places {
    near: Vec<u8>,
    lies: BTreeMap<u8, Vec<f64>>,
    /// Where decks that are being bought will be, and the ships that come there with them.
    launch: Option<(SpaceId, Force)>,
}

impl Places {
    fn new(scratch: &Scratch<'_>, goals: &[SpaceId]) -> Self {
        Self {
            near: nearness(&scratch.look(), goals),
            lies: BTreeMap::new(),
            launch: launch(scratch),
        }
    }

    /// How good a place is for an aircraft.
    fn score(&mut self, look: &Look<'_>, mover: &Mover, space: SpaceId, ix: UnitIx) -> f64 {
        let range = look.cx.rules.units[mover.kind].moves;
        let lies = self.lies.entry(range);
        let lies = lies.or_insert_with(|| lies_well(look, &self.near, range));
        let sound = sound(look, self.launch.as_ref(), space, ix);
        sound.map_or(-300.0, |good| good + lies[space.index()])
    }

    /// Flies an aircraft to the best place it gets to of those that are better than so much; whether it flew.
    fn fly(&mut self, scratch: &mut Scratch<'_>, mover: &Mover, ix: UnitIx, least: f64) -> bool {
        let look = scratch.look();
        let ways = mover.ways.iter();
        let ways = ways.filter_map(|(path, _)| Some((path.last()?, path)));
        let ways = ways.map(|(to, path)| (self.score(&look, mover, *to, ix), path));
        let mut ways: Vec<(f64, &Vec<SpaceId>)> = ways.filter(|(s, _)| *s > least).collect();
        ways.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let mut ways = ways.into_iter().take(6);
        ways.any(|(_, path)| scratch.go(vec![ix], path.clone(), Intent::Pass))
    }
}

/// How well each space lies for aircraft of a range: few flights from the enemy, near to the goals, with foes at sea in
/// reach, who then have to fear them.
fn lies_well(look: &Look<'_>, near: &[u8], range: u8) -> Vec<f64> {
    /// What a flight more is worth, in steps.
    const FLIGHT: f64 = 12.0;
    let (hops, prey) = (bases(look, near, range), prey(look, range / 2));
    let lies = |s: SpaceId| {
        let (near, hops) = (near[s.index()].min(20), hops[s.index()].min(10));
        prey[s.index()] - f64::from(near) - FLIGHT * f64::from(hops)
    };
    look.cx.rules.board.spaces.ids().map(lies).collect()
}

/// What foes at sea that can be reached from each space in so many steps are worth to whoever lands there, in steps.
fn prey(look: &Look<'_>, reach: u8) -> Vec<f64> {
    /// Of one fleet no more counts, in IPC.
    const FLEET: f64 = 60.0;
    /// For so much, in IPC, it is worth to be a step farther from the goals.
    const STEP: f64 = 10.0;
    /// More steps are never worth it.
    const MOST: f64 = 12.0;
    let board = &look.cx.rules.board;
    let cost = |zone: SpaceId| look.opposed(zone).cost(look.cx.rules).min(FLEET);
    let fleets = board.sea.iter().map(|zone| (zone, cost(zone)));
    let fleets: Vec<(SpaceId, f64)> = fleets.filter(|(_, cost)| *cost > 0.0).collect();
    let prey = |space: SpaceId| {
        let reached = |zone: SpaceId| board.distance(space, zone).is_some_and(|d| d <= reach);
        let reached = fleets.iter().filter(|(zone, _)| reached(*zone));
        let worth: f64 = reached.map(|(_, cost)| cost / STEP).sum();
        worth.min(MOST)
    };
    board.spaces.ids().map(prey).collect()
}

/// Flights of this range from each space, from friendly ground to friendly ground, until the enemy
/// is near.
fn bases(look: &Look<'_>, near: &[u8], range: u8) -> Vec<u8> {
    let board = &look.cx.rules.board;
    let ground: Vec<SpaceId> = board.land.iter().filter(|s| look.safe_ground(*s)).collect();
    let mut hops = vec![FAR; board.spaces.len()];
    let at_front = ground.iter().filter(|s| near[s.index()] <= range / 2);
    let mut edge: Vec<SpaceId> = at_front.copied().collect();
    let mut steps = 0;
    while !edge.is_empty() && steps < 20 {
        edge.iter().for_each(|s| hops[s.index()] = steps);
        steps += 1;
        let flown = |a: SpaceId, b: SpaceId| board.distance(a, b).is_some_and(|d| d <= range);
        let reaches = |s: &SpaceId| edge.iter().any(|e| flown(*s, *e));
        let next = |s: &&SpaceId| hops[s.index()] == FAR && reaches(s);
        edge = ground.iter().filter(next).copied().collect();
    }
    // From a zone it is as far as from the best ground beside it.
    for zone in board.sea.iter() {
        let ashore = look.coast(zone).map(|s| hops[s.index()]);
        hops[zone.index()] = ashore.min().unwrap_or(FAR);
    }
    hops
}

/// Where decks that are being bought will be, and the ships that come there with them.
fn launch(scratch: &Scratch<'_>) -> Option<(SpaceId, Force)> {
    let units = &scratch.rules.units;
    let ships = scratch.bought().only(units.sea);
    // Where they come is dear to find out.
    if ships.only(units.decks).is_empty() {
        return None;
    }
    let harbour = fleet::harbour(scratch, &Allotment::new(scratch))?;
    Some((harbour, ships))
}

/// How good it is that aircraft are safe in a place.
const SAFE: f64 = 60.0;

/// How good it is that ships in a zone stand to lose less with an aircraft.
const GUARD: f64 = 85.0;

/// Whether ships in a zone stand to lose less, by an IPC at least, with an aircraft.
fn guards(look: &Look<'_>, zone: SpaceId, there: &Army, ix: UnitIx) -> bool {
    let (unit, mut with) = (look.cx.state.unit(ix), there.clone());
    if unit.space != zone {
        with.push(unit.kind, 1);
    }
    let mut without = with.clone();
    without.units.lose(unit.kind);
    look.exposure(zone, &with) + 1.0 < look.exposure(zone, &without)
}

/// How sound a place is for an aircraft, wherever it lies, where it is known what will be launched; nothing for ground that is
/// not the power's for long.
fn sound(
    look: &Look<'_>,
    launch: Option<&(SpaceId, Force)>,
    space: SpaceId,
    ix: UnitIx,
) -> Option<f64> {
    let state = look.cx.state;
    if look.cx.rules.board.is_sea(space) {
        let launched = launch.filter(|(zone, _)| *zone == space);
        let there = launched.map_or_else(|| look.guard(space), |(_, new)| look.joined(space, new));
        let deck = deck_for(look, space, ix);
        let needed = deck && guards(look, space, &there, ix);
        // A deck may still come to it, but better none is needed.
        let good = match deck {
            true if look.holds(space, &there) => SAFE,
            true => 4.0,
            false => -150.0,
        };
        return Some(good + if needed { GUARD } else { 0.0 });
    }
    if !look.safe_ground(space) {
        return None;
    }
    // Those who stand with it may come along.
    let from = state.unit(ix).space;
    let mut guard = look.guard(space);
    if space != from && look.is_capital(space) {
        let air = look.cx.rules.units.air;
        let along = look.army(from, |owner| owner == look.me);
        guard.units.join(&along.units.only(air));
    }
    Some(SAFE * look.shelter(space, &guard))
}

/// Zones where own aircraft are in the air with no deck to land on, one for each.
fn waiting(scratch: &Scratch<'_>) -> Vec<SpaceId> {
    let (look, rules) = (scratch.look(), scratch.rules);
    let own = scratch.own(scratch.state.all());
    let aloft = own.filter(|(_, u)| rules.units.air.has(u.kind) && rules.board.is_sea(u.space));
    let lost = aloft.filter(|(ix, _)| !decked(&look, *ix));
    lost.map(|(_, u)| u.space).collect()
}

/// Moves carriers to where aircraft wait for them.
fn carriers_to_the_rescue(scratch: &mut Scratch<'_>) {
    if waiting(scratch).is_empty() {
        return;
    }
    for mover in Mover::read(scratch, scratch.rules.units.decks) {
        for ix in mover.units.clone() {
            let open = waiting(scratch);
            let Some((path, intent)) = open.iter().find_map(|z| mover.way(*z)).cloned() else {
                break;
            };
            scratch.go(vec![ix], path, intent);
        }
    }
}

/// Aircraft that would land on a deck fly on where others over the same zone get to none.
fn make_room(scratch: &mut Scratch<'_>, goals: &[SpaceId]) {
    if waiting(scratch).is_empty() {
        return;
    }
    let mut places = Places::new(scratch, goals);
    for mover in Mover::read(scratch, scratch.rules.units.air) {
        for &ix in &mover.units {
            let lands = decked(&scratch.look(), ix);
            if lands && waiting(scratch).contains(&mover.from) {
                places.fly(scratch, &mover, ix, f64::NEG_INFINITY);
            }
        }
    }
}
