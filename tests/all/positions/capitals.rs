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

#[test]
fn warships_stay_off_a_capital_that_was_taken_while_it_could_be_landed_in() {
    let sails = |stands: &str, foes: &str| {
        let beach = [
            "clear all units",
            "set war USA Japan",
            "set control Japan USA",
            "put 3 infantry of USA in Japan",
            &format!("put 4 destroyers of USA in {stands}"),
            "put 20 infantry of USA in Hawaiian Islands",
            "put 9 transports of USA in sz 26",
            "put 3 infantry, 3 tanks of Japan in Formosa",
            foes,
        ];
        let orders = planned("pacific-1940", "USA", "noncombat move", &beach);
        let warships = orders.into_iter().filter(|o| o.contains("destroyer"));
        warships.collect::<Vec<_>>()
    };
    let landing = "put 3 transports of Japan in sz 20";
    let called = sails("sz 19", landing);
    let come = ordered("move 4 destroyer", "to sz 6");
    assert!(called.iter().any(come), "{called:?}");
    let stay = sails("sz 6", landing);
    assert!(stay.is_empty(), "{stay:?}");
    let free = sails("sz 6", "put 1 submarine of Japan in sz 20");
    assert!(!free.is_empty(), "nobody can land");
}
