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
