//! The program with overlays and options: play, saves, transcripts, `new` and `diff`.

use super::on_disk;
use crate::scripts::write;
use std::path::Path;
use std::process::{Command, Output};

pub fn sandtable(folder: &Path, args: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(args)
        .current_dir(folder)
        .output();
    program.expect("the program runs")
}

pub fn out(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// A folder with an overlay of the stock pack that has options.
fn house() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    write(
        folder.path(),
        "house/pack.toml",
        "format = 1\nname = \"house\"\nextends = \"pacific-1940\"\nfiles = [\"h.rules\"]\n",
    );
    let text = "option bid.japan = 0 from 0 to 30 \"More money.\"\noption cheap tanks = no\npower Japan { treasury +[bid.japan] }\n\
                if cheap tanks { unit tank { cost 5 } }\n";
    write(folder.path(), "house/h.rules", text);
    let plain = "expect treasury Japan 26\n";
    write(folder.path(), "house/tests/plain.play", plain);
    let chosen = "with cheap-tanks\nset option bid.japan 6\nexpect treasury Japan 32\nbuy 1 tank\nend\nexpect treasury Japan 27\n";
    write(folder.path(), "house/tests/chosen.play", chosen);
    folder
}

#[test]
fn transcripts_choose_their_options() {
    let folder = house();
    let done = sandtable(folder.path(), &["test", "house"]);
    assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    assert!(out(&done).contains("2 passed, 0 failed"), "{}", out(&done));
    write(
        folder.path(),
        "house/tests/chosen.play",
        "with cheap-tonks\nexpect round 1\n",
    );
    let done = sandtable(folder.path(), &["test", "house"]);
    assert!(
        out(&done).contains("`cheap-tonks` is neither an option"),
        "{}",
        out(&done)
    );
}

