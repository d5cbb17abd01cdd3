//! Games by mail: letters, secrets, and what somebody who cheats can do.

mod chance;
mod letters;
mod packs;
mod secrets;
mod standing;

use super::cli::{err, out, piped};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A person with a computer of their own.
struct Person {
    folder: tempfile::TempDir,
}

impl Person {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        Self { folder }
    }
    fn file(&self) -> PathBuf {
        self.folder.path().join("game.save")
    }
    fn save(&self) -> String {
        std::fs::read_to_string(self.file()).expect("the game is there")
    }
    /// The program as it runs on that computer.
    fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        program.env("SANDTABLE_DATA", self.folder.path().join("data"));
        program
    }
    /// A command about the game.
    fn run(&self, args: &[&str], more: &[&str], input: &str) -> Output {
        let mut program = self.program();
        program.args(args).arg(self.file()).args(more);
        piped(program, input.as_bytes())
    }
    #[track_caller]
    fn done(&self, args: &[&str], more: &[&str], input: &str) -> String {
        let done = self.run(args, more, input);
        assert_eq!(done.status.code(), Some(0), "{args:?} {}", err(&done));
        out(&done)
    }
    #[track_caller]
    fn refused(&self, args: &[&str], more: &[&str], input: &str) -> String {
        let done = self.run(args, more, input);
        assert_eq!(done.status.code(), Some(1), "{args:?} {}", out(&done));
        err(&done)
    }
    fn letter(&self) -> String {
        self.done(&["mail", "out"], &[], "")
    }
    fn takes(&self, letter: &str) -> String {
        self.done(&["mail", "in"], &[], letter)
    }
    fn orders(&self, orders: &str) -> String {
        self.done(&["resume"], &[], orders)
    }
}

/// Ann, who has Japan and its friends and begins, and Bob.
const SEATS: [&str; 6] = [
    "--seat",
    "Axis=human:Ann",
    "--seat",
    "Allies=human:Bob",
    "--me",
    "Ann",
];

/// A game of Ann and Bob.
fn begun(more: &[&str]) -> (Person, Person) {
    let (ann, bob) = (Person::new(), Person::new());
    let args = [&SEATS[..], more].concat();
    ann.done(&["mail", "new"], &args, "");
    bob.done(&["mail", "in"], &["--me", "Bob"], &ann.letter());
    (ann, bob)
}
