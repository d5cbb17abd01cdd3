//! The tools of authors as editors and pipes use them.

use crate::pack::small;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = program(args).output().expect("the program starts");
    (
        status.code(),
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    )
}

/// The small pack on disk.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in [
        ("pack.toml", small::MANIFEST),
        ("tables.toml", small::TABLES),
        ("board.rules", small::BOARD),
        ("rest.rules", small::REST),
    ] {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the file can be written");
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn check_json_says_where_in_lines_and_columns() {
    let folder = folder();
    write(
        folder.path(),
        "board.rules",
        &small::changed(small::BOARD, "3 infantry", "3 infantery"),
    );
    let (code, out, _) = run(&["check", "--json", shown(folder.path())]);
    assert_eq!(code, Some(1));
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(report["fine"], false);
    let problem = &report["packs"][0]["problems"][0];
    for (key, value) in [
        ("severity", "error"),
        ("code", "pack/unknown-name"),
        ("nearest", "infantry"),
    ] {
        assert_eq!(problem[key], value, "{problem}");
    }
    let place = ["line", "column", "end_line", "end_column"]
        .map(|key| problem[key].as_u64().expect("it is a number"));
    assert_eq!(place, [7, 27, 7, 36], "{problem}");
    assert!(
        problem["file"]
            .as_str()
            .is_some_and(|f| f.ends_with("board.rules"))
    );
    assert!(
        problem["message"].is_string()
            && problem["help"].is_string()
            && problem["labels"].is_array()
    );
}

#[test]
fn check_takes_levels() {
    let folder = folder();
    write(
        folder.path(),
        "board.rules",
        &format!("marks oil\n{}", small::BOARD),
    );
    let pack = shown(folder.path());
    assert_eq!(run(&["check", pack]).0, Some(0));
    assert_eq!(run(&["check", "--deny", "unused-mark", pack]).0, Some(1));
    assert_eq!(run(&["check", "--deny-warnings", pack]).0, Some(1));
    assert_eq!(
        run(&["check", "--deny-warnings", "--allow", "unused-mark", pack]).0,
        Some(0)
    );
    let (code, _, err) = run(&["check", "--allow", "unused-marks", pack]);
    assert!(
        code == Some(1) && err.contains("did you mean `unused-mark`?"),
        "{err}"
    );
}

/// Kills the child if a test ends early.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn check_watches_for_changes() {
    let folder = folder();
    let child = program(&["check", "--watch", shown(folder.path())])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = Ended(child.expect("the program starts"));
    let stdout = child.0.stdout.take().expect("stdout is a pipe");
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        BufReader::new(stdout)
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| send.send(line))
    });
    let verdict = || {
        let mut said = Vec::new();
        loop {
            let line = lines
                .recv_timeout(Duration::from_secs(60))
                .unwrap_or_else(|e| panic!("{e}; so far {said:?}"));
            if line.starts_with("watching") {
                return said.join("\n");
            }
            said.push(line);
        }
    };
    assert!(verdict().ends_with(": fine"));
    write(
        folder.path(),
        "board.rules",
        &small::changed(small::BOARD, "3 infantry", "3 infantery"),
    );
    assert!(verdict().ends_with(": 1 mistake"));
    write(folder.path(), "board.rules", small::BOARD);
    assert!(verdict().ends_with(": fine"));
}

#[test]
fn only_folders_are_watched() {
    let (code, _, err) = run(&["check", "--watch", "pacific-1940"]);
    assert!(code == Some(1) && err.contains("nothing to watch"), "{err}");
}

#[test]
fn fmt_writes_files_and_checks_them() {
    let folder = folder();
    let crooked = small::BOARD.replace("  ", " ");
    write(folder.path(), "board.rules", &crooked);
    let pack = shown(folder.path());
    let (code, out, _) = run(&["fmt", "--check", pack]);
    assert!(code == Some(1) && out.contains("board.rules"), "{out}");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("board.rules")).expect("it is there"),
        crooked
    );
    assert_eq!(run(&["fmt", pack]).0, Some(0));
    let straight = small::changed(small::BOARD, "Red Hills   {", "Red Hills     {");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("board.rules")).expect("it is there"),
        straight
    );
    assert_eq!(run(&["fmt", "--check", pack]).0, Some(0));
    write(folder.path(), "board.rules", "territory {");
    let (code, _, err) = run(&["fmt", pack]);
    assert!(code == Some(1) && err.contains("board.rules"), "{err}");
}

#[test]
fn fmt_is_a_filter_too() {
    let mut child = program(&["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("stdin is a pipe")
        .write_all(b"flag  a ,b")
        .expect("it reads");
    let done = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "flag a, b\n");
}

#[test]
fn bundled_packs_are_formatted() {
    let (code, out, err) = run(&["fmt", "--check", "scenarios"]);
    assert_eq!(code, Some(0), "{out}{err}");
}

#[test]
fn migrate_knows_what_is_up_to_date() {
    let folder = folder();
    let (code, out, _) = run(&["migrate", shown(folder.path())]);
    assert!(
        code == Some(0) && out.ends_with("already format 1\n"),
        "{out}"
    );
    write(
        folder.path(),
        "pack.toml",
        &small::changed(small::MANIFEST, "format = 1", "format = 7"),
    );
    let (code, _, err) = run(&["migrate", shown(folder.path())]);
    assert!(
        code == Some(1) && err.contains("a newer program may read it"),
        "{err}"
    );
}

#[test]
fn references_are_printed() {
    for (topic, words) in [
        ("language", "A territory with its facts."),
        ("guide", "# The language of packs"),
        ("lints", "unreachable-space"),
        ("weights", "worth_city = "),
        ("protocol", "whatever\nonly looks at the game"),
        (
            "board",
            "adopt\n    Back, and the orders of the plan are given there.\n",
        ),
        (
            "board",
            "`from` (integer): So many orders of the game it goes on from",
        ),
        ("board", "snapshot\n    How a game stands."),
        ("schema", "units.schema.json"),
    ] {
        let (code, out, _) = run(&["docs", topic]);
        assert!(code == Some(0) && out.contains(words), "{topic}: {out}");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (code, topics, _) = run(&["docs"]);
    let all = ["guide", "orders", "script-definitions"].iter();
    assert!(
        code == Some(0) && all.clone().all(|t| topics.contains(*t)),
        "{topics}"
    );
    let (code, out, _) = run(&["docs", "schema", "-o", shown(folder.path())]);
    assert!(code == Some(0) && out.lines().count() == 5, "{out}");
    let text =
        std::fs::read_to_string(folder.path().join("pack.schema.json")).expect("it was written");
    assert!(
        serde_json::from_str::<Value>(&text).is_ok_and(|v| v["title"] == "The manifest of a pack")
    );
    assert_eq!(
        run(&["docs", "lints", "-o", shown(folder.path())]).0,
        Some(2)
    );
}
