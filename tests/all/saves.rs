//! Games that are kept: what a kill, a full disk, a second program or an old file can do to them.

use super::cli::{err, out, sandtable};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const PEOPLE: [&str; 6] = ["play", "--seat", "all=human", "--seed", "1", "--save"];

/// A folder and a file in it that is not there yet.
fn file() -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.save");
    let path = file.to_str().expect("a plain path").to_owned();
    (folder, file, path)
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).expect("the save was written")
}

/// A save as the first format had it.
pub fn first_format(text: &str) -> String {
    let plain = |line: &str| {
        let ends = [",\"hash\"", ",\"dice\":[", ",\"round\"", ",\"packs\""];
        let kept = |line: &str, end: &str| match line.split_once(end) {
            Some((before, after)) if end == ",\"packs\"" => {
                let rest = after.split_once("],").map_or("", |(_, rest)| rest);
                format!("{before},{rest}")
            }
            Some((before, _)) => format!("{before}}}"),
            None => line.to_owned(),
        };
        ends.iter()
            .fold(line.to_owned(), |line, end| kept(&line, end))
            + "\n"
    };
    let old: String = text.lines().map(plain).collect();
    old.replace("sandtable_save\":2", "sandtable_save\":1")
}

fn play(path: &str, orders: &str) -> std::process::Output {
    let args: Vec<&str> = PEOPLE.into_iter().chain([path]).collect();
    sandtable(&args, orders.as_bytes())
}

/// A program that waits for the next line.
fn begin(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(args)
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
    let (_folder, file, path) = file();
    let args: Vec<&str> = PEOPLE.into_iter().chain([&*path]).collect();
    let mut child = begin(&args);
    order(&mut child, "buy 1 infantry", "buys 1 infantry");
    order(&mut child, "buy 1 tank", "buys 1 tank");
    // An order is kept before the next one is read.
    order(&mut child, "show Korea", "Korea");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let kept = text(&file);
    assert_eq!(kept.lines().count(), 3, "{kept}");
    let resumed = sandtable(&["resume", &path], b"show Korea\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
}

#[test]
fn a_game_goes_on_in_its_own_file() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\n");
    let resumed = sandtable(&["resume", &path], b"buy 1 tank\nundo\nbuy 2 infantry\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    let kept = text(&file);
    let last: Vec<&str> = kept.lines().skip(2).collect();
    assert!(last[0].contains("\"order\":\"buy 1 tank\""), "{kept}");
    assert!(last[1].starts_with("{\"undo\":1,"), "{kept}");
    assert!(last[2].contains("\"order\":\"buy 2 infantry\""), "{kept}");
    let left = sandtable(&["resume", &path, "--no-save"], b"end phase\n");
    assert_eq!(left.status.code(), Some(0), "{}", err(&left));
    assert_eq!(text(&file), kept, "the file was to be left alone");
}

#[test]
fn a_saved_game_knows_who_sat_where() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\nend phase\n");
    assert!(text(&file).contains("\"China\":\"human\""));
    // Every seat is a person's, so nobody else plays on.
    let resumed = sandtable(&["resume", &path], b"");
    assert!(!out(&resumed).contains("China"), "{}", out(&resumed));
    let seated = sandtable(
        &["resume", &path, "--seat", "all=simple", "--rounds", "1"],
        b"",
    );
    assert_eq!(seated.status.code(), Some(0), "{}", err(&seated));
    let kept = text(&file);
    assert!(kept.contains("\"China\":\"simple\""));
    // What a program ordered is played again as it was; the program goes on from there.
    let resumed = sandtable(&["resume", &path, "--rounds", "2"], b"");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    assert!(text(&file).len() > kept.len() && text(&file).contains(kept.lines().last().unwrap()));
}

