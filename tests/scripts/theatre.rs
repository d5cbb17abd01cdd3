//! A pack with something of everything that scripts can be asked about: allies, a power without a
//! player, ships that carry, bases, yards, facilities that are built up, damage, repairs.

use super::{played, write};
use std::path::Path;

const MANIFEST: &str = include_str!("../edition/theatre/pack.toml");

const TABLES: &str = include_str!("../edition/theatre/tables.toml");

const BOARD: &str = include_str!("../edition/theatre/board.rules");

const REST: &str = include_str!("../edition/theatre/rest.rules");

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

#[test]
fn closures_see_the_game_even_where_they_are_called_on_it() {
    let script = "fn params() { #{ least: #{ type: \"number\", otherwise: 0, doc: \"so much\" } } }
fn turn_begin() {
    let rich = game.land.filter(|l| l.income > game.round - game.round + params.least).len();
    if rich == 0 { throw \"nothing is worth anything\" }
}
";
    assert_eq!(
        failures(script, "use rule", "skip to purchase\nexpect turn Green\n"),
        ""
    );
}

#[test]
fn war_set_in_a_transcript_is_war_with_all_who_are_one() {
    let play = "set peace Red Blue\nexpect peace Red Grey\nset war Red Grey\nexpect war Red Blue\n";
    assert_eq!(failures("", "as one Blue, Grey\nuse rule", play), "");
    assert_ne!(
        failures("", "use rule", play),
        "",
        "without it they are two"
    );
}
