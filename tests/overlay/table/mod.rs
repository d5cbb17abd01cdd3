//! Everything a pack can say, changed, added to and taken away by an overlay: a row each, and what all layers say
//! together before and after.

mod aims;
mod battles;
mod board;
mod forces;
mod permissions;
mod turns;

use super::extending;
use crate::memory::Memory;
use crate::pack::small::{BOARD, MANIFEST, REST, TABLES, changed, good};
use sandtable::diag::Style;
use sandtable::pack::{Pack, language, load};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A base that says something of every kind.
pub fn base() -> Memory {
    let manifest =
        format!("{MANIFEST}militia = \"infantry\"\n[cites]\n\"buy/too-poor\" = \"D-1\"\n");
    let tables = changed(
        TABLES,
        "[unit.infantry]\n",
        "[unit.infantry]\nalso = [\"inf\"]\n",
    );
    let tables = changed(
        &tables,
        "sides = [\"North\", \"South\"]",
        "sides = [\"North\", \"South\", \"East\"]\n[groups]\nships = \"carrier\"",
    );
    let more = "[power.Green]\nplays = false\neconomy.West = { treasury = 5 }\neconomy.East = { treasury = 7 }\n\n\
                [positions]\n\"Red Hills\" = [1, 2]\n\"Middle Ground\" = [3, 4]\n";
    let board = changed(
        BOARD,
        "territory Middle Ground { income 1 ",
        "territory Middle Ground { income 1  marked oil  also the Middle ",
    );
    Memory::default()
        .with("pack.toml", manifest)
        .with("tables.toml", format!("{tables}\n{more}"))
        .with("board.rules", board)
        .with("rest.rules", format!("{REST}{MORE}"))
}

const MORE: &str = r#"
marks oil, monsoon
flag provoked
counter tokens starts at 6
chart "Feats": "Rockets", "Bonds"
region heartland: Red Hills, Middle Ground
strait "The Cut" { joins Red Hills, 1  for land units  open to holders of Blue Plain }
turn { starts in round 2 }
as one Blue, Green
guardians Red of Green
relations { Red neutral to Green }
rule "shut": forbid Blue to enter Red Hills
rule "for sale": forbid Blue to buy carrier
rule "yard": permit Blue to place carrier in sea zones
rule "peace": forbid Red to declare war on Green
site of factory: Red Hills
movement { attackers may ignore carrier }
capture { no liberation of Green }
battles { escorts fighter }
rule "guns": support by infantry: attack of attacking fighter gains 1
rule "fog": modifier: attack of attacking fighter loses 1
trigger "Loot" on capture of Red Hills by Blue then give 1 to Blue
victory "All of it" for North at end of round when Red controls all of Blue Plain
use toll { amount: 3 }
option winter = mild of mild, harsh
in battle "land battle" { at most 5 rounds }
"#;

const OVERRIDE: &str = "override";
const ADD: &str = "add";
const REMOVE: &str = "remove";

/// What is changed, how, the overlay, a line that only counts with it, a line that only counts without it. Lines are found
/// by their beginning.
pub type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    [
        board::ROWS,
        forces::ROWS,
        turns::ROWS,
        permissions::ROWS,
        battles::ROWS,
        aims::ROWS,
    ]
    .concat()
});

/// What a pack says, a line each.
fn lines(pack: &Pack) -> BTreeSet<String> {
    let (rules, info) = (&pack.rules, &pack.info);
    let parts = info
        .resolved()
        .iter()
        .flat_map(|r| r.parts.iter().map(move |p| (r, p)));
    let mut lines: BTreeSet<String> = parts
        .map(|(r, p)| format!("{} {}: {}", r.kind, r.name, p.text))
        .collect();
    lines.extend(
        info.resolved()
            .iter()
            .filter(|r| r.parts.is_empty())
            .map(|r| format!("{} {}", r.kind, r.name)),
    );
    lines.extend(
        info.settings
            .all
            .iter()
            .map(|s| format!("option {} = {} of {}", s.name, s.usual, s.may_be)),
    );
    lines.extend(
        rules
            .powers
            .economies
            .values()
            .map(|e| format!("treasury {} {}", e.name, e.treasury)),
    );
    lines.extend(
        rules
            .militia
            .map(|m| format!("militia {}", rules.units[m].name)),
    );
    lines.extend(
        rules
            .cites
            .rows
            .iter()
            .map(|(code, cite)| format!("{code} cites {}", cite.otherwise.join(", "))),
    );
    lines
}

