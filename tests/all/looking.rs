//! Looking around at the table, and looking back: what is told besides what happens.

use super::cli::{err, out, sandtable};
use insta::assert_snapshot;
use std::collections::BTreeMap;

/// What the table says to these lines, in the edition of the tests or a bundled pack.
fn told(pack: &str, args: &[&str], lines: &str) -> String {
    let all = [&["play", pack, "--seed", "4"], args].concat();
    let done = sandtable(&all, lines.as_bytes());
    assert_eq!(err(&done), "");
    out(&done)
}

const EDITION: &str = "tests/edition";

#[test]
fn the_table_shows_what_a_turn_needs() {
    let lines = "prices\nbuy 1 walker\nprices\nend\nunits\nunits flyer, blue\nfrom red coast\n\
        reach middle\nmove 2 walkers from red coast to middle\nmoves\nmove 1 flyer from red island to middle\n\
        battles\nairborne\nobjectives\nvictory\nhelp battle\n";
    assert_snapshot!(told(EDITION, &["--seat", "all=human"], lines));
}

#[test]
fn cargo_is_shown_with_what_carries_it_and_words_need_no_comma() {
    let lines = "end\nload 2 walkers from Red Island on ferry in sz 1\nunits walker\nunits walker red\nunits blue flyer\nunits walker nowhere\n";
    let done = sandtable(
        &["play", EDITION, "--seed", "4", "--seat", "all=human"],
        lines.as_bytes(),
    );
    assert_snapshot!(out(&done) + &err(&done));
}

#[test]
fn what_can_reach_a_space_is_told_for_both_moves_of_everybody() {
    // Before anything is moved, in the middle of the moves, and for who is not on turn.
    let lines = "reach middle\nend\nreach middle\nreach red coast\ndanger middle \"3 walkers\"\ndanger red coast\n";
    assert_snapshot!(told(EDITION, &["--seat", "all=human"], lines));
}

#[test]
fn aims_say_what_they_lack() {
    let lines =
        "objectives\nvictory\nobjectives usa\nobjectives china\nobjectives uk\nobjectives anzac\n";
    assert_snapshot!(told("pacific-1940", &["--seat", "all=human"], lines));
}

#[test]
fn a_turn_of_a_program_is_told_in_a_few_lines() {
    let lines = "end\nend phase\nend phase\nstory\nlog 3\nshow battle\n";
    let brief = told(EDITION, &["--brief"], lines);
    assert_snapshot!(brief);
    let full = told(EDITION, &[], "end\nend phase\nend phase\n");
    let story = brief
        .split_once("in full\n")
        .map(|(_, rest)| rest)
        .unwrap_or_default();
    let first = full
        .lines()
        .find(|line| line.starts_with("Blue "))
        .unwrap_or("nothing");
    assert!(story.contains(first), "{first}\n{story}");
}

/// A first turn, order by order as a person new to it types: two attacks by land, a landing, a fleet and its
/// aircraft moved, purchase and placement.
const IN_FULL: &str = "\
buy 2 transports, 1 artillery, 2 infantry
end phase
move 3 infantry from Kiangsi to Hunan
move 1 artillery from Kiangsi to Hunan
move 1 fighter from Kiangsu to Hunan
move 1 tactical bomber from Kiangsu to Hunan
move 3 infantry from Kwangsi to Yunnan
move 1 artillery from Kwangsi to Yunnan
move 1 strategic bomber from Kiangsu to Yunnan
end phase
fight Hunan
move 1 fighter from Hunan to Kiangsi
move 1 tactical bomber from Hunan to Kiangsi
move 1 strategic bomber from Yunnan to Kiangsi
load 1 infantry, 1 artillery from Japan on transport in sz 6
move 1 transport from sz 6 to sz 19
land 1 infantry from sz 19 on Shantung
land 1 artillery from sz 19 on Shantung
move 1 fighter from sz 33 to Japan
move 1 tactical bomber from sz 33 to Japan
move 1 destroyer from sz 33 to sz 6
move 1 carrier from sz 33 to sz 6
move 1 battleship from sz 33 to sz 6
move 1 transport from sz 33 to sz 6
end phase
place 1 artillery in Japan
place 2 infantry in Japan
place 2 transports in sz 6
";

