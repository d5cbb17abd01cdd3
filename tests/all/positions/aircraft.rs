//! Aircraft: where they land, and who rises.

use super::*;

#[test]
fn a_landing_is_covered_against_aircraft_that_rise() {
    let shores = [
        "clear all units",
        "set war USA Japan",
        "put 3 infantry, 9 fighters, 1 airbase of Japan in Japan",
        "set control Korea USA",
        "put 12 fighters, 12 infantry of USA in Korea",
        "put 3 destroyers, 6 transports of USA in sz 6",
    ];
    let orders = planned("pacific-1940", "USA", "combat move", &shores);
    let landed = ordered("land", "on Japan");
    let covers = |o: &String| o.contains("fighter") && o.ends_with("to sz 6");
    assert!(orders.iter().any(&landed), "{orders:?}");
    assert!(orders.iter().any(covers), "{orders:?}");
}

#[test]
fn aircraft_go_where_the_troops_are_bound() {
    let far = [
        "clear all units",
        "set control Siberia Germany",
        "set control Urals Germany",
        "set control Russia Germany",
        "set control West Russia Germany",
        "set control Soviet Far East USSR",
        "put 3 fighters of Germany in Siberia",
        "put 12 infantry of Germany in Norway/Finland",
        "put 3 transports, 4 destroyers of Germany in sz 6",
        "put 4 infantry of UK in United Kingdom",
        "put 20 infantry of USA in Eastern United States",
        "put 20 infantry of USA in Western United States",
        "put 20 infantry of USA in Eastern Canada",
    ];
    let orders = planned("1941", "Germany", "noncombat move", &far);
    let follow = |o: &&String| o.starts_with("move 1 fighter from Siberia");
    assert_eq!(orders.iter().filter(follow).count(), 3, "{orders:?}");
}

#[test]
fn who_is_far_ahead_lands_where_those_who_rise_are_worn_down() {
    let shores = [
        "clear all units",
        "set war USA Japan",
        "put 3 infantry, 9 tactical bombers, 4 fighters, 1 airbase of Japan in Japan",
        "set control Korea USA",
        "put 200 infantry of USA in Western United States",
        "put 40 infantry of USA in Korea",
        "put 9 submarines, 10 destroyers, 1 cruiser, 20 transports of USA in sz 6",
    ];
    let orders = planned("pacific-1940", "USA", "combat move", &shores);
    let landed = ordered("land", "on Japan");
    assert!(orders.iter().any(&landed), "{orders:?}");
}

#[test]
fn aircraft_stay_where_troops_come_to() {
    let front = [
        "clear all units",
        "set war UK Japan",
        "put 2 infantry, 1 strategic bomber of Japan in Manchuria",
        "put 6 infantry of China in Chahar",
        "set control India Japan",
        "set control Burma Japan",
        "set control Shan State Japan",
        "set control Malaya Japan",
        "put 8 infantry of Japan in Jehol",
        "put 8 infantry of Japan in Korea",
        "put 1 transport of UK in sz 19",
        "put 2 infantry of UK in sz 19 on transport of UK",
    ];
    let orders = planned("pacific-1940", "Japan", "noncombat move", &front);
    let come = |o: &String| o.contains("from Korea to Manchuria");
    assert!(orders.iter().any(come), "{orders:?}");
    let gone = |o: &String| o.starts_with("move 1 strategic_bomber");
    assert!(!orders.iter().any(gone), "{orders:?}");
}

#[test]
fn who_is_aboard_a_carrier_stays_with_it() {
    let orders = planned("pacific-1940", "Japan", "noncombat move", &[]);
    let sails = |o: &String| o.contains("carrier") && o.contains("from sz 33");
    assert!(orders.iter().any(sails), "{orders:?}");
    let leaves = |o: &String| o.starts_with("move 1 fighter from sz");
    assert!(!orders.iter().any(leaves), "{orders:?}");
}

#[test]
fn what_nothing_was_planned_for_is_ended_by_who_brings_aircraft_down() {
    let sea = [
        "clear all units",
        "put 1 destroyer of Japan in sz 45",
        "put 1 fighter of Japan in sz 45",
        "put 1 carrier of Japan in sz 46",
        "put 1 infantry of Japan in Japan",
    ];
    let game = begun("pacific-1940", "Japan", "noncombat move", &sea);
    let over = check(game.cx(), &Order::EndPhase);
    assert!(over.is_err(), "the fighter would be lost");
    let Order::Move { units, path, .. } = last_resort(game.cx()) else {
        panic!("something is moved");
    };
    let kind = game.state().unit(units[0]).kind;
    let name = &game.rules().units[kind].name;
    assert!(name == "carrier" || name == "fighter", "{name} to {path:?}");
}

