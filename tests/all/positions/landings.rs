//! Landings on what may decide the war: who goes along, and what waits for them.

use super::*;
use sandtable::ai::stakes;
use sandtable::rules::Id;

/// Germany in a phase with men and transports in port, where so many men hold London.
fn across_the_channel(phase: &str, london: &str, more: &[&str]) -> Session {
    let london = format!("put {london}, 1 complex of UK in United Kingdom");
    let port = [
        "clear all units",
        "set control Russia Germany",
        &london,
        "put 1 complex, 8 infantry, 4 tanks of Germany in Germany",
        "put 3 transports, 3 destroyers of Germany in sz 5",
        "put 4 infantry, 1 complex of Japan in Japan",
        "put 9 infantry, 1 complex of USA in Eastern United States",
    ];
    begun("1941", "Germany", phase, &[&port, more].concat())
}

#[test]
fn transports_wait_for_a_landing_that_may_decide_the_war() {
    let attacked = |london, more: &[&str]| told(&across_the_channel("combat move", london, more));
    let island = ordered("land", "on Iceland");
    let (orders, told) = attacked("9 infantry", &["set treasury Germany 30"]);
    assert!(told.contains("United Kingdom in one go"), "{told}");
    assert!(!orders.iter().any(&island), "{orders:?}");
    let (orders, told) = attacked("90 infantry", &["set treasury Germany 30"]);
    assert!(!told.contains("in one go"), "{told}");
    assert!(orders.iter().any(island), "{orders:?}");
}

#[test]
fn men_for_a_landing_in_one_go_wait_for_it_in_the_harbour() {
    let front = [
        "put 6 infantry of Germany in Eastern Europe",
        "put 4 infantry of USSR in Ukraine",
        "set treasury Germany 60",
    ];
    let orders = |london| orders(&across_the_channel("noncombat move", london, &front));
    let comes = |o: &String| o.starts_with("move") && o.ends_with("to Germany");
    let walks = |o: &String| o.starts_with("move") && o.contains("from Germany");
    let (made, none) = (orders("9 infantry"), orders("90 infantry"));
    assert!(made.iter().any(comes), "{made:?}");
    assert!(!made.iter().any(walks), "{made:?}");
    assert!(!none.iter().any(comes), "{none:?}");
    assert!(none.iter().any(walks), "{none:?}");
}

#[test]
fn who_guards_what_is_dear_goes_along_where_the_war_may_be_decided() {
    let stack = "put 12 infantry, 6 tanks of UK in Western Europe";
    let held = "set control Western Europe UK";
    let game = across_the_channel("combat move", "2 infantry", &[held, stack]);
    let orders = orders(&game);
    assert!(
        orders.iter().any(ordered("land", "on United Kingdom")),
        "{orders:?}"
    );
}

#[test]
fn nobody_lands_who_leaves_more_open_than_he_takes() {
    let lands = |beside: &str| {
        let coast = [
            "clear all units",
            "set control Karelia Germany",
            "set control Archangel Germany",
            "put 9 infantry, 1 complex of Germany in Germany",
            "put 2 infantry of Germany in Western Europe",
            "put 1 transport, 3 destroyers of Germany in sz 5",
            "put 1 complex, 90 infantry of UK in United Kingdom",
            "set control Southern Europe UK",
            beside,
        ];
        let orders = planned("1941", "Germany", "combat move", &coast);
        orders.iter().any(ordered("land", "on Iceland"))
    };
    assert!(lands("put 2 infantry of UK in Middle East"));
    assert!(!lands("put 2 infantry of UK in Southern Europe"));
}

#[test]
fn what_a_victory_is_worth_is_shared_by_the_spaces_that_are_still_lacking() {
    let london = |changes: &[&str]| {
        let game = begun("1941", "Germany", "combat move", changes);
        let (rules, decision) = (game.rules(), game.pending().expect("it is to move"));
        let spaces = rules.board.spaces.iter();
        let mut spaces = spaces.filter(|(_, s)| s.name == "United Kingdom");
        let (space, _) = spaces.next().expect("it is on the board");
        let worth = stakes(game.cx(), &rules.weights, decision.power)[space.index()];
        worth / rules.weights.worth_victory
    };
    assert_eq!(london(&[]), 0.5, "two of three are lacking");
    assert_eq!(london(&["set control Russia Germany"]), 1.0);
    assert_eq!(london(&["set control United Kingdom Germany"]), 0.5);
}
