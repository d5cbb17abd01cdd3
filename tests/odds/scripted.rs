//! Battles under scripts that look at who fires, where and when: read exactly, and played by the game.

use super::support::{of, runs, setup};
use crate::scripts::opened;
use sandtable::diag::Style;
use sandtable::odds::{Case, How, Stage};
use sandtable::rules::SiteKind;

/// Whether a battle comes to the same from its plan and at the table, where values grow on a condition, which makes
/// a difference.
#[track_caller]
fn same(condition: &str) {
    let script =
        format!("fn values(volley, values) {{ if {condition} {{ values.map(|v| v + 200) }} }}");
    let opened = opened(&script, "use rule");
    let opened = opened.unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)));
    let battle = setup(&opened.rules, SiteKind::Land, "4 infantry", "4 infantry");
    let stage = Stage::new(&battle, &*opened.hooks, [None, None], None);
    let stage = stage.expect("the board has room");
    let plain = of(&battle);
    let case = Case::One(Box::new(battle.clone()));
    let heard = case
        .heard(&stage)
        .expect("it follows from who fires, where and when");
    let read = heard.odds(How::Exact).expect("it is small");
    let runs = runs(6000, 7);
    let played = case
        .odds(How::Played(&stage, runs))
        .expect("it can be played");
    let differs = (read.win - plain.win).abs() + (read.rounds - plain.rounds).abs();
    assert!(differs > 0.02, "{condition}: {} as {}", read.win, plain.win);
    for (read, played, interval) in [
        (read.win, played.win, played.interval(played.win)),
        (read.lose, played.lose, played.interval(played.lose)),
        (
            read.sides[0].left,
            played.sides[0].left,
            played.interval_of(played.sides[0].each_left()),
        ),
    ] {
        let (low, high) = interval.expect("it was played");
        // Of a dozen figures one may well lie outside of its 95 %.
        let near = (read - played).abs() <= (high - low) / 2.0 * 1.6;
        assert!(near, "{condition}: {read} is not {low} to {high}");
    }
}

#[test]
fn scripts_that_look_at_the_round_of_a_battle_are_exact() {
    same("volley.round == 1");
    same("volley.role == \"attacker\" && volley.round >= 3");
}

#[test]
fn scripts_that_look_at_where_a_battle_is_are_exact() {
    same("volley.space.is_land && volley.role == \"attacker\"");
    same("volley.space.owner != () && volley.role == \"defender\"");
}

#[test]
fn scripts_that_look_at_the_round_of_the_game_and_who_is_on_turn_are_exact() {
    same("game.round == 1 && game.power.name != \"\" && volley.role == \"attacker\"");
}
