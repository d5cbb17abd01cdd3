//! The 1941 pack against the figures of the printed game, written down here once more.

use super::facts::Facts;
use sandtable::diag::Style;
use sandtable::pack::{Pack, open};
use sandtable::rules::{Relation, Value};

fn pack() -> Pack {
    let pack = open("1941").unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120)));
    assert!(
        pack.warnings.is_empty(),
        "{}",
        pack.warnings.render(Style::Unicode, 120)
    );
    pack
}

#[test]
fn the_board() {
    let pack = pack();
    let board = &pack.rules.board;
    assert_eq!(
        (board.spaces.len(), board.land.len(), board.sea.len()),
        (120, 71, 49)
    );
    assert_eq!(
        board
            .spaces
            .values()
            .map(|s| s.borders.len())
            .sum::<usize>(),
        2 * 282
    );
    for (a, b) in [
        // Across the edge of the map.
        ("Western Canada", "Eastern Canada"),
        ("Western United States", "Eastern United States"),
        ("Mexico", "East Mexico"),
        ("sz 35", "sz 21"),
        ("sz 36", "sz 20"),
        ("sz 41", "sz 19"),
        // Canals.
        ("sz 12", "sz 19"),
        ("sz 17", "sz 28"),
        ("sz 17", "sz 18"),
        ("Anglo-Egypt Sudan", "Middle East"),
        ("Germany", "sz 5"),
    ] {
        assert!(pack.borders(a, b) && pack.borders(b, a), "{a} borders {b}");
    }
    for (a, b) in [
        ("sz 41", "East Mexico"),
        ("sz 4", "sz 5"),
        ("Karelia", "Russia"),
        ("sz 1", "sz 21"),
    ] {
        assert!(!pack.borders(a, b), "{a} does not border {b}");
    }
    let names = |ids: &[sandtable::rules::SpaceId]| {
        let mut names: Vec<&str> = ids.iter().map(|s| &*board.spaces[*s].name).collect();
        names.sort_unstable();
        names.join(", ")
    };
    assert_eq!(
        names(&board.spaces[pack.space("sz 18")].borders),
        "Caucasus, Eastern Europe, Turkey, Ukraine, sz 17"
    );
    assert_eq!(board.spaces.values().filter(|s| s.island).count(), 18);
    assert!(
        board.spaces[pack.space("Australia")].island
            && !board.spaces[pack.space("United Kingdom")].island
    );
    let closed: Vec<&str> = board
        .spaces
        .values()
        .filter(|s| s.closed)
        .map(|s| &*s.name)
        .collect();
    assert_eq!(closed.len(), 14);
    assert!(
        ["Turkey", "Mongolia", "Sahara"]
            .iter()
            .all(|n| closed.contains(n)),
        "{closed:?}"
    );
    assert!(
        board
            .spaces
            .values()
            .filter(|s| s.closed)
            .all(|s| s.start.is_none() && s.income == 0)
    );
    assert!(
        board
            .spaces
            .values()
            .all(|s| s.at != (0, 0) && s.original == s.start && s.city.is_none())
    );
}

#[test]
fn incomes_treasuries_and_capitals() {
    let pack = pack();
    let rules = &pack.rules;
    // The United States opens with less than its territories are worth.
    for (name, income, treasury, capital) in [
        ("USSR", 7, 7, "Russia"),
        ("Germany", 12, 12, "Germany"),
        ("UK", 12, 12, "United Kingdom"),
        ("Japan", 9, 9, "Japan"),
        ("USA", 17, 15, "Eastern United States"),
    ] {
        let power = pack.power(name);
        let held = rules
            .board
            .spaces
            .values()
            .filter(|s| s.start == Some(power));
        assert_eq!(held.map(|s| s.income).sum::<u16>(), income, "{name}");
        let economy = &rules.powers.economies[rules.powers[power].economies[0]];
        assert_eq!(
            (economy.treasury, economy.capital),
            (treasury, Some(pack.space(capital))),
            "{name}"
        );
    }
    assert_eq!(
        rules
            .board
            .spaces
            .values()
            .filter(|s| s.capital_of.is_some())
            .count(),
        5
    );
    for (name, income) in [
        ("Germany", 4),
        ("Gibraltar", 0),
        ("Eastern United States", 6),
        ("Russia", 3),
        ("East Indies", 2),
    ] {
        assert_eq!(
            rules.board.spaces[pack.space(name)].income,
            income,
            "{name}"
        );
    }
    assert_eq!(rules.board.spaces.values().map(|s| s.income).max(), Some(6));
}

