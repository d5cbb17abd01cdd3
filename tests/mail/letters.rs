//! Letters: what they tell, and which are refused.

use super::{Person, SEATS, begun};
use crate::cli::{err, fine, sandtable};
use crate::saves::ATTACK;

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
            .refused(&["mail", "in"], &[], &later)
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
fn a_letter_of_another_game_beside_a_good_one_is_left_out() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let (eve, _) = begun(&[]);
    ann.orders("edit give Japan 9\nbuy 1 tank\n");
    let both = format!("{}\n{}", eve.letter(), ann.letter());
    let done = bob.run(&["mail", "in"], &[], &both);
    let (told, said) = (fine(&done), err(&done));
    assert!(told.contains("> Japan: edit give Japan 9"), "{told}");
    assert!(told.contains("changed by hand: give Japan 9"), "{told}");
    assert!(
        said.contains("mail/other-game") && said.contains("left out"),
        "{said}"
    );
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn what_is_no_game_by_mail_is_told_so() {
    let alone = Person::new();
    let file = alone.file();
    let file = file.to_str().expect("a plain path");
    let play = ["play", "--seat", "all=human", "--save", file];
    fine(&sandtable(&play, b"end\n"));
    let kept = alone.save();
    for (args, more) in [
        (["mail", "out"], &[][..]),
        (["mail", "standing"], &["China retreat: never"]),
    ] {
        let said = alone.refused(&args, more, "");
        assert!(said.contains("mail/no-mail-game"), "{said}");
    }
    let said = alone.refused(&["mail", "new"], &SEATS, "");
    assert!(
        said.contains("file/exists") && !said.contains("--force"),
        "{said}"
    );
    assert_eq!(alone.save(), kept);
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
fn a_letter_says_with_which_budget_a_program_plays() {
    let (ann, bob) = begun(&["--seat", "China=planner:200"]);
    for save in [ann.save(), bob.save()] {
        assert!(save.contains("\"China\":\"planner:200\""), "{save}");
    }
    let refused = ann.refused(&["resume"], &["--budget", "9"], "");
    assert!(refused.contains("seat/others"), "{refused}");
}
