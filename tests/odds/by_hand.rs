//! Small battles worked out on paper.

use super::support::{force, kind, stock};
use sandtable::odds::{
    Assault, Case, Force, How, Losses, Method, Odds, Retreat, Runs, Setup, Sought, Stack, Strike,
    Unknown, best_part, exact, sampled,
};
use sandtable::rules::{Role, Rules, SiteKind};
use std::path::Path;

pub fn setup<'a>(rules: &'a Rules, site: SiteKind, attacker: &str, defender: &str) -> Setup<'a> {
    Setup::new(rules, site, force(rules, attacker), force(rules, defender))
        .expect("the pack has the plan")
}

pub fn odds(site: SiteKind, attacker: &str, defender: &str) -> Odds {
    exact(&setup(&stock(), site, attacker, defender)).expect("small battles are exact")
}

#[track_caller]
pub fn near(found: f64, worked_out: f64) {
    assert!(
        (found - worked_out).abs() < 1e-10,
        "{found} is not {worked_out}"
    );
}

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
    let duel = exact(&duel).expect("it is small");
    let missed = 1.0 / 9.0 * 2.0 / 3.0;
    near(duel.win, 8.0 / 9.0 * 2.0 / 3.0 / (1.0 - missed));
    // The higher of two dice shows N in 2N - 1 cases of 36.
    let mut raid = setup(&rules, SiteKind::Raid, "1 strategic_bomber", "");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let raid = exact(&raid).expect("it is small");
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
    near(exact(&damaged).expect("it is small").win, 4.0 / 7.0);
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
    let found = exact(&struck).expect("it is small");
    near(found.win, 2.0 / 3.0 * 46.0 / 49.0 + 1.0 / 3.0 * 4.0 / 7.0);
    let fought = sampled(
        &struck,
        Runs {
            most: 20_000,
            precision: None,
            seed: 3,
        },
    )
    .expect("any battle can be sampled");
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
    let found = exact(&landing).expect("it is small");
    near(found.win, 2.0 / 3.0 * 2.0 / 3.0 + 1.0 / 3.0 * 4.0 / 16.0);
    near(found.draw, 2.0 / 3.0 / 3.0 + 1.0 / 3.0 * 2.0 / 16.0);
}

#[test]
fn breaking_off() {
    let rules = stock();
    let mut short = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let mut wish = |retreat| {
        short.tactics[0].retreat = retreat;
        exact(&short).expect("it is small")
    };
    for retreat in [
        Retreat {
            after: Some(1),
            ..Retreat::default()
        },
        // Whoever has a quarter of a chance does not go on for less than nine tenths.
        Retreat {
            below: Some(0.9),
            ..Retreat::default()
        },
    ] {
        let one_round = wish(retreat);
        near(one_round.win, 4.0 / 36.0);
        near(one_round.lose, 30.0 / 36.0);
        near(one_round.sides[0].fled, 20.0 / 36.0);
        near(one_round.sides[0].lost, 3.0 * 12.0 / 36.0);
    }
    near(
        wish(Retreat {
            below: Some(0.2),
            ..Retreat::default()
        })
        .win,
        0.25,
    );
    let third = wish(Retreat {
        after: Some(3),
        ..Retreat::default()
    });
    let stay: f64 = 20.0 / 36.0;
    near(third.win, 4.0 / 36.0 * (1.0 + stay + stay * stay));
    near(third.sides[0].fled, stay.powi(3));
}

#[test]
fn only_aircraft_are_left() {
    let rules = stock();
    let mut mixed = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 1 fighter",
        "2 infantry",
    );
    mixed.tactics[0].retreat.only_air = true;
    let careful = exact(&mixed).expect("it is small");
    mixed.tactics[0].retreat.only_air = false;
    let bold = exact(&mixed).expect("it is small");
    assert!(
        careful.sides[0].lost < bold.sides[0].lost && careful.sides[0].fled > 0.1,
        "{careful:?}"
    );
    near(careful.takes, bold.takes);
}

#[test]
fn one_that_takes_ground_can_be_kept() {
    let rules = stock();
    let mut mixed = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 2 fighter",
        "2 infantry",
    );
    let price = exact(&mixed).expect("it is small");
    mixed.tactics[0].losses = Losses {
        keep_takers: 1,
        ..Losses::default()
    };
    let kept = exact(&mixed).expect("it is small");
    assert!(
        kept.takes > price.takes + 0.1 && kept.sides[0].lost > price.sides[0].lost,
        "{kept:?}"
    );
}

