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
    ];
    let held = [&mainland[..], &more].concat();
    assert_eq!(bound_holding(&held), "Dutch New Guinea");
    let islands = ["Java", "Celebes", "Borneo", "Sumatra"];
    let held = [&held[..], &islands].concat();
    assert_eq!(bound_holding(&held), "Mexico");
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
        let fetch = |o: &String| o.contains("transport") && o.contains("from sz 6 ");
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
