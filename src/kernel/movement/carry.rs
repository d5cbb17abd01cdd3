//! Carrying a move out: units, what they carry and what takes off before they leave; fire at those
//! that pass; territory that is run through.

use super::super::Game;
use super::super::agenda::Frame;
use super::super::event::{Event, tally};
use super::super::query::Standing;
use super::super::refusal::Refusal;
use super::super::state::{Marks, SpaceMark, State, UnitIx};
use super::super::{Cx, NoHooks, capture};
use super::path::{Hop, Trip};
use crate::rules::{Moment, PassingShot, PowerId, Roll, Rules, SpaceId, Step, UnitTypeId};

/// Moves the units of a trip and their load to its end.
pub fn relocate(state: &mut State, rules: &Rules, hop: &Hop<'_>, combat: bool) {
    let (end, came) = (hop.end, hop.came);
    if hop.declares {
        state.mark(end, SpaceMark::Attacked);
    }
    for mover in hop.party.movers.iter().filter(|m| rules.units.sea.has(m.kind)) {
        bring_load(state, rules, mover.ix, (came, end), combat);
    }
    for mover in &hop.party.movers {
        let air = rules.units.air.has(mover.kind);
        let unit = state.unit_mut(mover.ix);
        if mover.bonus > 0 {
            unit.marks.set(Marks::BONUS);
            // Whoever has the mark counts with the largest bonus of its type; what it lacks of it is spent.
            unit.used = unit.used.saturating_add(mover.lacks);
        }
        unit.used = unit.used.saturating_add(hop.steps);
        (unit.space, unit.came) = (end, came);
        if combat {
            unit.marks.set(Marks::MOVED);
        }
        if mover.escapes {
            unit.marks.set(Marks::BESET);
        }
        if hop.blitzed && !air {
            unit.marks.set(Marks::BLITZED);
        }
        if air {
            unit.link = UnitIx::NONE;
            unit.marks.clear(Marks::RAIDING.and(Marks::ESCORTING).and(Marks::ALOFT));
            if combat || rules.board.is_sea(end) {
                unit.marks.set(Marks::ALOFT);
            }
        }
    }
}

/// What a ship carries comes along, but own aircraft that can take off do so where the ship
/// leaves to fight or where they have done so themselves.
fn bring_load(state: &mut State, rules: &Rules, ship: UnitIx, (came, end): (SpaceId, SpaceId), combat: bool) {
    let owner = state.unit(ship).owner;
    let shut = Cx { rules, state, hooks: &NoHooks }.deck_shut(state.unit(ship));
    let open = rules.units.decks.has(state.unit(ship).kind) && !shut;
    let load: Vec<UnitIx> = state.aboard(ship).map(|(ix, _)| ix).collect();
    for ix in load {
        let unit = state.unit_mut(ix);
        let flies = open && rules.units.air.has(unit.kind) && unit.owner == owner;
        if flies && (combat || unit.marks.any(Marks::MOVED.and(Marks::FOUGHT))) {
            unit.link = UnitIx::NONE;
            unit.marks.set(Marks::ALOFT);
        } else {
            (unit.space, unit.came) = (end, came);
        }
    }
}

/// Carries a trip out.
pub fn travel(game: &mut Game<'_>, mut trip: Trip, combat: bool) -> Result<(), Refusal> {
    let me = game.state.active(game.rules);
    let told = run_the_gauntlet(game, &mut trip, combat);
    if trip.party.movers.is_empty() {
        return Ok(());
    }
    relocate(game.state, game.rules, &trip.hop(), combat);
    tell_moved(game, &trip, told, trip.path.len() - 1);
    for space in &trip.through {
        // Somebody may have run through it before.
        if game.cx().standing(*space, me) == Standing::Hostile {
            capture::take(game, *space, me)?;
        }
    }
    let takes = !combat && !game.rules.board.is_sea(trip.end()) && trip.party.kinds.meets(&game.rules.units.takers);
    arrived(game, trip.end(), takes)
}

/// Units have arrived in a space; in a friendly territory they may take it over for a ward.
pub fn arrived(game: &mut Game<'_>, space: SpaceId, takes: bool) -> Result<(), Refusal> {
    let me = game.state.active(game.rules);
    if takes {
        capture::enter(game, space, me)?;
    }
    let entered = Moment::Entered(space, me);
    if game.hooks.listens(entered) {
        game.state.agenda.push(Frame::Moment(entered, 0));
    }
    Ok(())
}

fn tell_moved(game: &mut Game<'_>, trip: &Trip, from: usize, to: usize) {
    if from < to {
        let me = game.state.active(game.rules);
        let counts = tally(trip.party.movers.iter().map(|m| m.kind));
        game.tell(Event::Moved(me, counts, trip.path[from..=to].to_vec()));
    }
}

