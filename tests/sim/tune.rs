//! `sandtable sim --tune`: a search that comes out the same again, what it leaves behind, what it refuses.

use super::{complaint, path, said, sim};
use serde_json::Value;

/// A search of two steps.
const SMALL: &[&str] = &[
    "1941",
    "--tune",
    "attack_traded,worth_income",
    "--steps",
    "2",
    "--games",
    "1",
    "--rounds",
    "2",
];

fn small(more: &[&str]) -> String {
    said(&sim(&[SMALL, more].concat()))
}

#[test]
fn a_search_tells_its_steps_and_what_it_came_to() {
    let told = small(&["--jobs", "1"]);
    assert_eq!(told, small(&["--jobs", "3"]));
    let lines: Vec<&str> = told.lines().collect();
    for (nth, line) in lines[..2].iter().enumerate() {
        let step = format!("step {} of 2: ", nth + 1);
        assert!(
            line.starts_with(&step) && line.contains(" of 2 games; attack_traded 0."),
            "{told}"
        );
    }
    assert!(lines[2].starts_with("# Weights"), "{told}");
    assert!(
        lines[3].starts_with("attack_traded = 0.") && lines[4].starts_with("worth_income = "),
        "{told}"
    );
    assert!(lines[5].starts_with("new against old, 4 games: "), "{told}");
    assert_eq!(lines.len(), 6, "{told}");
    assert_ne!(told, small(&["--seed", "2"]));
}

#[test]
fn what_was_found_is_written_and_gone_on_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let (found, other) = (
        path(folder.path(), "found.toml"),
        path(folder.path(), "other"),
    );
    let from = path(folder.path(), "from.toml");
    std::fs::write(&from, "worth_city = 9.5\nattack_traded = 0.5\n").expect("a file");
    let seat = |file: &str| format!("all=planner:easy@{file}");
    let told = small(&["--seat", &seat(&from), "--weights-out", &found]);
    assert!(!told.contains("# Weights"), "{told}");
    let text = std::fs::read_to_string(&found).expect("it was written");
    let table: toml::Table = toml::from_str(&text).expect("it is TOML");
    let figure = |name: &str| table[name].as_float().expect("it is a number");
    assert_eq!(figure("worth_city"), 9.5);
    assert!(
        (0.4..0.6).contains(&figure("attack_traded"))
            && (3.8..4.6).contains(&figure("worth_income"))
    );
    assert_eq!(table.len(), 3, "{text}");
    // It goes on from there, and its own file may be written again.
    small(&["--seat", &seat(&found), "--weights-out", &found]);
    std::fs::write(&other, "something else\n").expect("a file");
    let again = [SMALL, &["--weights-out", &other]].concat();
    assert!(complaint(&again).contains("is there already"));
    small(&["--weights-out", &other, "--force"]);
}

#[test]
fn a_search_as_json() {
    let told = small(&["--json", "--budget", "0", "--seat", "all=planner"]);
    let lines = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"));
    let lines: Vec<Value> = lines.collect();
    assert_eq!(lines.len(), 3, "{told}");
    assert_eq!(
        (&lines[1]["step"], &lines[1]["score"]["games"]),
        (&Value::from(2), &Value::from(2))
    );
    assert_eq!(lines[1]["weights"], lines[2]["weights"]);
    assert_eq!(lines[2]["against_the_old"]["games"], 4);
    let easy = small(&["--json"]);
    assert_eq!(told, easy, "that is the usual program");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = path(folder.path(), "none.toml");
    std::fs::write(&none, "attack_worn = 0\n").expect("a file");
    let from = format!("all=planner@{none}");
    for (args, words) in [
        (
            &["--tune", "attack_wron"][..],
            "did you mean `attack_worn`?",
        ),
        (
            &["--tune", "attack_worn", "--seat", "all=random"],
            "`random` goes by no weights",
        ),
        (
            &["--tune", "attack_worn", "--seat", "all=deep"],
            "no program `deep`",
        ),
        (
            &["--tune", "attack_worn", "--seat", "Axis=planner"],
            "one program has all seats",
        ),
        (
            &["--tune", "attack_worn", "--seat", &from],
            "`attack_worn` is 0",
        ),
        (
            &["--tune", "attack_worn", "--games", "0"],
            "a run of 0 games",
        ),
        (
            &[
                "--tune",
                "attack_worn",
                "--weights-out",
                "/nowhere/w",
                "--games",
                "1",
                "--rounds",
                "1",
                "--steps",
                "1",
            ],
            "cannot be written",
        ),
    ] {
        let args = [&["1941"], args].concat();
        let complaint = complaint(&args);
        assert!(complaint.contains(words), "{args:?}: {complaint}");
    }
    for args in [
        &["1941", "--steps", "3"][..],
        &["1941", "--weights-out", "w"],
        &["1941", "--tune", "attack_worn", "--steps", "0"],
        &[
            "1941",
            "--tune",
            "attack_worn",
            "--ladder",
            "planner,random",
        ],
        &["1941", "--tune", "attack_worn", "--out", "w"],
        &["1941", "--tune", "attack_worn", "--conduct"],
    ] {
        assert_eq!(sim(args).status.code(), Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_what_it_came_to() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["sim", "1941", "--tune", "attack_worn", "--steps", "100000"])
        .args(["--games", "1", "--rounds", "1", "--jobs", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
    let first = lines.next().expect("a step").expect("text");
    assert!(first.starts_with("step 1 of 100000: "), "{first}");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("it can be interrupted");
    assert!(interrupt.success());
    let rest: Vec<String> = lines.map(|line| line.expect("text")).collect();
    let [.., head, attack_worn] = rest.as_slice() else {
        panic!("{rest:?}");
    };
    assert!(
        head.starts_with("# Weights") && attack_worn.starts_with("attack_worn = "),
        "{rest:?}"
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
