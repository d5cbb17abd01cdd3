//! Who breaks off or gets away, and who is kept so that ground is taken.

use super::support::{kind, landed, near, of, sampled, setup, stock};
use sandtable::odds::{Assault, Case, How, Losses, Odds, Retreat, Runs, Sought, best_part};
use sandtable::rules::{Role, SiteKind};

#[test]
fn breaking_off() {
    let rules = stock();
    let mut short = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let mut wish = |retreat| {
        short.tactics[0].retreat = retreat;
        of(&short)
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
fn an_attacker_breaks_off_by_what_is_left_to_it() {
    let rules = stock();
    let odds = |units: Option<u32>, value: Option<i64>| {
        let mut three = setup(&rules, SiteKind::Land, "3 infantry", "3 infantry");
        three.tactics[0].retreat = Retreat {
            units,
            value,
            ..Retreat::default()
        };
        of(&three)
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
fn only_aircraft_are_left() {
    let rules = stock();
    let mut mixed = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 1 fighter",
        "2 infantry",
    );
    mixed.tactics[0].retreat.only_air = true;
    let careful = of(&mixed);
    mixed.tactics[0].retreat.only_air = false;
    let bold = of(&mixed);
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
    let price = of(&mixed);
    mixed.tactics[0].losses = Losses {
        keep_takers: 1,
        ..Losses::default()
    };
    let kept = of(&mixed);
    assert!(
        kept.takes > price.takes + 0.1 && kept.sides[0].lost > price.sides[0].lost,
        "{kept:?}"
    );
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
        let odds = of(&mixed);
        let infantry = kind(&rules, "infantry");
        let both = odds.sides[0].survivors.iter();
        both.filter(|(force, _)| force.count(infantry) == 2)
            .map(|(_, p)| p)
            .sum::<f64>()
    };
    assert!(kept(2) > kept(1) + 0.1 && kept(1) > kept(0) - 1e-9);
}

fn adds_up(odds: &Odds) {
    let beaten = [Role::Attacker, Role::Defender].map(|role| odds.beats(role));
    let all = beaten.iter().chain(&odds.away).sum::<f64>() + odds.draw;
    near(all, 1.0);
}

#[test]
fn a_defender_that_has_got_away_is_told() {
    let rules = stock();
    let mut sea = setup(&rules, SiteKind::Sea, "1 cruiser", "1 submarine, 1 cruiser");
    sea.tactics[1].submerges = true;
    let odds = of(&sea);
    assert!(odds.away[1] > 0.1 && odds.away[1] <= odds.win, "{odds:?}");
    near(odds.away[0], 0.0);
    adds_up(&odds);
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
        of(&hunt),
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
    let found = of(&duel);
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
    land.forces[0].add(landed(&rules, "infantry", 2));
    let case = Case::Assault(Box::new(Assault { sea, land }));
    let found = case.odds(How::Exact).expect("it is small");
    assert!(found.beats(Role::Defender) > 0.95, "{found:?}");
    adds_up(&found);
}
