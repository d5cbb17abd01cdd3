//! Where games are kept, and what becomes of them when their pack changes.

use super::cli::{err, out, sandtable};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A pack that changes a price, and a file for a game of it.
struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        std::fs::create_dir(folder.path().join("mine")).expect("made");
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
        let manifest =
            "format = 1\nname = \"mine\"\nextends = \"pacific-1940\"\nfiles = [\"mine.rules\"]\n";
        let write = |name: &str, text: &str| std::fs::write(self.pack().join(name), text);
        write("pack.toml", manifest).expect("written");
        write("mine.rules", rules).expect("written");
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
        let done = sandtable(&args, b"buy 2 tanks\nend phase\n");
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    }
}

#[test]
fn a_game_goes_on_under_a_changed_pack_as_long_as_it_comes_out_the_same() {
    let house = House::new();
    house.play(&[]);
    house.says("unit tank { cost 5 }\nunit battleship { cost 21 }");
    let done = sandtable(&["replay", &house.save(), "--verify"], b"");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let said = err(&done);
    assert!(
        said.contains("`mine` has changed since this game was saved"),
        "{said}"
    );
    assert!(!said.contains("pacific"), "{said}");
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
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    // What is different now is said in the words of `diff`.
    assert!(err(&done).contains("cost"), "{}", err(&done));
    std::fs::remove_dir_all(house.pack()).expect("removed");
    let done = sandtable(&["replay", &house.save(), "--verify"], b"");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(err(&done), "");
    let text = std::fs::read_to_string(house.save()).expect("it is there");
    let folder = house.folder.path().to_str().expect("a plain path");
    assert_eq!(
        text.matches(folder).count(),
        1,
        "only the header's `pack` says where it was"
    );
}

/// The program on a terminal, where there is a Python to make one.
fn on_a_terminal(data: &Path, args: &[&str], lines: &[&str]) -> Option<String> {
    const PTY: &str = include_str!("terminal.py");
    let lines = lines.join("\n");
    let program = env!("CARGO_BIN_EXE_sandtable");
    let mut command = Command::new("python3");
    command.args(["-c", PTY, &lines, program]).args(args);
    command.env("SANDTABLE_DATA", data).env("TERM", "dumb");
    let told: Output = command.output().ok()?;
    assert!(told.status.success(), "{}", err(&told));
    Some(out(&told))
}

#[test]
fn on_a_terminal_a_game_is_kept_by_itself() {
    let data = tempfile::tempdir().expect("a folder can be made");
    let first = ["buy 1 tank", "end", "quit"];
    let Some(told) = on_a_terminal(data.path(), &["play", "--seed", "1"], &first) else {
        println!("not tried: there is no python3 to make a terminal");
        return;
    };
    assert!(
        told.contains("`sandtable resume` goes on with it"),
        "{told}"
    );
    let told = on_a_terminal(data.path(), &["play"], &["", "history", "quit"]);
    let told = told.expect("there was a terminal");
    assert!(
        told.contains("A game was left at pacific-1940, round 1, Japan"),
        "{told}"
    );
    assert!(told.contains("Japan: buy 1 tank"), "{told}");
    on_a_terminal(data.path(), &["play"], &["n", "buy 1 fighter", "quit"]);
    on_a_terminal(
        data.path(),
        &["play", "--no-save"],
        &["buy 1 fighter", "quit", "quit"],
    );
    on_a_terminal(data.path(), &["play", "1941"], &["quit"]);
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
