//! What transcripts assert: every word of an expectation counts, scenes begin anew, dice and `skip` stop
//! where they must.

use sandtable::diag::{Problems, Style};
use sandtable::game::transcript::{Played, run};
use sandtable::game::{Opened, open};
use sandtable::kernel::Event;
use sandtable::rules::Rules;
use sandtable::view::{Paint, describe_event};
use std::path::Path;

/// Plays a transcript in an edition: what came of it, and what is said about it.
pub fn tried(opened: &Opened, play: &str) -> (Played, String) {
    let (mut problems, id) = Problems::about("a.play", play);
    let tell = |rules: &Rules, event: &Event| describe_event(rules, event, Paint::Off);
    let played = run(opened, tell, (id, play), &mut problems);
    (played, problems.render(Style::Plain, 100))
}

/// The same in the made-up edition.
fn played(play: &str) -> (Played, String) {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/edition");
    let opened = open(&pack.to_string_lossy()).unwrap_or_else(|p| panic!("{p:?}"));
    tried(&opened, play)
}

/// A position in which every line of a list is looked at by itself.
const POSITION: &str = "clear all units
put 1 damaged ship, 1 ship, 1 ferry (2 walkers), 1 ferry of Red in sz 1
put 1 flyer of Blue in sz 1
put 2 walkers of Red in Middle
put 1 works of Red in Red Coast
set counter tally 3
set flag alarm yes
";

/// Whether a line holds in that position.
fn holds(line: &str) -> bool {
    let (played, said) = played(&format!("{POSITION}{line}\n"));
    assert_eq!(played.passed, said.is_empty(), "{line}: {said}");
    played.passed
}

#[test]
fn every_word_of_an_expectation_counts() {
    for line in [
        "expect units Red in sz 1: 2 ships, 2 ferries, 2 walkers",
        "expect units Red in sz 1: 1 fresh ship, 1 ship, 1 empty ferry, 1 ferry (2 walkers)",
        "expect units Red in sz 1: 1 damaged ship, 1 ship, 1 ferry, 1 loaded ferry, 2 walkers of Red",
        "expect units in sz 1: 2 ships of Red, 2 ferries, 2 walkers, 1 flyer of Blue",
        "expect units in Middle: 2 walkers of Red",
        "expect units in Red Coast: 1 works",
        "expect units Blue in Red Coast: none",
        "expect damage damaged ship in sz 1: 1",
        "expect damage 2 ferries in sz 1: 0",
        "expect flag alarm yes",
        "expect counter tally 3",
    ] {
        assert!(holds(line), "{line}");
    }
    for line in [
        "expect units Red in sz 1: 2 ships, 2 ferries",
        "expect units Red in sz 1: 2 fresh ships, 2 ferries, 2 walkers",
        "expect units Red in sz 1: 2 damaged ships, 2 ferries, 2 walkers",
        "expect units Red in sz 1: 2 ships, 2 empty ferries, 2 walkers",
        "expect units Red in sz 1: 2 ships, 1 ferry (1 walker), 1 ferry (1 walker)",
        "expect units Red in sz 1: 1 ship, 1 ship (2 walkers), 2 ferries",
        "expect units in sz 1: 2 ships, 2 ferries, 2 walkers, 1 flyer of Red",
        "expect units in sz 1: 2 ships, 2 ferries, 2 walkers of Blue, 1 flyer",
        "expect units in Middle: 1 walker, 1 walker of Blue",
        "expect units in Red Coast: none",
        "expect damage ship in sz 1: 1",
        "expect damage 1 ferry in sz 1: 0",
        "expect damage damaged ferry in sz 1: 1",
        "expect flag alarm no",
    ] {
        assert!(!holds(line), "{line}");
    }
}

#[test]
fn what_cannot_be_asserted_is_refused_when_it_is_read() {
    for line in [
        "expect refused \"move/hostile-zoen\"",
        "expect units in sz 1: 2 flag ships",
        "expect units in sz 1: 1 ferry (2 damaged walkers)",
        "expect units in sz 1: 1 ship of Red of Blue",
        "expect damage ship in sz 1 1",
        "expect flag alarm maybe",
        "put 1 loaded ferry of Red in sz 1",
        "put 1 walker#3 of Red in Middle",
    ] {
        assert!(!holds(line), "{line}");
    }
}

#[test]
fn a_refusal_is_held_to_its_sentence_and_its_rule() {
    let order = "\nbuy 99 walkers";
    assert!(holds(&format!(
        "expect refused \"buy/too-poor\" saying \"the treasury holds 20\"{order}"
    )));
    assert!(!holds(&format!(
        "expect refused \"buy/too-poor\" saying \"the treasury holds 21\"{order}"
    )));
    assert!(!holds(&format!(
        "expect refused \"buy/too-poor\" by XX-1{order}"
    )));
    assert!(!holds(&format!(
        "expect refused \"buy/not-for-sale\"{order}"
    )));
}

