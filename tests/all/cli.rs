//! The program as people and pipes use it: exit codes, piped play, nonsense, saves.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub fn sandtable(args: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    piped(program, input)
}

/// What a program says to its input.
pub fn piped(mut program: Command, input: &[u8]) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child
        .stdin
        .take()
        .expect("stdin is a pipe")
        .write_all(input);
    child.wait_with_output().expect("the program ends")
}

pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a program said, which went well.
#[track_caller]
pub fn fine(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", err(output));
    out(output)
}

#[test]
fn orders_come_through_a_pipe() {
    let done = sandtable(
        &["play", "--seed", "1", "--seat", "all=human"],
        b"# first turn\n\nbuy 1 transport; buy 3 infantry\nend phase\n",
    );
    fine(&done);
    assert!(
        out(&done).contains("Japan buys 3 infantry"),
        "{}",
        out(&done)
    );
    assert!(out(&done).contains("combat move"), "{}", out(&done));
}

#[test]
fn orders_in_files_with_byte_order_marks_come_through_a_pipe() {
    let marked = "\u{feff}buy 1 infantry\n\u{feff}\nend phase\n";
    let done = sandtable(
        &["play", "--seed", "1", "--seat", "all=human"],
        marked.as_bytes(),
    );
    fine(&done);
    assert!(
        out(&done).contains("Japan buys 1 infantry"),
        "{}",
        out(&done)
    );
}

#[test]
fn help_lists_what_can_be_said_and_finds_words_within_orders() {
    let lines = "edit
clear all units
set war Japan USA
set turn Japan
put 1 fighter of USA in Midway
put 1 airbase of USA in Midway
put 1 destroyer of USA in sz 25
put 1 destroyer of Japan in sz 16
set phase combat move
done
help attacking
move 1 destroyer from sz 16 to sz 25
end phase
help
";
    let done = sandtable(
        &["play", "--seed", "1", "--seat", "all=human"],
        lines.as_bytes(),
    );
    let said = out(&done);
    assert!(
        said.contains("moves units together"),
        "{said}{}",
        err(&done)
    );
    assert!(
        said.contains("Scramble from Midway"),
        "{said}{}",
        err(&done)
    );
    assert!(said.contains("answers an offer with choices"), "{said}");
    assert!(
        !said.contains("accepts an offer") && !said.contains("turns it down"),
        "{said}"
    );
}

#[test]
fn a_piped_game_can_be_written_down_with_its_questions() {
    let lines = "edit
clear all units
set war Japan UK
set control Shan State Japan
put 1 transport (2 infantry) of Japan in sz 37
put 1 infantry, 1 fighter of Japan in Shan State
put 4 infantry of UK in Malaya
set phase combat move
done
land 2 infantry from sz 37 on Malaya
move 1 fighter, 1 infantry from Shan State to Malaya
end
casualties 1 fighter
";
    let told = sandtable(&["play", "--seed", "4", "--echo"], lines.as_bytes());
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    for line in [
        "Japan, combat-move> end\nPhase: conduct combat",
        "Japan: choose 1 loss in Malaya among 3 infantry, 1 fighter\nJapan, casualties> casualties 1 fighter",
        "or retreat to Shan State? Units that came from the sea stay and fight on.",
    ] {
        assert!(told.contains(line), "{told}");
    }
    let told = sandtable(&["play", "--seed", "4"], lines.as_bytes());
    assert!(!String::from_utf8_lossy(&told.stdout).contains("choose 1 loss"));
}

#[test]
fn a_refused_order_is_explained_and_the_game_goes_on() {
    let done = sandtable(
        &["play", "--seed", "1", "--seat", "all=human"],
        b"buy 50 tanks\nbuy 1 tank\n",
    );
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("buy/too-poor"), "{}", err(&done));
    assert!(out(&done).contains("Japan buys 1 tank"), "{}", out(&done));
}

