//! What a slip of the finger or a wrong thought comes to: it is done as it was meant, or refused with a word.

use super::cli::{err, fine, out, piped, sandtable};
use super::terminal::{LEFT, Terminal};
use std::path::Path;
use std::process::{Command, Output};

const ALONE: [&str; 5] = ["play", "--seat", "all=human", "--seed", "1"];

/// What is said to lines of one person who plays everybody.
fn play(lines: &str) -> Output {
    sandtable(&ALONE, lines.as_bytes())
}

#[test]
fn numbers_edits_and_orders_that_mean_nothing_are_refused() {
    for (line, code) in [
        ("log -1", "undo/number"),
        ("history 0", "undo/number"),
        ("undo 0", "undo/number"),
        ("redo 0", "undo/number"),
        ("edit give Japan -1000", "edit/treasury"),
        ("edit set treasury Japan -1", "edit/treasury"),
        ("edit set war Japan Japan", "edit/relation"),
        ("\u{1}", "order/unseen"),
        ("buy 1 \u{7}tank", "order/unseen"),
        ("branch drop raid", "branch/unknown"),
        ("save /nonexist/x", "save/unwritable"),
    ] {
        let done = play(&format!("{line}\n"));
        assert_eq!(done.status.code(), Some(1), "{line}: {}", out(&done));
        let said = err(&done);
        assert!(said.contains(code), "{line}: {said}");
        assert!(!said.contains(".sandtable-"), "{line}: {said}");
    }
}

#[test]
fn nothing_to_tell_is_said_and_edits_are_confirmed() {
    let lines = "history\nstory\nbranch raid\nadopt\nedit give Japan 5\nedit give Japan 6\n";
    let told = out(&play(lines));
    for line in [
        "nothing was ordered yet",
        "no program has done anything since your last order",
        "nothing was ordered on this plan",
        "The position is changed by hand: give Japan 5",
        "The position is changed by hand: give Japan 6",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn plans_do_not_vanish_without_a_word() {
    let told = out(&play("branch raid\nbuy 1 tank\nback\nbranch other\nquit\n"));
    assert!(
        told.contains("Plans are kept nowhere: other, raid will be gone"),
        "{told}"
    );
    let told = out(&play(
        "branch raid\nbuy 1 tank\nbranch drop raid\nbranch\nhistory\nquit\n",
    ));
    assert!(
        told.contains("the plan `raid` is forgotten\nno plan was tried yet"),
        "{told}"
    );
    assert!(
        !told.contains("will be gone") && told.contains("nothing was ordered yet"),
        "{told}"
    );
}

#[test]
fn seats_that_are_taken_again_are_refused_and_names_are_one_however_written() {
    let seats = ["--seat", "Japan=human:Ann", "--seat", "all=human:Bob"];
    let lost = sandtable(&[&["play"], &seats[..]].concat(), b"");
    assert_eq!(lost.status.code(), Some(1));
    let said = err(&lost);
    assert!(
        said.contains("seat/over") && said.contains("`Japan=human:Ann` seats nobody"),
        "{said}"
    );
    let seats = [
        "--seat",
        "all=human:Ann",
        "--seat",
        "USA=human:ann",
        "--seed",
        "1",
    ];
    let told = out(&sandtable(
        &[&["play"], &seats[..]].concat(),
        b"end\nend\nend\nend\nend\n",
    ));
    assert!(!told.contains("is asked now"), "{told}");
}

#[test]
fn a_file_with_a_game_says_how_to_go_on_with_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.save");
    let save = path.to_str().expect("a plain path");
    let args = [&ALONE[..], &["--save", save]].concat();
    sandtable(&args, b"buy 1 tank\n");
    let again = sandtable(&args, b"");
    let said = err(&again).replace('\n', " ");
    assert!(
        said.contains("file/exists") && said.contains("sandtable resume"),
        "{said}"
    );
    let verified = out(&sandtable(&["replay", save, "--verify"], b""));
    assert_eq!(verified, "1 order, the same game\n");
}

#[test]
fn a_pack_in_a_folder_is_found_from_everywhere() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let run = |args: &[&str], at: &Path, input: &[u8]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        program.args(args).current_dir(at);
        piped(program, input)
    };
    run(&["new", "mine", "--extends", "1941"], folder.path(), b"");
    let game = ["play", "mine", "--seat", "all=human", "--save", "game.save"];
    fine(&run(&game, folder.path(), b"end\n"));
    let path = folder.path().join("game.save");
    let path = path.to_str().expect("a plain path");
    fine(&run(&["resume", path], Path::new("/"), b"history\n"));
}

#[test]
fn a_kept_game_that_cannot_be_read_is_listed_with_its_fault() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let games = data.path().join("games");
    std::fs::create_dir(&games).expect("made");
    std::fs::write(games.join("1941-1.save"), "dear\n").expect("written");
    // One that was just made has nothing in it yet.
    std::fs::write(games.join("1941-2.save"), "").expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.args(["resume", "--list"]);
    program.env("SANDTABLE_DATA", data.path());
    let listed = piped(program, b"");
    let said = err(&listed);
    assert!(
        said.contains("1941-1.save") && said.contains("save/not-a-save"),
        "{said}"
    );
    assert!(!said.contains("1941-2"), "{said}");
}

#[test]
fn a_save_whose_rules_are_in_it_shows_the_order_that_differs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.save");
    let save = path.to_str().expect("a plain path");
    let args = [&ALONE[..], &["--save", save, "--self-contained"]].concat();
    sandtable(&args, b"buy 1 tank\nend\n");
    let text = std::fs::read_to_string(&path).expect("the save was written");
    let old = super::saves::first_format(&text).replace("buy 1 tank", "buy 900 tank");
    std::fs::write(&path, old).expect("written");
    let said = err(&sandtable(&["replay", save, "--verify"], b""));
    assert!(
        said.contains("save/diverged") && said.contains("buy 900 tank"),
        "{said}"
    );
    assert!(!said.contains("Advice"), "{said}");
}

#[test]
fn the_offer_to_go_on_takes_no_other_word_for_yes() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let terminal = Terminal {
        columns: 100,
        data: data.path(),
    };
    let buying = "Japan, purchase> ";
    let first = [
        ("", buying),
        ("buy 1 tank\r", buying),
        ("branch raid\r", "[raid] Japan, purchase> "),
        ("quit\r", "`quit` once more leaves"),
        ("quit\r", LEFT),
    ];
    if terminal.typed(&["play", "--seed", "1"], &first).is_none() {
        return;
    }
    let offered = "Go on with it?";
    let again = [("", offered), ("what\r", offered), ("quit\r", LEFT)];
    let seen = terminal.typed(&["play"], &again).expect("Python was there");
    assert!(!seen.contains(buying), "{seen}");
}
