//! Positions in which a program should do one thing and not another, on the edition of the tests.

use sandtable::ai::{Level, advise, written};

/// What the quick program orders in the combat move of Red after these changes of the set-up.
fn attacks(changes: &[&str]) -> Vec<String> {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    let opened = sandtable::game::open(pack).map_err(|_| "the pack loads");
    let (mut game, _) = opened.unwrap().begin(1).expect("it begins");
    for change in ["set turn Red", "set phase combat move"]
        .iter()
        .chain(changes)
    {
        let done = game.edit("position", change);
        assert!(done.is_ok(), "{change} is no edit");
    }
    let decision = game.pending().expect("Red gives orders");
    let account = advise(game.cx(), &decision, Level::EASY).expect("it tells");
    written(&game, &account.orders)
}

#[test]
fn a_stack_that_cannot_be_beaten_is_worn_down_by_who_is_far_ahead() {
    let stack = [
        "put 8 walkers of Blue in Middle",
        "put 6 walkers of Red in Red Coast",
    ];
    let bound = |orders: Vec<String>| orders.into_iter().any(|o| o.ends_with("to Middle"));
    assert!(!bound(attacks(&stack)), "ten against eight lose");
    let ahead = [&stack[..], &["put 40 ships of Red in sz 1"]].concat();
    assert!(bound(attacks(&ahead)), "who can afford it wears them down");
}
