//! A game by mail is played with one pack, which everybody has.

use super::{Person, SEATS};
use crate::cli::{fine, piped};
use crate::overlay::on_disk;

/// A pack of somebody's own, with tanks at this price.
fn pack(person: &Person, price: u8) -> String {
    let folder = person.folder.path().join("mine");
    let rules = format!("unit tank {{ cost {price} }}");
    on_disk(&folder, "mine", "pacific-1940", &rules)
}

#[test]
fn everybody_plays_with_the_same_pack() {
    let (ann, bob) = (Person::new(), Person::new());
    let whole = pack(&ann, 5);
    let mut program = ann.program();
    program.current_dir(ann.folder.path());
    program.args(["mail", "new", "game.save", "mine"]);
    program.args(SEATS);
    fine(&piped(program, b""));
    // The folder is found from anywhere.
    assert!(ann.save().contains(&whole), "{}", ann.save());
    let letter = ann.letter();
    std::fs::rename(&whole, format!("{whole}.away")).expect("moved");
    let said = bob.refused(&["mail", "in"], &["--me", "Bob"], &letter);
    assert!(
        said.contains("pack/no-pack") && said.contains("--pack"),
        "{said}"
    );
    std::fs::rename(format!("{whole}.away"), &whole).expect("moved");
    let theirs = pack(&bob, 6);
    let mine = ["--me", "Bob", "--pack", &theirs];
    let said = bob.refused(&["mail", "in"], &mine, &letter);
    assert!(
        said.contains("mail/other-pack") && said.contains("`mine`: "),
        "{said}"
    );
    assert!(!bob.file().exists(), "nothing begins with another pack");
    pack(&bob, 5);
    bob.done(&["mail", "in"], &mine, &letter);
    let kept = bob.save();
    assert!(kept.contains(&theirs), "{kept}");
    ann.takes(&bob.letter());
    // A pack that changes in the middle of a game is told apart from secrets that are lost.
    pack(&bob, 6);
    for args in [&["mail", "out"][..], &["mail", "standing"], &["resume"]] {
        let more: &[&str] = match args {
            ["mail", "standing"] => &["China retreat: never"],
            _ => &[],
        };
        let said = bob.refused(args, more, "");
        assert!(said.contains("mail/other-pack"), "{args:?}: {said}");
        assert!(!said.contains("comes out the same"), "{args:?}: {said}");
        assert_eq!(bob.save(), kept, "{args:?}");
    }
}
