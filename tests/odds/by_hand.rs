//! Small battles worked out on paper.

use super::support::{force, kind, landed, near, odds, of, runs, sampled, setup, stock};
use sandtable::odds::{Assault, Case, How, Stack, Strike};
use sandtable::rules::SiteKind;
use std::path::Path;

#[test]
fn one_against_one() {
    // Attacker hits with 1/6, defender with 2/6, at once: of the 16/36 of rounds in which somebody is
    // hit, win 1/6 · 4/6, draw 1/6 · 2/6, lose 5/6 · 2/6.
    let one = odds(SiteKind::Land, "1 infantry", "1 infantry");
    near(one.win, 4.0 / 16.0);
    near(one.draw, 2.0 / 16.0);
    near(one.lose, 10.0 / 16.0);
    near(one.takes, one.win);
    near(one.rounds, 36.0 / 16.0);
    near(one.swing(), 3.0 * (4.0 - 10.0) / 16.0);
    assert_eq!(one.swings.len(), 3);
}

#[test]
fn support_counts_in_the_first_round() {
    // Two infantry at 2 and 1 beside one artillery: it takes ground whoever is left.
    let pair = odds(SiteKind::Land, "1 infantry, 1 artillery", "1 infantry");
    let miss = 4.0 / 6.0 * 4.0 / 6.0;
    // Whole, after a first loss (the artillery is left), in turn; each state until something changes.
    let last = |hit: f64| (hit * 4.0 / 6.0) / (1.0 - (1.0 - hit) * 4.0 / 6.0);
    near(
        pair.win,
        (1.0 - miss + miss * (2.0 / 6.0) * last(2.0 / 6.0)) / (1.0 - miss * 4.0 / 6.0),
    );
}

#[test]
fn the_best_of_two_dice() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/battle/packs/best-of");
    let rules = sandtable::pack::open(pack.to_str().expect("it is a name")).expect("it loads");
    let rules = rules.rules;
    // The bomber misses with both dice once in nine times, and is hit once in three.
    let duel = setup(&rules, SiteKind::Land, "1 strategic_bomber", "1 infantry");
    let duel = of(&duel);
    let missed = 1.0 / 9.0 * 2.0 / 3.0;
    near(duel.win, 8.0 / 9.0 * 2.0 / 3.0 / (1.0 - missed));
    // The higher of two dice shows N in 2N - 1 cases of 36.
    let mut raid = setup(&rules, SiteKind::Raid, "1 strategic_bomber", "");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let raid = of(&raid);
    near(raid.mean_damage(), 5.0 / 6.0 * 161.0 / 36.0);
}

#[test]
fn a_ship_of_two_hits() {
    // It hits with 2/3 and is hit with 1/3; the first hit does not sink it.
    let duel = odds(SiteKind::Sea, "1 battleship", "1 destroyer");
    near(duel.win, 46.0 / 49.0);
    near(duel.draw, 2.0 / 49.0);
    near(duel.lose, 1.0 / 49.0);
    let rules = stock();
    let mut damaged = setup(&rules, SiteKind::Sea, "", "1 destroyer");
    damaged.forces[0].add(Stack {
        kind: kind(&rules, "battleship"),
        damage: 1,
        seaborne: false,
        count: 1,
    });
    near(of(&damaged).win, 4.0 / 7.0);
}

#[test]
fn strikes_before_the_battle_do_damage() {
    let rules = stock();
    let mut struck = setup(&rules, SiteKind::Sea, "1 battleship", "1 destroyer");
    struck.strikes.push(Strike {
        dice: 1,
        at: 2,
        sides: 6,
        target: kind(&rules, "battleship"),
    });
    let found = of(&struck);
    near(found.win, 2.0 / 3.0 * 46.0 / 49.0 + 1.0 / 3.0 * 4.0 / 7.0);
    let fought = sampled(&struck, runs(20_000, 3)).expect("any battle can be sampled");
    assert!(
        (fought.win - found.win).abs() < 0.015,
        "{} and {}",
        fought.win,
        found.win
    );
}

#[test]
fn what_cannot_fight_perishes() {
    let hunt = odds(SiteKind::Sea, "1 destroyer", "2 transport");
    near(hunt.win, 1.0);
    near(hunt.swing(), 14.0);
}

