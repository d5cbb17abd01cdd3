//! What the files of `kernel/movement` promise together about what is carried: landings, decks and
//! the flights that count on them.

use sandtable::kernel::{Bought, Code, Event, Expected, Marks, Order, UnitIx, UnitsAt};
use sandtable::rules::*;

use super::super::straits::*;
use super::{attack, go, load, unload};

/// Why combat movement may not end, if it may not.
fn end(kit: &Kit) -> Option<Code> {
    kit.refused(&Order::EndPhase)
}

#[test]
fn an_assault_from_loading_to_the_announcement() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, WEST);
    let (walker, second, gun) = (
        kit.put(WALKER, RED, ALPHA),
        kit.put(WALKER, RED, ALPHA),
        kit.put(GUN, RED, ALPHA),
    );
    let runner = kit.put(RUNNER, RED, ALPHA);
    kit.put(WALKER, BLUE, CHARLIE);
    assert_eq!(
        kit.refused(&load(&[gun], barge)),
        Some(Code::NotInCombatMove)
    );
    assert_eq!(
        kit.refused(&load(&[runner, walker, second], barge)),
        Some(Code::NoRoom)
    );
    assert!(kit.legal().contains(&load(&[walker], barge)));
    kit.give(&load(&[walker, runner], barge), &[]);
    assert_eq!(end(&kit), Some(Code::UnitsAfloat));
    assert_eq!(
        kit.refused(&go(&[walker], &[WEST, ALPHA])),
        Some(Code::IsCargo)
    );
    kit.give(&go(&[barge], &[WEST, MID]), &[]);
    assert_eq!(kit.state.unit(walker).space, MID);
    assert_eq!(
        kit.refused(&unload(&[walker], ISLET)),
        Some(Code::NotCombat)
    );
    assert!(kit.legal().contains(&unload(&[walker], CHARLIE)));
    kit.give(&unload(&[walker], CHARLIE), &[]);
    assert_eq!(
        kit.refused(&unload(&[walker], CHARLIE)),
        Some(Code::UnloadedAlready)
    );
    assert_eq!(end(&kit), Some(Code::UnitsAfloat));
    kit.give(&unload(&[runner], CHARLIE), &[]);
    assert_eq!(end(&kit), None);
    assert_eq!(
        kit.refused(&go(&[barge], &[MID, WEST])),
        Some(Code::MovedAlready)
    );
    assert_eq!(
        kit.refused(&load(&[second], barge)),
        Some(Code::NotAdjacentToShip)
    );
}

#[test]
fn no_loading_without_an_assault_nor_among_enemies() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, FAR);
    let walker = kit.put(WALKER, RED, HOTEL);
    assert_eq!(kit.refused(&load(&[walker], barge)), None);
    kit.state.unit_mut(barge).used = 2;
    assert_eq!(kit.refused(&load(&[walker], barge)), Some(Code::NoAssault));
    kit.state.unit_mut(barge).used = 0;
    kit.put(BOAT, BLUE, FAR);
    assert_eq!(
        kit.refused(&load(&[walker], barge)),
        Some(Code::LoadHostile)
    );
}

#[test]
fn noncombat_transport_unloads_once_and_is_done() {
    let mut kit = Kit::new();
    kit.noncombat();
    let barge = kit.put(BARGE, RED, WEST);
    let (walker, second) = (kit.put(WALKER, RED, ALPHA), kit.put(WALKER, RED, ALPHA));
    kit.give(&load(&[walker, second], barge), &[]);
    kit.give(&go(&[barge], &[WEST, MID]), &[]);
    assert_eq!(
        kit.refused(&unload(&[walker], CHARLIE)),
        Some(Code::Unfriendly)
    );
    kit.give(&unload(&[walker], ISLET), &[]);
    assert_eq!(kit.state.unit(walker).space, ISLET);
    assert_eq!(
        kit.refused(&go(&[barge], &[MID, EAST])),
        Some(Code::MovedAlready)
    );
    kit.give(&unload(&[second], ISLET), &[]);
}