/// Pieces at the start: power, then every type with its number.
const PIECES: &[(&str, &str)] = &[
    (
        "USSR",
        "2 complex, 1 fighter, 15 infantry, 1 submarine, 2 tank",
    ),
    (
        "Germany",
        "1 battleship, 1 bomber, 1 complex, 1 destroyer, 3 fighter, 19 infantry, 3 submarine, 6 tank, 1 transport",
    ),
    (
        "UK",
        "1 battleship, 1 bomber, 1 carrier, 3 complex, 2 destroyer, 3 fighter, 7 infantry, 2 submarine, 2 tank, 3 transport",
    ),
    (
        "Japan",
        "1 battleship, 1 bomber, 2 carrier, 1 complex, 2 destroyer, 4 fighter, 10 infantry, 1 submarine, 1 tank, 2 transport",
    ),
    (
        "USA",
        "1 battleship, 1 bomber, 1 carrier, 2 complex, 3 fighter, 8 infantry, 1 submarine, 2 tank, 2 transport",
    ),
];

#[test]
fn the_opening_position() {
    let pack = pack();
    let rules = &pack.rules;
    assert_eq!(
        rules.setup.units.len(),
        82 + 9,
        "the rows of the chart and the complexes of the board"
    );
    for (name, pieces) in PIECES {
        let power = pack.power(name);
        let mut counts = std::collections::BTreeMap::new();
        for units in rules.setup.units.iter().filter(|u| u.owner == power) {
            *counts
                .entry(rules.units[units.kind].name.clone())
                .or_insert(0) += units.count;
        }
        let text: Vec<String> = counts
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        assert_eq!(text.join(", "), *pieces, "{name}");
    }
}

/// Name, cost, attack, defense, moves, hits.
type Row = (&'static str, Option<u16>, i32, i32, u8, u8);
const UNITS: &[Row] = &[
    ("infantry", Some(3), 1, 2, 1, 1),
    ("tank", Some(6), 3, 3, 2, 1),
    ("fighter", Some(10), 3, 4, 4, 1),
    ("bomber", Some(12), 4, 1, 6, 1),
    ("submarine", Some(6), 2, 1, 2, 1),
    ("transport", Some(7), 0, 0, 2, 1),
    ("destroyer", Some(8), 2, 2, 2, 1),
    ("carrier", Some(12), 1, 2, 2, 1),
    ("battleship", Some(16), 4, 4, 2, 2),
    ("complex", None, 0, 0, 0, 0),
];

#[test]
fn unit_types() {
    let pack = pack();
    let units = &pack.rules.units;
    let attr = |name: &str| {
        units
            .attrs
            .iter()
            .find(|(_, a)| *a == name)
            .expect("the attribute is there")
            .0
    };
    let (attack, defense) = (attr("attack"), attr("defense"));
    let rows: Vec<_> = units
        .types
        .values()
        .map(|u| {
            (
                &*u.name,
                u.cost,
                u.values[attack],
                u.values[defense],
                u.moves,
                u.hits,
            )
        })
        .collect();
    let printed: Vec<_> = UNITS
        .iter()
        .map(|u| (u.0, u.1, Value::whole(u.2), Value::whole(u.3), u.4, u.5))
        .collect();
    assert_eq!(rows, printed);
}

#[test]
fn sides_turns_and_victories() {
    let pack = pack();
    let rules = &pack.rules;
    let order: Vec<&str> = rules
        .turn
        .order
        .iter()
        .map(|p| &*rules.powers[*p].name)
        .collect();
    assert_eq!(order, ["USSR", "Germany", "UK", "Japan", "USA"]);
    assert_eq!(rules.turn.phases.len(), 6);
    for (a, x) in rules.powers.powers.iter() {
        for (b, y) in rules.powers.powers.iter() {
            let wanted = if x.side == y.side {
                Relation::Allied
            } else {
                Relation::War
            };
            assert_eq!(
                rules.powers.relations[rules.powers.pair(a, b)],
                wanted,
                "{} and {}",
                x.name,
                y.name
            );
        }
    }
    assert_eq!(
        (
            rules.acts.victories.len(),
            rules.acts.objectives.len(),
            rules.specials.len()
        ),
        (2, 0, 0)
    );
    assert!(
        rules
            .battles
            .usual(sandtable::rules::SiteKind::Raid)
            .is_none()
            && rules.battles.raiders.is_empty()
    );
}
