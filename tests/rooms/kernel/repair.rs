//! What `kernel/repair.rs` promises: points are paid, ships mend for free.

use sandtable::kernel::{Code, Event, Marks, Order, State, UnitIx};
use sandtable::rules::{PhaseKind, Rules};

use super::bay::*;

fn repair(facility: u16, points: u8) -> Order {
    Order::Repair {
        facility: UnitIx(facility),
        points,
    }
}

fn code(rules: &Rules, state: &State, facility: u16, points: u8) -> Option<Code> {
    refused(rules, state, PhaseKind::Purchase, &repair(facility, points))
}

/// Ends the phase in which money is spent: ships are mended.
fn mend(rules: &Rules, state: &mut State) -> Vec<Event> {
    give(rules, state, PhaseKind::Purchase, &Order::EndPhase)
}

#[test]
fn points_are_paid_one_by_one() {
    let rules = rules();
    let mut state = state(&rules);
    put(&mut state, WALKER, RED, HOME, 1);
    put(&mut state, WORKS, BLUE, FAR, 1);
    state.units[0].damage = 4;
    state.treasury[0] = 3;
    assert_eq!(code(&rules, &state, 0, 3), None);
    assert_eq!(code(&rules, &state, 0, 4), Some(Code::TooPoor));
    assert_eq!(code(&rules, &state, 0, 0), Some(Code::RepairNothing));
    assert_eq!(code(&rules, &state, 0, 255), Some(Code::RepairNothing));
    assert_eq!(code(&rules, &state, 1, 1), Some(Code::RepairWhat));
    assert_eq!(code(&rules, &state, 2, 1), Some(Code::NotYours));
    assert_eq!(code(&rules, &state, 999, 1), Some(Code::NoSuchUnit));
    let mut orders = legal(&rules, &state, PhaseKind::Purchase);
    orders.retain(|order| matches!(order, Order::Repair { .. }));
    assert_eq!(orders, [1, 3].map(|points| repair(0, points)));
    let events = give(&rules, &mut state, PhaseKind::Purchase, &repair(0, 3));
    assert_eq!((state.treasury[0], state.units[0].damage), (0, 1));
    assert_eq!(
        events,
        [Event::Repaired {
            power: RED,
            space: HOME,
            unit: WORKS,
            points: 3,
            ipc: 3
        }]
    );
}

#[test]
fn ships_mend_beside_a_working_facility_only() {
    let rules = rules();
    let mut state = state(&rules);
    let near = put(&mut state, DECK, RED, BAY, 1);
    let far = put(&mut state, DECK, RED, DEEP, 1);
    [near, far]
        .into_iter()
        .for_each(|ix| state.unit_mut(ix).damage = 1);
    state.units[0].damage = 6;
    let events = mend(&rules, &mut state);
    assert!(events.is_empty(), "a wrecked facility serves nobody");
    state.units[0].damage = 5;
    let events = mend(&rules, &mut state);
    assert_eq!(
        events,
        [Event::Mended {
            power: RED,
            space: BAY,
            unit: DECK
        }]
    );
    assert_eq!((state.unit(near).damage, state.unit(far).damage), (0, 1));
    assert_eq!(state.unit(near).marks, Marks::default());
}
