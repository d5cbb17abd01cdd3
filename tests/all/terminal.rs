//! The prompt as a person has it, on a terminal. Python lends the terminal; where it is
//! not found, nothing is tried and a line says so.

use crate::overlay::on_disk;
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};

/// Words after which nothing is typed: the program has left.
pub const LEFT: &str = "";

/// A terminal of so many columns, and the folder where the program keeps things.
pub struct Terminal<'a> {
    pub columns: u16,
    pub data: &'a Path,
}

impl Terminal<'_> {
    /// What a person sees who types keys, and after each of them waits for words.
    pub fn typed(&self, args: &[&str], talk: &[(&str, &str)]) -> Option<String> {
        let (columns, talk) = (self.columns.to_string(), json!(talk).to_string());
        let mut python = Command::new("python3");
        python.args(["-c", include_str!("terminal.py"), &columns, &talk]);
        python.arg(env!("CARGO_BIN_EXE_sandtable")).args(args);
        python.env("SANDTABLE_DATA", self.data);
        let Ok(done) = python.stdin(Stdio::null()).output() else {
            eprintln!("no Python: the prompt was not tried on a terminal");
            return None;
        };
        let complaint = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{complaint}");
        Some(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

#[test]
fn the_prompt_completes_remembers_and_does_not_leave_by_a_slip() {
    let prompt = "Japan, purchase> ";
    let data = tempfile::tempdir().expect("a folder can be made");
    let terminal = Terminal {
        columns: 60,
        data: data.path(),
    };
    let talk = [
        ("", prompt),
        // Tab: a word, then the only type that begins so.
        ("bu\t", "buy "),
        ("3 inf\t", "infantry "),
        ("\r", "3 infantry for 9 IPC"),
        // Keys are for the prompt once it is there.
        ("", prompt),
        // The line before; given up again.
        ("\x1b[A", "buy 3 infantry"),
        ("\x03", prompt),
        ("board\r", "no room here for"),
        ("", prompt),
        ("help upgrade\r", "larger one"),
        ("", prompt),
        // The end of the input: what is not kept is not lost by one key.
        ("\x04", "`quit` once"),
        ("", prompt),
        ("end\r", "Japan, combat-move> "),
        ("quit\r", "quit` once"),
    ];
    let Some(seen) = terminal.typed(&["play", "--no-save", "--seed", "4"], &talk) else {
        return;
    };
    let plain = |line: &str| {
        let parts = line.split('\u{1b}').enumerate();
        let shown = parts.map(|(i, part)| match part.split_once('m') {
            Some((_, shown)) if i > 0 && part.starts_with('[') => shown,
            _ => part,
        });
        shown.collect::<String>()
    };
    for line in seen.lines().map(plain).filter(|l| !l.contains("> ")) {
        let wide = line.trim_end().chars().count();
        assert!(wide <= 60, "{wide} columns: {line}");
    }
}

/// A battle in which losses can be chosen, and an offer that ends the game.
const ASKED: &str = "\
setup Blue { Middle: 12 walkers }
trigger \"Bargain\" at start of noncombat move of Red
  then offer Red \"End it?\" { victory for Warm }
";

/// The edition of tests, changed so.
fn changed(data: &Path, rules: &str) -> String {
    let edition = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    on_disk(&data.join("asked"), "asked", edition, rules)
}

#[test]
fn whoever_is_handed_the_game_can_leave_it() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let terminal = Terminal {
        columns: 120,
        data: data.path(),
    };
    let edition = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    let args = [
        "play",
        edition,
        "--seat",
        "all=human:Ann",
        "--seat",
        "Blue=human:Bob",
    ];
    let talk = [
        ("", "Red, purchase> "),
        ("end\r", "Red, combat-move> "),
        ("end\r", "Red, noncombat-move> "),
        ("end\r", "Bob, Enter when you sit here> "),
        ("quit\r", "The game is kept"),
        ("", LEFT),
    ];
    terminal.typed(&args, &talk);
}

#[test]
fn enter_fights_the_next_battle() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let pack = changed(data.path(), "setup Blue { Middle: 1 walker }");
    let terminal = Terminal {
        columns: 120,
        data: data.path(),
    };
    let moving = "Red, combat-move> ";
    let talk = [
        ("", "Red, purchase> "),
        ("end\r", moving),
        ("move 4 walkers from red coast to middle\r", moving),
        ("move 1 ship, 1 ferry from sz 1 to sz 2\r", moving),
        ("end\r", "Enter: fight"),
        ("", "Red, fight> "),
        ("\r", "> fight"),
        ("", "Sea battle in sz 2"),
        ("", "Red, retreat> "),
        ("quit\r", "`quit` once"),
        ("quit\r", LEFT),
    ];
    let args = [
        "play",
        &pack,
        "--seed",
        "4",
        "--seat",
        "all=human",
        "--no-save",
    ];
    terminal.typed(&args, &talk);
}

#[test]
fn enter_does_what_must_be_done_and_accepts_no_offer() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let pack = changed(data.path(), ASKED);
    let terminal = Terminal {
        columns: 120,
        data: data.path(),
    };
    let moving = "Red, combat-move> ";
    let talk = [
        ("", "Red, purchase> "),
        // At the end of a phase there is nothing that Enter stands for.
        ("\r", "Red, purchase> "),
        ("end\r", moving),
        ("move 3 walkers from red coast to middle\r", "moves 3"),
        ("", moving),
        ("move 1 flyer from red island to middle\r", "moves 1"),
        ("", moving),
        ("end\r", "Enter: casualties"),
        ("", "Red, casualties> "),
        ("\r", "> casualties"),
        ("", "Red, retreat> "),
        ("retreat middle\r", "End it?"),
        ("", "Red, offer> "),
        ("\r", "Red, offer> "),
        ("log 1\r", "Red, offer> "),
        ("yes\r", "The game is over. You can still look at it"),
        ("", "game over> "),
        ("board\r", "at war with"),
        ("", "game over> "),
        ("\r", "game over> "),
        ("quit\r", LEFT),
    ];
    let Some(seen) = terminal.typed(
        &["play", &pack, "--seed", "4", "--seat", "all=human"],
        &talk,
    ) else {
        return;
    };
    assert!(
        !seen.contains("Red, fight> "),
        "one battle is no question: {seen}"
    );
    let offered = seen
        .find("End it?")
        .map(|at| &seen[at..])
        .unwrap_or_default();
    let asked = offered.split("yes").next().unwrap_or_default();
    assert!(!asked.contains("Enter:"), "{asked}");
    // Lines of another run come back, and a game that is over says so when it is gone on with.
    let again = [
        ("", "The game is over. You can still look at it"),
        ("", "game over> "),
        ("\x1b[A\x1b[A", "board"),
        ("\x03", "game over> "),
        ("quit\r", LEFT),
    ];
    terminal.typed(&["resume"], &again);
}
