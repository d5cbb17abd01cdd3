//! Carrying a move out: units, what they carry and what takes off before they leave; territory that
//! is run through.

use super::super::Game;
use super::super::battle::destroy;
use super::super::event::{Event, Shift, tally};
use super::super::query::Standing;
use super::super::state::{Marks, NOWHERE, SpaceMark, State, Unit, UnitIx, distinct};
use super::super::{Cx, NoHooks, capture};
use super::path::{Hop, Trip};
use sandtable_rules::{Moment, Rules, SpaceId};

/// Moves the units of a trip and their load to its end.
pub fn relocate(state: &mut State, rules: &Rules, hop: &Hop<'_>, combat: bool) {
    let (end, came) = (hop.end, hop.came);
    if hop.declares {
        state.mark(end, SpaceMark::Attacked);
    }
    for mover in hop
        .party
        .movers
        .iter()
        .filter(|m| rules.units.carriers.has(m.kind))
    {
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
            unit.marks.clear(Marks::RAIDERS.and(Marks::ALOFT));
            if combat || rules.board.is_sea(end) {
                unit.marks.set(Marks::ALOFT);
            }
        }
    }
}

/// What a unit carries comes along, but own aircraft that can take off do so where their ship
/// leaves to fight or where they have done so themselves.
pub fn bring_load(
    state: &mut State,
    rules: &Rules,
    ship: UnitIx,
    (came, end): (SpaceId, SpaceId),
    combat: bool,
) {
    let owner = state.unit(ship).owner;
    let shut = Cx::new(rules, state, &NoHooks).deck_shut(state.unit(ship));
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

/// Carries out what is left of a trip once nobody fires at it any more; the story up to here has been
/// told as far as `told` on its path.
pub fn reach(game: &mut Game<'_>, trip: &Trip, combat: bool, told: usize) {
    let me = game.state.active(game.rules);
    relocate(game.state, game.rules, &trip.hop(), combat);
    tell_moved(game, trip, told, trip.path.len() - 1);
    for space in &trip.through {
        // Somebody may have run through it before.
        if game.cx().standing(*space, me) == Standing::Hostile {
            capture::take(game, *space, me);
        }
    }
    let takes = !combat
        && !game.rules.board.is_sea(trip.end())
        && trip.party.kinds.meets(&game.rules.units.takers);
    arrived(game, trip.end(), takes);
    // The last on the agenda is the first to be heard.
    for space in trip.path.iter().skip(1).rev().skip(1) {
        game.announce(Moment::Passed(*space, me));
    }
}

impl Cx<'_> {
    /// Whether a land unit is aboard an aircraft of the power on turn from which it will get off: where
    /// there is to be fought, only the power's own do.
    pub fn gets_off(&self, unit: &Unit) -> bool {
        let me = self.active();
        let lands = |carrier: UnitIx| {
            let plane = self.state.unit(carrier);
            let raids = plane.marks.any(Marks::RAIDERS);
            plane.owner == me && self.rules.units.air.has(plane.kind) && !raids
        };
        let may = unit.owner == me || self.friendly_since(unit.space, me);
        may && self.rules.units.land.has(unit.kind) && unit.carrier().is_some_and(lands)
    }
}

/// What the aircraft of the power on turn carry gets off in a territory they have come to, and does no
/// more this turn; a raider keeps what it has aboard. What flies one way is gone then. Returns who got off.
pub fn get_off(game: &mut Game<'_>, space: SpaceId) -> Vec<UnitIx> {
    let cx = game.cx();
    let me = cx.active();
    let load = cx.state.those_in(space, |unit| cx.gets_off(unit));
    let one_way = |ix: &UnitIx| game.rules.units[game.state.unit(*ix).kind].one_way;
    let carriers = load.iter().filter_map(|ix| game.state.unit(*ix).carrier());
    let spent = distinct(carriers.filter(one_way));
    let mut kinds = Vec::with_capacity(load.len());
    for ix in &load {
        let unit = game.state.unit_mut(*ix);
        (unit.came, unit.link, unit.used) = (NOWHERE, UnitIx::NONE, 0);
        unit.marks.set(Marks::UNLOADED.and(Marks::DONE));
        kinds.push(unit.kind);
    }
    let takers = game.rules.units.takers;
    let takes = kinds.iter().any(|kind| takers.has(*kind));
    if !kinds.is_empty() {
        let units = tally(kinds);
        game.tell(Event::Unloaded(Shift::new(me, units, space, space)));
    }
    if !spent.is_empty() {
        destroy(game, space, &spent);
    }
    if takes {
        capture::enter(game, space, me);
    }
    load
}

/// Units have arrived in a space; in a friendly territory they may take it over for a ward.
pub fn arrived(game: &mut Game<'_>, space: SpaceId, takes: bool) {
    let me = game.state.active(game.rules);
    if takes {
        capture::enter(game, space, me);
    }
    game.announce(Moment::Entered(space, me));
}

/// Tells of the way from one space of a path to another.
pub fn tell_moved(game: &mut Game<'_>, trip: &Trip, from: usize, to: usize) {
    if from < to {
        let me = game.state.active(game.rules);
        let counts = tally(trip.party.movers.iter().map(|m| m.kind));
        game.tell(Event::Moved {
            power: me,
            units: counts,
            path: trip.path[from..=to].to_vec(),
        });
    }
}
