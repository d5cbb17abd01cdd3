//! Battles that the game plays because scripts have a say in them.

use super::support::{
    VARIANTS, exact, fight_under, force, kind, landed, position, runs, stock, variant,
};
use super::three_readers::{off, some_setup, variance};
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, open_with};
use sandtable::kernel::NoHooks;
use sandtable::odds::{
    Assault, Case, Force, How, Losses, Method, Retreat, Setup, Sought, Stage, best_part,
};
use sandtable::pack::Choices;
use sandtable::rules::{Role, SiteKind};

/// Tactics that differ from battle to battle.
fn wish(setup: &mut Setup<'_>, number: u64) {
    setup.tactics[0].retreat = match number % 5 {
        0 => Retreat {
            after: Some(2),
            ..Retreat::default()
        },
        1 => Retreat {
            only_air: true,
            ..Retreat::default()
        },
        _ => Retreat::default(),
    };
    setup.tactics[1].submerges = number.is_multiple_of(4);
    setup.tactics[0].losses = Losses {
        keep_takers: u32::from(number.is_multiple_of(3)),
        ..Losses::default()
    };
    setup.tactics[0].way_out = !number.is_multiple_of(7);
}

#[test]
fn the_game_plays_what_the_plan_says() {
    const BATTLES: u64 = 96;
    const GAMES: u64 = 150;
    let editions = VARIANTS.map(variant);
    let mut drift = [0.0; 3];
    for number in 0..BATTLES {
        let which = (number / 2 % VARIANTS.len() as u64) as usize;
        let mut setup = some_setup(&editions[which], number + 700);
        wish(&mut setup, number);
        let name = format!("battle {number}, {}: {:?}", VARIANTS[which], setup.forces);
        let truth = exact(&setup).expect("these battles are small");
        let stage = Stage::new(&setup, &NoHooks, [None, None], None).expect("the board has room");
        let case = Case::One(Box::new(setup.clone()));
        let played = case
            .odds(How::Played(&stage, runs(GAMES, number)))
            .expect("they can be played");
        assert!(
            matches!(played.method, Method::Played { runs: GAMES, .. }),
            "{:?}",
            played.method
        );
        let n = GAMES as f64;
        let chance = |p: f64| p * (1.0 - p);
        let offs = [
            off(played.win, truth.win, chance(truth.win), n),
            off(played.swing(), truth.swing(), variance(&truth), n),
            off(
                played.sides[0].fled,
                truth.sides[0].fled,
                chance(truth.sides[0].fled),
                n,
            ),
        ];
        assert!(
            offs.iter().all(|z| z.abs() < 5.0),
            "{name}: {offs:?} off, {played:?}, {truth:?}"
        );
        drift.iter_mut().zip(offs).for_each(|(sum, z)| *sum += z);
    }
    let drift = drift.map(|sum| sum / (BATTLES as f64).sqrt());
    assert!(drift.iter().all(|z| z.abs() < 4.0), "{drift:?}");
}

fn marines() -> Opened {
    let choices =
        Choices::read(&["marines".to_owned()], &[]).unwrap_or_else(|_| panic!("a name is enough"));
    open_with("pacific-1940", &choices).unwrap_or_else(|_| panic!("the house rule loads"))
}

/// A landing of marines, who attack at one more on the day they come ashore.
fn beach<'a>(opened: &'a Opened, marines: u16, defenders: &str) -> Setup<'a> {
    let rules = &*opened.rules;
    let mut setup = Setup::new(
        rules,
        SiteKind::Land,
        Force::default(),
        force(rules, defenders),
    )
    .expect("the pack has the plan");
    setup.forces[0].add(landed(rules, "marine", marines));
    setup
}

