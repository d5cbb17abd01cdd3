//! Where games are kept, and what becomes of them when their pack changes.

use super::cli::{err, fine, out, piped, sandtable};
use super::terminal::{LEFT, Terminal};
use crate::overlay::on_disk;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A pack that changes a price, and a file for a game of it.
struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let house = Self { folder };
        house.says("unit tank { cost 5 }");
        house
    }
    fn pack(&self) -> PathBuf {
        self.folder.path().join("mine")
    }
    fn save(&self) -> String {
        let file = self.folder.path().join("game.save");
        file.to_str().expect("a plain path").to_owned()
    }
    fn says(&self, rules: &str) {
        on_disk(&self.pack(), "mine", "pacific-1940", rules);
    }
    fn play(&self, more: &[&str]) {
        let pack = self.pack();
        let pack = pack.to_str().expect("a plain path");
        let save = self.save();
        let usual = [
            "play",
            pack,
            "--seat",
            "all=human",
            "--seed",
            "1",
            "--save",
            &save,
        ];
        let args: Vec<&str> = usual.into_iter().chain(more.iter().copied()).collect();
        fine(&sandtable(&args, b"buy 2 tanks\nend phase\n"));
    }
}

#[test]
fn a_game_goes_on_under_a_changed_pack_as_long_as_it_comes_out_the_same() {
    let house = House::new();
    house.play(&[]);
    house.says("unit tank { cost 5 }\nunit battleship { cost 21 }");
    let done = sandtable(&["replay", &house.save(), "--verify"], b"");
    fine(&done);
    let said = err(&done);
    assert!(
        said.contains("`mine` has changed since this game was saved"),
        "{said}"
    );
    assert!(!said.contains("pacific"), "{said}");
    // Who only looks leaves the save as it was.
    let before = std::fs::read_to_string(house.save()).expect("it is there");
    fine(&sandtable(&["resume", &house.save()], b"history\n"));
    let after = std::fs::read_to_string(house.save()).expect("it is there");
    assert_eq!(after, before);
    // It goes on in its own file, which nobody is asked about.
    fine(&sandtable(&["resume", &house.save()], b"end phase\n"));
    house.says("unit tank { cost 6 }");
    let done = sandtable(&["replay", &house.save(), "--verify"], b"");
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("stood differently"), "{}", err(&done));
    house.says("unit tank { cost 20 }");
    let said = err(&sandtable(&["resume", &house.save()], b""));
    assert!(
        said.contains("save/diverged") && said.contains("self-contained"),
        "{said}"
    );
}

#[test]
fn a_self_contained_save_goes_on_with_its_own_rules() {
    let house = House::new();
    house.play(&["--self-contained"]);
    house.says("unit tank { cost 20 }");
    let order = b"end phase\nend phase\nplace 2 tanks in Japan\n";
    let done = sandtable(&["resume", &house.save()], order);
    fine(&done);
    // What is different now is said in the words of `diff`.
    assert!(err(&done).contains("cost"), "{}", err(&done));
    std::fs::remove_dir_all(house.pack()).expect("removed");
    let done = sandtable(&["replay", &house.save(), "--verify"], b"");
    fine(&done);
    assert_eq!(err(&done), "");
    let text = std::fs::read_to_string(house.save()).expect("it is there");
    let folder = house.folder.path().to_str().expect("a plain path");
    assert_eq!(
        text.matches(folder).count(),
        1,
        "only the header's `pack` says where it was"
    );
}