#[test]
fn nonsense_is_answered_with_diagnostics() {
    let mut lines: Vec<Vec<u8>> = [
        "buy 0 infantry",
        "buy -1 infantry",
        "buy 9223372036854775808 infantry",
        "buy",
        "buy 3",
        "buy 3 infantry junk",
        "buy 3 infantry from Japan",
        "mvoe 1 tank",
        "move 1 tank from Nowhere to Korea",
        "move from to",
        "move 1 tank from Japan",
        "USA: buy 1 tank",
        "Atlantis: end phase",
        "casualties 1 infantry",
        "retreat",
        "answer yes",
        "yes",
        "place 1 tank in Japan",
        "fight Japan",
        "bomb airbase in Guam with 1 fighter from Japan",
        "repair Japan major_ic 2",
        "repair Guam 999",
        "land 1 tank from sz 6 on Korea",
        "move infantry#99999 from Japan to Korea",
        "move infantry#-1 from Japan to Korea",
        "((((((((",
        "\"",
        ";;;;",
        ":",
        "a:b:c",
        "buy 1 transport (1 tank (1 tank (1 tank)))",
        "scramble 2 fighters from Guam to sz 6",
        "special dance 2 at battleship in sz 19",
        "upgrade Japan",
        "divert to Japan",
        "submerge none",
        "declare war on Japan",
        "declare war on nobody",
        "show Atlantis",
        "save",
        "legal xyzzy",
    ]
    .iter()
    .map(|l| l.as_bytes().to_vec())
    .collect();
    lines.push(vec![0xff, 0xfe, b'b', b'u', b'y']);
    lines.push(b"buy ".repeat(200_000));
    lines.push(b"(".repeat(9_000));
    lines.push("🎲".repeat(500).into_bytes());
    let done = sandtable(
        &["play", "--seed", "1", "--seat", "all=human"],
        &lines.join(&b'\n'),
    );
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    assert!(!err(&done).contains("panicked"), "{}", err(&done));
    assert!(!out(&done).contains("buys"), "{}", out(&done));
    // The misspelt verb gets its suggestion.
    assert!(err(&done).contains("did you mean `move`"), "{}", err(&done));
}

#[test]
fn exit_codes_tell_what_happened() {
    for (args, code) in [
        (
            &["check", "scenarios/pacific-1940", "--deny-warnings"][..],
            0,
        ),
        (&["check", "pacific-1940", "--json"], 0),
        (&["check", "no-such-pack"], 1),
        (&["play", "no-such-pack"], 1),
        (&["play", "--seat", "Japan=nobody"], 1),
        (&["play", "--seat", "Atlantis=ai"], 1),
        (&["play", "--seed", "minus"], 2),
        (&["frobnicate"], 2),
        (&["test", "no/such/folder"], 1),
        (&["replay", "no-such-file"], 1),
        (&["show", "pacific-1940", "units"], 0),
        (&["show", "pacific-1940", "units", "nonsense"], 1),
        (&["docs", "orders"], 0),
        (&["fmt", "no/such/folder"], 1),
        (&["migrate", "no/such/folder"], 1),
        (&["--help"], 0),
    ] {
        let done = sandtable(args, b"");
        assert_eq!(
            done.status.code(),
            Some(code),
            "{args:?}\n{}{}",
            out(&done),
            err(&done)
        );
        assert!(!err(&done).contains("panicked"), "{args:?}\n{}", err(&done));
    }
}

#[test]
fn a_game_plays_itself_saves_and_comes_out_the_same() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.save");
    let path = file.to_str().expect("a plain path");
    let args = [
        "play", "--seat", "all=ai", "--rounds", "2", "--seed", "1", "--json", "--save", path,
        "--force",
    ];
    let first = sandtable(&args, b"");
    fine(&first);
    let again = sandtable(&args, b"");
    assert_eq!(
        out(&first),
        out(&again),
        "the same seed gives the same game"
    );
    let verified = sandtable(&["replay", path, "--verify"], b"");
    fine(&verified);
    assert!(
        out(&verified).contains("the same game"),
        "{}",
        out(&verified)
    );
    fine(&sandtable(&["resume", path, "--seat", "all=human"], b""));
}