#[test]
fn a_scene_begins_anew() {
    let scenes = "this is no order
scene \"one\"
expect control Middle Blue
set control Middle Red
set counter tally 5
put 2 walkers of Red in Middle
set phase combat move
scene \"two\"
expect control Middle Blue
expect counter tally 0
expect phase purchase
expect units in Middle: none
";
    let (played, said) = played(scenes);
    assert!(!played.passed);
    assert_eq!(
        said.matches("order/unknown").count(),
        1,
        "only the first part fails: {said}"
    );
    assert!(
        !holds("dice 1 2\nscene \"next\"\ndice 1"),
        "dice belong to their scene"
    );
}

#[test]
fn where_dice_run_out_the_game_stops_in_a_few_lines() {
    let (played, said) = played(
        "clear all units
put 6 walkers of Red in Red Coast
put 6 walkers of Blue in Middle
set phase combat move
move 6 walkers from Red Coast to Middle
dice 6 6 6
end phase
expect control Middle Red
",
    );
    assert!(!played.passed);
    assert!(said.lines().count() < 22, "{said}");
    insta::assert_snapshot!(said);
}

#[test]
fn skipping_stops_at_a_battle_and_says_so() {
    let (_, said) = played(
        "clear all units
put 6 walkers of Red in Red Coast
put 6 walkers of Blue in Middle
set phase combat move
move 6 walkers from Red Coast to Middle
dice 6 6 6 6 6 6 6 6 6 6 6 6
skip to noncombat move
",
    );
    insta::assert_snapshot!(said);
}

#[test]
fn what_happened_can_be_shown() {
    let (played, said) = played("buy 2 walkers\nshow\n");
    assert!(played.passed, "{said}");
    assert_eq!(played.shown.len(), 1);
    assert!(played.shown[0].contains("2 walker"), "{:?}", played.shown);
}

#[test]
fn units_are_labelled_when_they_are_put_down() {
    let (played, said) = played(
        "clear all units
put 1 flyer#Ace of Red, 1 flyer#Bee of Red, 1 walker#Cid in Red Coast
put 1 ship#Dora of Red, 1 ship#Emil of Red in sz 1
put 1 damage on ship#Emil in sz 1
put 1 walker of Blue in Middle
set phase combat move
expect damage ship#emil in sz 1: 1
expect damage ship#Dora in sz 1: 0
move 1 flyer#Bee from Red Coast to Middle
expect units Red in Red Coast: 1 flyer#Ace, 1 walker#Cid
expect units Red in Middle: 1 flyer#Bee
",
    );
    assert!(played.passed, "{said}");
    for (line, words) in [
        (
            "put 2 flyers#Ace in Red Coast",
            "one unit is labelled at a time",
        ),
        (
            "put 1 flyer#9 in Red Coast",
            "gets its number from the game",
        ),
        (
            "put 1 flyer#Ace, 1 flyer#ace in Red Coast",
            "another unit is labelled `ace`",
        ),
        (
            "put 1 flyer#Ace in Red Coast\nput 1 damage on flyer#Aec in Red Coast",
            "did you mean `Ace`?",
        ),
        (
            "expect units in Middle: 1 walker#Nobody",
            "no unit is labelled `Nobody`",
        ),
    ] {
        let (played, said) = self::played(line);
        assert!(!played.passed && said.contains(words), "{line}: {said}");
    }
}

#[test]
fn dice_go_to_the_types_in_the_order_of_the_pack() {
    for put in ["1 walker, 1 flyer", "1 flyer, 1 walker"] {
        let (played, said) = played(&format!(
            "clear all units
put 3 walkers of Blue in Middle
put {put} of Red in Red Coast
set phase combat move
move 1 walker, 1 flyer from Red Coast to Middle
dice 6 3 6 6 6
end phase
expect units Blue in Middle: 2 walkers
"
        ));
        assert!(played.passed, "{put}: {said}");
    }
}

#[test]
fn skipping_fights_no_battle_though_the_dice_are_there() {
    let (played, said) = played(
        "clear all units
put 6 walkers of Red in Red Coast
put 1 walker of Blue in Middle
set phase combat move
move 6 walkers from Red Coast to Middle
dice 1 1 1 1 1 1 1
skip to noncombat move
",
    );
    assert!(!played.passed);
    assert!(said.contains("`skip` fights no battles"), "{said}");
}

#[test]
fn expecting_nothing_at_all_is_refused() {
    for (line, wrong) in [
        ("expect event \"\"", "nothing is expected here"),
        (
            "expect refused \"move/no-path\" saying \"\"",
            "every sentence says this",
        ),
    ] {
        let (played, said) = played(&format!("{POSITION}{line}\n"));
        assert!(!played.passed && said.contains(wrong), "{line}: {said}");
    }
}

#[test]
fn skipping_says_that_a_battle_begins_though_its_dice_are_missing() {
    let (played, said) = played(
        "clear all units
put 1 walker of Red in Red Coast
put 1 walker of Blue in Middle
set phase combat move
move 1 walker from Red Coast to Middle
skip to noncombat move
",
    );
    assert!(!played.passed);
    assert!(said.contains("`skip` fights no battles"), "{said}");
}