#[test]
fn reloaded_rules_leave_nothing_told_under_others() {
    let house = House::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["play", "--seat", "all=human", "--seed", "1"]);
    command.arg(house.pack());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut game = command.spawn().expect("it starts");
    let mut lines = game.stdin.take().expect("it listens");
    let mut told = BufReader::new(game.stdout.take().expect("it speaks")).lines();
    writeln!(lines, "buy 2 tanks").expect("it listens");
    let bought = |line: &std::io::Result<String>| {
        line.as_ref()
            .is_ok_and(|line| line.contains("buys 2 tanks"))
    };
    assert!(told.any(|line| bought(&line)));
    house.says("unit tank { cost 4 }");
    writeln!(lines, "reload\nlog\nend").expect("it listens");
    drop(lines);
    let after: Vec<String> = told.map_while(Result::ok).collect();
    game.wait().expect("it ends");
    assert!(after[0].starts_with("the new rules hold"), "{after:?}");
    assert!(
        after.iter().any(|line| line == "Phase: combat move"),
        "{after:?}"
    );
    let told: Vec<&String> = after.iter().filter(|line| line.contains("buys")).collect();
    assert_eq!(told, ["Japan buys 2 tanks for 8 IPC"], "{after:?}");
}

#[test]
fn on_a_terminal_a_game_is_kept_by_itself() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let terminal = Terminal {
        columns: 100,
        data: data.path(),
    };
    let (buying, moving) = ("Japan, purchase> ", "Japan, combat-move> ");
    let first = [
        ("", buying),
        ("buy 1 tank\r", buying),
        ("end\r", moving),
        ("quit\r", "`sandtable resume` goes on with it"),
        ("", LEFT),
    ];
    if terminal.typed(&["play", "--seed", "1"], &first).is_none() {
        return;
    }
    let again = [
        ("", "A game was left at pacific-1940, round 1, Japan"),
        ("\r", moving),
        ("history\r", "Japan: buy 1 tank"),
        ("quit\r", LEFT),
    ];
    terminal.typed(&["play"], &again);
    let another = [
        ("", "A game was left"),
        ("n\r", buying),
        ("buy 1 fighter\r", "fighter for"),
        ("", buying),
        ("quit\r", LEFT),
    ];
    terminal.typed(&["play"], &another);
    let unkept = [
        ("", buying),
        ("buy 1 fighter\r", "fighter for"),
        ("", buying),
        ("quit\r", "`quit` once"),
        ("quit\r", LEFT),
    ];
    terminal.typed(&["play", "--no-save"], &unkept);
    terminal.typed(&["play", "1941"], &[("", "> "), ("quit\r", LEFT)]);
    let run = |args: &[&str], input: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(args).env("SANDTABLE_DATA", data.path());
        super::cli::piped(command, input)
    };
    let list = out(&run(&["resume", "--list"], b""));
    assert!(
        list.contains("pacific-1940-1") && list.contains("pacific-1940-2"),
        "{list}"
    );
    assert!(!list.contains("1941"), "no order, no game: {list}");
    let named = run(&["replay", "pacific-1940-1", "--verify"], b"");
    assert_eq!(out(&named), "2 orders, the same game\n", "{}", err(&named));
    // Without a terminal nothing is kept that was not asked for.
    run(&["play", "--seat", "all=human"], b"buy 1 tank\n");
    assert_eq!(out(&run(&["resume", "--list"], b"")), list);
    let last = run(&["resume"], b"history\n");
    assert!(out(&last).contains("fighter"), "{}", out(&last));
}

#[test]
fn without_a_kept_game_there_is_none_to_go_on_with() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("resume").env("SANDTABLE_DATA", data.path());
    let done = super::cli::piped(command, b"");
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("no game has been kept yet"),
        "{}",
        err(&done)
    );
}

#[test]
fn a_game_with_an_overlay_from_a_folder_goes_on_from_anywhere() {
    let house = House::new();
    let save = house.save();
    let folder = house.folder.path();
    let mut begun = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    begun.current_dir(folder).args([
        "play",
        "pacific-1940",
        "--with",
        "./mine",
        "--seat",
        "all=human",
        "--seed",
        "1",
        "--save",
        &save,
    ]);
    fine(&piped(begun, b"buy 2 tanks\nend phase\n"));
    fine(&sandtable(&["replay", &save, "--verify"], b""));
}
