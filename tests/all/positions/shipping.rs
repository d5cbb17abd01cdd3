//! Where transports are sent, and what they put ashore.

use super::*;

#[test]
fn ships_that_few_have_boarded_wait_in_port() {
    let ready = [
        "set phase noncombat move",
        "put 4 transports, 2 destroyers of Germany in sz 5",
        "put 4 infantry of UK in United Kingdom",
    ];
    let mut game = changed("1941", &CONTINENT);
    change(&mut game, &ready);
    let orders = orders(&game);
    let sailed = |o: &String| o.contains("transport") && o.contains("from sz 5 to");
    assert!(!orders.iter().any(sailed), "{orders:?}");
}

#[test]
fn a_fleet_goes_on_to_where_it_is_on_the_way() {
    let bound = |fleet: &str| {
        let war = [
            "set turn USA",
            "set phase noncombat move",
            "clear all units",
            "put 1 infantry, 1 complex of Germany in Germany",
            "put 5 infantry, 1 complex of Japan in Japan",
            "put 1 complex, 8 infantry of USA in Eastern United States",
            "put 1 complex, 8 infantry of USA in Western United States",
            fleet,
        ];
        let game = changed("1941", &war);
        bound_for(&game)
    };
    // Nobody stands there, and Germany is next; nor in Manchuria, beside Japan.
    assert_eq!(
        bound("put 4 transports, 2 destroyers of USA in sz 6"),
        "Western Europe"
    );
    assert_eq!(
        bound("put 4 transports, 2 destroyers of USA in sz 39"),
        "Manchuria"
    );
}

/// Where Japan sails from the Caroline Islands if it holds these territories as well.
fn bound_holding(held: &[&str]) -> String {
    let war = [
        "clear all units",
        "set war USA Japan",
        "set war UK Japan",
        "set turn Japan",
        "set phase noncombat move",
        "put 4 infantry of Japan in Japan",
        "put 2 transports of Japan in sz 33",
        "put 4 infantry of Japan in Caroline Islands",
    ];
    let mut game = changed("pacific-1940", &war);
    for space in held {
        change(&mut game, &[&format!("set control {space} Japan")]);
    }
    bound_for(&game)
}

#[test]
fn ships_make_for_where_men_can_walk_on() {
    assert_eq!(bound_holding(&[]), "Northern Territory");
    let taken = ["Queensland", "New South Wales"];
    assert_eq!(bound_holding(&taken), "Shan State");
}

#[test]
fn ships_make_for_where_more_is_next_to_reach() {
    let mainland = ["Queensland", "New South Wales", "Burma", "India", "Malaya"];
    let more = [
        "Victoria",
        "South Australia",
        "Western Australia",
        "Shan State",
        "French Indo-China",
        "Mexico",
    ];
    let held = [&mainland[..], &more].concat();
    assert_eq!(bound_holding(&held), "Dutch New Guinea");
    let islands = [
        "Java",
        "Celebes",
        "Borneo",
        "Sumatra",
        "New Guinea",
        "Philippines",
    ];
    let held = [&held[..], &islands].concat();
    assert_eq!(bound_holding(&held), "Hawaiian Islands");
}

#[test]
fn laden_ships_do_not_wait_in_port() {
    let orders = planned("pacific-1940", "Japan", "noncombat move", &[]);
    let sailed = |o: &String| o.contains("transport (") && o.contains("from sz 6 via");
    assert!(orders.iter().any(sailed), "{orders:?}");
}

#[test]
fn transports_that_nobody_there_fills_fetch_others() {
    let sails = |korea: &str| {
        let men = format!("put {korea} of USA in Korea");
        let war = [
            "clear all units",
            "set war USA Japan",
            "set control Korea USA",
            "set control Kwangtung USA",
            "put 1 minor_ic of USA in Korea",
            "put 1 minor_ic of USA in Kwangtung",
            "put 20 infantry, 1 major_ic of Japan in Japan",
            "put 8 destroyers, 8 transports of USA in sz 6",
            "put 12 infantry of USA in Kwangtung",
            &men,
        ];
        let given = planned("pacific-1940", "USA", "noncombat move", &war);
        // Those that are laden sail elsewhere.
        let empty = |o: &String| o.contains("transport") && !o.contains('(');
        let fetch = |o: &String| empty(o) && o.contains(" from sz 6 ");
        given.iter().any(fetch)
    };
    assert!(sails("1 infantry"));
    assert!(!sails("20 infantry"), "those fill them");
}

