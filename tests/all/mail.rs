//! Games by mail: letters, secrets, and what somebody who cheats can do.

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
    /// A command about the game.
    fn run(&self, args: &[&str], more: &[&str], input: &str) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        program.env("SANDTABLE_DATA", self.folder.path().join("data"));
        program.args(args).arg(self.file()).args(more);
        piped(program, input.as_bytes())
    }
    fn done(&self, args: &[&str], more: &[&str], input: &str) -> String {
        let done = self.run(args, more, input);
        assert_eq!(done.status.code(), Some(0), "{args:?} {}", err(&done));
        out(&done)
    }
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

/// Ann, who has Japan and its friends, and Bob.
fn begun(more: &[&str]) -> (Person, Person) {
    let (ann, bob) = (Person::new(), Person::new());
    let usual = [
        "--seat",
        "Axis=human:Ann",
        "--seat",
        "Allies=human:Bob",
        "--me",
        "Ann",
    ];
    let args: Vec<&str> = usual.into_iter().chain(more.iter().copied()).collect();
    ann.done(&["mail", "new"], &args, "");
    bob.done(&["mail", "in"], &["--me", "Bob"], &ann.letter());
    (ann, bob)
}

const ATTACK: &str = "end\nmove 3 infantry from Kiangsi to Hunan\nend\n";

#[test]
fn dice_come_from_the_secrets_of_all() {
    let (ann, bob) = begun(&[]);
    assert!(
        ann.orders("buy 1 tank\n")
            .contains("its dice want the secrets of Bob")
    );
    ann.takes(&bob.letter());
    let told = ann.orders(ATTACK);
    assert!(
        told.contains("waits for dice: for the next secret of Bob"),
        "{told}"
    );
    assert!(!ann.save().contains("\"dice\":["), "nothing is rolled yet");
    // The order is fixed: there is no way to take it back or to give another one.
    let told = ann.orders("undo\n");
    assert!(told.contains("waits for dice"), "{told}");
    let told = bob.takes(&ann.letter());
    assert!(told.contains("Battle for Hunan"), "{told}");
    let told = ann.takes(&bob.letter());
    assert!(told.contains("Battle for Hunan"), "{told}");
    assert_eq!(ann.save(), bob.save());
    assert!(ann.save().contains("\"dice\":["));
    assert!(
        ann.done(&["replay"], &["--verify"], "")
            .contains("the same game")
    );
    // A letter twice, or one of long ago, changes nothing.
    let before = bob.save();
    bob.takes(&ann.done(&["mail", "out"], &["--since", "0"], ""));
    assert_eq!(bob.save(), before);
    assert!(
        bob.refused(&["resume"], &["--seat", "Axis=human:Bob"], "")
            .contains("seat/others")
    );
}

#[test]
fn letters_that_do_not_fit_are_refused_and_change_nothing() {
    let (ann, bob) = begun(&[]);
    ann.takes(&bob.letter());
    ann.orders(ATTACK);
    let letter = ann.letter();
    let before = bob.save();
    let refused = |letter: &str, code: &str| {
        let said = bob.refused(&["mail", "in"], &[], letter);
        assert!(said.contains(code), "{said}");
        assert_eq!(bob.save(), before);
    };
    refused("hello", "mail/no-letter");
    refused(&letter.replace("END", "end"), "mail/damaged");
    let later = ann.done(&["mail", "out"], &["--since", "4"], "");
    refused(&later, "mail/gap");
    let (eve, _) = begun(&[]);
    refused(&eve.letter(), "mail/other-game");
    let stranger = Person::new();
    assert!(
        stranger
            .refused(&["mail", "in"], &[], &letter)
            .contains("mail/gap")
    );
    let first = ann.done(&["mail", "out"], &["--since", "0"], "");
    assert!(
        stranger
            .refused(&["mail", "in"], &[], &first)
            .contains("mail/who")
    );
    let eve = stranger.refused(&["mail", "in"], &["--me", "Eve"], &first);
    assert!(eve.contains("mail/nobody"), "{eve}");
    bob.takes(&letter);
    assert_ne!(bob.save(), before);
}

#[test]
fn what_was_taken_back_and_edited_is_told() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    ann.orders("edit give Japan 100\nbuy 1 tank\nend\n");
    let told = bob.takes(&ann.letter());
    assert!(told.contains("Japan buys 1 tank"), "{told}");
    assert!(told.contains("nobody can vouch for the dice"), "{told}");
    ann.orders("undo 2\nbuy 1 infantry\n");
    let told = bob.takes(&ann.letter());
    assert!(told.contains("taken back before that: 2"), "{told}");
    assert!(told.contains("Japan buys 1 infantry"), "{told}");
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn secrets_are_never_written_over() {
    let (ann, _) = begun(&[]);
    let letter = ann.letter();
    let copy = ann.folder.path().join("copy.save");
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.env("SANDTABLE_DATA", ann.folder.path().join("data"));
    program
        .args(["mail", "in"])
        .arg(&copy)
        .args(["--me", "Bob"]);
    let done = piped(program, letter.as_bytes());
    assert!(err(&done).contains("mail/seated"), "{}", err(&done));
    ann.orders("standing\n");
}

#[test]
fn a_trusted_person_saves_letters() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    // Only Ann's secrets make the dice: her own battles wait for nobody.
    let told = ann.orders(ATTACK);
    assert!(told.contains("Battle for Hunan"), "{told}");
    bob.takes(&ann.letter());
    assert_eq!(ann.save(), bob.save());
    assert!(
        bob.done(&["replay"], &["--verify"], "")
            .contains("the same game")
    );
}

#[test]
fn secrets_stay_where_they_were_made() {
    let (ann, _) = begun(&[]);
    std::fs::remove_dir_all(ann.folder.path().join("data")).expect("removed");
    let said = ann.refused(&["resume"], &[], "");
    assert!(said.contains("mail/no-secrets"), "{said}");
    let lonely = Person::new();
    let said = lonely.refused(
        &["mail", "new"],
        &["--seat", "all=human:Ann", "--me", "Ann"],
        "",
    );
    assert!(said.contains("mail/people"), "{said}");
}

#[test]
fn standing_orders_travel_with_letters() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let order = "China losses: infantry, artillery";
    bob.done(&["mail", "standing"], &[order], "");
    ann.takes(&bob.letter());
    assert!(
        ann.save()
            .contains("\"standing\":\"China losses: infantry, artillery\"")
    );
    assert_eq!(ann.save(), bob.save());
    for wrong in [
        "Japan losses: infantry",
        "China losses: infantree",
        "China mood: good",
    ] {
        bob.refused(&["mail", "standing"], &[wrong], "");
    }
    let said = ann.refused(&["resume"], &[], "standing China losses: artillery\n");
    assert!(said.contains("standing/others"), "{said}");
    assert_eq!(ann.save(), bob.save());
}