#[test]
fn raids() {
    let rules = stock();
    let mut raid = setup(&rules, SiteKind::Raid, "1 strategic_bomber", "");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let clear = exact(&raid).expect("it is small");
    near(clear.mean_damage(), 5.0 / 6.0 * 3.5);
    // A point costs one to repair.
    near(clear.swing_repaired(), clear.swing() + 5.0 / 6.0 * 3.5);
    near(clear.sides[0].lost, 12.0 / 6.0);
    raid.target = Some((kind(&rules, "minor_ic"), 4));
    let damage: Vec<f64> = exact(&raid)
        .expect("it is small")
        .damage
        .iter()
        .map(|(_, p)| *p)
        .collect();
    assert_eq!(damage.len(), 3);
    near(damage[2], 25.0 / 36.0);
    raid.forces = [
        force(&rules, "1 strategic_bomber, 1 fighter"),
        force(&rules, "1 fighter"),
    ];
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    let met = exact(&raid).expect("it is small");
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
fn a_landing_waits_for_the_sea() {
    let rules = stock();
    let sea = setup(
        &rules,
        SiteKind::Sea,
        "1 destroyer, 1 transport",
        "1 destroyer",
    );
    let mut land = setup(&rules, SiteKind::Land, "", "1 infantry");
    land.forces[0].add(Stack {
        kind: kind(&rules, "infantry"),
        damage: 0,
        seaborne: true,
        count: 2,
    });
    let ashore = exact(&land).expect("it is small");
    // Two destroyers hit each other with 1/3: two fifths win, a fifth sink both and leave the transport.
    let assault = Case::Assault(Box::new(Assault { sea, land }))
        .odds(How::Exact)
        .expect("it is small");
    near(assault.takes, 0.6 * ashore.takes);
    near(assault.win + assault.draw + assault.lose, 1.0);
}

#[test]
fn the_cheapest_force_is_found() {
    let rules = stock();
    let whole = setup(&rules, SiteKind::Land, "4 infantry, 3 tank", "2 infantry");
    let found = best_part(&whole, Sought::Needed(0.8), How::Exact)
        .expect("it is small")
        .expect("all of them win");
    let mut best = i64::MAX;
    for infantry in 0..=4u16 {
        for tanks in 0..=3u16 {
            let force = Force::default()
                .with(kind(&rules, "infantry"), infantry)
                .with(kind(&rules, "tank"), tanks);
            let part = Setup {
                forces: [force, whole.forces[1].clone()],
                ..whole.clone()
            };
            if !part.forces[0].is_empty() && exact(&part).expect("it is small").takes >= 0.8 {
                best = best.min(part.forces[0].cost(&rules));
            }
        }
    }
    assert_eq!(found.cost, best);
    assert!(found.chance >= 0.8);
    assert!(
        best_part(&whole, Sought::Needed(0.999_999_9), How::Exact)
            .expect("it is small")
            .is_none()
    );
}

#[test]
fn a_large_army_is_cut_to_what_is_enough() {
    // Twelve thousand parts without the infantry, half a million with it.
    let rules = stock();
    let army = "40 infantry, 12 artillery, 10 tank, 8 fighter, 8 strategic_bomber";
    let whole = setup(&rules, SiteKind::Land, army, "2 infantry");
    let found = best_part(&whole, Sought::Needed(0.9), How::Exact)
        .expect("there are few enough parts")
        .expect("all of them win");
    assert!(found.chance >= 0.9 && found.cost < 30, "{found:?}");
}

#[test]
fn an_army_of_seven_types_is_searched_too() {
    // More than a million parts without the most numerous type.
    let rules = stock();
    let army = "12 infantry, 10 artillery, 10 mech_infantry, 10 tank, 10 fighter, 10 tactical_bomber, 10 strategic_bomber";
    let whole = setup(&rules, SiteKind::Land, army, "3 infantry");
    let found = best_part(&whole, Sought::Needed(0.9), How::Exact)
        .expect("it is reckoned")
        .expect("all of them win");
    let few = "12 infantry, 10 artillery, 1 tank";
    let few = setup(&rules, SiteKind::Land, few, "3 infantry");
    let plain = best_part(&few, Sought::Needed(0.9), How::Exact)
        .expect("it is reckoned")
        .expect("all of them win");
    assert!(plain.proved && found.chance >= 0.9);
    assert!(found.cost <= plain.cost, "{found:?} {plain:?}");
}

#[test]
fn units_under_water_survive() {
    let rules = stock();
    let mut dive = setup(&rules, SiteKind::Sea, "1 cruiser", "2 submarine");
    dive.tactics[1].submerges = true;
    let found = exact(&dive).expect("it is small");
    near(found.win, 1.0);
    near(found.sides[1].lost, 0.0);
    near(found.sides[1].left, 2.0);
}

#[test]
fn what_is_too_large_is_sampled() {
    let rules = stock();
    let fleet = "150 submarine, 150 destroyer, 150 fighter, 100 battleship";
    let huge = setup(&rules, SiteKind::Sea, fleet, fleet);
    assert!(exact(&huge).is_err());
    let runs = Runs {
        most: 200,
        precision: None,
        seed: 9,
    };
    let huge = Case::One(Box::new(huge));
    let reckoned = || huge.odds(How::Reckoned(runs)).expect("it can be sampled");
    let found = reckoned();
    assert!(
        matches!(
            found.method,
            Method::Sampled {
                runs: 200,
                seed: 9,
                ..
            }
        ),
        "{:?}",
        found.method
    );
    assert_eq!(found.win, reckoned().win);
    assert_eq!(found.because, Some(Unknown::TooLarge));
}

#[test]
fn sampling_stops_when_it_knows_enough() {
    let rules = stock();
    let even = setup(&rules, SiteKind::Land, "3 infantry, 1 tank", "3 infantry");
    let found = sampled(
        &even,
        Runs {
            most: u64::MAX,
            precision: Some(0.02),
            seed: 1,
        },
    )
    .expect("any battle can be sampled");
    let Method::Sampled {
        runs,
        interval: (low, high),
        ..
    } = found.method
    else {
        panic!("{found:?}")
    };
    assert!(
        runs < 10_000 && (high - low) / 2.0 <= 0.02,
        "{runs} battles"
    );
    let truth = exact(&even).expect("it is small").win;
    assert!((low - 0.01..high + 0.01).contains(&truth), "{truth}");
}

#[test]
fn an_attacker_breaks_off_by_what_is_left_to_it() {
    let rules = stock();
    let odds = |units: Option<u32>, value: Option<i64>| {
        let mut three = setup(&rules, SiteKind::Land, "3 infantry", "3 infantry");
        three.tactics[0].retreat = Retreat {
            units,
            value,
            ..Retreat::default()
        };
        exact(&three).expect("it is small")
    };
    let (bold, two, one) = (odds(None, None), odds(Some(2), None), odds(Some(1), None));
    assert!(
        bold.sides[0].fled == 0.0 && one.sides[0].fled > 0.1,
        "{one:?}"
    );
    assert!(two.sides[0].fled > one.sides[0].fled && two.sides[0].lost < one.sides[0].lost);
    // An infantry costs 3.
    assert_eq!(
        (odds(None, Some(3)).win, odds(None, Some(6)).win),
        (one.win, two.win)
    );
    near(two.away[0], two.sides[0].fled);
}

#[test]
fn several_that_take_ground_can_be_kept() {
    let rules = stock();
    let kept = |keep_takers| {
        let mut mixed = setup(
            &rules,
            SiteKind::Land,
            "2 infantry, 2 fighter",
            "2 infantry",
        );
        mixed.tactics[0].losses = Losses {
            keep_takers,
            ..Losses::default()
        };
        let odds = exact(&mixed).expect("it is small");
        let infantry = kind(&rules, "infantry");
        let both = odds.sides[0].survivors.iter();
        both.filter(|(force, _)| force.count(infantry) == 2)
            .map(|(_, p)| p)
            .sum::<f64>()
    };
    assert!(kept(2) > kept(1) + 0.1 && kept(1) > kept(0) - 1e-9);
}

#[test]
fn a_defender_that_has_got_away_is_told() {
    let rules = stock();
    let mut sea = setup(&rules, SiteKind::Sea, "1 cruiser", "1 submarine, 1 cruiser");
    sea.tactics[1].submerges = true;
    let odds = exact(&sea).expect("it is small");
    assert!(odds.away[1] > 0.1 && odds.away[1] <= odds.win, "{odds:?}");
    near(odds.away[0], 0.0);
    adds_up(&odds);
}

fn adds_up(odds: &Odds) {
    let beaten = [Role::Attacker, Role::Defender].map(|role| odds.beats(role));
    let all = beaten.iter().chain(&odds.away).sum::<f64>() + odds.draw;
    near(all, 1.0);
}

#[test]
fn who_has_got_away_is_neither_beaten_nor_has_it_won() {
    let rules = stock();
    let mut hunt = setup(
        &rules,
        SiteKind::Sea,
        "3 cruiser",
        "2 submarine, 1 transport",
    );
    hunt.tactics[1].submerges = true;
    for found in [
        exact(&hunt).expect("it is small"),
        sampled(&hunt, Runs::default()).expect("it can be fought"),
    ] {
        near(found.away[1], 1.0);
        near(found.beats(Role::Attacker), 0.0);
        near(found.win, 1.0);
        adds_up(&found);
    }
    // Nothing to be had for any price where nobody can be beaten.
    assert_eq!(best_part(&hunt, Sought::Needed(0.5), How::Exact), Ok(None));
    let mut duel = setup(&rules, SiteKind::Sea, "3 cruiser", "3 destroyer");
    duel.tactics[0].retreat.units = Some(2);
    let found = exact(&duel).expect("it is small");
    near(found.away[0], found.sides[0].fled);
    near(found.beats(Role::Defender), found.lose - found.away[0]);
    adds_up(&found);
}

#[test]
fn a_landing_that_was_beaten_back_has_not_got_away_because_its_ships_live() {
    let rules = stock();
    let sea = setup(
        &rules,
        SiteKind::Sea,
        "3 cruiser, 1 transport",
        "1 destroyer",
    );
    let mut land = setup(&rules, SiteKind::Land, "", "9 infantry");
    let infantry = kind(&rules, "infantry");
    land.forces[0].add(Stack {
        kind: infantry,
        count: 2,
        damage: 0,
        seaborne: true,
    });
    let case = Case::Assault(Box::new(Assault { sea, land }));
    let found = case.odds(How::Exact).expect("it is small");
    assert!(found.beats(Role::Defender) > 0.95, "{found:?}");
    adds_up(&found);
}

#[test]
fn every_figure_of_battles_that_were_fought_has_its_interval() {
    let rules = stock();
    let one = setup(&rules, SiteKind::Land, "3 infantry", "2 infantry");
    let exact = exact(&one).expect("it is small");
    assert!(exact.interval(exact.win).is_none());
    let runs = Runs {
        most: 4096,
        precision: None,
        seed: 3,
    };
    let fought = sampled(&one, runs).expect("it is fought");
    let inside = |(low, high): (f64, f64), true_one: f64| low < true_one && true_one < high;
    assert!(inside(
        fought.interval(fought.lose).expect("it was fought"),
        exact.lose
    ));
    let swings = |of: &sandtable::odds::Odds| -> Vec<(f64, f64)> {
        of.swings.iter().map(|(ipc, p)| (*ipc as f64, *p)).collect()
    };
    let known = fought.interval_of(swings(&fought).into_iter());
    assert!(inside(known.expect("it was fought"), exact.swing()));
    for (fought_side, side) in fought.sides.iter().zip(&exact.sides) {
        let lost = fought.interval_of(fought_side.each_loss());
        let left = fought.interval_of(fought_side.each_left());
        assert!(inside(lost.expect("it was fought"), side.lost));
        assert!(inside(left.expect("it was fought"), side.left));
        assert!(exact.interval_of(side.each_loss()).is_none());
    }
}

#[test]
fn batches_of_battles_have_dice_of_their_own() {
    let rules = stock();
    let one = setup(
        &rules,
        SiteKind::Land,
        "6 infantry, 2 fighter",
        "6 infantry",
    );
    let fought = |most, precision| {
        let runs = Runs {
            most,
            precision,
            seed: 5,
        };
        sampled(&one, runs).expect("it is fought")
    };
    // Whoever fights them, however many at a time: it is the same, and stops at the same place.
    assert_eq!(fought(20_000, None), fought(20_000, None));
    let first = fought(4096, None);
    let two = fought(8192, None);
    assert!(first.swings != two.swings);
    assert_eq!(fought(1_000_000, Some(0.5)), fought(4096, Some(0.5)));
    let exact = exact(&one).expect("it is small");
    let inside = |(low, high): (f64, f64)| low < exact.win && exact.win < high;
    let many = fought(200_000, None);
    assert!(
        inside(many.interval(many.win).expect("it was fought")),
        "{exact:?}"
    );
}

#[test]
fn each_of_several_waves_is_told_for_itself() {
    let rules = stock();
    let first = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let second = setup(&rules, SiteKind::Land, "2 tank", "1 infantry");
    let waves = Case::Waves(vec![first.clone(), second]);
    let exact_odds = waves.odds(How::Exact).expect("it is small");
    let alone = exact(&first).expect("it is small");
    let [one, two] = exact_odds.parts[..] else {
        panic!("{:?}", exact_odds.parts)
    };
    near(one.fought, 1.0);
    near(one.won, alone.win);
    near(two.fought, 1.0 - alone.win);
    near(one.won + two.won, exact_odds.win);
    let runs = Runs {
        most: 9000,
        precision: None,
        seed: 1,
    };
    let fought = waves.odds(How::Sampled(runs)).expect("it is fought");
    assert!((fought.parts[1].fought - two.fought).abs() < 0.02);
    assert!(alone.parts.is_empty());
}
