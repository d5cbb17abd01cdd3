//! Who guards whom at sea.

use super::*;

#[test]
fn warships_come_to_transports_that_have_moved() {
    let start = [
        "clear all units",
        "put 3 transports of Japan in sz 40",
        "put 1 battleship, 4 destroyers of Japan in sz 40",
        "put 4 infantry of Japan in Japan",
        "put 1 transport of Japan in sz 45",
        "put 2 fighters of USA in Western United States",
    ];
    let mut game = begun("1941", "Japan", "noncombat move", &start);
    ordering(
        &mut game,
        &["move 3 transports from sz 40 via sz 41 to sz 42"],
    );
    let orders = orders(&game);
    let comes = |o: &String| o.contains("battleship") && o.contains("to sz 42");
    assert!(orders.iter().any(comes), "{orders:?}");
}

/// Japan at war with the United Kingdom, its ships in the South China Sea and destroyers near them.
fn off_indochina(phase: &str, changes: &[&str]) -> Session {
    let ships = [
        "set war Japan UK",
        "set control French Indo-China Japan",
        "clear sz 6",
        "clear sz 19",
        "clear sz 20",
        "clear sz 33",
        "put 2 battleships, 2 cruisers, 3 destroyers, 3 transports of Japan in sz 36",
        "put 2 destroyers of UK in sz 39",
    ];
    begun("pacific-1940", "Japan", phase, &[&ships, changes].concat())
}

#[test]
fn one_transport_is_guarded_though_others_wait_where_the_warships_are() {
    let men = ["put 6 infantry of Japan in Hainan"];
    let given = orders(&off_indochina("combat move", &men));
    let landed = ordered("land", "on Borneo");
    assert_eq!(given.iter().filter(|o| landed(o)).count(), 1, "{given:?}");
}

#[test]
fn warships_stay_with_transports_that_have_moved() {
    let men = [
        "put 2 infantry of Japan in sz 36 on transport of Japan",
        "put 2 transports of Japan in sz 6",
        "put 1 destroyer of UK in sz 37",
    ];
    let mut game = off_indochina("noncombat move", &men);
    ordering(&mut game, &["land 2 infantry from sz 36 on Kwangsi"]);
    let given = orders(&game);
    let leaves = |o: &String| o.contains("destroyer") && o.contains("from sz 36");
    assert!(!given.iter().any(leaves), "{given:?}");
}

#[test]
fn who_has_landed_is_guarded_before_others_unload() {
    let laden = "put 2 infantry of Japan in sz 36 on transport of Japan";
    let mut game = off_indochina("combat move", &[laden, laden, laden]);
    let landing = [
        "move 2 transport (2 infantry) from sz 36 to sz 43",
        "land 4 infantry from sz 43 on Borneo",
        "end phase",
    ];
    ordering(&mut game, &landing);
    let given = orders(&game);
    let guards = |o: &String| o.contains("battleship") && o.ends_with("to sz 43");
    assert!(given.iter().any(guards), "{given:?}");
}

#[test]
fn aircraft_stay_aboard_of_a_fleet_that_holds() {
    let leave = |foes: &str| {
        let foes = format!("put {foes} of USA in sz 35");
        let sea = [
            "clear all units",
            "set war Japan USA",
            "put 1 carrier, 4 destroyers of Japan in sz 36",
            "put 2 fighters of Japan in sz 36",
            "put 9 infantry of Japan in Kwangsi",
            &foes,
        ];
        let orders = planned("pacific-1940", "Japan", "noncombat move", &sea);
        orders.iter().any(|o| o.contains("fighter from sz 36"))
    };
    assert!(!leave("1 submarine"));
    assert!(leave("9 battleships"), "ashore they are safe");
}

#[test]
fn submarines_do_not_guard_transports_from_aircraft() {
    let laden = "put 2 infantry of USA in sz 1 on transport of USA";
    let sails = |guards: &str| {
        let guards = format!("put {guards} of USA in sz 1");
        let changes = [
            "clear all units",
            "set war USA Japan",
            "put 9 fighters of Japan in Japan",
            "put 6 transports of USA in sz 1",
            laden,
            laden,
            laden,
            laden,
            &guards,
        ];
        let given = planned("pacific-1940", "USA", "noncombat move", &changes);
        given
            .iter()
            .any(|o| o.contains("transport") && o.ends_with("to sz 7"))
    };
    assert!(sails("12 destroyers"));
    assert!(
        !sails("20 submarines"),
        "aircraft sink the transports alone"
    );
}

