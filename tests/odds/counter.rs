//! The attack of the other side on those who have won: take and hold.

use super::command::odds as command;
use super::support::{force, near, setup, stock};
use sandtable::kernel::NoHooks;
use sandtable::odds::{Case, Counter, How, Odds, Runs, Setup, Stage};
use sandtable::rules::{Role, SiteKind};

fn back<'a>(first: Case<'a>, units: &str) -> Case<'a> {
    let setup = first.battles()[0].clone();
    let back = setup.struck_back(force(setup.rules, units), &first.attackers());
    Case::Counter(Box::new(Counter { first, back }))
}

fn exactly(case: &Case<'_>) -> Odds {
    case.odds(How::Exact).expect("small battles are exact")
}

fn one<'a>(setup: &Setup<'a>) -> Case<'a> {
    Case::One(Box::new(setup.clone()))
}

#[test]
fn who_takes_may_be_driven_out() {
    // One infantry takes a territory from another one with 1/4; attacked by a third one it is beaten with 1/4,
    // both are with 2/16, which leaves the territory to it.
    let rules = stock();
    let found = exactly(&back(
        one(&setup(&rules, SiteKind::Land, "1 infantry", "1 infantry")),
        "1 infantry",
    ));
    near(found.takes, 1.0 / 4.0);
    let holds = found.holds.expect("it is told");
    near(holds, 1.0 / 4.0 * 12.0 / 16.0);
    near(found.win, 1.0 / 4.0 * 10.0 / 16.0);
    near(found.lose, 10.0 / 16.0 + 1.0 / 4.0 * 4.0 / 16.0);
    near(found.parts[1].fought, 1.0 / 4.0);
    near(found.parts[1].won, found.win);
    // Beaten in the first battle or in the second.
    near(
        found.sides[0].lost,
        3.0 * (12.0 / 16.0 + 1.0 / 4.0 * 6.0 / 16.0),
    );
    near(
        found.sides[1].lost,
        3.0 * (6.0 / 16.0 + 1.0 / 4.0 * 12.0 / 16.0),
    );
}

#[test]
fn a_zone_is_held_by_those_who_are_left_in_it() {
    // A destroyer beats another with 2/5, and both go down with 1/5; the one that attacks then finds it as hard.
    let rules = stock();
    let fleet = setup(&rules, SiteKind::Sea, "1 destroyer", "1 destroyer");
    let found = exactly(&back(one(&fleet), "1 destroyer"));
    near(found.holds.expect("it is told"), 2.0 / 5.0 * 2.0 / 5.0);
    // Aircraft that have won leave the zone to the fish.
    let planes = setup(&rules, SiteKind::Sea, "3 fighter", "1 destroyer");
    let found = exactly(&back(one(&planes), "1 destroyer"));
    assert!(found.win > 0.5, "{found:?}");
    near(found.holds.expect("it is told"), 0.0);
}

#[test]
fn aircraft_of_a_counter_attack_can_land_elsewhere_too() {
    let fleets = [
        "pacific-1940",
        "1 destroyer",
        "1 destroyer",
        "--counter-attack",
        "1 carrier, 2 fighters",
        "--exact",
        "--json",
    ];
    let crashed = |more: &[&str]| {
        let done = command(&[&fleets[..], more].concat());
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let found: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let all = found["defender"]["crashed"].as_array().cloned();
        let lost = |one: &serde_json::Value| one["aircraft"].as_u64() > Some(0);
        all.unwrap_or_default().iter().filter(|c| lost(c)).count()
    };
    assert!(crashed(&[]) > 0);
    assert_eq!(crashed(&["--land-elsewhere", "defender"]), 0);
}

#[test]
fn aircraft_do_not_stay_on_land_that_was_taken() {
    // Whoever takes the territory, its one infantry stays alone, and is shot at by an aircraft that takes nothing.
    let rules = stock();
    let mut line = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 4 fighter",
        "1 infantry",
    );
    line.tactics[0].losses.keep_takers = 1;
    let found = exactly(&back(one(&line), "1 fighter"));
    near(found.holds.expect("it is told"), found.takes);
    assert!(
        found.parts[1].left[0] <= 1.0 && found.beats(Role::Defender) > 0.1,
        "{found:?}"
    );
}

#[test]
fn three_readings_of_a_counter_attack_agree() {
    let rules = stock();
    let land = || {
        setup(
            &rules,
            SiteKind::Land,
            "3 infantry, 1 tank, 1 fighter",
            "2 infantry",
        )
    };
    let second = setup(&rules, SiteKind::Land, "2 tank", "2 infantry");
    let sea = setup(
        &rules,
        SiteKind::Sea,
        "2 destroyer, 1 carrier, 1 fighter",
        "1 destroyer",
    );
    for (first, units) in [
        (one(&land()), "2 infantry, 1 tank"),
        (Case::Waves(vec![land(), second]), "2 infantry, 1 tank"),
        (one(&sea), "1 cruiser, 1 fighter"),
    ] {
        let case = back(first, units);
        let battles = case.battles();
        let stage = Stage::new(battles[0], &NoHooks, [None, None], None);
        let stage = stage.and_then(|s| s.with_back(battles[battles.len() - 1]));
        let stage = stage.expect("the board has room");
        let runs = Runs {
            most: 3000,
            precision: None,
            seed: 3,
        };
        let exact = exactly(&case);
        for (how, most) in [
            (
                How::Sampled(Runs {
                    most: 40_000,
                    ..runs
                }),
                40_000,
            ),
            (How::Played(&stage, runs), 3000),
        ] {
            let found = case.odds(how).expect("it is fought");
            let near = |a: f64, b: f64, range: f64| {
                assert!(
                    (a - b).abs() < 4.0 * range / f64::from(most).sqrt(),
                    "{a} {b}: {exact:?} {found:?}"
                );
            };
            near(exact.win, found.win, 0.5);
            near(exact.holds.unwrap_or(2.0), found.holds.unwrap_or(3.0), 0.5);
            (0..2).for_each(|i| near(exact.sides[i].lost, found.sides[i].lost, 20.0));
        }
    }
}

#[test]
fn a_counter_attack_is_asked_for_and_complained_about() {
    let battle = [
        "pacific-1940",
        "6 infantry, 2 tanks",
        "4 infantry",
        "--counter-attack",
    ];
    let said = |more: &[&str]| {
        let done = command(&[&battle[..], more].concat());
        let text = [done.stdout, done.stderr].concat();
        String::from_utf8_lossy(&text).into_owned()
    };
    let found = said(&["3 infantry, 2 tanks"]);
    assert!(found.contains("holds it after the attack"), "{found}");
    let found = said(&["3 destroyers"]);
    assert!(found.contains("takes no part in a land battle"), "{found}");
    let found = said(&["3 tanks", "--needed", "0.5"]);
    assert!(found.contains("cannot be used with"), "{found}");
}
