//! What `game/notes.rs` promises: what nobody may have noticed is said.

use sandtable::game::{Note, notes};
use sandtable::kernel::{Cx, Intent, NoHooks, Order, SpaceMark, State};
use sandtable::rules::SpaceId;
use sandtable_testing::{BARGE, BLUE, BOAT, RED, straits};

#[test]
fn enemies_that_no_battle_is_about_are_named() {
    let rules = straits();
    let (from, zone) = (SpaceId(9), SpaceId(10));
    let mut before = State::new(&rules);
    let boat = before.add(BOAT, RED, from).expect("room");
    before.add(BARGE, BLUE, zone).expect("room");
    let mut after = before.clone();
    after.unit_mut(boat).space = zone;
    let order = Order::Move {
        units: vec![boat],
        path: vec![from, zone],
        intent: Intent::Pass,
    };
    let told = notes(Cx::new(&rules, &after, &NoHooks), &before, &order);
    assert_eq!(told, [Note::LeftAlone(vec![(BARGE, 1)])]);
    after.mark(zone, SpaceMark::Attacked);
    let told = notes(Cx::new(&rules, &after, &NoHooks), &before, &order);
    assert_eq!(told, []);
}