#[test]
fn a_fleet_that_fetches_men_is_not_called_away_to_guard_one_transport() {
    let sailed = |fleet: &str, to: &str| {
        let start = [
            "clear all units",
            "put 1 complex of USA in Western United States",
            "put 9 infantry of USA in Western United States",
            "put 4 destroyers of USA in sz 40",
            fleet,
            "put 1 transport of USA in sz 43",
            "put 1 infantry of USA in sz 43 on transport of USA",
            "put 3 fighters of Japan in Japan",
        ];
        let mut game = begun("1941", "USA", "combat move", &start);
        let landing = [
            "move 1 transport from sz 43 via sz 44 to sz 45",
            "land 1 infantry from sz 45 on Manchuria",
            "end",
        ];
        ordering(&mut game, &landing);
        orders(&game)
            .iter()
            .any(|o| o.contains("from sz 40") && o.ends_with(to))
    };
    assert!(sailed("put 6 transports of USA in sz 40", "to sz 42"));
    assert!(sailed("put 1 destroyer of USA in sz 40", "to sz 45"));
}

#[test]
fn ships_leave_a_battle_that_is_lost() {
    let stays = |foes: &str| {
        let foes = format!("put {foes} of USA in sz 6");
        let sea = [
            "clear all units",
            "set war Japan USA",
            "put 9 transports, 1 destroyer of Japan in sz 6",
            "put 9 infantry of Japan in Japan",
            &foes,
        ];
        let orders = planned("pacific-1940", "Japan", "combat move", &sea);
        !orders
            .iter()
            .any(|o| o.contains("destroyer") && o.contains("from sz 6"))
    };
    assert!(stays("1 transport"));
    assert!(!stays("9 battleships"));
}

#[test]
fn who_guards_a_landing_comes_with_it_where_aircraft_may_rise() {
    let laden = "put 2 infantry of USA in sz 7 on transport of USA";
    let mut war = vec![
        "clear all units",
        "set war USA Japan",
        "put 2 infantry, 1 fighter, 1 airbase, 1 major_ic of Japan in Japan",
        "put 6 fighters, 2 infantry of Japan in Manchuria",
        "put 6 transports, 10 destroyers of USA in sz 7",
    ];
    war.extend([laden; 6]);
    let given = planned("pacific-1940", "USA", "combat move", &war);
    let all = ordered("move 10 destroyer", "to sz 6");
    assert!(given.iter().any(all), "{given:?}");
}

#[test]
fn transports_flee_to_where_warships_come_to_them() {
    let ships = [
        "clear all units",
        "set war Japan USA",
        "put 10 infantry, 1 naval_base of Japan in Japan",
        "put 3 transports of Japan in sz 6",
        "put 6 destroyers, 2 battleships of USA in sz 6",
        "put 2 infantry, 1 strategic_bomber of USA in Philippines",
        "put 2 infantry, 1 strategic_bomber of USA in Hawaiian Islands",
        "put 2 battleships, 6 destroyers of Japan in sz 37",
        "put 6 battleships of Japan in sz 63",
    ];
    let mut game = begun("pacific-1940", "Japan", "combat move", &ships);
    let given = orders(&game);
    let flees = |o: &&String| o.starts_with("move 3 transport from sz 6");
    let flight = given.iter().find(flees).cloned().unwrap_or_default();
    assert!(flight.ends_with("to sz 35"), "{given:?}");
    ordering(&mut game, &[&flight, "end phase"]);
    let coming = orders(&game);
    let comes = |o: &String| o.contains("destroyer") && o.ends_with("to sz 35");
    assert!(coming.iter().any(comes), "{coming:?}");
}

