//! The Global 1940 pack against the figures of the printed game, written down here once more.

use super::facts::Facts;
use sandtable::diag::Style;
use sandtable::pack::{Pack, open};
use sandtable::rules::{Relation, SpaceId};
use std::collections::BTreeMap;

fn pack() -> Pack {
    let pack = open("global-1940").unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120)));
    assert!(
        pack.warnings.is_empty(),
        "{}",
        pack.warnings.render(Style::Unicode, 120)
    );
    pack
}

/// Spaces that border each other, with the joins of the two maps.
const BORDERS: &[(&str, &str)] = &[
    ("sz 11", "sz 64"),
    ("sz 28", "sz 64"),
    ("sz 51", "sz 64"),
    ("sz 51", "sz 65"),
    ("sz 51", "sz 66"),
    ("sz 52", "sz 66"),
    ("Alberta/Saskatchewan/Manitoba", "Western Canada"),
    ("Central United States", "Western United States"),
    ("Mexico", "Southeastern Mexico"),
    ("Alaska", "sz 1"),
    ("Alaska", "sz 2"),
    ("sz 6", "Japan"),
    ("sz 6", "Korea"),
    ("Egypt", "Trans-Jordan"),
    ("India", "Burma"),
    ("Burma", "Yunnan"),
    ("Yunnan", "Szechwan"),
];

/// Spaces that do not.
const APART: &[(&str, &str)] = &[
    ("sz 10", "sz 64"),
    ("sz 52", "sz 65"),
    ("Western United States", "sz 1"),
    ("Korea", "sz 5"),
];

#[test]
fn the_board() {
    let pack = pack();
    let board = &pack.rules.board;
    assert_eq!((board.land.len(), board.sea.len()), (205, 128));
    let borders = board.spaces.values().map(|s| s.borders.len());
    assert_eq!(borders.sum::<usize>(), 2 * 833);
    for (a, b) in BORDERS {
        assert!(pack.borders(a, b) && pack.borders(b, a), "{a} borders {b}");
    }
    for (a, b) in APART {
        assert!(!pack.borders(a, b), "{a} does not border {b}");
    }
    let names = |ids: &[SpaceId]| {
        let mut names: Vec<&str> = ids.iter().map(|s| &*board.spaces[*s].name).collect();
        names.sort_unstable();
        names.join(", ")
    };
    for (space, borders) in [
        (
            "sz Caspian",
            "Caucasus, Eastern Persia, Kazakhstan, Northwest Persia, Persia, Turkmenistan",
        ),
        ("Sardinia", "sz 95"),
        ("Sicily", "sz 95"),
        ("West Indies", "sz 89"),
    ] {
        assert_eq!(names(&board.spaces[pack.space(space)].borders), borders);
    }
    let closed: Vec<SpaceId> = board
        .spaces
        .iter()
        .filter(|(_, s)| s.closed)
        .map(|(id, _)| id)
        .collect();
    assert_eq!(names(&closed), "Himalayas, Pripet Marshes, Sahara Desert");
}

#[test]
fn incomes_treasuries_cities_and_marks() {
    let pack = pack();
    let rules = &pack.rules;
    for (name, income) in [
        ("Germany", 30),
        ("USSR", 37),
        ("Japan", 26),
        ("USA", 52),
        ("China", 12),
        ("UK", 45),
        ("Italy", 10),
        ("ANZAC", 10),
        ("France", 19),
    ] {
        let power = pack.power(name);
        let spaces = rules.board.spaces.values();
        let held = spaces.filter(|s| s.start == Some(power));
        assert_eq!(held.map(|s| s.income).sum::<u16>(), income, "{name}");
        let economies = rules.powers[power].economies.iter();
        let treasuries = economies.map(|e| rules.powers.economies[*e].treasury);
        assert_eq!(treasuries.sum::<i32>(), i32::from(income), "{name}");
    }
    let treasuries = rules.powers[pack.power("UK")].economies.iter();
    let treasuries = treasuries.map(|e| rules.powers.economies[*e].treasury);
    assert_eq!(treasuries.collect::<Vec<_>>(), [28, 17]);
    let incomes = rules.board.spaces.values().map(|s| s.income);
    assert_eq!(incomes.max(), Some(20));
    let cities = rules
        .board
        .spaces
        .values()
        .filter_map(|s| s.city.as_deref());
    let mut cities: Vec<&str> = cities.collect();
    cities.sort_unstable();
    assert_eq!(
        cities.join(", "),
        "Berlin, Cairo, Calcutta, Hong Kong, Honolulu, Leningrad, London, Manila, Moscow, Ottawa, Paris, Rome, San Francisco, Shanghai, Stalingrad, Sydney, Tokyo, Warsaw, Washington"
    );
    assert_eq!(
        pack.marked("convoy"),
        [
            1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63, 70, 71, 72, 80, 82,
            85, 89, 93, 97, 98, 99, 101, 105, 106, 109, 119, 125
        ]
    );
    assert_eq!(pack.marked("kamikaze"), [6, 17, 19, 20, 22, 35]);
}

