//! Programs of their own: at the table, behind the engine, and what a table does about those that misbehave.

use super::cli::{err, out, sandtable};
use serde_json::Value;
use std::process::Command;

/// Whether there is Python; if not, that is said, and what needs it is left out.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("python3 is not here: bots are not tried (`.ci/run` demands it)");
    }
    found
}

#[test]
fn a_bot_of_a_few_lines_plays_a_whole_game() {
    let bot = std::fs::read_to_string("tests/protocol/bot.py").expect("it is there");
    assert!(bot.lines().count() <= 60, "a bot should be short");
    if !python() {
        return;
    }
    let seat = "Allies=exec:python3 tests/protocol/bot.py";
    let play = [
        "play", "1941", "--seed", "1", "--seat", "all=ai", "--seat", seat,
    ];
    let done = sandtable(&[&play[..], &["--rounds", "60", "--json"]].concat(), b"");
    assert!(done.status.success(), "{}", err(&done));
    let told = out(&done);
    let last = told.lines().last().expect("a summary");
    let summary: Value = serde_json::from_str(last).expect("it is JSON");
    assert!(summary["winner"].is_string(), "{summary:#}");
    assert!(err(&done).contains("over in round"), "{}", err(&done));
}

#[test]
fn an_environment_as_researchers_know_them_plays_a_whole_game() {
    if !python() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_sandtable");
    let done = Command::new("python3")
        .args(["tests/protocol/env.py", program, "1941", "Allies", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it starts");
    assert!(done.status.success(), "{}", err(&done));
    let told: Value = serde_json::from_str(&out(&done)).expect("it is JSON");
    let returns = told["returns"].as_object().expect("one for each agent");
    assert!(
        returns.values().any(|r| *r == 1) && returns.values().any(|r| *r == -1),
        "{told:#}"
    );
}

/// What a table says about a program that misbehaves, in a game that is kept.
#[cfg(unix)]
fn complaint(command: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.save");
    let path = file.to_str().expect("a plain path");
    let seat = format!("Red=exec:{command}");
    let play = [
        "play",
        "tests/edition",
        "--seed",
        "1",
        "--seat",
        "all=human",
        "--seat",
        &seat,
    ];
    let rest = [
        "--seat-time",
        "0.5",
        "--save",
        path,
        "--error-format",
        "plain",
    ];
    let done = sandtable(&[&play[..], &rest].concat(), b"");
    assert_eq!(done.status.code(), Some(1));
    // Nothing that a save names is started by itself.
    let resumed = sandtable(&["resume", path, "--error-format", "plain"], b"");
    assert_eq!(resumed.status.code(), Some(1));
    assert!(err(&resumed).contains("seat/exec"), "{}", err(&resumed));
    // What was played stays, and a person can take the seat.
    let resumed = sandtable(&["resume", path, "--seat", "Red=human"], b"buy 1 walker\n");
    assert!(out(&resumed).contains("buys 1 walker"), "{}", err(&resumed));
    err(&done)
}

#[cfg(unix)]
#[test]
fn programs_that_misbehave_are_complained_about() {
    let refused =
        r#"sh -c 'while read line; do echo "{\"do\":\"apply\",\"order\":\"dance\"}"; done'"#;
    let asks = r#"sh -c 'while read line; do yes "{\"do\":\"rules\"}"; done'"#;
    let answers_itself = r#"sh -c 'while read line; do echo "{\"do\":\"pending\"}"; done'"#;
    for (name, command) in [
        ("silent", "sleep 20"),
        ("deaf", asks),
        ("endless", answers_itself),
        ("long", "head -c 2000000 /dev/zero"),
        ("gone", "sh -c 'exit 3'"),
        ("no_json", "echo hello there"),
        ("refused", refused),
        ("not_there", "there-is-no-such-program"),
        ("quote", "python3 'bot.py"),
    ] {
        insta::assert_snapshot!(name, complaint_or_start(name, command));
    }
}

/// A program that cannot be started leaves no game to go on with.
#[cfg(unix)]
fn complaint_or_start(name: &str, command: &str) -> String {
    if name != "not_there" && name != "quote" {
        return complaint(command);
    }
    let seat = format!("Red=exec:{command}");
    let play = ["play", "tests/edition", "--seed", "1", "--seat", &seat];
    let done = sandtable(&[&play[..], &["--error-format", "plain"]].concat(), b"");
    assert_eq!(done.status.code(), Some(1));
    err(&done)
}

#[test]
fn commands_are_not_started_for_simulations() {
    let done = sandtable(
        &["sim", "1941", "--games", "1", "--seat", "UK=exec:true"],
        b"",
    );
    assert!(err(&done).contains("sim/seat"), "{}", err(&done));
}
