//! Secrets: the dice that come from them, where they stay, and what somebody does without them.

use super::{Person, begun};
use crate::cli::{err, fine, piped, sandtable};
use crate::saves::ATTACK;

#[test]
fn dice_come_from_the_secrets_of_all() {
    let (ann, bob) = begun(&[]);
    assert!(
        ann.refused(&["resume"], &[], "buy 1 tank\n")
            .contains("its dice want the secrets of Bob")
    );
    ann.takes(&bob.letter());
    let told = ann.orders(ATTACK);
    assert!(
        told.contains("waits for dice: for the next secret of Bob"),
        "{told}"
    );
    assert!(!ann.save().contains("\"dice\":["), "nothing is rolled yet");
    // The order is fixed: there is no way to take it back or to give another one; but the game can be looked at.
    for line in ["undo\n", "end\n", "edit give Japan 1\n"] {
        let told = ann.refused(&["resume"], &[], line);
        assert!(told.contains("waits for dice"), "{told}");
    }
    assert!(ann.orders("history\n").contains("Japan: move 3 infantry"));
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
fn secrets_are_never_written_over() {
    let (ann, _) = begun(&[]);
    let letter = ann.letter();
    let copy = ann.folder.path().join("copy.save");
    let mut program = ann.program();
    program
        .args(["mail", "in"])
        .arg(&copy)
        .args(["--me", "Bob"]);
    let done = piped(program, letter.as_bytes());
    assert!(err(&done).contains("mail/seated"), "{}", err(&done));
    ann.orders("standing\n");
}

#[test]
fn who_sits_down_twice_is_told_so() {
    let (ann, bob) = begun(&[]);
    let again = Person::new();
    let first = ann.letter();
    again.done(&["mail", "in"], &["--me", "Bob"], &first);
    ann.takes(&bob.letter());
    ann.orders("buy 1 tank\n");
    let said = again.refused(&["mail", "in"], &[], &ann.letter());
    assert!(
        said.contains("mail/two-secrets") && said.contains("Bob tells different"),
        "{said}"
    );
    // Whose secrets are lost does not begin others.
    std::fs::remove_dir_all(bob.folder.path().join("data")).expect("removed");
    std::fs::remove_file(bob.file()).expect("removed");
    let said = bob.refused(&["mail", "in"], &["--me", "Bob"], &ann.letter());
    assert!(said.contains("mail/no-secrets"), "{said}");
}

#[test]
fn dice_of_the_first_scheme_come_up_again() {
    // Played when standing orders still entered the hash; one stands before the dice.
    let old = "tests/mail/dice-v1.save";
    let text = std::fs::read_to_string(old).expect("it is there");
    assert!(text.contains("joint-blake3-chacha8-v1") && text.contains("\"standing\""));
    let done = sandtable(&["replay", old, "--verify"], b"");
    assert_eq!(fine(&done), "10 orders, the same game\n");
}
