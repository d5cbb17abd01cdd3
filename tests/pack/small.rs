//! A pack of a few lines that plays, for tests to break.

use crate::memory::Memory;
use sandtable::diag::{Problems, Style};
use sandtable::pack::{Pack, load};

pub const MANIFEST: &str = r#"format = 1
name = "duel"
title = "Duel"
files = ["tables.toml", "board.rules", "rest.rules"]
"#;

pub const TABLES: &str = r##"attributes = ["attack", "defense"]
sides = ["North", "South"]

[unit.infantry]
domain = "land"
cost = 3
moves = 1
attack = 1
defense = 2

[unit.fighter]
domain = "air"
cost = 10
moves = 4
attack = 3
defense = 4

[unit.carrier]
domain = "sea"
cost = 14
moves = 2
defense = 2
deck = [{ slots = ["fighter", "fighter"] }]

[unit.factory]
domain = "facility"
cost = 15
builds = 3
max_damage = 6

[power.Red]
side = "North"
colour = "#c02020"
treasury = 10

[power.Blue]
side = "South"
colour = "#2020c0"
treasury = 10
"##;

pub const BOARD: &str = r#"territory Red Hills   { income 3  owner Red  capital  borders Middle Ground, 1 }
territory Middle Ground { income 1  borders Blue Plain }
territory Blue Plain    { income 3  owner Blue  capital  borders 1 }
sea zone 1 { }

setup Red {
  Red Hills: 1 factory, 3 infantry
  sz 1:      1 carrier, 2 fighters
}
"#;

pub const REST: &str = r#"turn {
  order Red, Blue
  phase purchase      does purchase
  phase combat move   does combat move
  phase combat        does combat
  phase mobilize      does mobilize
  phase income        does collect income
}

relations { Red at war with Blue }

permit everyone to buy all units
permit everyone to place all units at producers

battle "land battle" on land {
  takes part land units, air units
  each round {
    fire "attack" by attacker all units at attack on all units losses answer
    fire "defense" by defender all units at defense on all units losses leave
    remove losses
  }
}
battle "sea battle" at sea {
  takes part sea units, air units
  each round {
    fire "attack" by attacker all units at attack on all units losses answer
    fire "defense" by defender all units at defense on all units losses leave
    remove losses
  }
}

objective "Middle" for Red gains 2
  when Red controls all of Middle Ground
"#;

/// The whole pack.
pub fn pack() -> Memory {
    Memory::default()
        .with("pack.toml", MANIFEST)
        .with("tables.toml", TABLES)
        .with("board.rules", BOARD)
        .with("rest.rules", REST)
}

/// A file of the pack with some words replaced; they must be there.
pub fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "the small pack has no {from:?}");
    text.replacen(from, to, 1)
}

/// A pack that loads.
#[track_caller]
pub fn good(files: &Memory) -> Pack {
    load(files).unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 100)))
}

/// The problems of a pack: its errors, or its warnings if it loads.
pub fn problems(files: &Memory) -> Problems {
    match load(files) {
        Ok(Pack { warnings, .. }) => warnings,
        Err(problems) => problems,
    }
}

/// The problems as a person sees them.
pub fn shown(files: &Memory) -> String {
    problems(files).render(Style::Unicode, 100)
}

#[test]
fn the_small_pack_is_clean() {
    assert_eq!(shown(&pack()), "");
}