#[test]
fn men_are_put_ashore_where_more_are_of_use() {
    let lands = |zone: &str, germany: &str| {
        let germany = format!("put {germany}, 1 complex of Germany in Germany");
        let ships = format!("put 6 transports, 9 destroyers of USA in {zone}");
        let laden = format!("put 2 infantry of USA in {zone} on transport of USA");
        let mut war = vec![
            "clear all units",
            "set control Italian East Africa UK",
            "set control Belgian Congo/Kenya UK",
            "set control Western Europe UK",
            &germany,
            "put 2 infantry, 1 complex of Japan in Japan",
            &ships,
        ];
        war.extend([laden.as_str(); 6]);
        let given = planned("1941", "USA", "noncombat move", &war);
        given.iter().filter(|o| o.starts_with("land")).count()
    };
    assert_eq!(lands("sz 6", "20 infantry"), 6, "the way to a capital");
    let few = lands("sz 25", "1 infantry");
    assert!(few < 3, "{few} are enough there, the others sail on");
}

#[test]
fn ships_fetch_whom_they_land_in_the_same_turn() {
    let ships = [
        "clear sz 6",
        "clear sz 7",
        "clear sz 8",
        "clear United Kingdom",
        "put 1 infantry of UK in United Kingdom",
        "put 2 transports, 2 destroyers of Germany in sz 6",
        "clear Western Europe",
        "clear Norway/Finland",
        "put 6 infantry of Germany in Germany",
    ];
    let orders = planned("1941", "Germany", "combat move", &ships);
    let landed = ordered("land", "on United Kingdom");
    let fetched = ordered("load", "in sz 5");
    assert!(orders.iter().any(fetched), "{orders:?}");
    assert!(orders.iter().any(&landed), "{orders:?}");
}

#[test]
fn one_ship_is_not_chased_by_the_whole_fleet() {
    let chase = [
        "clear all units",
        "put 6 fighters of Japan in Japan",
        "put 1 battleship, 3 destroyers of Japan in sz 45",
        "put 1 transport of USA in sz 46",
    ];
    let orders = planned("1941", "Japan", "combat move", &chase);
    // Another one may go along, so that they hold there.
    assert!(matches!(orders.len(), 1 | 2), "{orders:?}");
    let one = |o: &String| o.starts_with("move 1 destroyer ");
    assert!(orders.iter().all(one), "{orders:?}");
}

#[test]
fn ships_fear_fleets_that_start_from_a_base() {
    let closes_in = |base: &str| {
        let fleets = [
            "clear all units",
            "set war USA Japan",
            base,
            "put 4 battleships of USA in sz 26",
            "put 1 infantry of Japan in Japan",
            "put 2 transports of Japan in sz 32",
            "put 9 infantry of Japan in Caroline Islands",
        ];
        let orders = planned("pacific-1940", "Japan", "noncombat move", &fleets);
        orders
            .iter()
            .any(ordered("move 2 transport from sz 32", "to sz 33"))
    };
    // Three steps from the battleships, which sail two.
    assert!(closes_in("put 1 infantry of USA in Hawaiian Islands"));
    assert!(!closes_in("put 1 naval_base of USA in Hawaiian Islands"));
}

#[test]
fn a_landing_far_from_where_all_are_bound_costs_the_way_back() {
    let landed = |zone: &str| {
        let ships = [
            "clear all units".to_owned(),
            "set war UK Japan".to_owned(),
            "put 2 infantry of Japan in Japan".to_owned(),
            format!("put 1 transport of Japan in {zone}"),
            format!("put 2 infantry of Japan in {zone} on transport of Japan"),
            "set control Western United States Japan".to_owned(),
            "set control Alaska Japan".to_owned(),
            "set control Yukon Territory Japan".to_owned(),
        ];
        let ships = ships.each_ref().map(String::as_str);
        let orders = planned("pacific-1940", "Japan", "combat move", &ships);
        orders.iter().any(ordered("land", "on British Columbia"))
    };
    assert!(landed("sz 8"));
    assert!(!landed("sz 7"));
}