#[test]
fn a_budget_is_kept_and_read_again() {
    let (_folder, file, path) = file();
    let new = |seats: &[&str]| {
        let begin = ["play", "1941", "--seed", "1", "--rounds", "1", "--save"];
        let args = [&begin[..], &[&path, "--force"], seats].concat();
        let done = sandtable(&args, b"");
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        text(&file)
    };
    let one = new(&["--seat", "all=random", "--seat", "Japan=Planner:0045"]);
    assert!(
        one.contains("\"Japan\":\"planner:45\"") && one.contains("\"UK\":\"random\""),
        "{one}"
    );
    let resumed = sandtable(&["resume", &path, "--rounds", "2"], b"");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    assert!(text(&file).contains("\"Japan\":\"planner:45\"") && text(&file).len() > one.len());
    let all = new(&[
        "--seat",
        "all=planner:hard",
        "--seat",
        "UK=random",
        "--budget",
        "0",
    ]);
    assert!(
        all.contains("\"Japan\":\"planner:easy\"") && all.contains("\"UK\":\"random\""),
        "{all}"
    );
    let easy = new(&["--seat", "all=planner:easy", "--seat", "UK=random"]);
    assert_eq!(all, easy, "no turn is tried");
}

#[test]
fn budgets_that_cannot_be_are_refused() {
    let play = |args: &[&str]| sandtable(&[&["play", "1941", "--rounds", "1"], args].concat(), b"");
    for name in ["planner:100001", "planner:-1", "planner:2x"] {
        let done = play(&["--seat", &format!("all={name}")]);
        assert_eq!(done.status.code(), Some(1));
        assert!(
            err(&done).contains("a whole number of turns from 0 to 100000"),
            "{}",
            err(&done)
        );
    }
    let done = play(&["--seat", "all=ai", "--budget", "100001"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        err(&done).contains("a whole number of turns from 0 to 100000"),
        "{}",
        err(&done)
    );
    let done = play(&["--seat", "all=planner:hrad"]);
    assert!(
        err(&done).contains("did you mean `planner:hard`?"),
        "{}",
        err(&done)
    );
    let done = play(&["--seat", "all=random", "--budget", "5"]);
    assert!(
        err(&done).contains("no seat is a planner's"),
        "{}",
        err(&done)
    );
}

#[test]
fn who_names_a_person_takes_the_usual_seat() {
    let args = [
        "play",
        "--seed",
        "1",
        "--rounds",
        "1",
        "--seat",
        "usa=human",
    ];
    let done = sandtable(&args, b"buy 1 submarine\n");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(
        out(&done).contains("USA buys 1 submarine"),
        "{}",
        out(&done)
    );
}

#[test]
fn nothing_is_written_over_unless_somebody_insists() {
    let (folder, file, path) = file();
    play(&path, "buy 1 infantry\n");
    let kept = text(&file);
    let again = play(&path, "buy 1 tank\n");
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("file/exists"), "{}", err(&again));
    assert_eq!(text(&file), kept);
    let other = folder.path().join("letter.txt");
    std::fs::write(&other, "dear").expect("written");
    let name = other.to_str().expect("a plain path");
    for line in [format!("save {name}"), format!("map {name}")] {
        let done = sandtable(&["play", "--seat", "all=human"], line.as_bytes());
        assert!(err(&done).contains("file/exists"), "{}", err(&done));
        assert_eq!(text(&other), "dear");
    }
    let drawn = sandtable(&["map", "pacific-1940", "-o", name], b"");
    assert!(err(&drawn).contains("file/exists"), "{}", err(&drawn));
    let forced = format!("save --force {name}\n");
    let done = sandtable(&["play", "--seat", "all=human"], forced.as_bytes());
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(text(&other).starts_with("{\"sandtable_save\""));
    let args: Vec<&str> = PEOPLE.into_iter().chain([&*path, "--force"]).collect();
    assert_eq!(sandtable(&args, b"").status.code(), Some(0));
    assert_eq!(text(&file).lines().count(), 1);
}

#[test]
fn earlier_moments_and_pictures_give_way() {
    let (folder, file, path) = file();
    let orders = format!("buy 1 infantry\nsave {path}\nbuy 1 tank\nsave {path}\n");
    let done = sandtable(
        &["play", "--seat", "all=human", "--seed", "1"],
        orders.as_bytes(),
    );
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(text(&file).lines().count(), 3);
    let picture = folder.path().join("board.svg");
    let picture = picture.to_str().expect("a plain path");
    for _ in 0..2 {
        let drawn = sandtable(&["map", "1941", "-o", picture], b"");
        assert_eq!(drawn.status.code(), Some(0), "{}", err(&drawn));
    }
}

