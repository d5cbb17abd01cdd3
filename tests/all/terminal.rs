//! The prompt as a person has it, on a terminal. Python lends the terminal; where it is
//! not found, nothing is tried and a line says so.

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