fn over(manifest: &str, text: &str) -> Memory {
    extending("\"duel\"", "over", manifest, &format!("{text}\n")).beside("duel", base())
}

/// What is wrong with a row, if anything.
fn wrong(before: &BTreeSet<String>, (kind, verb, text, with, without): Row) -> Option<String> {
    let after = match load(&over("", text)) {
        Ok(pack) => lines(&pack),
        Err(problems) => {
            return Some(format!(
                "{kind}, {verb}:\n{}",
                problems.render(Style::Unicode, 120)
            ));
        }
    };
    // A whole line may begin like another one, so it is looked for as it stands.
    let whole = |words: &str| before.contains(words) || after.contains(words);
    let has = |lines: &BTreeSet<String>, words: &str| {
        if whole(words) {
            lines.contains(words)
        } else {
            lines.iter().any(|l| l.starts_with(words))
        }
    };
    let new = with.is_empty() || !has(before, with) && has(&after, with);
    let gone = without.is_empty() || has(before, without) && !has(&after, without);
    let differ: Vec<&String> = before.symmetric_difference(&after).collect();
    (!new || !gone || with.len() + without.len() == 0)
        .then(|| format!("{kind}, {verb}: {text}\nwith `{with}`, without `{without}`: {differ:#?}"))
}

#[test]
fn everything_can_be_changed_added_and_removed() {
    let before = lines(&good(&base()));
    let wrong: Vec<String> = ROWS.iter().filter_map(|row| wrong(&before, *row)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kinds that are only names: to change one is to take it away and add another.
const NAMES: &[&str] = &["marks", "attributes", "sides", "flags"];

#[test]
fn every_kind_has_a_row_for_each_change() {
    let kinds: BTreeSet<&str> = ROWS.iter().map(|row| row.0).collect();
    for kind in &kinds {
        for verb in [OVERRIDE, ADD, REMOVE] {
            let there = ROWS.iter().any(|row| (row.0, row.1) == (*kind, verb));
            // There always is a first round, so none can be added.
            let needed = !(verb == OVERRIDE && NAMES.contains(kind)
                || verb == ADD && *kind == "first round");
            assert_eq!(there, needed, "{kind}, {verb}");
        }
    }
    let language = language();
    let items = language
        .split("## Items")
        .nth(1)
        .and_then(|t| t.split("## Parts").next())
        .expect("items are listed");
    for item in items
        .lines()
        .filter(|l| l.starts_with(|c: char| c.is_ascii_lowercase()))
    {
        assert!(kinds.contains(item), "no row is about `{item}`");
    }
}

#[test]
fn what_the_manifest_says_can_be_changed() {
    let said = |manifest: &str| lines(&good(&over(manifest, "")));
    let (plain, has) = (said(""), |lines: &BTreeSet<String>, line: &str| {
        lines.contains(line)
    });
    assert!(has(&plain, "militia infantry") && has(&plain, "buy/too-poor cites D-1"));
    assert!(has(&said("militia = \"fighter\""), "militia fighter"));
    assert!(
        !said("militia = \"\"")
            .iter()
            .any(|l| l.starts_with("militia"))
    );
    assert!(has(
        &said("[cites]\n\"buy/too-poor\" = \"D-2\""),
        "buy/too-poor cites D-2"
    ));
    assert!(has(
        &said("[cites]\n\"war/already\" = \"D-2\""),
        "war/already cites D-2"
    ));
    assert!(has(
        &said("[cites]\n\"buy/too-poor\" = []"),
        "buy/too-poor cites "
    ));
}