#[test]
fn a_barge_that_passes_a_lurker_is_shot_at_unless_escorted() {
    let mut kit = Kit::new();
    kit.noncombat();
    let barges = [kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST)];
    let boat = kit.put(BOAT, RED, WEST);
    kit.put(LURKER, BLUE, MID);
    let mut escorted = kit.clone();
    assert_eq!(
        escorted
            .give(&go(&[barges[0], barges[1], boat], &[WEST, MID]), &[])
            .len(),
        1
    );
    let events = kit.give(&go(&barges, &[WEST, MID, EAST]), &[2]);
    assert!(kit.state.get(barges[0]).is_none());
    assert_eq!(kit.state.unit(barges[1]).space, EAST);
    let path = |a, b| Event::Moved {
        power: RED,
        units: vec![(BARGE, if a == WEST { 2 } else { 1 })],
        path: vec![a, b],
    };
    let shot = Event::PassingShot {
        power: BLUE,
        space: MID,
        dice: vec![2],
        hits: 1,
        expected: Expected { faces: 2, sides: 6 },
    };
    assert_eq!(
        events,
        [
            path(WEST, MID),
            shot,
            Event::Lost(UnitsAt::new(RED, vec![(BARGE, 1)], MID)),
            path(MID, EAST)
        ]
    );
}

#[test]
fn a_landing_past_lurkers_takes_an_escort() {
    let mut kit = Kit::new();
    kit.rules.movement.passing_shots.clear();
    kit.rules.movement.landing_bar = Some(LandingBar {
        by: set(&[LURKER]),
        escorts: set(&[BOAT]),
    });
    let barge = kit.put(BARGE, RED, WEST);
    let walker = kit.aboard(WALKER, RED, barge);
    kit.put(LURKER, BLUE, MID);
    let over = go(&[barge], &[WEST, MID]);
    assert_eq!(
        kit.refused(&over),
        Some(Code::LandingBarred),
        "no escort can come"
    );
    let (stays, comes) = (kit.put(BOAT, RED, MID), kit.put(BOAT, RED, WEST));
    let mut alone = kit.clone();
    alone.state.destroy(stays);
    alone.give(&over, &[]);
    assert_eq!(
        alone.refused(&unload(&[walker], CHARLIE)),
        Some(Code::LandingBarred)
    );
    assert!(!alone.legal().contains(&unload(&[walker], CHARLIE)));
    alone.state.unit_mut(walker).marks.set(Marks::LOADED);
    assert_eq!(end(&alone), Some(Code::UnitsAfloat), "it still can come");
    alone.give(&go(&[comes], &[WEST, MID]), &[]);
    assert_eq!(alone.refused(&unload(&[walker], CHARLIE)), None);
    kit.give(&over, &[]);
    kit.give(&unload(&[walker], CHARLIE), &[]);
    kit.put(BOAT, BLUE, EAST);
    let away = go(&[stays], &[MID, EAST]);
    assert_eq!(kit.refused(&away), Some(Code::Escorts));
    assert!(!kit.legal().contains(&away));
    kit.give(&go(&[comes], &[WEST, MID]), &[]);
    assert_eq!(kit.refused(&away), None, "another one stays");
    // What is fought bars nothing.
    let mut fought = Kit::new();
    fought.rules.movement.landing_bar = Some(LandingBar {
        by: set(&[LURKER]),
        escorts: UnitTypeSet::EMPTY,
    });
    let barge = fought.put(BARGE, RED, MID);
    let walker = fought.aboard(WALKER, RED, barge);
    fought.put(LURKER, BLUE, MID);
    let flyer = fought.put(FLYER, RED, ALPHA);
    assert_eq!(
        fought.refused(&unload(&[walker], CHARLIE)),
        Some(Code::LandingBarred)
    );
    fought.give(&attack(&[flyer], &[ALPHA, WEST, MID]), &[]);
    assert_eq!(fought.refused(&unload(&[walker], CHARLIE)), None);
}

#[test]
fn own_flyers_rise_before_their_deck_leaves_to_fight() {
    let mut kit = Kit::new();
    let deck = kit.put(DECK, RED, MID);
    let (own, guest) = (kit.aboard(FLYER, RED, deck), kit.aboard(FLYER, GREEN, deck));
    kit.put(BOAT, BLUE, EAST);
    kit.give(&go(&[deck], &[MID, EAST]), &[]);
    assert_eq!(
        (kit.state.unit(own).space, kit.state.unit(own).link),
        (MID, UnitIx::NONE)
    );
    assert_eq!(
        (kit.state.unit(guest).space, kit.state.unit(guest).link),
        (EAST, deck)
    );
    let mut calm = Kit::new();
    calm.noncombat();
    let deck = calm.put(DECK, RED, MID);
    let own = calm.aboard(FLYER, RED, deck);
    calm.give(&go(&[deck], &[MID, EAST]), &[]);
    assert_eq!(
        (calm.state.unit(own).space, calm.state.unit(own).link),
        (EAST, deck)
    );
    calm.state.unit_mut(deck).damage = 1;
    assert_eq!(
        calm.refused(&go(&[own], &[EAST, FAR, HOTEL])),
        Some(Code::DeckShut)
    );
}

