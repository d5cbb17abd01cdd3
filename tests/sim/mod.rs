//! `sandtable sim`: the same run whatever the threads, shares and interruptions; what it refuses.

mod tune;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("sim")
        .args(args)
        .args(["--error-format", "plain"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complaint(args: &[&str]) -> String {
    let output = sim(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// The lines of a run's file in the order of games.
fn sorted(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("the run is kept");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1..].sort();
    lines
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_machines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| path(folder.path(), name);
    let run = |more: &[&str]| {
        said(&sim(&[
            &["--games", "4", "--rounds", "1", "--seed", "5"],
            more,
        ]
        .concat()))
    };
    let whole = run(&["--jobs", "1", "--out", &file("whole")]);
    assert_eq!(whole, run(&["--jobs", "3", "--out", &file("threads")]));
    assert_eq!(sorted(&file("whole")), sorted(&file("threads")));
    let parts: Vec<String> = (1..=2).map(|n| file(&format!("part{n}"))).collect();
    run(&["--shard", "1/2", "--out", &parts[0]]);
    run(&["--shard", "2/2", "--out", &parts[1]]);
    let merged = said(&sim(&[
        "merge",
        &parts[1],
        &parts[0],
        "-o",
        &file("merged"),
    ]));
    assert_eq!(
        (merged, sorted(&file("merged"))),
        (whole, sorted(&file("whole")))
    );
    // Any game can be played again by itself.
    let again = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args([
            "play", "--seat", "all=ai", "--rounds", "1", "--seed", "7", "--json",
        ])
        .output()
        .expect("the program starts");
    let again = String::from_utf8_lossy(&again.stdout).into_owned();
    let summary: Value =
        serde_json::from_str(again.lines().last().expect("a summary")).expect("it is JSON");
    let rows: Vec<Value> = sorted(&file("whole"))[1..]
        .iter()
        .map(|l| serde_json::from_str(l).expect("it is JSON"))
        .collect();
    let game = rows
        .iter()
        .find(|r| r["seed"] == 7)
        .expect("the third game");
    assert_eq!(game["digest"], summary["digest"]);
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (kept, whole) = (path(folder.path(), "kept"), path(folder.path(), "whole"));
    let args = ["--games", "4", "--rounds", "1"];
    said(&sim(&[&args[..], &["--out", &whole]].concat()));
    // As an interruption leaves it: two games, and a third half written.
    let text = std::fs::read_to_string(&whole).expect("the run is kept");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    std::fs::write(
        &kept,
        format!("{}{}{}{}", lines[0], lines[3], lines[1], &lines[2][..40]),
    )
    .expect("a file");
    said(&sim(&[&args[..], &["--out", &kept]].concat()));
    assert_eq!(sorted(&kept), sorted(&whole));
    // More games of the same run.
    let more = said(&sim(&["--games", "5", "--rounds", "1", "--out", &kept]));
    assert!(more.contains("pacific-1940, 5 games"), "{more}");
    assert_eq!(sorted(&kept).len(), 6);
}

#[cfg(unix)]
#[test]
fn an_interruption_says_what_is_there_so_far() {
    use std::io::{BufRead, BufReader, Read};
    let folder = tempfile::tempdir().expect("a folder");
    let kept = path(folder.path(), "kept");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args([
            "sim", "--games", "100000", "--rounds", "1", "--jobs", "1", "--out", &kept,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while std::fs::read_to_string(&kept).map_or(0, |t| t.lines().count()) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("it can be interrupted");
    assert!(interrupt.success());
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
    let first = lines.next().expect("it sums up").expect("text");
    assert!(
        first.contains("pacific-1940, ") && !first.contains("100000"),
        "{first}"
    );
    drop(lines);
    let mut errors = String::new();
    child
        .stderr
        .take()
        .expect("stderr is a pipe")
        .read_to_string(&mut errors)
        .expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(
        errors.contains("the same command goes on from there"),
        "{errors}"
    );
}

#[test]
fn packs_and_programs_are_compared_on_the_same_seeds() {
    let json =
        |args: &[&str]| -> Value { serde_json::from_str(&said(&sim(args))).expect("it is JSON") };
    let same = json(&[
        "pacific-1940",
        "pacific-1940",
        "--games",
        "2",
        "--rounds",
        "1",
        "--json",
    ]);
    assert_eq!(same["comparison"]["pairs"], 2);
    assert_eq!(same["comparison"]["identical"], 2);
    assert_eq!(same["comparison"]["sides"][0]["more_wins"]["mean"], 0.0);
    let other = json(&[
        "learning",
        "--against-seat",
        "Axis=random",
        "--games",
        "16",
        "--rounds",
        "6",
        "--json",
    ]);
    assert_eq!(other["arms"][1]["label"], "learning Axis=random");
    assert_eq!(other["comparison"]["identical"], 0);
    let axis = &other["comparison"]["sides"][0];
    let margin = axis["margin"]["interval"]["high"]
        .as_f64()
        .expect("a figure");
    assert!(
        axis["side"] == "Axis" && margin < 0.0,
        "chance plays worse: {axis}"
    );
}

#[test]
fn the_bid_that_evens_a_game_is_looked_for() {
    let json = said(&sim(&[
        "--games", "4", "--rounds", "1", "--even", "Japan", "--json",
    ]));
    let even: Value = serde_json::from_str(&json).expect("it is JSON");
    let even = &even["even"];
    // Nobody wins in one round, so it is even as it is.
    assert_eq!(
        (&even["power"], &even["bid"]),
        (&Value::from("Japan"), &Value::Null)
    );
    assert_eq!(even["trials"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, run) = (path(folder.path(), "text"), path(folder.path(), "run"));
    std::fs::write(&text, "hello\n").expect("a file");
    said(&sim(&["--games", "1", "--rounds", "1", "--out", &run]));
    let kept = std::fs::read_to_string(&run).expect("the run is kept");
    for (args, words) in [
        (&["--games", "0"][..], "a run of 0 games tells nothing"),
        (&["--rounds", "0"], "a run of 0 rounds tells nothing"),
        (&["--shard", "3/2"], "`3/2` is no share of a run"),
        (&["--shard", "1/2", "--even", "Japan"], "not in shares"),
        (&["pacfic-1940"], "did you mean `pacific-1940`?"),
        (&["--seat", "Axis=deep"], "there is no player `deep`"),
        (&["--seat", "Axsi=random"], "there is no power `Axsi`"),
        (&["--seat", "Japan=human"], "people do not play"),
        (&["--even", "Nobody"], "there is no power `Nobody`"),
        (&["--out", &text], "this is not the file of a run"),
        (
            &[
                "--games", "1", "--rounds", "1", "--seed", "2", "--out", &run,
            ],
            "their seeds are 1 and 2",
        ),
        (
            &[
                "--games",
                "1",
                "--rounds",
                "1",
                "--seat",
                "Axis=random",
                "--out",
                &run,
            ],
            "holds another run",
        ),
        (&["merge", &run, &text], "this is not the file of a run"),
        (&["merge", "/nowhere"], "cannot be read"),
        (
            &["--games", "1", "--rounds", "1", "--csv", "/nowhere/x.csv"],
            "cannot be written",
        ),
    ] {
        let complaint = complaint(args);
        assert!(complaint.contains(words), "{args:?}: {complaint}");
    }
    assert_eq!(
        std::fs::read_to_string(&run).expect("the run is kept"),
        kept,
        "nothing kept is lost"
    );
}

#[test]
fn weights_of_a_file_are_read_as_those_of_a_pack() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = path(folder.path(), name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let (good, wrong) = (
        file(
            "good.toml",
            "attack_decisive = 0\nattack_chance_decisive = 0.9\n",
        ),
        file("wrong.toml", "worth_citty = 9\nattack_worn = -1\n"),
    );
    let seat = |program: &str, file: &str| format!("all={program}@{file}");
    for (wish, words) in [
        (
            seat("planner", &wrong),
            &["did you mean `worth_city`?", "a number from 0"][..],
        ),
        (seat("planner", "/nowhere"), &["cannot be read"]),
        (seat("random", &good), &["`random` goes by no weights"]),
        (seat("deep", &good), &["there is no player `deep"]),
    ] {
        let complaint = complaint(&["--games", "1", "--rounds", "1", "--seat", &wish]);
        for words in words {
            assert!(complaint.contains(words), "{wish}: {complaint}");
        }
    }
    let ladder = |program: &str| {
        let programs = format!("planner:easy,{program}");
        complaint(&["--games", "1", "--rounds", "1", "--ladder", &programs])
    };
    assert!(ladder(&format!("planner:easy@{wrong}")).contains("worth_citty"));
    let run = |name: &str, program: &str| {
        let (kept, seat) = (path(folder.path(), name), format!("all={program}"));
        said(&sim(&[
            "1941", "--games", "1", "--rounds", "2", "--seat", &seat, "--out", &kept,
        ]));
        let row: Value = serde_json::from_str(&sorted(&kept)[1]).expect("it is JSON");
        row["digest"].as_str().map(str::to_owned)
    };
    let usual = run("usual", "planner:easy");
    let same = file("same.toml", "");
    assert_eq!(usual, run("same", &format!("planner:easy@{same}")));
    assert_ne!(usual, run("other", &format!("planner:easy@{good}")));
    // Programs play on whatever they go by.
    for figure in ["0", "1000000"] {
        let names = sandtable::rules::weights().iter().map(|w| w.name);
        let all: String = names.map(|n| format!("{n} = {figure}\n")).collect();
        run(figure, &format!("planner:easy@{}", file("all.toml", &all)));
    }
}

#[test]
fn a_budget_is_that_of_every_planner() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let kept = path(folder.path(), &args.join(" ").replace('/', " "));
        let small = ["learning", "--games", "1", "--rounds", "2", "--out", &kept];
        said(&sim(&[&small[..], args].concat()));
        let row: Value = serde_json::from_str(&sorted(&kept)[1]).expect("it is JSON");
        row["digest"].as_str().map(str::to_owned)
    };
    let normal = run(&["--seat", "all=planner:100"]);
    assert_eq!(normal, run(&["--seat", "all=planner"]));
    assert_eq!(
        normal,
        run(&["--seat", "all=planner:hard", "--budget", "100"])
    );
    let easy = run(&["--seat", "all=planner:easy"]);
    assert_ne!(normal, easy);
    assert_eq!(easy, run(&["--seat", "all=planner:0"]));
    let weights = path(folder.path(), "weights.toml");
    std::fs::write(&weights, "").expect("a file");
    let named = format!("all=planner:hard@{weights}");
    assert_eq!(easy, run(&["--seat", &named, "--budget", "0"]));
    let ladder = [
        "learning", "--games", "1", "--rounds", "1", "--budget", "0", "--ladder",
    ];
    let told = said(&sim(&[&ladder[..], &["planner:hard,random"]].concat()));
    assert!(
        told.contains("planner:easy") && !told.contains("planner:hard"),
        "{told}"
    );
    let random = [
        "1941",
        "--games",
        "1",
        "--seat",
        "all=random",
        "--budget",
        "9",
    ];
    assert!(complaint(&random).contains("no seat is a planner's"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_what_there_is() {
    let output = sim(&[
        "--games",
        "3",
        "--rounds",
        "1",
        "--jobs",
        "1",
        "--out",
        "/dev/full",
    ]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1) && errors.contains("cannot be written"),
        "{errors}"
    );
}

#[test]
fn nothing_is_written_over_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let csv = path(folder.path(), "x.csv");
    std::fs::write(&csv, "mine").expect("written");
    let table =
        |more: &[&str]| sim(&[&["--games", "1", "--rounds", "1", "--csv", &csv], more].concat());
    let refused = table(&[]);
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(errors.contains("file/exists"), "{errors}");
    assert!(refused.stdout.is_empty(), "nothing is played for it");
    assert_eq!(std::fs::read_to_string(&csv).expect("it is there"), "mine");
    assert_eq!(table(&["--force"]).status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, csv) = (path(folder.path(), "x.svg"), path(folder.path(), "x.csv"));
    for files in [
        ["--csv", "/dev/full", "--svg", &svg],
        ["--svg", "/dev/full", "--csv", &csv],
    ] {
        let output = sim(&[&["--games", "1", "--rounds", "1"][..], &files].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && errors.contains("`/dev/full` cannot be written"),
            "{errors}"
        );
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("1 game"),
            "the games are summed up"
        );
    }
    assert!(Path::new(&svg).exists() && Path::new(&csv).exists());
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("there is such a device");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command
        .args(["sim", "--games", "1", "--rounds", "1"])
        .stdout(Stdio::from(full));
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1) && errors.contains("the results cannot be written"),
        "{errors}"
    );
}

#[test]
fn plots_and_rows_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, csv) = (path(folder.path(), "x.svg"), path(folder.path(), "x.csv"));
    said(&sim(&[
        "--games", "2", "--rounds", "2", "--svg", &svg, "--csv", &csv,
    ]));
    let (svg, csv) = (
        std::fs::read_to_string(svg).expect("a picture"),
        std::fs::read_to_string(csv).expect("rows"),
    );
    assert!(
        svg.starts_with("<svg")
            && svg.contains("income at the end of each round")
            && svg.trim_end().ends_with("</svg>")
    );
    let width = |line: &str| line.split(',').count();
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.lines().all(|l| width(l) == 8 + 2 + 8 + 1), "{csv}");
}

#[test]
fn what_the_sides_do_badly_is_told_in_json_as_well() {
    let run = |more: &[&str]| -> Value {
        let args = [&["--games", "2", "--rounds", "1", "--json"], more].concat();
        let told: Value = serde_json::from_str(&said(&sim(&args))).expect("it is JSON");
        told["arms"][0]["conduct"].clone()
    };
    let conduct = run(&["--conduct"]);
    assert_eq!(conduct[0]["side"], "Axis");
    // Japan plays one turn in each of two games, and four powers of the Allies.
    assert_eq!(
        (&conduct[0]["turns"], &conduct[1]["turns"]),
        (&2.into(), &8.into())
    );
    assert!(conduct[1]["bought"]["infantry"].is_u64(), "{conduct}");
    assert_eq!(run(&[]), Value::Null);
}