#[test]
fn damaged_saves_are_diagnosed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.save");
    let path = file.to_str().expect("a plain path");
    fine(&sandtable(
        &["play", "--seat", "all=human", "--seed", "1", "--save", path],
        b"buy 1 infantry\nend phase\n",
    ));
    let text = std::fs::read_to_string(&file).expect("the save was written");
    // Without hashes, as the first format has it: every line is looked at by what it says.
    let text = super::saves::first_format(&text);
    let header = text.lines().next().expect("it has a header").to_owned();
    for (damaged, code) in [
        (String::new(), "save/not-a-save"),
        ("hello".to_owned(), "save/not-a-save"),
        (
            text.replace("\"sandtable_save\":1", "\"sandtable_save\":99"),
            "save/format",
        ),
        (text.replace("chacha8-v1", "coins"), "save/dice"),
        (format!("{header}\n{{\"by\":\n"), "save/damaged"),
        (
            format!("{header}\n{{\"by\":\"Japan\",\"order\":\"buy 500 infantry\"}}\n"),
            "save/diverged",
        ),
        (
            format!(
                "{header}\n{{\"by\":\"Japan\",\"order\":\"end phase\",\"digest\":\"0000000000000001\"}}\n"
            ),
            "save/diverged",
        ),
        (
            format!("{header}\n{{\"by\":\"Japan\",\"order\":\"end phase\",\"digest\":\"xyz\"}}\n"),
            "save/damaged",
        ),
        (
            text.replace("pacific-1940", "atlantic-1940"),
            "pack/no-pack",
        ),
    ] {
        std::fs::write(&file, &damaged).expect("the save can be damaged");
        let done = sandtable(&["replay", path, "--verify"], b"");
        assert_eq!(done.status.code(), Some(1), "{damaged}\n{}", out(&done));
        assert!(err(&done).contains(code), "{code}:\n{}", err(&done));
    }
    std::fs::write(&file, [0xff, 0xfe, 0x00]).expect("the save can be damaged");
    assert_eq!(sandtable(&["resume", path], b"").status.code(), Some(1));
}

#[test]
fn problems_can_be_read_by_programs() {
    let done = sandtable(&["--error-format", "json", "check", "no-such-pack"], b"");
    let line = err(&done)
        .lines()
        .next()
        .expect("there is a line")
        .to_owned();
    let value: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
    assert_eq!(value["code"], "pack/no-pack");
}

#[test]
fn a_failing_transcript_says_what_was_expected() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("wrong.play");
    std::fs::write(
        &file,
        "pack pacific-1940\nexpect round 2\nexpect units Japan in Korea: 9 tank\ndice 1 2\n",
    )
    .expect("written");
    let done = sandtable(
        &["test", folder.path().to_str().expect("a plain path")],
        b"",
    );
    assert_eq!(done.status.code(), Some(1));
    assert!(
        out(&done).ends_with("0 passed, 1 failed\n"),
        "{}",
        out(&done)
    );
    assert!(err(&done).contains("expected 2; it is 1"), "{}", err(&done));
    assert!(err(&done).contains("expected 9 tank"), "{}", err(&done));
    assert!(
        err(&done).contains("not all dice were rolled"),
        "{}",
        err(&done)
    );
}

#[test]
fn bundled_packs_are_tested_by_name() {
    let done = sandtable(&["test", "low-luck", "learning"], b"");
    fine(&done);
    assert!(
        out(&done).ends_with(" passed, 0 failed\n") && !out(&done).starts_with("0 "),
        "{}",
        out(&done)
    );
    let covered = sandtable(&["test", "1941", "--coverage"], b"");
    assert!(
        out(&covered).contains("101 statements, all proved and expressed"),
        "{}",
        out(&covered)
    );
    let slip = sandtable(&["test", "learnin"], b"");
    assert_eq!(slip.status.code(), Some(1));
    assert!(
        err(&slip).contains("path/missing") && err(&slip).contains("did you mean `learning`?"),
        "{}",
        err(&slip)
    );
}
