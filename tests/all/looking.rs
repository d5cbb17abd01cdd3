//! Looking around at the table, and looking back: what is told besides what happens.

use super::cli::{err, out, sandtable};
use insta::assert_snapshot;

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
