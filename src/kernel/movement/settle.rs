//! The end of a flight: aircraft at sea take decks, those without a place are lost.

use super::super::event::Event;
use super::super::holds::pairing;
use super::super::state::{Marks, State, Unit, UnitIx};
use super::super::{Cx, Game};
use super::cargo;
use super::carry::get_off;
use super::docks::Deck;
use sandtable_rules::{HoldKind, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};

/// Lands the aircraft of the power on turn; those that find room on decks that are still to be placed
/// stay in the air.
pub fn land(game: &mut Game<'_>, mut awaited: Vec<Deck>) {
    let (air, me) = (game.rules.units.air, game.state.active(game.rules));
    let own = game.state.of(me).filter(|(_, u)| air.has(u.kind));
    let spaces: SpaceSet = own.map(|(_, u)| u.space).collect();
    for space in spaces.iter() {
        let lost = if game.rules.board.is_sea(space) {
            take_decks(game, space, &mut awaited)
        } else if stays(game, space) {
            Vec::new()
        } else {
            flyers(game, space)
        };
        let gone = game.state.together(&game.state.with_loads(&lost));
        lost.iter().for_each(|ix| game.state.destroy(*ix));
        gone.into_iter()
            .for_each(|gone| game.tell(Event::Crashed(gone)));
    }
}

/// How many aircraft of the power on turn would be lost if they landed now, those left out that find room on these decks.
pub fn lost(cx: Cx<'_>, awaited: Vec<Deck>) -> usize {
    let landed = Game::tried(cx, |game| {
        land(game, awaited);
        Ok(())
    });
    // Only what is lost disappears.
    let aircraft = |state: &State| {
        let all = state.all();
        all.filter(|(_, u)| cx.rules.units.air.has(u.kind)).count()
    };
    landed.map_or(0, |state| {
        aircraft(cx.state).saturating_sub(aircraft(&state))
    })
}

/// The own aircraft in a space that are not shut in.
fn flyers(game: &Game<'_>, space: SpaceId) -> Vec<UnitIx> {
    let cx = game.cx();
    let (air, me) = (cx.rules.units.air, cx.active());
    let shut_in = |u: &Unit| {
        u.carrier()
            .is_some_and(|c| !cx.rules.units.decks.has(cx.state.unit(c).kind))
            || cx.is_cargo(u)
    };
    let flies = |u: &Unit| u.owner == me && air.has(u.kind) && !shut_in(u);
    let mut own = cx.state.those_in(space, flies);
    // Who sits on a deck keeps a place.
    own.sort_unstable_by_key(|ix| (cx.state.unit(*ix).link == UnitIx::NONE, *ix));
    own
}

/// Whether aircraft can stay in a territory; they do not fly any more then.
fn stays(game: &mut Game<'_>, space: SpaceId) -> bool {
    let cx = game.cx();
    let stays = cx.friendly_since(space, cx.active());
    if stays {
        for ix in flyers(game, space) {
            game.state.unit_mut(ix).marks.clear(Marks::ALOFT);
        }
        get_off(game, space);
    }
    stays
}

/// Gives the aircraft in a zone decks as well as it goes; returns those without a place.
fn take_decks(game: &mut Game<'_>, zone: SpaceId, awaited: &mut [Deck]) -> Vec<UnitIx> {
    let planes = flyers(game, zone);
    let berths = berths(game, zone);
    // Guests come first and have their own deck only, so they are never put off it.
    let air = game.rules.units.air;
    let me = game.state.active(game.rules);
    let guest = |u: &Unit| air.has(u.kind) && u.owner != me && u.carrier().is_some();
    let guests = game.state.those_in(zone, guest);
    let everyone: Vec<UnitIx> = guests.iter().chain(&planes).copied().collect();
    let can = everyone.iter().map(|ix| choices(game, *ix, &berths));
    let can: Vec<Vec<usize>> = can.collect();
    let places = pairing(&can, berths.len());
    let mut lost = Vec::new();
    for (ix, place) in everyone.iter().zip(places).skip(guests.len()) {
        let Some(place) = place else {
            let kind = game.state.unit(*ix).kind;
            game.state.unit_mut(*ix).link = UnitIx::NONE;
            if claim(awaited, kind, zone) {
                game.state.unit_mut(*ix).marks.set(Marks::ALOFT);
            } else {
                lost.push(*ix);
            }
            continue;
        };
        let unit = game.state.unit_mut(*ix);
        let (kind, new) = (unit.kind, unit.link == UnitIx::NONE);
        unit.link = berths[place].0;
        unit.marks.clear(Marks::ALOFT);
        if new {
            game.tell(Event::Landed {
                power: me,
                unit: kind,
                space: zone,
            });
        }
    }
    lost
}

/// The deck slots in a zone that own aircraft can use, own decks first.
fn berths(game: &Game<'_>, zone: SpaceId) -> Vec<(UnitIx, UnitTypeSet)> {
    let cx = game.cx();
    let me = cx.active();
    let decks = cx
        .state
        .units_in(zone)
        .filter(|(_, u)| cx.rules.units.decks.has(u.kind));
    let mut decks: Vec<(UnitIx, &Unit)> = decks
        .filter(|(_, u)| cx.friends(me, u.owner) && !cx.deck_shut(u))
        .collect();
    decks.sort_by_key(|(ix, u)| (u.owner != me, *ix));
    decks
        .iter()
        .flat_map(|(ix, u)| {
            cargo::slots(cx.rules, u, HoldKind::Deck)
                .into_iter()
                .map(|s| (*ix, s))
        })
        .collect()
}

/// The slots an aircraft can have, its present deck first.
fn choices(game: &Game<'_>, ix: UnitIx, berths: &[(UnitIx, UnitTypeSet)]) -> Vec<usize> {
    let cx = game.cx();
    let unit = cx.state.unit(ix);
    let mut slots = Vec::new();
    for (i, (deck, types)) in berths.iter().enumerate() {
        let stays = *deck == unit.link;
        let may = stays
            || (unit.owner == cx.active()
                && cargo::admits(cx, (unit.owner, unit.kind), cx.state.unit(*deck)));
        if types.has(unit.kind) && may {
            slots.push(i);
        }
    }
    slots.sort_by_key(|i| berths[*i].0 != unit.link);
    slots
}

/// Takes a slot of a deck that can be placed in the zone, if there is one left; it belongs there then.
fn claim(awaited: &mut [Deck], kind: UnitTypeId, zone: SpaceId) -> bool {
    let fits =
        |deck: &&mut Deck| deck.zones.contains(&zone) && deck.slots.iter().any(|s| s.has(kind));
    // A deck that is bound to the zone already comes first.
    let Some(deck) = awaited
        .iter_mut()
        .filter(fits)
        .min_by_key(|d| d.zones.len())
    else {
        return false;
    };
    if let Some(slot) = deck.slots.iter().position(|s| s.has(kind)) {
        deck.slots.remove(slot);
    }
    deck.zones = vec![zone];
    true
}