#[test]
fn guns_fire_before_the_battle() {
    let flown = odds(SiteKind::Land, "1 fighter", "1 infantry, 1 aa_gun");
    near(flown.win, 5.0 / 6.0 * 0.5);
    near(flown.takes, 0.0);
    near(flown.draw, 5.0 / 6.0 * 0.25);
}

#[test]
fn losses_of_a_bombardment_answer_once() {
    let rules = stock();
    let mut landing = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    landing.offshore = force(&rules, "1 battleship");
    let found = of(&landing);
    near(found.win, 2.0 / 3.0 * 2.0 / 3.0 + 1.0 / 3.0 * 4.0 / 16.0);
    near(found.draw, 2.0 / 3.0 / 3.0 + 1.0 / 3.0 * 2.0 / 16.0);
}

#[test]
fn raids() {
    let rules = stock();
    let mut raid = setup(&rules, SiteKind::Raid, "1 strategic_bomber", "");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let clear = of(&raid);
    near(clear.mean_damage(), 5.0 / 6.0 * 3.5);
    // A point costs one to repair.
    near(clear.swing_repaired(), clear.swing() + 5.0 / 6.0 * 3.5);
    near(clear.sides[0].lost, 12.0 / 6.0);
    raid.target = Some((kind(&rules, "minor_ic"), 4));
    let damage: Vec<f64> = of(&raid).damage.iter().map(|(_, p)| *p).collect();
    assert_eq!(damage.len(), 3);
    near(damage[2], 25.0 / 36.0);
    raid.forces = [
        force(&rules, "1 strategic_bomber, 1 fighter"),
        force(&rules, "1 fighter"),
    ];
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let met = of(&raid);
    near(met.mean_damage(), 5.0 / 6.0 * 3.5);
    near(met.sides[0].lost, 10.0 / 3.0 + 12.0 / 6.0);
    near(met.sides[1].lost, 10.0 / 6.0);
}

#[test]
fn waves_meet_what_is_left() {
    let rules = stock();
    let one = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let both = Case::Waves(vec![one.clone(), one])
        .odds(How::Exact)
        .expect("they are small");
    near(both.win, 0.25 + 0.125 + 0.625 * 0.25);
    near(both.sides[0].lost, 3.0 * (0.75 + 0.625 * 0.75));
}

#[test]
fn each_of_several_waves_is_told_for_itself() {
    let rules = stock();
    let first = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let second = setup(&rules, SiteKind::Land, "2 tank", "1 infantry");
    let waves = Case::Waves(vec![first.clone(), second]);
    let exact_odds = waves.odds(How::Exact).expect("it is small");
    let alone = of(&first);
    let [one, two] = exact_odds.parts[..] else {
        panic!("{:?}", exact_odds.parts)
    };
    near(one.fought, 1.0);
    near(one.won, alone.win);
    near(two.fought, 1.0 - alone.win);
    near(one.won + two.won, exact_odds.win);
    let runs = runs(9000, 1);
    let fought = waves.odds(How::Sampled(runs)).expect("it is fought");
    assert!((fought.parts[1].fought - two.fought).abs() < 0.02);
    assert!(alone.parts.is_empty());
}

#[test]
fn a_landing_waits_for_the_sea() {
    let rules = stock();
    let sea = setup(
        &rules,
        SiteKind::Sea,
        "1 destroyer, 1 transport",
        "1 destroyer",
    );
    let mut land = setup(&rules, SiteKind::Land, "", "1 infantry");
    land.forces[0].add(landed(&rules, "infantry", 2));
    let ashore = of(&land);
    // Two destroyers hit each other with 1/3: two fifths win, a fifth sink both and leave the transport.
    let assault = Case::Assault(Box::new(Assault { sea, land }))
        .odds(How::Exact)
        .expect("it is small");
    near(assault.takes, 0.6 * ashore.takes);
    near(assault.win + assault.draw + assault.lose, 1.0);
}

#[test]
fn units_under_water_survive() {
    let rules = stock();
    let mut dive = setup(&rules, SiteKind::Sea, "1 cruiser", "2 submarine");
    dive.tactics[1].submerges = true;
    let found = of(&dive);
    near(found.win, 1.0);
    near(found.sides[1].lost, 0.0);
    near(found.sides[1].left, 2.0);
}
