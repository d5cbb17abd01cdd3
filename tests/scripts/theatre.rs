//! A pack with something of everything that scripts can be asked about: allies, a power without a
//! player, ships that carry, bases, yards, facilities that are built up, damage, repairs.

use super::{played, write};
use std::path::Path;

const MANIFEST: &str = r#"format = 1
name = "theatre"
title = "Theatre"
files = ["tables.toml", "board.rules", "rest.rules"]
"#;

const TABLES: &str = r##"attributes = ["attack", "defense", "bombard"]
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

[unit.battleship]
domain = "sea"
cost = 20
moves = 2
hits = 2
attack = 4
defense = 4
bombard = 4

[unit.transport]
domain = "sea"
cost = 7
moves = 2
cargo = [{ slots = ["land units", "land units"] }]

[unit.factory]
domain = "facility"
slot = "industry"
cost = 12
builds = 3
max_damage = 6
repair_cost = 1

[unit.works]
domain = "facility"
slot = "industry"
builds = 10
max_damage = 20
upgrade = { from = "factory", cost = 8 }

[unit.yard]
domain = "facility"
slot = "yard"
max_damage = 6
disabled_at = 3
repairs = "battleship"

[power.Red]
side = "North"
colour = "#c02020"
treasury = 10

[power.Green]
side = "North"
colour = "#20c020"
treasury = 10

[power.Blue]
side = "South"
colour = "#2020c0"
treasury = 10

[power.Grey]
side = "South"
plays = false
colour = "#808080"
"##;

const BOARD: &str = r#"territory Red Hills   { income 3  owner Red  capital  borders Middle Ground, Green Dale, 1 }
territory Middle Ground { income 1  borders Blue Plain }
territory Blue Plain    { income 3  owner Blue  capital  borders 1 }
territory Green Dale    { income 2  owner Green  capital  borders 2 }
territory Grey Moor     { income 1  owner Grey  borders 1, 2 }
sea zone 1 { borders 2 }
sea zone 2 { }

setup Red { Red Hills: 1 factory, 3 infantry }
setup Blue { Blue Plain: 1 factory }
setup Green { Green Dale: 1 yard }
"#;

const REST: &str = r#"flag alarm
counter tally starts at 2

turn {
  order Red, Green, Blue
  phase purchase      does purchase
  phase combat move   does combat move
  phase combat        does combat
  phase redeploy      does noncombat move
  phase mobilize      does mobilize
  phase income        does collect income
}

relations { Red, Green at war with Blue }

movement {
  zones are hostile with battleship
  loading barred by battleship
  unloading barred by battleship
}

permit Red to declare war on Grey
permit Red, Blue to buy all units
permit everyone to place all units at producers

battles {
  order raids, assaults, others
  bombardment by battleship one per landed unit from quiet zones
}
battle "land battle" on land {
  takes part land units, air units
  before the first round {
    fire "bombardment" by attacker battleship from offshore at bombard on land units losses answer
  }
  each round {
    fire "attack" by attacker all units at attack on all units losses answer
    fire "defense" by defender all units at defense on all units losses leave
    remove losses
    retreat attacker all units to where they came from
  }
}
battle "sea battle" at sea {
  takes part sea units, air units
  each round {
    fire "attack" by attacker all units at attack on all units losses answer
    fire "defense" by defender all units at defense on all units losses leave
    remove losses
    defenceless defender transport
    retreat attacker all units to where they came from
  }
}
"#;

/// The pack with a script and more lines.
fn lay_out(folder: &Path, script: &str, lines: &str) {
    write(folder, "pack.toml", MANIFEST);
    write(folder, "tables.toml", TABLES);
    write(folder, "board.rules", BOARD);
    write(folder, "rest.rules", &format!("{REST}\n{lines}\n"));
    write(folder, "scripts/rule.rhai", script);
}

/// What fails when a transcript is played in this pack with a script and more lines.
pub fn failures(script: &str, lines: &str, play: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    lay_out(folder.path(), script, lines);
    played(folder.path(), play)
}

#[test]
fn the_theatre_plays() {
    assert_eq!(
        failures(
            "",
            "use rule",
            "skip to purchase\nexpect turn Green\nexpect treasury Red 13\n"
        ),
        ""
    );
}