/// The same in as few keys as it takes.
const IN_SHORT: &str = "\
b 2 tr,art,2 inf
e
m all from kiangsi to hu
m fi,tac from kiangsu hu
m all from kwangsi to yun
m str from kiangsu yun
e
f
m all from hu to kiangsi
m all from yun to kiangsi
load inf,art from jap on tr in 6
m tr from 6 to 19
land all from 19 on sh
m fi,tac from 33 to jap
m all from 33 to 6
e
p all in jap
p all in 6
";

#[test]
fn a_turn_takes_half_the_keys() {
    let reached = |lines: &str| {
        let args = ["play", "--seed", "4", "--seat", "all=human", "--json"];
        let done = sandtable(&args, lines.as_bytes());
        assert_eq!(err(&done), "");
        let summary = out(&done).lines().last().unwrap_or_default().to_owned();
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("a summary");
        assert_ne!(summary["power"], "Japan", "the turn is over");
        summary["digest"].clone()
    };
    assert_eq!(reached(IN_FULL), reached(IN_SHORT));
    let keys = (IN_FULL.len(), IN_SHORT.len());
    assert!(keys.0 > 860 && keys.1 <= 430, "{keys:?}");
}

#[test]
fn all_goes_where_it_can_and_short_names_are_those_next_door() {
    // `b` begins two names; one of them borders the middle.
    let lines = "end\nm all from red coast\nend\nend\nend\nend\nend\nend\nm all from mid to b\nm all from b\nf\n";
    let done = sandtable(
        &["play", EDITION, "--seat", "all=human", "--seed", "4"],
        lines.as_bytes(),
    );
    assert_snapshot!(out(&done) + &err(&done));
}

#[test]
fn a_program_that_placed_everything_does_not_stand_in_the_way() {
    let lines = "end\nend phase\nend phase\nend\n";
    let done = sandtable(&["play", EDITION, "--seed", "4"], lines.as_bytes());
    assert_eq!(err(&done), "");
    assert!(
        out(&done).ends_with("Phase: combat move\n"),
        "{}",
        out(&done)
    );
    assert!(!out(&done).contains("  aboard:"), "{}", out(&done));
}

#[test]
fn a_saved_game_is_looked_back_on() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let save = file("game.save");
    let all = [
        "play", EDITION, "--seat", "all=ai", "--seed", "4", "--rounds", "2", "--save", &save,
    ];
    assert_eq!(err(&sandtable(&all, b"")), "");
    let replay = |args: &[&str], lines: &str| {
        let done = sandtable(&[&["replay", &save], args].concat(), lines.as_bytes());
        assert_eq!(err(&done), "");
        let told = out(&done).replace(&*folder.path().to_string_lossy(), "");
        // A save names its pack so that it is found from anywhere.
        told.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "")
    };
    let (csv, json, svg) = (file("war.csv"), file("war.json"), file("war.svg"));
    let report = replay(&["--report", "--stats", &csv, "--plot", &svg], "");
    replay(&["--verify", "--stats", &json], "");
    let text = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert_snapshot!(report + "\n" + &text(&csv));
    let figures: serde_json::Value = serde_json::from_str(&text(&json)).expect("it is JSON");
    assert_eq!(
        figures.as_array().map(Vec::len),
        Some(text(&csv).lines().count() - 1)
    );
    assert!(text(&svg).starts_with("<svg"));
    // Back and on again, the game is the same; dice are explained.
    let to = text(&save).lines().count().to_string();
    let steps = replay(
        &["--step"],
        "\n\nb\n\nwhy\nboard\nshow red coast\nhistory\nq\n",
    );
    assert_snapshot!(steps);
    let whole = |lines: &str| {
        let told = replay(&["--step"], lines);
        told.split_once("power").map(|(_, end)| end.to_owned())
    };
    let (straight, back) = (
        whole(&format!("{to}\nboard\n")),
        whole(&format!("{to}\n3\n{to}\nboard\n")),
    );
    assert!(straight.is_some());
    assert_eq!(straight, back);
    let odd = sandtable(&["replay", &save, "--step"], b"buy 1 walker\n");
    assert!(err(&odd).contains("says nothing here"), "{}", err(&odd));
}

