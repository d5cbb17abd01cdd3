//! Who sits where in a game that is kept: people, and programs with their budgets.

use super::Kept;
use crate::cli::{err, fine, out, sandtable};

#[test]
fn a_saved_game_knows_who_sat_where() {
    let game = Kept::new();
    game.play("buy 1 infantry\nend phase\n");
    assert!(game.text().contains("\"China\":\"human\""));
    // Every seat is a person's, so nobody else plays on.
    let resumed = game.resume("");
    assert!(!out(&resumed).contains("China"), "{}", out(&resumed));
    fine(&game.resume_with(&["--seat", "all=simple", "--rounds", "1"], ""));
    let kept = game.text();
    assert!(kept.contains("\"China\":\"simple\""));
    // What a program ordered is played again as it was; the program goes on from there.
    fine(&game.resume_with(&["--rounds", "2"], ""));
    assert!(game.text().len() > kept.len() && game.text().contains(kept.lines().last().unwrap()));
}

#[test]
fn a_budget_is_kept_and_read_again() {
    let game = Kept::new();
    let new = |seats: &[&str]| {
        let begin = ["play", "1941", "--seed", "1", "--rounds", "1", "--save"];
        let args = [&begin[..], &[&game.path, "--force"], seats].concat();
        fine(&sandtable(&args, b""));
        game.text()
    };
    let one = new(&["--seat", "all=random", "--seat", "Japan=Planner:0045"]);
    assert!(
        one.contains("\"Japan\":\"planner:45\"") && one.contains("\"UK\":\"random\""),
        "{one}"
    );
    fine(&game.resume_with(&["--rounds", "2"], ""));
    assert!(game.text().contains("\"Japan\":\"planner:45\"") && game.text().len() > one.len());
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
    fine(&done);
    assert!(
        out(&done).contains("USA buys 1 submarine"),
        "{}",
        out(&done)
    );
}

#[test]
fn people_hand_over_and_take_nothing_back_that_another_one_saw() {
    let game = Kept::new();
    let args = [
        "play",
        "--seat",
        "all=human:Ann",
        "--seat",
        "USA=human:Bob",
        "--seed",
        "1",
        "--save",
        &game.path,
    ];
    let attack = b"end\nmove 3 infantry from Kiangsi to Hunan\nundo\nredo\nend\nundo\nend\nundo\nshow Hunan\n";
    let done = sandtable(&args, attack);
    let (told, said) = (out(&done), err(&done));
    assert!(game.text().contains("\"USA\":\"human:Bob\""));
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
    fine(&game.resume_with(&["--seat", "all=human"], "undo 2\n"));
}