#[test]
fn a_flight_needs_somewhere_to_land() {
    let mut kit = Kit::new();
    let flyer = kit.put(FLYER, RED, ALPHA);
    kit.put(BOAT, BLUE, EAST);
    let out = go(&[flyer], &[ALPHA, WEST, MID, EAST]);
    // Three out and one back; islet, one step from mid, is two away.
    assert_eq!(kit.refused(&out), Some(Code::NoLanding));
    assert!(!kit.legal().contains(&out));
    let mut field = kit.clone();
    field.put(FIELD, RED, ALPHA);
    assert_eq!(field.refused(&out), None);
    let mut coming = kit.clone();
    let deck = coming.put(DECK, RED, WEST);
    coming.put(WALKER, RED, ALPHA);
    coming.put(BARGE, RED, WEST);
    assert_eq!(coming.refused(&out), None, "the deck comes to mid");
    coming.give(&out, &[]);
    assert_eq!(
        coming.refused(&go(&[deck], &[WEST, MID])),
        None,
        "an assault could come from there, and it serves as well"
    );
    coming.noncombat();
    assert_eq!(coming.refused(&go(&[flyer], &[EAST, MID])), None);
    coming.give(&go(&[flyer], &[EAST, MID]), &[]);
    coming.give(&go(&[deck], &[WEST, MID]), &[]);
    coming.end_phase();
    assert_eq!(coming.state.unit(flyer).link, deck);
}

#[test]
fn a_promised_deck_keeps_its_promise() {
    let mut kit = Kit::new();
    kit.noncombat();
    let deck = kit.put(DECK, RED, WEST);
    let flyer = kit.put(FLYER, RED, EAST);
    kit.state.unit_mut(flyer).used = 3;
    kit.state
        .unit_mut(flyer)
        .marks
        .set(Marks::MOVED.and(Marks::FOUGHT).and(Marks::ALOFT));
    assert_eq!(kit.refused(&go(&[deck], &[WEST, MID])), None);
    kit.give(&go(&[deck], &[WEST, MID]), &[]);
    assert_eq!(
        kit.refused(&go(&[deck], &[MID, WEST])),
        Some(Code::DeckPromised)
    );
    assert_eq!(
        kit.refused(&go(&[flyer], &[EAST, ECHO])),
        Some(Code::OnlyLanding)
    );
    assert_eq!(
        kit.refused(&go(&[flyer], &[EAST, FAR])),
        Some(Code::OnlyLanding)
    );
    assert_eq!(kit.refused(&go(&[flyer], &[EAST, MID])), None);
    kit.state.destroy(deck);
    kit.end_phase();
    assert!(kit.state.get(flyer).is_none());
}

#[test]
fn a_deck_that_is_being_bought_counts() {
    let mut kit = Kit::new();
    let flyer = kit.put(FLYER, RED, ALPHA);
    kit.put(BOAT, BLUE, EAST);
    kit.put(WORKS, RED, HOTEL);
    let out = go(&[flyer], &[ALPHA, WEST, MID, EAST]);
    assert_eq!(kit.refused(&out), Some(Code::NoLanding));
    kit.state.bought.push(Bought {
        kind: DECK,
        count: 1,
        price: 16,
        economy: EconomyId(0),
    });
    kit.give(&out, &[]);
    kit.noncombat();
    kit.give(&go(&[flyer], &[EAST, FAR]), &[]);
    kit.end_phase();
    assert!(kit.state.unit(flyer).marks.any(Marks::ALOFT));
    // Mobilization ends with the last unit that is placed.
    let place = Order::Place {
        kind: DECK,
        count: 1,
        space: FAR,
    };
    kit.go_to(PhaseKind::Mobilize).give(&place, &[]);
    let decks = kit.state.those_in(FAR, |u| u.kind == DECK);
    assert_eq!(decks, [kit.state.unit(flyer).link]);
}

#[test]
fn a_barge_picks_up_on_its_way() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, EAST);
    assert_eq!(
        kit.refused(&go(&[barge], &[EAST, FAR])),
        Some(Code::NotCombat)
    );
    let walker = kit.put(WALKER, RED, HOTEL);
    kit.give(&go(&[barge], &[EAST, FAR]), &[]);
    kit.give(&load(&[walker], barge), &[]);
    kit.give(&go(&[barge], &[FAR, EAST]), &[]);
    kit.give(&unload(&[walker], ECHO), &[]);
}
