//! Positions in which a program should do one thing and not another.

use sandtable::ai::{Level, advise, program, written};
use sandtable::game::open_with;
use sandtable::kernel::{DecisionKind, Order};
use sandtable::pack::Choices;

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

/// How many dice of research the quick program buys for a power at the start of the largest edition.
fn dice_bought(power: &str, changes: &[&str]) -> usize {
    let mut choices = Choices::default();
    choices.set.insert("research".to_owned(), "on".to_owned());
    let opened = open_with("global-1940", &choices).map_err(|_| "the pack loads");
    let (mut game, _) = opened.unwrap().begin(1).expect("it begins");
    for change in changes
        .iter()
        .map(|c| (*c).to_owned())
        .chain([format!("set turn {power}"), "set phase research".to_owned()])
    {
        let done = game.edit("position", &change);
        assert!(done.is_ok(), "{change} is no edit");
    }
    let decision = game.pending().expect("somebody is asked");
    let asked = matches!(decision.kind, DecisionKind::Offer(_));
    assert!(asked, "{power} has money for dice");
    let mut player = program("planner:easy", 1, 0);
    let cx = game.cx();
    match player.answer(cx.rules, cx.state, cx.hooks, &decision) {
        Order::Answer(dice) => dice.len(),
        other => panic!("{other:?} is no answer"),
    }
}

#[test]
fn research_is_bought_by_who_has_much_to_make_better() {
    let germany = dice_bought("Germany", &[]);
    assert!(
        (1..=5).contains(&germany),
        "{germany} dice for a large army"
    );
    assert_eq!(dice_bought("ANZAC", &[]), 0, "a few units are not worth it");
    let open = [
        "clear Germany",
        "put 1 infantry of Germany in Germany",
        "put 6 tank of France in Western Germany",
    ];
    assert_eq!(dice_bought("Germany", &open), 0, "the capital would fall");
}