#[test]
fn a_line_that_was_cut_off_is_left_out_with_a_word() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\nbuy 1 tank\n");
    let whole = text(&file);
    std::fs::write(&file, &whole[..whole.len() - 4]).expect("written");
    let resumed = sandtable(&["resume", &path], b"buy 1 fighter\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    assert!(err(&resumed).contains("save/torn"), "{}", err(&resumed));
    let kept = text(&file);
    assert!(
        kept.contains("1 fighter") && !kept.contains("1 tank"),
        "{kept}"
    );
    // The end of a line alone may be missing: the line is whole.
    std::fs::write(&file, kept.trim_end()).expect("written");
    let resumed = sandtable(&["resume", &path], b"buy 1 infantry\n");
    assert!(err(&resumed).is_empty(), "{}", err(&resumed));
    let verified = sandtable(&["replay", &path, "--verify"], b"");
    assert_eq!(verified.status.code(), Some(0), "{}", err(&verified));
}

#[test]
fn every_line_is_sealed() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\nbuy 1 tank\nundo\nend phase\n");
    let kept = text(&file);
    let lines: Vec<&str> = kept.lines().collect();
    let without = |nth: usize| {
        let rest = lines.iter().enumerate().filter(|(at, _)| *at != nth);
        rest.map(|(_, line)| format!("{line}\n"))
            .collect::<String>()
    };
    let swapped = kept.replace(lines[1], "").replace(lines[2], lines[1]);
    let changed = [
        kept.replace("\"by\":\"Japan\"", "\"by\":\"China\""),
        kept.replace("1 tank", "2 tank"),
        kept.replace("\"undo\":1", "\"undo\":2"),
        kept.replace("\"seed\":1", "\"seed\":2"),
        kept.replace("sandtable_save\":2", "sandtable_save\":1"),
        without(1),
        without(2),
        swapped,
    ];
    for forged in changed {
        assert_ne!(forged, kept);
        std::fs::write(&file, &forged).expect("written");
        let done = sandtable(&["replay", &path, "--verify"], b"");
        assert_eq!(done.status.code(), Some(1), "{forged}");
        assert!(err(&done).contains("save/damaged"), "{}", err(&done));
    }
}

#[test]
fn saves_of_the_first_format_are_read() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\nend phase\n");
    let kept = text(&file);
    let old = first_format(&kept);
    std::fs::write(&file, &old).expect("written");
    let done = sandtable(&["replay", &path, "--verify"], b"");
    assert_eq!(out(&done), "2 orders, the same game\n", "{}", err(&done));
    let forged = old.replace("\"by\":\"Japan\"", "\"by\":\"China\"");
    std::fs::write(&file, forged).expect("written");
    let said = err(&sandtable(&["replay", &path, "--verify"], b""));
    assert!(said.contains("by China, and here Japan is asked"), "{said}");
    let newer = kept.replace("sandtable_save\":2", "sandtable_save\":3");
    std::fs::write(&file, newer).expect("written");
    let said = err(&sandtable(&["resume", &path], b""));
    assert!(said.contains("this save has format 3"), "{said}");
}

#[test]
fn what_was_taken_back_is_kept_and_counts_no_more() {
    let (_folder, file, path) = file();
    let orders = "buy 1 infantry\nend\nundo turn\nredo\nundo phase\nbuy 1 tank\n";
    let played = play(&path, orders);
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    let before = text(&file);
    assert_eq!(before.matches("\"undo\"").count(), 2, "{before}");
    let resumed = sandtable(&["resume", &path], b"history\n");
    assert!(
        out(&resumed).contains("Japan: buy 1 tank"),
        "{}",
        out(&resumed)
    );
    assert!(!out(&resumed).contains("infantry"), "{}", out(&resumed));
    assert_eq!(text(&file), before, "what was taken back was forgotten");
}

