//! What is taken back, changed by hand, and tried beside the game.

use super::Kept;
use crate::cli::{err, fine, out, sandtable};

#[test]
fn what_was_taken_back_is_kept_and_counts_no_more() {
    let game = Kept::new();
    let orders = "buy 1 infantry\nend\nundo turn\nredo\nundo phase\nbuy 1 tank\n";
    fine(&game.play(orders));
    let before = game.text();
    assert_eq!(before.matches("\"undo\"").count(), 2, "{before}");
    let resumed = game.resume("history\n");
    assert!(
        out(&resumed).contains("Japan: buy 1 tank"),
        "{}",
        out(&resumed)
    );
    assert!(!out(&resumed).contains("infantry"), "{}", out(&resumed));
    assert_eq!(game.text(), before, "what was taken back was forgotten");
}

#[test]
fn a_position_is_edited_at_the_table() {
    let game = Kept::new();
    let orders = "edit put 3 tanks of Japan in Kiangsu\nedit\nset round 4\ngive Japan 10\ndone\nbuy 1 infantry\n";
    let played = game.play(orders);
    fine(&played);
    assert!(out(&played).contains("changed by hand"), "{}", out(&played));
    assert!(game.text().contains("\"edit\":\"set round 4\""));
    // Whoever looks back is told what was no order.
    for (how, what) in [
        (&[][..], "> Japan: edit set round 4"),
        (&["--json"], "\"event\":\"edited\""),
        (
            &["--report"],
            "The position is changed by hand: set round 4",
        ),
    ] {
        let args = [&["replay", &game.path][..], how].concat();
        let told = out(&sandtable(&args, b""));
        assert!(told.contains(what), "{how:?}: {told}");
    }
    let again = game.resume_with(&["--no-save"], "undo 2\nredo\n");
    assert!(
        out(&again).contains("changed by hand: give Japan 10"),
        "{}",
        out(&again)
    );
    let resumed = game.resume("show Kiangsu\n");
    assert!(out(&resumed).contains("3 tanks"), "{}", out(&resumed));
    let before = game.text();
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
        let refused = game.resume(edit);
        assert!(err(&refused).contains(code), "{}", err(&refused));
        assert_eq!(game.text(), before);
    }
}

#[test]
fn a_plan_is_tried_beside_the_game() {
    let game = Kept::new();
    let orders = "branch raid\nbuy 1 tank\nend\nback\nbuy 1 infantry\nbranch raid\n";
    fine(&game.play(orders));
    assert_eq!(game.text().lines().count(), 2, "{}", game.text());
    let adopted = game.play(&orders.replace("branch raid\n", "").replace("back\n", ""));
    assert!(err(&adopted).contains("file/exists"), "{}", err(&adopted));
    let resumed = game.resume("branch raid\nbuy 1 tank\nundo 2\nsave x\nadopt\nhistory\n");
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
    assert!(game.text().contains("1 tank"));
}