#[test]
fn who_guards_transports_leaves_no_more_behind_than_is_gained() {
    let leaves = |foes: &[&str]| {
        let sea = [
            "clear all units",
            "set war Japan USA",
            "put 9 transports, 1 destroyer of Japan in sz 6",
            "put 1 transport of USA in sz 7",
            "put 40 infantry of USA in Western United States",
        ];
        let sea = [&sea, foes].concat();
        let orders = planned("pacific-1940", "Japan", "combat move", &sea);
        orders.iter().any(|o| o.contains("destroyer from sz 6"))
    };
    assert!(leaves(&[]));
    assert!(!leaves(&["put 1 submarine of USA in sz 16"]));
}

#[test]
fn nobody_goes_aboard_who_would_only_be_lost_with_the_ship() {
    let boards = |guards: &str| {
        let guards = format!("put {guards} of USA in sz 10");
        let port = [
            "clear all units",
            "set war USA Japan",
            "put 1 major_ic, 12 infantry of USA in Western United States",
            "put 6 transports of USA in sz 10",
            "put 4 destroyers of Japan in sz 26",
            "put 4 destroyers of Japan in sz 8",
            &guards,
        ];
        let orders = planned("pacific-1940", "USA", "noncombat move", &port);
        orders.iter().any(|o| o.starts_with("load"))
    };
    assert!(boards("9 destroyers"));
    assert!(!boards("1 submarine"), "who stays ashore is not sunk");
}

#[test]
fn warships_come_first_to_the_transports_that_are_worth_most() {
    let guarded = |few: &str, most: &str| {
        let start = [
            "clear all units",
            "put 4 transports of Japan in sz 40",
            "put 1 battleship, 4 destroyers of Japan in sz 40",
            "put 4 infantry of Japan in Japan",
            "put 1 fighter of USA in Western United States",
            "put 1 fighter of USA in Mexico",
        ];
        let mut game = begun("1941", "Japan", "noncombat move", &start);
        let sail = |count: u8, way: &str| format!("move {count} transports from sz 40 {way}");
        ordering(&mut game, &[&sail(1, few), &sail(3, most)]);
        let orders = orders(&game);
        let comes = |o: &String| o.contains("battleship") && o.ends_with(&most[most.len() - 8..]);
        assert!(orders.iter().any(comes), "{orders:?}");
    };
    guarded("via sz 41 to sz 36", "via sz 41 to sz 42");
    guarded("via sz 41 to sz 42", "via sz 41 to sz 36");
}

#[test]
fn new_warships_are_placed_with_the_transports_that_they_save() {
    let placed = |zone: &str| {
        let transports = format!("put 8 transports of USA in {zone}");
        let sea = [
            "clear all units",
            "set war USA Japan",
            "put 1 minor_ic, 1 infantry of USA in Alaska",
            "put 1 major_ic, 9 infantry of USA in Western United States",
            "put 2 destroyers of Japan in sz 8",
            "put 2 destroyers of Japan in sz 26",
            "put 40 infantry of Japan in Japan",
            "set treasury USA 24",
            &transports,
        ];
        let mut game = begun("pacific-1940", "USA", "purchase", &sea);
        ordering(&mut game, &["buy 3 destroyers", "end phase"]);
        idle_until(&mut game, PhaseKind::Mobilize);
        let all = format!("place 3 destroyer in {zone}");
        assert!(orders(&game).contains(&all), "{:?}", orders(&game));
    };
    placed("sz 1");
    placed("sz 10");
}

#[test]
fn transports_in_danger_look_for_a_refuge_as_far_as_they_get() {
    let ships = [
        "clear all units",
        "set war Japan USA",
        "put 4 strategic bombers, 10 infantry, 1 major ic, 1 airbase of Japan in Japan",
        "put 1 infantry, 1 major ic of USA in Western United States",
        "set control Aleutian Islands Japan",
        "put 11 transport of USA in sz 8",
        "put 22 infantry of USA in sz 8 on transport of USA",
        "put 6 destroyer of USA in sz 10",
    ];
    let orders = planned("pacific-1940", "USA", "noncombat move", &ships);
    let home = ordered("move 11 transport (2 infantry)", "to sz 10");
    assert!(orders.iter().any(home), "{orders:?}");
}
