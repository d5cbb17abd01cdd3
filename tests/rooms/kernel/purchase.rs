//! What `kernel/purchase.rs` promises: what may be bought and built up.

use sandtable::kernel::{Code, Event, Marks, Order, State, UnitIx};
use sandtable::rules::*;

use super::bay::*;

const PURCHASE: PhaseKind = PhaseKind::Purchase;

fn code(rules: &Rules, state: &State, units: &[(UnitTypeId, u16)]) -> Option<Code> {
    refused(rules, state, PURCHASE, &Order::Buy(units.to_vec()))
}

fn buy(rules: &Rules, state: &mut State, units: &[(UnitTypeId, u16)]) -> Vec<Event> {
    give(rules, state, PURCHASE, &Order::Buy(units.to_vec()))
}

#[test]
fn absurd_orders_are_refused() {
    let mut rules = rules();
    let state = state(&rules);
    assert_eq!(code(&rules, &state, &[(WALKER, 13)]), None);
    assert_eq!(code(&rules, &state, &[(WALKER, 14)]), Some(Code::TooPoor));
    assert_eq!(
        code(&rules, &state, &[(WALKER, u16::MAX), (FLYER, u16::MAX)]),
        Some(Code::TooPoor)
    );
    assert_eq!(code(&rules, &state, &[(WALKER, 0)]), Some(Code::Nothing));
    assert_eq!(code(&rules, &state, &[]), Some(Code::Nothing));
    assert_eq!(
        code(&rules, &state, &[(WALKER, 1), (WALKER, 1)]),
        Some(Code::Twice)
    );
    assert_eq!(
        code(&rules, &state, &[(UnitTypeId(99), 1)]),
        Some(Code::NoSuchUnit)
    );
    rules.economy.purchases[0].by = set(&[BLUE]);
    assert_eq!(code(&rules, &state, &[(WALKER, 1)]), Some(Code::NotForSale));
    rules.economy.purchases[0].by = set(&[RED]);
    let never = PurchaseRule {
        verdict: Verdict::Forbid,
        reason: "no".to_owned(),
        ..rules.economy.purchases[0].clone()
    };
    rules.economy.purchases.insert(
        0,
        PurchaseRule {
            when: Cond::Not(Box::new(Cond::Always)),
            ..never.clone()
        },
    );
    assert_eq!(code(&rules, &state, &[(WALKER, 1)]), None);
    rules.economy.purchases.insert(0, never);
    let order = Order::Buy(vec![(WALKER, 1)]);
    let refused = checked(&rules, &state, PURCHASE, &order).unwrap_err();
    assert_eq!(
        (refused.code, refused.sentence(&rules)),
        (Code::NotForSale, "no".to_owned())
    );
    rules.economy.purchases.remove(0);
    rules.units.types[WALKER].cost = Some(0);
    assert_eq!(
        code(&rules, &state, &[(WALKER, 5000)]),
        Some(Code::Overflow)
    );
}

#[test]
fn money_goes_and_units_wait() {
    let rules = rules();
    let mut state = state(&rules);
    let mut events = buy(&rules, &mut state, &[(WALKER, 2)]);
    events.extend(buy(&rules, &mut state, &[(WALKER, 1), (FLYER, 1)]));
    assert_eq!(state.treasury[0], 40 - 19);
    assert_eq!(
        state
            .bought
            .iter()
            .map(|b| (b.kind, b.count, b.price))
            .collect::<Vec<_>>(),
        [(WALKER, 3, 3), (FLYER, 1, 10)]
    );
    assert_eq!(
        events,
        [
            Event::Bought {
                power: RED,
                units: vec![(WALKER, 2)],
                ipc: 6
            },
            Event::Bought {
                power: RED,
                units: vec![(WALKER, 1), (FLYER, 1)],
                ipc: 13
            }
        ]
    );
}

#[test]
fn facilities_need_ground_to_stand_on() {
    let rules = rules();
    let mut state = state(&rules);
    assert_eq!(code(&rules, &state, &[(WORKS, 1)]), None);
    assert_eq!(
        code(&rules, &state, &[(WORKS, 2)]),
        Some(Code::NoSite),
        "one slot is taken"
    );
    assert_eq!(
        code(&rules, &state, &[(BIG_WORKS, 1)]),
        Some(Code::NoSite),
        "the hill is worth too little"
    );
    buy(&rules, &mut state, &[(WORKS, 1)]);
    assert_eq!(
        code(&rules, &state, &[(WORKS, 1)]),
        Some(Code::NoSite),
        "the slot is spoken for"
    );
}

#[test]
fn facilities_are_built_up_when_whole() {
    let rules = rules();
    let mut state = state(&rules);
    let poor = put(&mut state, WORKS, RED, HILL, 1);
    let code = |state: &State, ix| refused(&rules, state, PURCHASE, &Order::Upgrade(ix));
    assert_eq!(code(&state, poor), Some(Code::UpgradeWhat));
    assert_eq!(code(&state, UnitIx(50)), Some(Code::NoSuchUnit));
    state.units[0].damage = 1;
    assert_eq!(code(&state, UnitIx(0)), Some(Code::UpgradeDamaged));
    state.units[0].damage = 0;
    assert_eq!(code(&state, UnitIx(0)), None);
    let order = Order::Upgrade(UnitIx(0));
    assert!(legal(&rules, &state, PURCHASE).contains(&order));
    give(&rules, &mut state, PURCHASE, &order);
    assert_eq!((state.treasury[0], state.units[0].kind), (20, WORKS));
    assert_eq!(
        code(&state, UnitIx(0)),
        Some(Code::UpgradeWhat),
        "once is enough"
    );
    let events = give(&rules, &mut state, PhaseKind::Mobilize, &Order::EndPhase);
    assert_eq!(
        (state.units[0].kind, state.units[0].marks),
        (BIG_WORKS, Marks::default())
    );
    assert_eq!(
        events,
        [Event::Upgraded {
            power: RED,
            space: HOME,
            unit: BIG_WORKS
        }]
    );
}
