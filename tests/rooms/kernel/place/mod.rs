//! What `kernel/place.rs` promises: where new units may stand, and what must be placed before
//! mobilization ends.

mod promise;

use sandtable::kernel::{Bought, Code, Event, Order, SpaceMark, State};
use sandtable::rules::*;

use super::bay::*;

const MOBILIZE: PhaseKind = PhaseKind::Mobilize;

fn bought(state: &mut State, kind: UnitTypeId, count: u16) {
    state.bought.push(Bought {
        kind,
        count,
        price: 3,
        economy: EconomyId(0),
    });
}

fn code(
    rules: &Rules,
    state: &State,
    kind: UnitTypeId,
    count: u16,
    space: SpaceId,
) -> Option<Code> {
    let order = Order::Place { kind, count, space };
    refused(rules, state, MOBILIZE, &order)
}

fn end(rules: &Rules, state: &State) -> Option<Code> {
    refused(rules, state, MOBILIZE, &Order::EndPhase)
}

fn place(rules: &Rules, state: &mut State, kind: UnitTypeId, space: SpaceId) {
    let count = 1;
    give(rules, state, MOBILIZE, &Order::Place { kind, count, space });
}

#[test]
fn the_works_build_so_many_a_turn() {
    let rules = rules();
    let mut state = state(&rules);
    bought(&mut state, WALKER, 4);
    bought(&mut state, DECK, 2);
    assert_eq!(code(&rules, &state, WALKER, 5, HOME), Some(Code::NotBought));
    assert_eq!(code(&rules, &state, WALKER, 4, HOME), Some(Code::PlaceFull));
    assert_eq!(code(&rules, &state, WALKER, 0, HOME), Some(Code::Nothing));
    assert_eq!(
        code(&rules, &state, WALKER, 1, HILL),
        Some(Code::PlaceWhere)
    );
    assert_eq!(code(&rules, &state, WALKER, 1, BAY), Some(Code::PlaceWhere));
    assert_eq!(
        code(&rules, &state, WALKER, 1, SpaceId(400)),
        Some(Code::PlaceWhere)
    );
    assert_eq!(
        code(&rules, &state, UnitTypeId(60), 1, HOME),
        Some(Code::NoSuchUnit)
    );
    assert_eq!(code(&rules, &state, DECK, 1, DEEP), Some(Code::PlaceWhere));
    place(&rules, &mut state, DECK, BAY);
    assert_eq!(code(&rules, &state, WALKER, 3, HOME), Some(Code::PlaceFull));
    state.units[0].damage = 1;
    assert_eq!(code(&rules, &state, WALKER, 1, HOME), None);
    place(&rules, &mut state, WALKER, HOME);
    assert_eq!(
        code(&rules, &state, WALKER, 1, HOME),
        Some(Code::PlaceFull),
        "damage takes its share"
    );
    assert_eq!(end(&rules, &state), None);
    let events = give(&rules, &mut state, MOBILIZE, &Order::EndPhase);
    assert_eq!(
        events,
        [Event::Refunded {
            power: RED,
            units: vec![(WALKER, 3), (DECK, 1)],
            ipc: 12
        }]
    );
    assert_eq!(
        (state.treasury[0], state.bought.len(), state.placed.len()),
        (52, 0, 0)
    );
}

#[test]
fn what_can_be_placed_must_be() {
    let rules = rules();
    let mut state = state(&rules);
    bought(&mut state, WALKER, 2);
    assert_eq!(end(&rules, &state), Some(Code::PlaceMore));
    assert_eq!(
        legal(&rules, &state, MOBILIZE),
        [1, 2].map(|count| Order::Place {
            kind: WALKER,
            count,
            space: HOME
        })
    );
    state.mark(HOME, SpaceMark::Fresh);
    assert_eq!(end(&rules, &state), None, "fresh works build nothing");
}

#[test]
fn decks_take_new_aircraft_that_no_other_waits_for() {
    let rules = rules();
    let mut state = state(&rules);
    bought(&mut state, FLYER, 3);
    assert_eq!(code(&rules, &state, FLYER, 1, BAY), Some(Code::PlaceWhere));
    let barge = put(&mut state, DECK, RED, BAY, 1);
    put(&mut state, FLYER, RED, BAY, 1);
    assert_eq!(
        code(&rules, &state, FLYER, 2, BAY),
        Some(Code::PlaceWhere),
        "one slot is waited for"
    );
    place(&rules, &mut state, FLYER, BAY);
    assert_eq!(state.aboard(barge).count(), 1);
    assert_eq!(code(&rules, &state, FLYER, 1, BAY), Some(Code::PlaceWhere));
    assert_eq!(code(&rules, &state, FLYER, 2, HOME), None);
    state.unit_mut(barge).damage = 1;
    assert_eq!(
        code(&rules, &state, FLYER, 1, BAY),
        Some(Code::PlaceWhere),
        "the deck is shut"
    );
}

#[test]
fn facilities_stand_alone_in_their_slot() {
    let rules = rules();
    let mut state = state(&rules);
    bought(&mut state, WORKS, 2);
    bought(&mut state, WALKER, 1);
    assert_eq!(code(&rules, &state, WORKS, 1, HOME), Some(Code::PlaceSlot));
    assert_eq!(code(&rules, &state, WORKS, 2, HILL), Some(Code::PlaceSlot));
    assert_eq!(code(&rules, &state, WORKS, 1, FAR), Some(Code::PlaceWhere));
    place(&rules, &mut state, WORKS, HILL);
    assert_eq!(code(&rules, &state, WORKS, 1, HILL), Some(Code::PlaceSlot));
    assert_eq!(
        code(&rules, &state, WALKER, 1, HILL),
        Some(Code::PlaceWhere),
        "new works build next turn"
    );
    assert_eq!(state.placed, []);
}

#[test]
fn a_row_may_open_all_own_land() {
    let mut rules = rules();
    let site = Site::Own(SpaceFilter::ControlledBy(Who::Self_));
    rules.economy.placements.insert(
        0,
        PlacementRule {
            by: set(&[RED]),
            units: set(&[WALKER]),
            site,
            reason: String::new(),
        },
    );
    let mut state = state(&rules);
    bought(&mut state, WALKER, 30);
    state.set_owner(FAR, Some(RED));
    assert_eq!(
        code(&rules, &state, WALKER, 30, FAR),
        None,
        "land taken this turn included"
    );
    assert_eq!(code(&rules, &state, WALKER, 1, BAY), Some(Code::PlaceWhere));
}
