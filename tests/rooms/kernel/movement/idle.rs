//! What `kernel/movement/idle.rs` promises: nobody sails out for nothing.

use sandtable::kernel::{Code, Intent, Order};

use super::super::straits::*;

#[test]
fn escorts_wait_for_the_assault_they_came_for() {
    let mut kit = Kit::new();
    let (boat, barge) = (kit.put(BOAT, RED, WEST), kit.put(BARGE, RED, WEST));
    let walker = kit.aboard(WALKER, RED, barge);
    kit.put(WALKER, BLUE, CHARLIE);
    let go = |ship| Order::Move {
        units: vec![ship],
        path: vec![WEST, MID],
        intent: Intent::Pass,
    };
    let end = |kit: &Kit| kit.refused(&Order::EndPhase);
    kit.give(&go(boat), &[]);
    assert_eq!(end(&kit), Some(Code::IdleShip));
    kit.give(&go(barge), &[]);
    assert_eq!(end(&kit), Some(Code::IdleShip));
    let landed = kit.clone();
    kit.give(
        &Order::Unload {
            units: vec![walker],
            to: CHARLIE,
        },
        &[],
    );
    assert_eq!(end(&kit), None);
    // Without anything left to land, nobody could do better.
    let mut kit = landed;
    kit.state.destroy(walker);
    kit.state.destroy(barge);
    assert_eq!(end(&kit), None);
}