/// Pieces at the start: power, then every type with its number.
const PIECES: &[(&str, &str)] = &[
    (
        "Germany",
        "6 aa_gun, 1 airbase, 8 artillery, 1 battleship, 1 cruiser, 5 fighter, 36 infantry, 2 major_ic, 4 mech_infantry, 1 naval_base, 2 strategic_bomber, 5 submarine, 5 tactical_bomber, 9 tank, 1 transport",
    ),
    (
        "USSR",
        "6 aa_gun, 2 airbase, 3 artillery, 1 cruiser, 2 fighter, 45 infantry, 1 major_ic, 2 mech_infantry, 3 minor_ic, 1 naval_base, 2 submarine, 1 tactical_bomber, 2 tank",
    ),
    (
        "Japan",
        "5 aa_gun, 2 airbase, 8 artillery, 2 battleship, 3 carrier, 2 cruiser, 4 destroyer, 11 fighter, 37 infantry, 1 major_ic, 1 mech_infantry, 2 naval_base, 2 strategic_bomber, 2 submarine, 8 tactical_bomber, 1 tank, 3 transport",
    ),
    (
        "USA",
        "4 aa_gun, 7 airbase, 2 artillery, 1 battleship, 1 carrier, 3 cruiser, 3 destroyer, 6 fighter, 8 infantry, 4 mech_infantry, 3 minor_ic, 4 naval_base, 1 strategic_bomber, 2 submarine, 1 tactical_bomber, 1 tank, 3 transport",
    ),
    ("China", "1 fighter, 17 infantry"),
    (
        "UK",
        "9 aa_gun, 4 airbase, 5 artillery, 3 battleship, 1 carrier, 5 cruiser, 6 destroyer, 7 fighter, 27 infantry, 2 major_ic, 2 mech_infantry, 2 minor_ic, 8 naval_base, 1 strategic_bomber, 2 tactical_bomber, 3 tank, 4 transport",
    ),
    (
        "Italy",
        "4 aa_gun, 1 airbase, 5 artillery, 1 battleship, 2 cruiser, 2 destroyer, 2 fighter, 17 infantry, 1 major_ic, 1 mech_infantry, 1 minor_ic, 1 naval_base, 1 strategic_bomber, 1 submarine, 3 tank, 3 transport",
    ),
    (
        "ANZAC",
        "2 aa_gun, 2 airbase, 1 artillery, 1 cruiser, 1 destroyer, 3 fighter, 8 infantry, 1 minor_ic, 3 naval_base, 1 transport",
    ),
    (
        "France",
        "1 aa_gun, 1 airbase, 3 artillery, 2 cruiser, 2 destroyer, 2 fighter, 15 infantry, 1 major_ic, 2 minor_ic, 2 naval_base, 1 tank",
    ),
];

#[test]
fn the_opening_position() {
    let pack = pack();
    let rules = &pack.rules;
    for (name, pieces) in PIECES {
        let power = pack.power(name);
        let mut counts = BTreeMap::new();
        for units in rules.setup.units.iter().filter(|u| u.owner == power) {
            let kind = rules.units[units.kind].name.clone();
            *counts.entry(kind).or_insert(0) += units.count;
        }
        let text = counts.iter().map(|(kind, count)| format!("{count} {kind}"));
        assert_eq!(text.collect::<Vec<_>>().join(", "), *pieces, "{name}");
    }
}

#[test]
fn the_order_of_play_and_the_wars_at_the_start() {
    let pack = pack();
    let rules = &pack.rules;
    let order = rules.turn.order.iter().map(|p| &*rules.powers[*p].name);
    assert_eq!(
        order.collect::<Vec<_>>().join(", "),
        "Germany, USSR, Japan, USA, China, UK, Italy, ANZAC, France"
    );
    let mut wars = Vec::new();
    for (a, x) in rules.powers.powers.iter() {
        for (b, y) in rules.powers.powers.iter().filter(|(b, _)| *b > a) {
            if rules.powers.relations[rules.powers.pair(a, b)] == Relation::War {
                let mut pair = [&*x.name, &*y.name];
                pair.sort_unstable();
                wars.push(pair.join("-"));
            }
        }
    }
    wars.sort_unstable();
    assert_eq!(
        wars.join(", "),
        "ANZAC-Germany, ANZAC-Italy, China-Japan, Dutch-Germany, Dutch-Italy, France-Germany, France-Italy, Germany-UK, Italy-UK"
    );
}
