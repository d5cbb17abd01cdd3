//! Scripts in a running game: what they print, and packs that change meanwhile.

use super::{on_disk, write};
use crate::pack::small;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game at which a person sits, line by line.
struct Table {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Table {
    fn new(pack: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args([
                "play",
                "--seed",
                "1",
                "--seat",
                "all=human",
                "--error-format",
                "plain",
            ])
            .args(more)
            .arg(pack)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("stdin is a pipe");
        let output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        Self {
            child,
            input,
            output,
        }
    }
    /// Says a line; what is answered.
    fn say(&mut self, line: &str) -> String {
        // A question whose answer is known marks the end of what was said before.
        writeln!(self.input, "{line}\nlegal nonsense").expect("the program listens");
        let mut answer = String::new();
        while !answer.ends_with("no such order\n") {
            let read = self
                .output
                .read_line(&mut answer)
                .expect("the program speaks");
            assert!(read > 0, "the game has ended: {answer}");
        }
        answer
    }
    /// Says a line that must be answered so.
    fn hear(&mut self, line: &str, words: &str) {
        let answer = self.say(line);
        assert!(answer.contains(words), "{line}: {answer}");
    }
    /// Ends the game; what it said on standard error.
    fn leave(self) -> String {
        let Self {
            mut child,
            input,
            output,
        } = self;
        drop((input, output));
        let mut errors = String::new();
        child
            .stderr
            .take()
            .expect("stderr is a pipe")
            .read_to_string(&mut errors)
            .expect("the program speaks");
        child.wait().expect("the program ends");
        errors
    }
}

#[test]
fn what_scripts_print_is_shown_on_request() {
    let folder = on_disk("fn turn_begin() { print(`it is ${game.power}'s turn`); }");
    let said = |more: &[&str]| {
        let mut table = Table::new(folder.path(), more);
        let told: String = (0..6).map(|_| table.say("end phase")).collect();
        assert!(told.contains("Blue's turn"), "{told}");
        table.leave()
    };
    let traced = said(&["--trace"]);
    assert!(
        traced.contains("trace: rule: it is Red's turn\n") && traced.contains("it is Blue's turn"),
        "{traced}"
    );
    assert_eq!(said(&[]), "");
}

#[test]
fn a_running_game_takes_changed_rules_in() {
    let folder = on_disk("");
    let path = folder.path();
    let mut table = Table::new(path, &[]);
    table.hear("buy 1 infantry", "for 3 IPC");
    table.hear("reload", "nothing has changed");
    // A script of the pack.
    write(
        path,
        "scripts/rule.rhai",
        "fn price(power, unit, cost) { cost - 1 }",
    );
    table.hear("reload", "stands differently now");
    table.hear("buy 1 infantry", "for 2 IPC");
    table.say("undo");
    table.hear("undo", "taken back: buy 1 infantry");
    // The sentences.
    write(
        path,
        "rest.rules",
        &format!(
            "{}\nuse rule\n",
            small::REST.replace("for Red gains 2", "for Red gains 3")
        ),
    );
    table.hear("reload", "the game stands as it did");
    // The rules in words.
    write(path, "RULES.md", "**D-1** Red begins.\n");
    table.hear("reload", "what is said about them is new");
    table.hear("explain D-1", "Red begins.");
    table.hear("reload", "nothing has changed");
    assert_eq!(table.leave(), "");
}

#[test]
fn a_game_that_does_not_fit_goes_on_as_it_was() {
    let folder = on_disk("");
    let path = folder.path();
    let mut table = Table::new(path, &[]);
    table.hear("buy 3 infantry", "for 9 IPC");
    write(
        path,
        "tables.toml",
        &small::changed(small::TABLES, "cost = 3", "cost = 4"),
    );
    table.say("reload");
    write(
        path,
        "tables.toml",
        &small::changed(small::TABLES, "cost = 3", "cost = three"),
    );
    table.say("reload");
    table.hear("show red hills", "Red Hills");
    table.say("undo");
    table.hear("buy 1 infantry", "for 3 IPC");
    let errors = table.leave();
    assert!(
        errors.contains("its order 1, by Red, was carried out before and is refused now"),
        "{errors}"
    );
    assert!(
        errors.contains("buy/too-poor") && errors.contains("tables.toml"),
        "{errors}"
    );
}