/// Units that draw fire on their way are shot at, and those that are lost drop out. Returns up to
/// where on the path the story has been told.
fn run_the_gauntlet(game: &mut Game<'_>, trip: &mut Trip, combat: bool) -> usize {
    let rules = game.rules;
    let mut told = 0;
    for i in 1..trip.path.len() {
        for shot in &rules.movement.passing_shots {
            if !trip.party.kinds.meets(&shot.targets) || trip.party.kinds.meets(&shot.escorts) {
                continue;
            }
            for (shooter, dice, hits) in fire(game, shot, trip.path[i]) {
                tell_moved(game, trip, told, i);
                told = i;
                game.tell(Event::PassingShot(shooter, trip.path[i], dice, hits));
                let sunk = victims(game.state, rules, trip, shot, usize::from(hits));
                // Own aircraft rise before their ship leaves, so they do not share its fate.
                sunk.iter().for_each(|ix| bring_load(game.state, rules, *ix, (trip.path[0], trip.path[0]), combat));
                sink(game, &sunk, trip.path[i]);
            }
            trip.party.movers.retain(|m| game.state.get(m.ix).is_some());
            trip.party.kinds = trip.party.movers.iter().map(|m| m.kind).collect();
        }
    }
    told
}

/// Each power's shooters in a zone fire once: dice and hits, by power.
fn fire(game: &mut Game<'_>, shot: &PassingShot, zone: SpaceId) -> Vec<(PowerId, Vec<u8>, u16)> {
    let cx = game.cx();
    let me = cx.active();
    let mut shooters: Vec<(PowerId, UnitTypeId)> = cx
        .state
        .units_in(zone)
        .filter(|(_, u)| shot.shooters.has(u.kind) && cx.at_war(me, u.owner))
        .filter(|(_, u)| !u.marks.any(Marks::SUBMERGED) && !cx.is_cargo(u))
        .map(|(_, u)| (u.owner, u.kind))
        .collect();
    shooters.sort_unstable();
    let sides = die(game.rules);
    shooters
        .chunk_by(|a, b| a.0 == b.0)
        .map(|fleet| {
            let dice: Vec<u8> = fleet.iter().map(|_| game.dice.roll(sides)).collect();
            let hit = |((_, kind), die): &(&(PowerId, UnitTypeId), &u8)| {
                i32::from(**die) * 100 <= game.rules.units[*kind].values[shot.value].0
            };
            let hits = fleet.iter().zip(&dice).filter(hit).count();
            (fleet[0].0, dice, u16::try_from(hits).unwrap_or(u16::MAX))
        })
        .collect()
}

/// The sides of the die that ships fire with.
fn die(rules: &Rules) -> u8 {
    let plan = rules.battles.sea.map(|id| &rules.battles.plans[id]);
    let steps = plan.into_iter().flat_map(|p| p.start.iter().chain(&p.round));
    let roll = steps.filter_map(|s| if let Step::Fire(fire) = s { Some(fire.roll) } else { None }).next();
    match roll {
        Some(Roll::AtOrLess { sides } | Roll::LowLuck { sides } | Roll::Pooled { sides }) => sides,
        None => 6,
    }
}

/// What the mover gives up for so many hits: what is worth least with its load.
fn victims(state: &State, rules: &Rules, trip: &Trip, shot: &PassingShot, hits: usize) -> Vec<UnitIx> {
    let price = |kind: UnitTypeId| u32::from(rules.units[kind].cost.unwrap_or(0));
    let targets = trip.party.movers.iter().filter(|m| shot.targets.has(m.kind) && state.get(m.ix).is_some());
    let mut targets: Vec<(u32, UnitIx)> =
        targets.map(|m| (price(m.kind) + state.aboard(m.ix).map(|(_, u)| price(u.kind)).sum::<u32>(), m.ix)).collect();
    targets.sort_unstable();
    targets.into_iter().take(hits).map(|(_, ix)| ix).collect()
}

/// Destroys ships and all that is still aboard.
fn sink(game: &mut Game<'_>, ships: &[UnitIx], zone: SpaceId) {
    let lost = ships.iter().flat_map(|s| game.state.aboard(*s).map(|(ix, _)| ix).chain([*s])).collect::<Vec<_>>();
    let mut lost: Vec<(PowerId, UnitTypeId)> =
        lost.iter().map(|ix| (game.state.unit(*ix).owner, game.state.unit(*ix).kind)).collect();
    lost.sort_unstable();
    ships.iter().for_each(|ix| game.state.destroy(*ix));
    for group in lost.chunk_by(|a, b| a.0 == b.0) {
        game.tell(Event::Lost(group[0].0, tally(group.iter().map(|(_, k)| *k)), zone));
    }
}