#[test]
fn no_ship_fetches_men_past_those_who_sink_it() {
    let choices = Choices {
        with: vec!["low-luck".to_owned()],
        ..Choices::default()
    };
    let opened = open_with("pacific-1940", &choices).map_err(|_| "the pack loads");
    let (mut game, _) = opened.unwrap().begin(1).expect("it begins");
    let changes = [
        "set turn Japan",
        "set phase combat move",
        "set war Japan USA",
        "clear sz 6",
        "clear sz 19",
        "clear sz 20",
        "clear sz 33",
        "put 1 transport of Japan in sz 19",
        // Together they hit for certain.
        "put 6 submarines of USA in sz 20",
        "clear Kiangsu",
        "clear Jehol",
        "clear Shantung",
        "clear Manchuria",
        "clear Formosa",
        "put 4 infantry of Japan in Hainan",
        "clear Philippines",
        "clear sz 35",
    ];
    change(&mut game, &changes);
    let given = orders(&game);
    let sails = |o: &String| o.contains("transport") && o.contains("sz 20");
    assert!(!given.iter().any(sails), "{given:?}");
}

#[test]
fn ships_that_pass_others_by_are_no_attack() {
    let war = [
        "clear all units",
        "set war USA Japan",
        "put 6 infantry of Japan in Japan",
        "put 4 infantry, 4 artillery of Japan in Formosa",
        "put 3 transports of Japan in sz 20",
        "put 9 infantry of USA in Western United States",
        "put 1 infantry of USA in Philippines",
        "put 1 transport of USA in sz 35",
    ];
    let (orders, told) = told(&begun("pacific-1940", "Japan", "combat move", &war));
    let lands = ordered("land ", " from sz 35 on Philippines");
    assert!(orders.iter().any(lands), "{orders:?}");
    let says = "against 1 infantry, 87.4 % to win; about 2 IPC lost for 3";
    assert!(told.contains(says), "{told}");
    assert!(!told.contains("attacks sz 35"), "{told}");
}

/// What the United States would do at sea and ashore in a war that this opens: Japan is beaten but for its capital.
fn against_the_capital(phase: &str, guard: &str, ships: &[&str]) -> Vec<String> {
    let guard = format!("put {guard}, 1 major_ic of Japan in Japan");
    let war = [
        "clear all units",
        "set war USA Japan",
        "put 1 major_ic of USA in Western United States",
        &guard,
    ];
    planned("pacific-1940", "USA", phase, &[&war[..], ships].concat())
}

#[test]
fn empty_transports_go_back_for_more_and_laden_ones_sail_on() {
    let laden = "put 2 infantry of USA in sz 8 on transport of USA";
    let ships = [
        "put 6 infantry, 6 artillery of USA in Western United States",
        "put 3 transports of USA in sz 8",
        laden,
        laden,
        "put 6 transports, 6 destroyers of USA in sz 8",
    ];
    let orders = against_the_capital("noncombat move", "40 infantry", &ships);
    let home = |o: &String| o.contains("7 transport from sz 8 ") && o.ends_with("sz 10");
    let on = |o: &String| o.contains("transport (") && o.contains("from sz 8 ");
    let back = |o: &String| on(o) && o.ends_with("sz 10");
    assert!(orders.iter().any(home), "{orders:?}");
    assert!(
        orders.iter().any(on) && !orders.iter().any(back),
        "{orders:?}"
    );
}

#[test]
fn who_can_hardly_win_waits_for_those_who_come() {
    let lands = |guard: &str| {
        let laden = "put 1 infantry, 1 artillery of USA in sz 6 on transport of USA";
        let more = "put 1 infantry, 1 artillery of USA in sz 10 on transport of USA";
        let mut ships = vec![
            "put 4 transports, 6 destroyers of USA in sz 6",
            "put 8 transports, 6 destroyers of USA in sz 10",
        ];
        ships.extend([laden; 4]);
        ships.extend([more; 8]);
        let orders = against_the_capital("combat move", guard, &ships);
        orders.iter().any(ordered("land", "on Japan"))
    };
    assert!(lands("3 infantry"));
    assert!(!lands("12 infantry"));
}

#[test]
fn no_more_guns_are_bought_than_ships_take() {
    let bought = |waiting: &str| {
        let men = format!("put {waiting} of USA in Western United States");
        let ships = [
            men.as_str(),
            "put 6 transports, 4 destroyers of USA in sz 10",
            "set treasury USA 30",
        ];
        against_the_capital("purchase", "20 infantry", &ships)
    };
    let guns = |waiting: &str| bought(waiting).iter().any(|o| o.contains("artillery"));
    assert!(guns("8 infantry"), "{:?}", bought("8 infantry"));
    assert!(!guns("8 artillery"), "{:?}", bought("8 artillery"));
}