#[test]
fn dice_that_were_taken_back_end_the_claim_to_fair_dice() {
    let (_folder, _, path) = file();
    // China is attacked, and its infantry is rolled for.
    let orders = "end\nmove 3 infantry from Kiangsi to Hunan\nend\n";
    let rolled = play(&path, orders);
    assert_eq!(rolled.status.code(), Some(0), "{}", err(&rolled));
    let verified = sandtable(&["replay", &path, "--verify"], b"");
    assert!(!out(&verified).contains("vouch"), "{}", out(&verified));
    let resumed = sandtable(&["resume", &path], b"undo turn\nredo 3\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    assert!(
        out(&resumed).contains("nobody can vouch"),
        "{}",
        out(&resumed)
    );
    let dice = |out: &str| {
        out.lines()
            .filter(|l| l.contains("dice") || l.contains('['))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (first, again) = (dice(&out(&rolled)), dice(&out(&resumed)));
    assert!(
        !first.is_empty() && again.ends_with(&first),
        "{first:?} {again:?}"
    );
    let verified = sandtable(&["replay", &path, "--verify"], b"");
    assert!(
        out(&verified).contains("nobody can vouch"),
        "{}",
        out(&verified)
    );
}

#[test]
fn a_position_is_edited_at_the_table() {
    let (_folder, file, path) = file();
    let orders = "edit put 3 tanks of Japan in Kiangsu\nedit\nset round 4\ngive Japan 10\ndone\nbuy 1 infantry\n";
    let played = play(&path, orders);
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    assert!(out(&played).contains("changed by hand"), "{}", out(&played));
    assert!(text(&file).contains("\"edit\":\"set round 4\""));
    // Whoever looks back is told what was no order.
    for (how, what) in [
        (&[][..], "> Japan: edit set round 4"),
        (&["--json"], "\"event\":\"edited\""),
        (
            &["--report"],
            "The position is changed by hand: set round 4",
        ),
    ] {
        let args = [&["replay", &*path][..], how].concat();
        let told = out(&sandtable(&args, b""));
        assert!(told.contains(what), "{how:?}: {told}");
    }
    let again = sandtable(&["resume", &path, "--no-save"], b"undo 2\nredo\n");
    assert!(
        out(&again).contains("changed by hand: give Japan 10"),
        "{}",
        out(&again)
    );
    let resumed = sandtable(&["resume", &path], b"show Kiangsu\n");
    assert!(out(&resumed).contains("3 tanks"), "{}", out(&resumed));
    let before = text(&file);
    for (edit, code) in [
        (
            "edit put 1 battleship of Japan in Korea",
            "transcript/misplaced",
        ),
        ("edit buy 1 infantry", "edit/unknown"),
        ("edit put 5 damage on battleship in sz 6", "edit/invalid"),
        ("edit set round 0", "order/count"),
        ("edit put 1 airbase of Japan in Japan", "edit/invalid"),
        (
            "edit put 1 carrier (1 strategic_bomber) of Japan in sz 6",
            "cannot carry 1 strategic bomber",
        ),
        (
            "edit put 1 tank in sz 6 on battleship",
            "transcript/no-room",
        ),
    ] {
        let refused = sandtable(&["resume", &path], edit.as_bytes());
        assert!(err(&refused).contains(code), "{}", err(&refused));
        assert_eq!(text(&file), before);
    }
}

#[test]
fn a_plan_is_tried_beside_the_game() {
    let (_folder, file, path) = file();
    let orders = "branch raid\nbuy 1 tank\nend\nback\nbuy 1 infantry\nbranch raid\n";
    let played = play(&path, orders);
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    assert_eq!(text(&file).lines().count(), 2, "{}", text(&file));
    let adopted = play(
        &path,
        &orders.replace("branch raid\n", "").replace("back\n", ""),
    );
    assert!(err(&adopted).contains("file/exists"), "{}", err(&adopted));
    let resumed = sandtable(
        &["resume", &path],
        b"branch raid\nbuy 1 tank\nundo 2\nsave x\nadopt\nhistory\n",
    );
    let said = err(&resumed);
    assert!(
        said.contains("undo/branch") && said.contains("branch/tried"),
        "{said}"
    );
    assert!(
        out(&resumed).contains("Japan: buy 1 tank"),
        "{}",
        out(&resumed)
    );
    assert!(text(&file).contains("1 tank"));
}

#[test]
fn two_programs_do_not_play_one_game() {
    let (_folder, file, path) = file();
    let args: Vec<&str> = PEOPLE.into_iter().chain([&*path]).collect();
    let mut child = begin(&args);
    order(&mut child, "buy 1 infantry", "buys 1 infantry");
    order(&mut child, "show Korea", "Korea");
    let second = sandtable(&["resume", &path], b"buy 1 tank\n");
    assert_eq!(second.status.code(), Some(1));
    assert!(err(&second).contains("save/in-use"), "{}", err(&second));
    // Nor does one that insists, or that goes on from a copy, write over it.
    let copy = file.with_extension("copy");
    std::fs::copy(&file, &copy).expect("copied");
    let copy = copy.to_str().expect("a plain path");
    for line in [format!("save --force {path}"), format!("save {path}")] {
        let other = sandtable(&["resume", copy], line.as_bytes());
        assert!(err(&other).contains("save/in-use"), "{}", err(&other));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(text(&file).lines().count(), 2);
    let alone = sandtable(&["resume", &path], b"buy 1 tank\n");
    assert_eq!(alone.status.code(), Some(0), "{}", err(&alone));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_complaint() {
    let done = play("/dev/full", "buy 1 infantry\n");
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("save/unwritable"), "{}", err(&done));
}

#[test]
fn people_hand_over_and_take_nothing_back_that_another_one_saw() {
    let (_folder, file, path) = file();
    let args = [
        "play",
        "--seat",
        "all=human:Ann",
        "--seat",
        "USA=human:Bob",
        "--seed",
        "1",
        "--save",
        &path,
    ];
    let attack = b"end\nmove 3 infantry from Kiangsi to Hunan\nundo\nredo\nend\nundo\nend\nundo\nshow Hunan\n";
    let done = sandtable(&args, attack);
    let (told, said) = (out(&done), err(&done));
    assert!(text(&file).contains("\"USA\":\"human:Bob\""));
    assert_eq!(said.matches("undo/dice").count(), 1, "{said}");
    assert!(
        said.contains("dice were rolled since that another person has seen"),
        "{said}"
    );
    // The turn after Japan's is another person's, who has ordered nothing yet.
    assert!(
        told.contains("———— Bob is asked now, for USA ————"),
        "{told}"
    );
    assert!(said.contains("undo/nothing"), "{said}");
    let alone = sandtable(&["resume", &path, "--seat", "all=human"], b"undo 2\n");
    assert_eq!(alone.status.code(), Some(0), "{}", err(&alone));
}

#[test]
fn a_mark_of_the_order_of_bytes_before_a_save_is_no_harm() {
    let (_folder, file, path) = file();
    play(&path, "buy 1 infantry\n");
    let marked = format!("\u{feff}{}", text(&file));
    std::fs::write(&file, marked).expect("written");
    let done = sandtable(&["resume", &path], b"buy 1 tank\n");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(text(&file).lines().count(), 3);
}

#[test]
fn the_last_dice_are_explained_and_another_pack_is_named() {
    let (_folder, _, path) = file();
    play(&path, "end\nmove 3 infantry from Kiangsi to Hunan\nend\n");
    let resumed = sandtable(&["resume", &path, "--no-save"], b"explain\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    let said = err(&sandtable(&["resume", &path, "--pack", "1941"], b""));
    assert!(
        said.contains("played with `pacific-1940`, and `1941` is asked for"),
        "{said}"
    );
}

/// Offers have the name of the script or trigger that makes them.
#[test]
fn an_offer_is_answered_by_its_name() {
    let (folder, file, path) = file();
    let edition = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    let manifest =
        format!("format = 1\nname = \"asked\"\nextends = '{edition}'\nfiles = [\"asked.rules\"]\n");
    let rules = "trigger \"A Fair Bargain\" at start of noncombat move of Red\n  then offer Red \"End it?\" { victory for Warm }\n";
    std::fs::write(folder.path().join("pack.toml"), manifest).expect("written");
    std::fs::write(folder.path().join("asked.rules"), rules).expect("written");
    let pack = folder.path().to_str().expect("a plain path");
    let args = [
        "play",
        pack,
        "--seat",
        "all=human",
        "--force",
        "--save",
        &path,
    ];
    let ends = |standing: &str| {
        let done = sandtable(&args, format!("{standing}\nend\nend\n").as_bytes());
        (out(&done).contains("Warm have won"), err(&done))
    };
    // What is said of one offer goes before what is said of all, whichever came last.
    assert_eq!(
        ends("standing a fair bargain: yes\nstanding offers: none"),
        (true, String::new())
    );
    assert!(text(&file).contains("\"standing\":\"Red a fair bargain: yes\""));
    assert_eq!(ends("standing offers: yes"), (true, String::new()));
    assert_eq!(
        ends("standing offers: yes\nstanding a fair bargain: none"),
        (false, String::new())
    );
    assert_eq!(
        ends("standing offers: yes\nstanding a fair bargain: ask"),
        (false, String::new())
    );
    let said = ends("standing bargan: yes").1;
    assert!(said.contains("`bargan` is not known here"), "{said}");
}

/// Of what is wished for, as much is taken as there is and may be chosen.
#[test]
fn standing_orders_choose_among_units() {
    let (_folder, file, path) = file();
    let stood = |standing: &str| {
        let orders = format!(
            "edit set war Japan USA\nedit put 2 fighter, 2 tactical_bomber of USA in Midway\n\
            edit put 1 destroyer of USA in sz 25\nedit put 3 cruiser of Japan in sz 16\n\
            {standing}\nend\nmove 3 cruiser from sz 16 to sz 25\nend\n"
        );
        let args = ["play", "--seat", "all=human", "--force", "--save", &path];
        let done = sandtable(&args, orders.as_bytes());
        let kept = text(&file);
        let stood = kept
            .lines()
            .filter_map(|line| line.split_once("\"stood\":\""));
        let stood = stood.map(|(_, said)| said.split('"').next().unwrap_or_default().to_owned());
        (stood.collect::<Vec<_>>(), err(&done))
    };
    let cases = [
        (
            "USA scramble: 1 fighter, tactical_bomber",
            "answer fighter in Midway, tactical_bomber in Midway",
        ),
        (
            "USA scramble: 7 fighter",
            "answer fighter in Midway, fighter in Midway",
        ),
        (
            "USA scramble: all tactical_bomber in Midway, all fighter of USA",
            "answer fighter in Midway, fighter in Midway, tactical_bomber in Midway, tactical_bomber in Midway",
        ),
        ("USA scramble: fighter in Hawaiian Islands", "answer none"),
    ];
    for (standing, order) in cases {
        assert_eq!(
            stood(&format!("standing {standing}")),
            (vec![order.to_owned()], String::new())
        );
    }
    let refused = [
        ("scramble: 2", "numbers in a list mean something else"),
        ("scramble: 2 figter", "fighter"),
        ("submerge: Midway", "Midway"),
        ("offers: 2 fighter", "`2 fighter` is not known here"),
    ];
    for (standing, why) in refused {
        let (stood, said) = stood(&format!("standing USA {standing}"));
        assert!(stood.is_empty() && said.contains(why), "{standing}: {said}");
    }
}

#[test]
fn standing_orders_answer_and_are_proved() {
    let (_folder, file, path) = file();
    let orders = "standing losses: tank, artillery\nstanding retreat: never\nstanding China losses: infantry\n\
        edit put 6 infantry of China in Hunan\nedit put 2 tanks of Japan in Kiangsi\nstanding\n\
        end\nmove 3 infantry, 1 artillery, 2 tanks from Kiangsi to Hunan\nend\nhistory 3\n";
    let done = play(&path, orders);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let (told, kept) = (out(&done), text(&file));
    assert!(told.contains("Japan retreat: never"), "{told}");
    assert!(told.contains("(standing order) "), "{told}");
    assert!(
        kept.contains("\"stood\":\"press\"") && kept.contains("\"stood\":\"casualties"),
        "{kept}"
    );
    let verified = sandtable(&["replay", &path, "--verify"], b"");
    assert_eq!(verified.status.code(), Some(0), "{}", err(&verified));
    // What is said to follow from a standing order must.
    let forged = first_format(&kept).replace("losses: tank, artillery", "losses: infantry");
    std::fs::write(&file, forged).expect("written");
    let said = err(&sandtable(&["replay", &path, "--verify"], b""));
    assert!(said.contains("no standing order answers"), "{said}");
    let wrong = b"standing losses: infantree\nstanding mood: good\n";
    let said = err(&sandtable(&["play", "--seat", "all=human"], wrong));
    assert!(said.contains("`mood` is not known here"), "{said}");
}