#[test]
fn aircraft_alone_wear_down_who_cannot_be_walked_to() {
    let strikes = |from: &str, to: &str, guard: &str| {
        let base = format!("put 20 fighters of Germany in {from}");
        let held = format!("set control {to} UK");
        let guard = format!("put {guard} of UK in {to}");
        let war = [
            &CONTINENT[..9],
            &["set phase combat move", &base, &held, &guard],
        ]
        .concat();
        let given = orders(&changed("1941", &war));
        let flies = |o: &String| o.contains("fighter") && o.ends_with(to);
        given.iter().any(flies)
    };
    let [base, isle] = ["Western Europe", "United Kingdom"];
    assert!(strikes(base, isle, "4 infantry, 6 fighters"));
    assert!(!strikes(base, isle, "40 infantry"), "too many for them");
    let far = strikes("Caucasus", "India", "4 infantry, 6 fighters");
    assert!(!far, "men come there later");
}

#[test]
fn aircraft_land_where_ships_have_to_fear_them() {
    let lands = |fleet: &[&str]| {
        let front = [
            "clear all units",
            "set war Japan USA",
            "put 2 fighters of Japan in Formosa",
        ];
        let front = [&front, fleet].concat();
        let orders = planned("pacific-1940", "Japan", "noncombat move", &front);
        let flies = |o: &&String| o.contains("fighter from Formosa") && o.ends_with("to Kiangsu");
        orders.iter().filter(flies).count()
    };
    assert_eq!(lands(&["put 9 destroyers of USA in sz 6"]), 2);
    assert_eq!(lands(&["put 9 destroyers of USA in sz 10"]), 0);
}

#[test]
fn who_is_aboard_makes_room_for_who_cannot_fly_on() {
    let sea = [
        "clear all units",
        "set war Japan UK",
        "put 1 carrier of Japan in sz 39",
        "put 2 tactical bombers of Japan in sz 39 on carrier of Japan",
        "put 1 destroyer of UK in sz 39",
        "put 1 fighter of Japan in Kwangsi",
        "put 2 infantry of Japan in Kwangsi",
    ];
    let mut game = begun("pacific-1940", "Japan", "combat move", &sea);
    ordering(
        &mut game,
        &["move 1 fighter from Kwangsi to sz 39", "end phase"],
    );
    let orders = orders(&game);
    let away = ordered("move 1 tactical_bomber from sz 39", "to Kwangsi");
    assert!(orders.iter().any(away), "{orders:?}");
}

