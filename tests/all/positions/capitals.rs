//! Who stays, or goes back, for a capital that foes are near.

use super::*;

/// Where Soviet units attack, with such a stack of Germany's beside their capital.
fn sallies(stack: &str) -> Vec<String> {
    let front = [
        "clear all units",
        "set control Caucasus USSR",
        "set control Karelia Germany",
        "put 1 complex, 7 infantry, 1 tank of USSR in Russia",
        "put 3 infantry, 1 tank of USSR in Caucasus",
        "put 1 complex, 2 fighters, 4 infantry of Germany in Germany",
        stack,
    ];
    planned("1941", "USSR", "combat move", &front)
}

#[test]
fn nobody_leaves_a_capital_open_for_an_attack_that_may_fail() {
    let out = ordered("move", "to West Russia");
    let strong = sallies("put 4 infantry, 4 tanks of Germany in West Russia");
    assert!(!strong.iter().any(&out), "{strong:?}");
    let weak = sallies("put 1 infantry of Germany in West Russia");
    assert!(weak.iter().any(out), "{weak:?}");
}

#[test]
fn who_was_bought_for_a_capital_counts_before_others_leave_it() {
    let front = [
        "clear all units",
        "set treasury USSR 30",
        "set control Caucasus Germany",
        "put 1 infantry of Germany in West Russia",
        "put 3 infantry, 2 tanks of Germany in Caucasus",
        "put 1 complex, 2 fighters, 4 infantry of Germany in Germany",
        "put 1 complex, 10 infantry, 1 tank of USSR in Russia",
    ];
    let leave = |bought: &[&str]| {
        let mut game = begun("1941", "USSR", "purchase", &front);
        ordering(&mut game, &[bought, &["end phase"]].concat());
        orders(&game).iter().any(ordered("move", "to West Russia"))
    };
    assert!(!leave(&[]));
    assert!(leave(&["buy 3 infantry"]));
}