#[test]
fn a_save_keeps_what_was_chosen() {
    let folder = house();
    let play = [
        "play",
        "house",
        "--with",
        "cheap-tanks",
        "--set",
        "bid.japan=6",
        "--seed",
        "3",
        "--seat",
        "all=ai",
        "--rounds",
        "1",
    ];
    let done = sandtable(
        folder.path(),
        &[&play[..], &["--save", "game.jsonl"]].concat(),
    );
    assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    let save =
        std::fs::read_to_string(folder.path().join("game.jsonl")).expect("the save is there");
    assert!(
        save.contains(r#""with":["cheap-tanks"],"set":{"bid.japan":"6"}"#),
        "{}",
        save.lines().next().unwrap_or_default()
    );
    let again = sandtable(folder.path(), &["replay", "--verify", "game.jsonl"]);
    assert_eq!(again.status.code(), Some(0), "{}", out(&again));
    write(
        folder.path(),
        "game.jsonl",
        &save.replacen(r#""bid.japan":"6""#, r#""bid.japan":"7""#, 1),
    );
    let other = sandtable(folder.path(), &["replay", "--verify", "game.jsonl"]);
    assert!(out(&other).contains("save/damaged"), "{}", out(&other));
}

#[test]
fn a_new_overlay_loads_and_its_transcript_passes() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let made = sandtable(folder.path(), &["new", "mine", "--extends", "pacific-1940"]);
    assert_eq!(made.status.code(), Some(0), "{}", out(&made));
    let checked = sandtable(folder.path(), &["check", "--deny-warnings", "mine"]);
    assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
    let tested = sandtable(folder.path(), &["test", "mine"]);
    assert!(
        out(&tested).contains("1 passed, 0 failed"),
        "{}",
        out(&tested)
    );
    let same = sandtable(folder.path(), &["diff", "pacific-1940", "mine"]);
    assert_eq!(out(&same), "the rules are the same\n");
    // Every example holds when its `#` is taken away.
    let text = std::fs::read_to_string(folder.path().join("mine/changes.rules"))
        .expect("the examples are there");
    let word = |l: &str| {
        [
            "unit",
            "setup",
            "territory",
            "remove",
            "use",
            "in",
            "option",
            "if",
        ]
        .contains(&l.split(' ').next().unwrap_or(""))
    };
    let live: String = text
        .lines()
        .map(|l| l.strip_prefix("# ").filter(|l| word(l)).unwrap_or(l))
        .map(|l| format!("{l}\n"))
        .collect();
    write(folder.path(), "mine/changes.rules", &live);
    let checked = sandtable(
        folder.path(),
        &["check", "--deny-warnings", "mine", "--with", "low-luck"],
    );
    assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
    let again = sandtable(folder.path(), &["new", "mine", "--extends", "pacific-1940"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(out(&again).contains("new/exists"), "{}", out(&again));
}

#[test]
fn differences_in_words_and_as_json() {
    let folder = house();
    let args = [
        "diff",
        "house",
        "house",
        "--with",
        "cheap-tanks",
        "--set",
        "bid.japan=6",
    ];
    let told = out(&sandtable(folder.path(), &args));
    assert_eq!(
        told,
        "- option bid.japan: 0 (0 to 30)\n+ option bid.japan: 6 (0 to 30)\n\
         - option cheap tanks: no (yes or no)\n+ option cheap tanks: yes (yes or no)\n\
         - unit tank: cost = 6\n+ unit tank: cost = 5\n"
    );
    let json = out(&sandtable(
        folder.path(),
        &[&args[..], &["--json"]].concat(),
    ));
    assert!(
        json.contains(
            r#"{"after":"cost = 5","before":"cost = 6","kind":"unit","name":"tank","whole":false}"#
        ),
        "{json}"
    );
    let shown = out(&sandtable(
        folder.path(),
        &["show", "house", "options", "--set", "bid.japan=6"],
    ));
    assert!(
        shown.contains("bid.japan: 0 to 30, usually 0; now 6\n    More money."),
        "{shown}"
    );
    let resolved = out(&sandtable(
        folder.path(),
        &["show", "house", "--resolved", "--with", "cheap-tanks"],
    ));
    assert!(
        resolved.contains(
            "cost = 5   # house/h.rules:4; changed by house, was at pacific-1940/units.toml:44"
        ),
        "{resolved}"
    );
}

#[test]
fn transcripts_are_played_under_what_the_command_chooses() {
    let folder = house();
    let done = sandtable(folder.path(), &["test", "house", "--set", "bid.japan=4"]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    // What a transcript says itself counts above the command.
    assert!(
        out(&done).contains("1 passed, 1 failed") && out(&done).contains("plain.play"),
        "{}",
        out(&done)
    );
    let done = sandtable(folder.path(), &["test", "house", "--with", "tokyo-express"]);
    assert!(out(&done).contains("2 passed, 0 failed"), "{}", out(&done));
    let done = sandtable(folder.path(), &["test", "house", "--with", "tokio-express"]);
    assert!(
        out(&done).contains("did you mean `tokyo-express`?")
            || out(&done).contains("neither an option"),
        "{}",
        out(&done)
    );
}

#[test]
fn what_all_layers_say_as_json() {
    let folder = house();
    let done = sandtable(
        folder.path(),
        &[
            "show",
            "house",
            "--resolved",
            "--json",
            "--with",
            "cheap-tanks",
        ],
    );
    let items: Vec<serde_json::Value> = out(&done)
        .lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}")))
        .collect();
    let tank = items
        .iter()
        .find(|i| i["kind"] == "unit" && i["name"] == "tank")
        .expect("there is a tank");
    let parts = tank["parts"].as_array().expect("parts are a list");
    let cost = parts
        .iter()
        .find(|p| p["text"] == "cost = 5")
        .expect("it has a cost");
    assert_eq!(
        (&cost["pack"], &cost["at"]["file"], &cost["at"]["line"]),
        (&"house".into(), &"house/h.rules".into(), &4.into())
    );
    assert_eq!(cost["before"][0]["file"], "pacific-1940/units.toml");
    let wrong = sandtable(folder.path(), &["show", "house", "--json"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", out(&wrong));
}

#[test]
fn a_saved_game_goes_on_and_is_drawn_with_what_was_chosen() {
    let folder = house();
    let path = folder.path();
    let play = [
        "play",
        "house",
        "--with",
        "cheap-tanks",
        "--set",
        "bid.japan=6",
        "--seed",
        "3",
        "--seat",
        "all=ai",
        "--rounds",
        "1",
    ];
    let done = sandtable(path, &[&play[..], &["--save", "one.jsonl"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    let done = sandtable(
        path,
        &[
            "resume",
            "one.jsonl",
            "--seat",
            "all=ai",
            "--rounds",
            "2",
            "--save",
            "two.jsonl",
        ],
    );
    assert_eq!(done.status.code(), Some(0), "{}", out(&done));
    let save = std::fs::read_to_string(path.join("two.jsonl")).expect("the save is there");
    assert!(
        save.contains(r#""with":["cheap-tanks"],"set":{"bid.japan":"6"}"#),
        "{}",
        save.lines().next().unwrap_or_default()
    );
    assert_eq!(
        sandtable(path, &["replay", "--verify", "two.jsonl"])
            .status
            .code(),
        Some(0)
    );
    write(
        path,
        "more/pack.toml",
        "format = 1\nname = \"more\"\nextends = \"pacific-1940\"\nfiles = [\"m.rules\"]\n",
    );
    write(path, "more/m.rules", "setup USA in Midway: 7 infantry\n");
    for (file, args) in [
        ("a.svg", &["map", "house", "-o", "a.svg"][..]),
        ("b.svg", &["map", "house", "--with", "more", "-o", "b.svg"]),
    ] {
        let done = sandtable(path, args);
        assert_eq!(done.status.code(), Some(0), "{file}: {}", out(&done));
    }
    let svg = |name: &str| std::fs::read_to_string(path.join(name)).expect("it was drawn");
    assert_ne!(svg("a.svg"), svg("b.svg"));
}

#[test]
fn powers_go_by_all_their_names() {
    let folder = house();
    let text = "set phase combat move\ndeclare war on United Kingdom\nexpect treasury United Kingdom 16\nexpect war Japan United Kingdom\n";
    write(folder.path(), "house/tests/plain.play", text);
    let done = sandtable(folder.path(), &["test", "house"]);
    assert!(out(&done).contains("2 passed, 0 failed"), "{}", out(&done));
}

/// An overlay in a folder: what `check` says of it.
fn checked(base: &str, rules: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    on_disk(folder.path(), "mine", base, rules);
    out(&sandtable(folder.path(), &["check", "."]))
}

#[test]
fn what_nothing_changes_or_brings_is_found_where_scripts_are_in_use_too() {
    let rules = "flag foo\nobjective \"F\" for Japan gains 3 when flag foo\n\
        unit zeppelin { domain \"air\" moves 3 attack 1 defense 1 glyph \"z\" }\n";
    for base in ["pacific-1940", "1941"] {
        let said = checked(base, rules);
        for lint in ["constant-flag", "unobtainable-unit"] {
            assert!(said.contains(lint), "{base}: {said}");
        }
    }
    // Who goes through all types and adds units may add this one; flags are another thing.
    let said = checked("global-1940", rules);
    assert!(said.contains("constant-flag"), "{said}");
}

#[test]
fn a_script_that_is_taken_away_is_cited_no_more() {
    let said = checked("pacific-1940", "remove use kamikaze\n");
    assert_eq!(said, ".: fine\n");
}