/// A game of programs over two rounds, saved.
fn saved(folder: &std::path::Path, pack: &str) -> String {
    let save = folder.join("game.save").display().to_string();
    let all = [
        "play", pack, "--seat", "all=ai", "--seed", "4", "--rounds", "2", "--save", &save,
    ];
    assert_eq!(err(&sandtable(&all, b"")), "");
    save
}

#[test]
fn the_dice_of_a_save_are_those_of_its_events() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let save = saved(folder.path(), "1941");
    let replay = |args: &[&str]| out(&sandtable(&[&["replay", &save], args].concat(), b""));
    let mut counted: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let (mut hits, mut expected) = (BTreeMap::new(), BTreeMap::new());
    for line in replay(&["--json"]).lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let power = event["power"].as_str().unwrap_or_default().to_owned();
        for face in event["dice"].as_array().into_iter().flatten() {
            let face = face.as_u64().expect("a face") as usize;
            counted.entry(power.clone()).or_insert(vec![0; 6])[face - 1] += 1;
        }
        if let (Some(n), Some(x)) = (event["hits"].as_u64(), event["expected"].as_f64()) {
            *hits.entry(power.clone()).or_insert(0) += n;
            *expected.entry(power).or_insert(0.0) += x;
        }
    }
    assert!(counted.len() > 2, "{counted:?}");
    let report = replay(&["--dice", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
    let mut rows = 0;
    for row in report["faces"].as_array().expect("rows") {
        let Some(power) = row["power"].as_str() else {
            let all: u64 = counted.values().flatten().sum();
            assert_eq!(row["dice"], all);
            continue;
        };
        rows += 1;
        let faces = &counted[power];
        assert_eq!(row["faces"], serde_json::json!(faces), "{power}");
        let each = faces.iter().sum::<u64>() as f64 / 6.0;
        let uneven: f64 = faces
            .iter()
            .map(|n| (*n as f64 - each).powi(2) / each)
            .sum();
        assert!((row["chi_squared"].as_f64().expect("a number") - uneven).abs() < 1e-9);
    }
    assert_eq!(rows, counted.len());
    for row in report["luck"].as_array().expect("rows") {
        let power = row["power"].as_str().expect("a name");
        assert_eq!(row["hits"], hits[power], "{power}");
        assert!((row["expected"].as_f64().expect("a number") - expected[power]).abs() < 1e-9);
    }
    assert_snapshot!(replay(&["--dice"]));
}

#[test]
fn figures_are_written_without_the_story_and_under_fitting_names() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let save = saved(folder.path(), EDITION);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let replay = |args: &[&str]| sandtable(&[&["replay", &save], args].concat(), b"");
    assert_eq!(out(&replay(&["--plot", &file("s.svg")])), "written\n");
    for (flag, name) in [("--plot", "s.png"), ("--stats", "s.txt")] {
        let done = replay(&[flag, &file(name)]);
        assert!(err(&done).contains("does not end with"), "{}", err(&done));
        assert!(!folder.path().join(name).exists());
    }
}

#[test]
fn shells_and_manuals_know_every_command() {
    let bash = out(&sandtable(&["docs", "completions", "bash"], b""));
    assert!(
        bash.contains("replay") && bash.contains("--report"),
        "{bash}"
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().display().to_string();
    assert_eq!(err(&sandtable(&["docs", "man", "-o", &path], b"")), "");
    let page = folder.path().join("sandtable-replay.1");
    assert!(
        std::fs::read_to_string(page)
            .expect("a page")
            .contains("report")
    );
    let none = sandtable(&["docs", "orders", "zsh"], b"");
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(
        sandtable(&["docs", "completions"], b"").status.code(),
        Some(2)
    );
}

#[test]
fn what_is_aboard_does_not_fight_when_a_fleet_is_struck() {
    let lines = "edit clear all units\nedit put 2 ferries of Red in sz 1\nedit put 3 ships of Blue in sz 2\n\
        edit set war Red Blue\ndanger sz 1\nedit put 2 walkers of Red in sz 1 on ferry\ndanger sz 1\n";
    let told = told(EDITION, &["--seat", "all=human"], lines);
    let wins: Vec<&str> = told.lines().filter(|l| l.contains("wins")).collect();
    assert_eq!(wins.len(), 2, "{told}");
    assert_eq!(wins[0], wins[1]);
}
