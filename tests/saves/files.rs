//! Where a game is kept: what a kill, a full disk, a second program or another file there does.

use super::{Kept, PEOPLE, play};
use crate::cli::{err, fine, sandtable};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

/// A program that waits for the next line of a game.
fn begin(game: &Kept) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(PEOPLE)
        .arg(&game.path)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Sends an order and waits until it was told what came of it.
fn order(child: &mut Child, line: &str, told: &str) {
    let stdin = child.stdin.as_mut().expect("stdin is a pipe");
    writeln!(stdin, "{line}").expect("it listens");
    let stdout = child.stdout.as_mut().expect("stdout is a pipe");
    // Not more is read than one line at a time: the rest stays for the next order.
    let mut reader = BufReader::with_capacity(1, stdout);
    let mut line = String::new();
    while !line.contains(told) {
        line.clear();
        assert_ne!(reader.read_line(&mut line).expect("it speaks"), 0, "{told}");
    }
}

#[test]
fn a_killed_game_has_every_order_that_was_answered() {
    let game = Kept::new();
    let mut child = begin(&game);
    order(&mut child, "buy 1 infantry", "buys 1 infantry");
    order(&mut child, "buy 1 tank", "buys 1 tank");
    // An order is kept before the next one is read.
    order(&mut child, "show Korea", "Korea");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let kept = game.text();
    assert_eq!(kept.lines().count(), 3, "{kept}");
    fine(&game.resume("show Korea\n"));
}

#[test]
fn two_programs_do_not_play_one_game() {
    let game = Kept::new();
    let mut child = begin(&game);
    order(&mut child, "buy 1 infantry", "buys 1 infantry");
    order(&mut child, "show Korea", "Korea");
    let second = game.resume("buy 1 tank\n");
    assert_eq!(second.status.code(), Some(1));
    assert!(err(&second).contains("save/in-use"), "{}", err(&second));
    // Nor does one that insists, or that goes on from a copy, write over it.
    let copy = game.file.with_extension("copy");
    std::fs::copy(&game.file, &copy).expect("copied");
    let copy = copy.to_str().expect("a plain path");
    let path = &game.path;
    for line in [format!("save --force {path}"), format!("save {path}")] {
        let other = sandtable(&["resume", copy], line.as_bytes());
        assert!(err(&other).contains("save/in-use"), "{}", err(&other));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(game.text().lines().count(), 2);
    fine(&game.resume("buy 1 tank\n"));
}

#[test]
fn a_game_goes_on_in_its_own_file() {
    let game = Kept::new();
    game.play("buy 1 infantry\n");
    fine(&game.resume("buy 1 tank\nundo\nbuy 2 infantry\n"));
    let kept = game.text();
    let last: Vec<&str> = kept.lines().skip(2).collect();
    assert!(last[0].contains("\"order\":\"buy 1 tank\""), "{kept}");
    assert!(last[1].starts_with("{\"undo\":1,"), "{kept}");
    assert!(last[2].contains("\"order\":\"buy 2 infantry\""), "{kept}");
    fine(&game.resume_with(&["--no-save"], "end phase\n"));
    assert_eq!(game.text(), kept, "the file was to be left alone");
}

#[test]
fn nothing_is_written_over_unless_somebody_insists() {
    let game = Kept::new();
    game.play("buy 1 infantry\n");
    let kept = game.text();
    let again = game.play("buy 1 tank\n");
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("file/exists"), "{}", err(&again));
    assert_eq!(game.text(), kept);
    let other = game.folder.path().join("letter.txt");
    std::fs::write(&other, "dear").expect("written");
    let letter = || std::fs::read_to_string(&other).expect("it is there");
    let name = other.to_str().expect("a plain path");
    for line in [format!("save {name}"), format!("map {name}")] {
        let done = sandtable(&["play", "--seat", "all=human"], line.as_bytes());
        assert!(err(&done).contains("file/exists"), "{}", err(&done));
        assert_eq!(letter(), "dear");
    }
    let drawn = sandtable(&["map", "pacific-1940", "-o", name], b"");
    assert!(err(&drawn).contains("file/exists"), "{}", err(&drawn));
    let forced = format!("save --force {name}\n");
    fine(&sandtable(
        &["play", "--seat", "all=human"],
        forced.as_bytes(),
    ));
    assert!(letter().starts_with("{\"sandtable_save\""));
    let args = [&PEOPLE[..], &[&game.path, "--force"]].concat();
    fine(&sandtable(&args, b""));
    assert_eq!(game.text().lines().count(), 1);
}

#[test]
fn earlier_moments_and_pictures_give_way() {
    let game = Kept::new();
    let path = &game.path;
    let orders = format!("buy 1 infantry\nsave {path}\nbuy 1 tank\nsave {path}\n");
    fine(&sandtable(
        &["play", "--seat", "all=human", "--seed", "1"],
        orders.as_bytes(),
    ));
    assert_eq!(game.text().lines().count(), 3);
    let picture = game.folder.path().join("board.svg");
    let picture = picture.to_str().expect("a plain path");
    for _ in 0..2 {
        fine(&sandtable(&["map", "1941", "-o", picture], b""));
    }
}

#[test]
fn a_line_that_was_cut_off_is_left_out_with_a_word() {
    let game = Kept::new();
    game.play("buy 1 infantry\nbuy 1 tank\n");
    let whole = game.text();
    game.write(&whole[..whole.len() - 4]);
    let resumed = game.resume("buy 1 fighter\n");
    fine(&resumed);
    assert!(err(&resumed).contains("save/torn"), "{}", err(&resumed));
    let kept = game.text();
    assert!(
        kept.contains("1 fighter") && !kept.contains("1 tank"),
        "{kept}"
    );
    // The end of a line alone may be missing: the line is whole.
    game.write(kept.trim_end());
    let resumed = game.resume("buy 1 infantry\n");
    assert!(err(&resumed).is_empty(), "{}", err(&resumed));
    fine(&game.replay("--verify"));
}

#[test]
fn a_mark_of_the_order_of_bytes_before_a_save_is_no_harm() {
    let game = Kept::new();
    game.play("buy 1 infantry\n");
    let marked = format!("\u{feff}{}", game.text());
    game.write(&marked);
    fine(&game.resume("buy 1 tank\n"));
    assert_eq!(game.text().lines().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_complaint() {
    let done = play("/dev/full", "buy 1 infantry\n");
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("save/unwritable"), "{}", err(&done));
}
