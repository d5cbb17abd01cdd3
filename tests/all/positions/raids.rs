//! Raids on what builds units: who flies them and is bought for that, who rises, and what is mended after them.

use super::*;

/// Bombers of Japan beside a factory of the UK that they cannot take.
const BURMA: [&str; 7] = [
    "clear all units",
    "set war UK Japan",
    "set control Burma Japan",
    "put 12 infantry of Japan in Burma",
    "put 4 strategic bombers of Japan in Burma",
    "put 1 major_ic, 40 infantry of UK in India",
    "put 9 infantry of Japan in Japan",
];

/// The orders of Japan in its combat move that are raids, and what it tells of it.
fn raids(more: &[&str]) -> (Vec<String>, String) {
    let changes = [&BURMA, more].concat();
    let (mut orders, told) = told(&begun("pacific-1940", "Japan", "combat move", &changes));
    orders.retain(|o| o.starts_with("bomb "));
    (orders, told)
}

#[test]
fn who_cannot_attack_raids_what_builds_units() {
    let (orders, told) = raids(&[]);
    let raid = "bomb major_ic in India with 4 strategic_bomber from Burma";
    assert_eq!(orders, [raid]);
    let says = "raids the major_ic in India: 4 strategic bombers, 11.6 IPC of damage to expect";
    assert!(told.contains(says), "{told}");
}

#[test]
fn a_facility_is_raided_by_no_more_than_do_what_it_takes() {
    let (orders, _) = raids(&["put 16 damage on major_ic in India"]);
    let raid = "bomb major_ic in India with 1 strategic_bomber from Burma";
    assert_eq!(orders, [raid]);
    let (orders, told) = raids(&["put 20 damage on major_ic in India"]);
    assert!(orders.is_empty(), "{orders:?}");
    assert!(!told.contains("raids"), "{told}");
}

#[test]
fn nobody_raids_where_those_who_rise_cost_more_than_the_damage() {
    let (orders, _) = raids(&["put 6 fighters of UK in India"]);
    assert!(orders.is_empty(), "{orders:?}");
}

#[test]
fn raiders_attack_where_that_gains_more() {
    let (orders, told) = raids(&["clear India", "put 1 major_ic, 2 infantry of UK in India"]);
    assert!(orders.is_empty(), "{orders:?}");
    assert!(told.contains("attacks India"), "{told}");
}

/// How many fighters the UK has rise against a raid of Japan that flies from Burma.
fn risen(raid: &str, fighters: u8, more: &[&str]) -> usize {
    let guard = format!("put {fighters} fighters of UK in India");
    let changes = [&BURMA[..], &[&guard], more].concat();
    let mut game = begun("pacific-1940", "Japan", "combat move", &changes);
    let order = format!("bomb major_ic in India with {raid} from Burma");
    ordering(&mut game, &[&order, "end phase"]);
    let decision = game.pending().expect("the UK is asked who rises");
    match answered(&game, &decision) {
        Order::Pick(_, units) => units.len(),
        other => panic!("{other:?} is no answer"),
    }
}

#[test]
fn aircraft_rise_where_a_raid_gains_less_by_that() {
    assert_eq!(
        risen("4 strategic_bomber", 1, &[]),
        1,
        "nothing fires at it"
    );
    let escorts = "put 8 fighters of Japan in Burma";
    let escorted = "1 strategic_bomber, 8 fighter";
    assert_eq!(risen(escorted, 1, &[escorts]), 0, "it would be shot down");
    assert_eq!(risen(escorted, 9, &[escorts]), 9, "they shoot down more");
}

/// How many bombers Japan buys with so much money and no factory but its own.
fn bombers(money: u8, more: &[&str]) -> usize {
    let money = format!("set treasury Japan {money}");
    let home = [
        "clear all units",
        "set war UK Japan",
        "set control Burma Japan",
        "put 12 infantry of Japan in Burma",
        "put 1 major_ic, 40 infantry of UK in India",
        "put 9 infantry, 1 major_ic of Japan in Japan",
        &money,
    ];
    let changes = [&home, more].concat();
    let count = |order: &String| {
        let (before, _) = order.split_once(" strategic_bomber")?;
        before.rsplit(' ').next()?.parse::<usize>().ok()
    };
    let orders = planned("pacific-1940", "Japan", "purchase", &changes);
    orders.iter().filter_map(count).sum()
}

#[test]
fn money_for_which_there_is_no_room_buys_raiders_as_far_as_there_is_work_for_them() {
    assert_eq!(bombers(100, &[]), 4);
    let some = "put 3 strategic bombers of Japan in Burma";
    assert_eq!(bombers(100, &[some]), 3, "six do all the damage");
    let few = "put 10 damage on major_ic in India";
    assert_eq!(bombers(100, &[few]), 3, "three do the rest of it");
    assert_eq!(bombers(40, &[]), 0, "there is room for all that it buys");
}

#[test]
fn nobody_buys_raiders_where_a_raid_gains_nothing() {
    let guarded = "put 6 fighters of UK in India";
    let spoilt = "put 20 damage on major_ic in India";
    let far = [
        "clear India",
        "set war ANZAC Japan",
        "put 1 major_ic, 40 infantry of ANZAC in New South Wales",
    ];
    assert_eq!(bombers(100, &[guarded]), 0);
    assert_eq!(bombers(100, &[spoilt]), 0);
    assert_eq!(bombers(100, &far), 0);
}

/// The repairs of Japan before it buys anything.
fn repairs(changes: &[&str]) -> Vec<String> {
    let mut orders = planned("pacific-1940", "Japan", "purchase", changes);
    orders.retain(|o| o.starts_with("repair"));
    orders
}

#[test]
fn what_builds_units_is_mended_altogether_and_bases_until_they_serve() {
    let mut hurt = vec![
        "set treasury Japan 30",
        "put 4 damage on naval_base in Japan",
        "put 2 damage on airbase in Japan",
        "put 6 damage on major_ic in Japan",
    ];
    let both = ["repair 6 major_ic in Japan", "repair 2 naval_base in Japan"];
    assert_eq!(repairs(&hurt), both);
    hurt[0] = "set treasury Japan 15";
    let first = ["repair 5 major_ic in Japan"];
    assert_eq!(repairs(&hurt), first, "a third of the money");
}