#[test]
fn aircraft_follow_the_carriers_that_sail_on() {
    let sea = [
        "clear all units",
        "set war Japan UK",
        "set control Burma Japan",
        "put 1 carrier, 1 destroyer of Japan in sz 38",
        "put 1 transport of UK in sz 39",
        "put 1 fighter of Japan in Burma",
        "put 4 transports of Japan in sz 37",
        "put 8 infantry of Japan in sz 37 on transport of Japan",
        "put 2 infantry of Japan in Japan",
    ];
    let mut game = begun("pacific-1940", "Japan", "combat move", &sea);
    let strike = "move 1 fighter from Burma to sz 39 attacking";
    ordering(&mut game, &[strike, "end phase"]);
    // It cannot go back.
    change(&mut game, &["set control Burma UK"]);
    let orders = orders(&game);
    let sails = ordered("move 1 carrier", "to sz 37");
    assert!(orders.iter().any(sails), "{orders:?}");
    ordering(
        &mut game,
        &orders.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert!(check(game.cx(), &Order::EndPhase).is_ok(), "{orders:?}");
}

#[test]
fn aircraft_come_to_ships_that_stand_to_lose_less_with_them() {
    let come = |foes: &str| {
        let sea = [
            "clear all units",
            "set war USA Japan",
            "put 1 carrier, 1 cruiser of Japan in sz 33",
            "put 2 fighters of Japan in sz 32",
            "put 2 infantry of Japan in Caroline Islands",
            "put 2 infantry of Japan in Marianas",
            "put 2 infantry of Japan in Japan",
            foes,
        ];
        let orders = planned("pacific-1940", "Japan", "noncombat move", &sea);
        let lands = |o: &String| o.contains(" fighter") && o.ends_with("to sz 33");
        orders.iter().any(lands)
    };
    assert!(come("put 4 cruisers of USA in sz 31"));
    // They would save nobody.
    assert!(!come("put 8 destroyers of USA in sz 31"));
}

#[test]
fn aircraft_are_feared_where_they_could_come_down_afterwards() {
    let closes_in = |ground: &[&str]| {
        let bombers = [
            "clear all units",
            "set war USA Japan",
            "put 4 strategic_bombers of USA in Hawaiian Islands",
            "put 1 infantry of Japan in Japan",
            "put 2 transports of Japan in sz 32",
            "put 9 infantry of Japan in Caroline Islands",
        ];
        let changes = [&bombers, ground].concat();
        let orders = planned("pacific-1940", "Japan", "noncombat move", &changes);
        orders
            .iter()
            .any(ordered("move 2 transport from sz 32", "to sz 33"))
    };
    // Four steps from the bombers, which fly six.
    assert!(!closes_in(&[]));
    let far = ["New Guinea", "New Britain", "Gilbert Islands"];
    let far = far.map(|s| format!("set control {s} Japan"));
    assert!(closes_in(&far.each_ref().map(String::as_str)));
}

#[test]
fn aircraft_without_a_task_go_along_with_an_attack_and_men_with_men() {
    let front = [
        "clear all units",
        "put 6 infantry, 1 artillery of Japan in Kiangsi",
        "put 8 fighters, 3 infantry of Japan in Kiangsu",
        "put 2 infantry of China in Hunan",
        "put 3 infantry of China in Kweichow",
    ];
    let orders = planned("pacific-1940", "Japan", "combat move", &front);
    let flown = |o: &String| o.contains("fighter") && o.ends_with("to Hunan");
    assert!(orders.iter().any(flown), "{orders:?}");
    // One would take Anhwe, where nobody is; another one goes with him, and one stays.
    let walk = |o: &&String| o.contains("infantry") && o.ends_with("from Kiangsu to Anhwe");
    assert_eq!(orders.iter().filter(walk).count(), 2, "{orders:?}");
}

#[test]
fn aircraft_that_a_landing_in_one_go_counts_on_wear_nobody_down_elsewhere() {
    let attacks = |guard: u8, fleet: &str| {
        let changes = [
            "set phase combat move",
            "clear Western Europe",
            "put 3 infantry, 4 fighters of Germany in Western Europe",
            &format!("put {fleet} of UK in sz 7"),
            &format!("put {guard} infantry of UK in United Kingdom"),
            "set treasury Germany 40",
        ];
        orders(&changed("1941", &[&CONTINENT[..], &changes].concat()))
    };
    let flown = ["move 4 fighter from Western Europe to sz 7"];
    assert_eq!(attacks(9, "4 destroyers"), flown, "none is saved up for");
    let kept = attacks(1, "4 destroyers");
    assert!(kept.is_empty(), "they win in 73.5 %: {kept:?}");
    assert_eq!(attacks(1, "3 destroyers"), flown, "they win in 93 %");
}

#[test]
fn aircraft_do_not_wait_alone_where_others_reach_them() {
    let lands = |foes: &str, place: &'static str| {
        let islands = [
            "clear all units",
            "set war USA Japan",
            "set control Wake Island Japan",
            "set control Aleutian Islands Japan",
            "put 1 fighter of USA in sz 26",
            "put 2 infantry of USA in Hawaiian Islands",
            foes,
        ];
        let orders = planned("pacific-1940", "USA", "noncombat move", &islands);
        orders.iter().any(ordered("move 1 fighter", place))
    };
    assert!(lands("put 1 infantry of Japan in Wake Island", "to Midway"));
    let bombers = "put 1 infantry, 2 strategic bombers of Japan in Wake Island";
    assert!(!lands(bombers, "to Midway"));
}

#[test]
fn aircraft_do_not_attack_from_where_they_come_down_alone_beside_foes() {
    let fly = |aircraft: &str, moved: &'static str| {
        let inland = [
            "clear all units",
            "set war UK Japan",
            "put 12 infantry of Japan in Kiangsu",
            "put 4 infantry of Japan in Kwangsi",
            "put 2 infantry of China in Yunnan",
            "put 40 infantry of UK in Kwangtung",
            "set control French Indo-China Japan",
            aircraft,
        ];
        let orders = planned("pacific-1940", "Japan", "combat move", &inland);
        assert!(
            orders.iter().any(|o| o.ends_with("to Yunnan")),
            "{orders:?}"
        );
        orders.iter().any(ordered(moved, "to Yunnan"))
    };
    // It flies back to the men.
    assert!(fly(
        "put 1 strategic bomber of Japan in Kiangsu",
        "move 1 strategic_bomber"
    ));
    // It does not get so far.
    assert!(!fly("put 1 fighter of Japan in Kiangsu", "move 1 fighter"));
}