#[test]
fn what_a_script_says_of_those_who_fire_is_reckoned_exactly() {
    const GAMES: u64 = 400;
    let opened = marines();
    let mut drift = 0.0;
    for (number, (marines, others, defenders)) in [
        (1, "", "1 infantry"),
        (2, "1 infantry, 1 artillery", "3 infantry"),
        (3, "1 tank, 1 fighter", "2 infantry, 1 artillery, 1 aa_gun"),
        (4, "2 infantry", "2 infantry, 1 fighter, 1 tank"),
        (
            6,
            "1 tactical_bomber, 2 artillery",
            "5 infantry, 1 artillery",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let mut setup = beach(&opened, marines, defenders);
        setup.forces[0].join(&force(&opened.rules, others));
        let stage = Stage::new(&setup, &*opened.hooks, [None, None], None).expect("there is room");
        let case = Case::One(Box::new(setup.clone()));
        let heard = case
            .heard(&stage)
            .expect("the script looks at who fires alone");
        let truth = heard.odds(How::Exact).expect("these battles are small");
        let sampled = heard
            .odds(How::Sampled(runs(20_000, 5)))
            .expect("it can be fought");
        let played = case
            .odds(How::Played(&stage, runs(GAMES, number as u64)))
            .expect("it can be played");
        for (found, n) in [(&sampled, 20_000.0), (&played, GAMES as f64)] {
            let win = off(found.win, truth.win, truth.win * (1.0 - truth.win), n);
            let swing = off(found.swing(), truth.swing(), variance(&truth), n);
            assert!(
                win.abs() < 5.0 && swing.abs() < 5.0,
                "battle {number}: {win}, {swing}, {found:?}, {truth:?}"
            );
            drift += win;
        }
    }
    assert!(drift.abs() < 4.0 * 10f64.sqrt(), "{drift}");
}

#[test]
fn a_script_that_changes_values_counts() {
    let opened = marines();
    assert_eq!(opened.hooks.in_battles().len(), 1);
    let setup = beach(&opened, 1, "1 infantry");
    let stage = Stage::new(&setup, &*opened.hooks, [None, None], None).expect("the board has room");
    let case = Case::One(Box::new(setup.clone()));
    let found = case
        .odds(How::Played(&stage, runs(6000, 3)))
        .expect("it can be played");
    // Both hit with 2/6: of the 20/36 of rounds in which somebody is hit 8 are won, 4 undecided, 8 lost.
    // The plan by itself knows of 1/6 only: 4, 2 and 10 of 16.
    for (share, worked_out) in [(found.win, 0.4), (found.draw, 0.2), (found.lose, 0.4)] {
        assert!(
            off(share, worked_out, worked_out * (1.0 - worked_out), 6000.0).abs() < 4.0,
            "{share} is not {worked_out}"
        );
    }
    assert!((exact(&setup).expect("it is small").win - 0.25).abs() < 1e-9);
    let Method::Played {
        interval: (low, high),
        ..
    } = found.method
    else {
        panic!("{:?}", found.method)
    };
    assert!(
        low < found.win && found.win < high && high - low < 0.03,
        "{low} to {high}"
    );
}

#[test]
fn odds_with_scripts_agree_with_games() {
    const GAMES: u32 = 1500;
    let opened = marines();
    for (number, (count, defenders)) in [
        (2, "2 infantry"),
        (3, "1 tank, 1 infantry"),
        (4, "3 infantry, 1 fighter"),
    ]
    .iter()
    .enumerate()
    {
        let setup = beach(&opened, *count, defenders);
        let stage =
            Stage::new(&setup, &*opened.hooks, [None, None], None).expect("the board has room");
        let found = Case::One(Box::new(setup.clone()))
            .odds(How::Played(&stage, runs(1500, 7)))
            .expect("it can be played");
        let (start, mut dice) = (position(&setup), Stream::new(number as u64));
        let (mut wins, mut swing) = (0.0, 0.0);
        for _ in 0..GAMES {
            let outcome = fight_under(&setup, &start, &mut dice, &*opened.hooks);
            wins += f64::from(u8::from(outcome.winner == Some(Role::Attacker)));
            swing += outcome.swing as f64;
        }
        let n = f64::from(GAMES);
        // Both are samples: their variances add up.
        let (chance, spread) = (2.0 * found.win * (1.0 - found.win), 2.0 * variance(&found));
        let offs = [
            off(wins / n, found.win, chance, n),
            off(swing / n, found.swing(), spread, n),
        ];
        assert!(
            offs.iter().all(|z| z.abs() < 4.0),
            "{count} against {defenders}: {offs:?} off"
        );
    }
}

#[test]
fn waves_landings_and_searches_can_be_played() {
    let rules = stock();
    let setup = |site, attackers, defenders| {
        Setup::new(
            &rules,
            site,
            force(&rules, attackers),
            force(&rules, defenders),
        )
        .expect("the pack has the plan")
    };
    let one = setup(SiteKind::Land, "1 infantry, 1 tank", "3 infantry");
    let mut land = setup(SiteKind::Land, "1 tank", "1 infantry");
    land.forces[0].add(landed(&rules, "infantry", 2));
    let sea = setup(SiteKind::Sea, "1 destroyer, 1 transport", "1 destroyer");
    for case in [
        Case::Waves(vec![one.clone(), one.clone()]),
        Case::Assault(Box::new(Assault { sea, land })),
    ] {
        let truth = case.odds(How::Exact).expect("they are small");
        let stage = Stage::new(&one, &NoHooks, [None, None], None).expect("the board has room");
        let ways = [
            How::Sampled(runs(4000, 2)),
            How::Played(&stage, runs(1500, 2)),
            How::Reckoned(runs(1, 2)),
        ];
        for (how, n) in ways.into_iter().zip([4000.0, 1500.0, f64::INFINITY]) {
            let found = case.odds(how).expect("any battle can be fought");
            let offs = [
                off(found.win, truth.win, truth.win * (1.0 - truth.win), n),
                off(found.swing(), truth.swing(), variance(&truth), n),
            ];
            assert!(
                offs.iter().all(|z| z.abs() < 4.0),
                "{offs:?} off: {found:?}, {truth:?}"
            );
            assert!(
                (found.rounds - truth.rounds).abs() < 0.3,
                "{} rounds, not {}",
                found.rounds,
                truth.rounds
            );
            if n.is_finite() {
                let (all, mean) = (
                    found.lengths.iter().sum::<f64>(),
                    found.lengths.iter().enumerate(),
                );
                let mean: f64 = mean.map(|(n, p)| n as f64 * p).sum();
                assert!(
                    (all - 1.0).abs() < 1e-9 && (mean - found.rounds).abs() < 1e-9,
                    "{:?}",
                    found.lengths
                );
            }
        }
    }
    let whole = setup(SiteKind::Land, "3 infantry, 2 tank", "2 infantry");
    let stage = Stage::new(&whole, &NoHooks, [None, None], None).expect("the board has room");
    let truth = best_part(&whole, Sought::Needed(0.7), How::Exact)
        .expect("it is small")
        .expect("all of them win");
    for how in [
        How::Sampled(runs(50_000, 4)),
        How::Played(&stage, runs(4000, 4)),
    ] {
        let found = best_part(&whole, Sought::Needed(0.7), how)
            .expect("it can be fought")
            .expect("all of them win");
        let (low, high) = found.interval.expect("it is a sample");
        assert!(low >= 0.7 && high > found.chance, "{low} to {high}");
        assert_eq!(
            (found.cost, &found.force),
            (truth.cost, &truth.force),
            "{found:?}"
        );
    }
}

#[test]
fn several_facilities_are_raided_at_once() {
    let rules = stock();
    let mut raid = Setup::new(
        &rules,
        SiteKind::Raid,
        force(&rules, "2 strategic_bomber"),
        Force::default(),
    )
    .expect("the pack has raids");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    raid.also = vec![(kind(&rules, "airbase"), 4)];
    assert!(exact(&raid).is_err());
    let stage = Stage::new(&raid, &NoHooks, [None, None], None).expect("the board has room");
    let found = Case::One(Box::new(raid))
        .odds(How::Played(&stage, runs(6000, 1)))
        .expect("it can be played");
    // One bomber each, that comes through with 5/6: 3.5 there, and of the two points left here 11/6.
    let worked_out = 5.0 / 6.0 * (3.5 + 11.0 / 6.0);
    assert!(
        (found.mean_damage() - worked_out).abs() < 0.1,
        "{} is not {worked_out}",
        found.mean_damage()
    );
    assert!(
        (found.sides[0].lost - 4.0).abs() < 0.4,
        "{}",
        found.sides[0].lost
    );
}

#[test]
fn strikes_come_before_what_is_played() {
    let rules = stock();
    let battle = |attackers| {
        Setup::new(
            &rules,
            SiteKind::Sea,
            force(&rules, attackers),
            force(&rules, "1 destroyer"),
        )
        .expect("the pack has the plan")
    };
    let mut struck = battle("1 battleship");
    let strike = sandtable::odds::Strike {
        dice: 2,
        at: 2,
        sides: 6,
        target: kind(&rules, "battleship"),
    };
    struck.strikes.push(strike);
    let truth = exact(&struck).expect("it is small").win;
    let stage = Stage::new(&struck, &NoHooks, [None, None], None).expect("the board has room");
    let found = Case::One(Box::new(struck))
        .odds(How::Played(&stage, runs(4000, 1)))
        .expect("it can be played");
    assert!(
        off(found.win, truth, truth * (1.0 - truth), 4000.0).abs() < 4.0,
        "{} is not {truth}",
        found.win
    );
}
