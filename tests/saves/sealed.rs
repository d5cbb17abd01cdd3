//! What a save proves: that it is whole, whose dice they are, and with which pack it was played.

use super::{ATTACK, Kept, first_format};
use crate::cli::{err, fine, out};

#[test]
fn every_line_is_sealed() {
    let game = Kept::new();
    game.play("buy 1 infantry\nbuy 1 tank\nundo\nend phase\n");
    let kept = game.text();
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
        game.write(&forged);
        let done = game.replay("--verify");
        assert_eq!(done.status.code(), Some(1), "{forged}");
        assert!(err(&done).contains("save/damaged"), "{}", err(&done));
    }
}

#[test]
fn saves_of_the_first_format_are_read() {
    let game = Kept::new();
    game.play("buy 1 infantry\nend phase\n");
    let kept = game.text();
    let old = first_format(&kept);
    game.write(&old);
    let done = game.replay("--verify");
    assert_eq!(out(&done), "2 orders, the same game\n", "{}", err(&done));
    let forged = old.replace("\"by\":\"Japan\"", "\"by\":\"China\"");
    game.write(&forged);
    let said = err(&game.replay("--verify"));
    assert!(said.contains("by China, and here Japan is asked"), "{said}");
    let newer = kept.replace("sandtable_save\":2", "sandtable_save\":3");
    game.write(&newer);
    let said = err(&game.resume(""));
    assert!(said.contains("this save has format 3"), "{said}");
}

#[test]
fn dice_that_were_taken_back_end_the_claim_to_fair_dice() {
    let game = Kept::new();
    // China is attacked, and its infantry is rolled for.
    let rolled = game.play(ATTACK);
    fine(&rolled);
    let verified = game.replay("--verify");
    assert!(!out(&verified).contains("vouch"), "{}", out(&verified));
    let resumed = game.resume("undo turn\nredo 3\n");
    fine(&resumed);
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
    let verified = game.replay("--verify");
    assert!(
        out(&verified).contains("nobody can vouch"),
        "{}",
        out(&verified)
    );
}

#[test]
fn the_last_dice_are_explained_and_another_pack_is_named() {
    let game = Kept::new();
    game.play(ATTACK);
    fine(&game.resume_with(&["--no-save"], "explain\n"));
    let said = err(&game.resume_with(&["--pack", "1941"], ""));
    assert!(
        said.contains("played with `pacific-1940`, and `1941` is asked for"),
        "{said}"
    );
}
