//! More battles worked out on paper: fractions, not figures of other programs. `W` stands for the
//! chance to win; a round in which nothing changes is taken out by dividing by one less its chance.

use super::support::{force, kind, near, odds, of, sampled, setup, stock, variant};
use sandtable::odds::{By, Case, Force, How, Loss, Losses, Retreat, Runs, Setup, Stack, Strike};
use sandtable::rules::{Role, Rules, SiteKind, UnitTypeSet};

#[test]
fn two_against_one() {
    // Two infantry hit with 11/36, and then have won whatever the defender does. One alone wins 1/4.
    // W = 11/36 + 25/36 (2/3 W + 1/3 · 1/4).
    let pair = odds(SiteKind::Land, "2 infantry", "1 infantry");
    near(pair.win, 157.0 / 232.0);
    near(pair.takes, pair.win);
}

#[test]
fn one_artillery_supports_one() {
    // At 2, 1 and 2 all miss with 4/6 · 5/6 · 4/6 = 10/27. Infantry are lost first: a pair is left, and
    // wins 83/95 (both at 2; the artillery alone 2/5). W = 17/27 + 10/27 (2/3 W + 1/3 · 83/95).
    near(
        odds(SiteKind::Land, "1 infantry, 1 artillery", "1 infantry").win,
        83.0 / 95.0,
    );
    near(
        odds(SiteKind::Land, "2 infantry, 1 artillery", "1 infantry").win,
        1135.0 / 1159.0,
    );
}

#[test]
fn a_tank_supports_an_aircraft() {
    // At 4 and 3 both miss with 1/6; the tank is lost first, and the aircraft alone, at 3 again, wins 1/2.
    // W = 5/6 + 1/6 (2/3 W + 1/3 · 1/2). Ground is taken where the tank lives: T = 5/6 · 2/3 + 1/6 · 2/3 T.
    let pair = odds(SiteKind::Land, "1 tactical_bomber, 1 tank", "1 infantry");
    near(pair.win, 31.0 / 32.0);
    near(pair.takes, 5.0 / 8.0);
}

#[test]
fn a_gun_fires_at_each_aircraft() {
    // Both come through with 25/36, one with 10/36. Two fighters win 19/20, one 1/2.
    let flown = odds(SiteKind::Land, "2 fighter", "1 infantry, 1 aa_gun");
    near(flown.win, 25.0 / 36.0 * 19.0 / 20.0 + 10.0 / 36.0 * 0.5);
    near(flown.win, 115.0 / 144.0);
}

#[test]
fn submarines_strike_by_surprise() {
    // It sinks the cruiser with 1/3 before that can fire, which sinks it with 1/2 if it still is there:
    // a third each of rounds won, lost, and without a change.
    let hunt = odds(SiteKind::Sea, "1 submarine", "1 cruiser");
    near(hunt.win, 0.5);
    near(hunt.draw, 0.0);
    near(hunt.rounds, 1.5);
    // Two of them strike at the same time: 10, 2 and 4 of 36.
    let duel = odds(SiteKind::Sea, "1 submarine", "1 submarine");
    near(duel.win, 10.0 / 16.0);
    near(duel.draw, 2.0 / 16.0);
}

#[test]
fn a_destroyer_sees_submarines() {
    // No surprise: 1/3 each at once, 8, 4 and 8 of 20.
    let seen = odds(SiteKind::Sea, "1 submarine", "1 destroyer");
    near(seen.win, 0.4);
    near(seen.draw, 0.2);
}

#[test]
fn a_ship_of_two_hits_against_two() {
    // It hits with 2/3, they with 1/3 each. (hits left, ships): (1,1) 4/7, (2,1) 46/49, (1,2) 32/161.
    // 23/27 W = 4/9 · 2/3 · 46/49 + 4/9 (2/3 · 4/7 + 1/3 · 32/161).
    near(
        odds(SiteKind::Sea, "1 battleship", "2 destroyer").win,
        14_512.0 / 25_921.0,
    );
}

#[test]
fn transports_are_lost_last_and_by_themselves() {
    // The destroyer sinks the submarine with 2/6, and is sunk with 1/6. Of 16: ten times the transport
    // perishes behind the submarine; twice both warships sink and it holds the zone; four times it is lost.
    let escort = odds(SiteKind::Sea, "1 destroyer", "1 submarine, 1 transport");
    near(escort.win, 10.0 / 16.0);
    near(escort.lose, 6.0 / 16.0);
    near(escort.swing(), (13.0 * 10.0 - 2.0 * 2.0 - 8.0 * 4.0) / 16.0);
}

#[test]
fn bombs_do_no_more_than_there_is_room_for() {
    // Both bombers come through with 25/36 and do 49/9 of at most 6; one of them with 10/36 does 3.5.
    let rules = stock();
    let mut raid = setup(&rules, SiteKind::Raid, "2 strategic_bomber", "");
    raid.target = Some((kind(&rules, "minor_ic"), 0));
    near(of(&raid).mean_damage(), 385.0 / 81.0);
}

#[test]
fn low_luck_leaves_little_to_chance() {
    // Six points are a hit for certain; the infantry's two are rolled for once.
    let rules = variant("low luck");
    let sure = of(&setup(&rules, SiteKind::Land, "2 fighter", "1 infantry"));
    near(sure.win, 1.0);
    near(sure.sides[0].lost, 10.0 / 3.0);
    near(sure.rounds, 1.0);
}

fn deck<'a>(rules: &'a Rules, losses: Losses) -> Setup<'a> {
    let mut deck = setup(rules, SiteKind::Sea, "1 fighter", "1 destroyer");
    deck.forces[0].add(Stack {
        kind: kind(rules, "carrier"),
        damage: 1,
        seaborne: false,
        count: 1,
    });
    deck.tactics[0].losses = losses;
    deck
}

#[test]
fn losses_may_be_counted() {
    // One hit each round for certain, at 3 infantry and 2 fighters of which one infantry goes first, then
    // the fighters, then the rest.
    let rules = stock();
    let [infantry, fighter] = ["infantry", "fighter"].map(|name| kind(&rules, name));
    let mut line = setup(
        &rules,
        SiteKind::Land,
        "3 infantry, 2 fighter",
        "1 infantry",
    );
    line.tactics[0].losses.by = By::Named(vec![
        Loss::Units(infantry, 2),
        Loss::Units(fighter, 0),
        Loss::Units(infantry, 0),
    ]);
    line.tactics[0].retreat.after = Some(1);
    line.strikes = vec![Strike {
        dice: 1,
        at: 6,
        sides: 6,
        target: infantry,
    }];
    let found = of(&line);
    let left = |text: &str| {
        let survivors = found.sides[0].survivors.iter();
        let same = survivors.filter(|(left, _)| *left == force(&rules, text));
        same.map(|(_, p)| p).sum::<f64>()
    };
    // The strike takes the first infantry, the defender of one round, with 1/3, a fighter.
    near(left("2 infantry, 1 fighter"), 1.0 / 3.0);
    near(left("2 infantry, 2 fighter"), 2.0 / 3.0);
}

#[test]
fn damage_has_its_place_in_an_order() {
    // A battleship and a destroyer against one hit: damage first, or after the destroyer.
    let rules = stock();
    let destroyer = Loss::Units(kind(&rules, "destroyer"), 0);
    let damage = Loss::Damage(UnitTypeSet::FULL, 0);
    let mut line = setup(
        &rules,
        SiteKind::Sea,
        "1 battleship, 1 destroyer",
        "1 cruiser",
    );
    line.tactics[0].retreat.after = Some(1);
    for (order, kept) in [
        (vec![destroyer], 2.0),
        (vec![damage, destroyer], 2.0),
        (vec![destroyer, damage], 1.5),
    ] {
        line.tactics[0].losses.by = By::Named(order);
        near(of(&line).sides[0].left, kept);
    }
}

#[test]
fn damage_of_a_type_has_a_place_of_its_own() {
    // Two cruisers hit not at all with 1/4, once with 1/2, twice with 1/4.
    let rules = stock();
    let [battleship, carrier] = ["battleship", "carrier"].map(|name| kind(&rules, name));
    let destroyer = Loss::Units(kind(&rules, "destroyer"), 0);
    let damage = |kind, keep| Loss::Damage(UnitTypeSet::only(kind), keep);
    let all = Loss::Damage(UnitTypeSet::FULL, 0);
    let mut line = setup(
        &rules,
        SiteKind::Sea,
        "2 battleship, 1 carrier, 1 destroyer",
        "2 cruiser",
    );
    line.tactics[0].retreat.after = Some(1);
    // How many are damaged afterwards, and how many destroyers are left, in the mean.
    for (order, hurt, destroyers) in [
        (vec![destroyer, damage(carrier, 0)], 1.0, 1.0),
        (vec![damage(battleship, 1), destroyer, all], 0.75, 0.75),
        (
            vec![damage(battleship, 1), destroyer, damage(carrier, 0)],
            0.75,
            0.75,
        ),
        (
            vec![destroyer, damage(carrier, 0), damage(battleship, 0)],
            0.25,
            0.25,
        ),
    ] {
        line.tactics[0].losses.by = By::Named(order.clone());
        let found = of(&line);
        let mean = |count: &dyn Fn(&Stack) -> bool| -> f64 {
            let of = |left: &Force| -> u16 {
                let counted = left.stacks().iter().filter(|s| count(s));
                counted.map(|s| s.count).sum()
            };
            let all = found.sides[0].survivors.iter();
            all.map(|(left, p)| f64::from(of(left)) * p).sum()
        };
        let hurt_now = mean(&|s| s.damage > 0);
        let standing = mean(&|s| s.kind == kind(&rules, "destroyer"));
        assert_eq!(
            [hurt_now, standing].map(|x| (x * 1e6).round()),
            [hurt, destroyers].map(|x: f64| (x * 1e6).round()),
            "{order:?}"
        );
    }
}

#[test]
fn aircraft_whose_deck_is_gone_are_lost() {
    // One round against a destroyer that hits with 1/3. A hit on the carrier closes its decks, unless the fighter takes it.
    let rules = stock();
    let fighter = Loss::Units(kind(&rules, "fighter"), 0);
    let mut line = setup(&rules, SiteKind::Sea, "1 carrier, 1 fighter", "1 destroyer");
    line.tactics[0].retreat.after = Some(1);
    let elsewhere = of(&line);
    near(elsewhere.sides[0].lost, 0.0);
    line.base_on_decks(Role::Attacker);
    let damaged = of(&line);
    near(damaged.sides[0].lost, 10.0 / 3.0);
    near(damaged.sides[0].left, 5.0 / 3.0);
    assert_eq!(damaged.sides[0].crashed.len(), 2);
    near(damaged.sides[0].crashed[1].1, 1.0 / 3.0);
    near(damaged.win, elsewhere.win);
    // What has no room on the decks to begin with has come from elsewhere.
    line.forces[0] = force(&rules, "1 carrier, 3 fighter");
    line.base_on_decks(Role::Attacker);
    near(of(&line).sides[0].lost, 20.0 / 3.0);
    line.tactics[0].losses.by = By::Named(vec![fighter]);
    near(of(&line).sides[0].lost, 20.0 / 3.0);
    line.tactics[0].losses.by = By::Named(vec![fighter, Loss::Damage(UnitTypeSet::FULL, 0)]);
    near(of(&line).sides[0].lost, 10.0 / 3.0);
}

#[test]
fn a_ship_that_goes_first_takes_all_hits_it_can() {
    // A submarine and a fighter may hit different units, but both a battleship: together they sink it, unless the
    // submarine that defends strikes first.
    let rules = stock();
    let mut line = setup(
        &rules,
        SiteKind::Sea,
        "1 submarine, 1 fighter",
        "1 battleship, 1 destroyer, 1 submarine, 1 fighter",
    );
    let battleship = kind(&rules, "battleship");
    line.tactics[0].retreat.after = Some(1);
    line.tactics[1].losses.by = By::Named(vec![
        Loss::Units(battleship, 0),
        Loss::Damage(UnitTypeSet::FULL, 0),
    ]);
    let found = of(&line);
    let survivors = found.sides[1].survivors.iter();
    let sunk = survivors.filter(|(left, _)| left.count(battleship) == 0);
    near(
        sunk.map(|(_, p)| p).sum(),
        5.0 / 6.0 * 1.0 / 3.0 * 1.0 / 2.0,
    );
}

#[test]
fn orders_of_losses() {
    // The fighter alone can hit: with 1/2, at a destroyer that hits with 1/3. If it is lost first, being
    // cheaper, W = 1/2 + 1/3 W. If the damaged carrier is, W = 1/2 + 1/6 · 1/2 + 1/3 W.
    let rules = stock();
    let named = |name| By::Named(vec![Loss::Units(kind(&rules, name), 0)]);
    let (fighter_first, carrier_first) = (3.0 / 4.0, 7.0 / 8.0);
    for (losses, worked_out) in [
        (Losses::default(), fighter_first),
        (
            Losses {
                by: By::Strength,
                ..Losses::default()
            },
            carrier_first,
        ),
        (
            Losses {
                kept: rules.units.air,
                ..Losses::default()
            },
            carrier_first,
        ),
        (
            Losses {
                by: named("carrier"),
                ..Losses::default()
            },
            carrier_first,
        ),
        (
            Losses {
                by: named("fighter"),
                ..Losses::default()
            },
            fighter_first,
        ),
    ] {
        near(of(&deck(&rules, losses.clone())).win, worked_out);
        let fought = sampled(
            &deck(&rules, losses),
            Runs {
                most: 20_000,
                precision: None,
                seed: 5,
            },
        );
        assert!((fought.expect("any battle can be sampled").win - worked_out).abs() < 0.015);
    }
}

#[test]
fn the_last_that_takes_ground_is_kept() {
    // At 1 and 3 both miss with 5/12. By price the infantry is lost first: T = 7/12 · 2/3 + 5/18 T.
    // If it is kept, T = 7/12 + 5/12 (2/3 T + 1/3 · 1/4).
    let rules = stock();
    let mut pair = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 1 fighter",
        "1 infantry",
    );
    near(of(&pair).takes, 7.0 / 13.0);
    pair.tactics[0].losses.keep_takers = 1;
    near(of(&pair).takes, 89.0 / 104.0);
}

#[test]
fn aircraft_alone_break_off() {
    // W = 7/12 + 5/18 W; they break off where both miss and the infantry is lost, 5/36 a round.
    let rules = stock();
    let mut pair = setup(
        &rules,
        SiteKind::Land,
        "1 infantry, 1 fighter",
        "1 infantry",
    );
    pair.tactics[0].retreat = Retreat {
        only_air: true,
        ..Retreat::default()
    };
    let careful = of(&pair);
    near(careful.win, 21.0 / 26.0);
    near(careful.sides[0].fled, 5.0 / 26.0);
    near(careful.sides[0].left, 1.0 + 7.0 / 13.0);
}

#[test]
fn rounds_are_counted() {
    // Each round decides with 16/36: a geometric series.
    let rules = stock();
    let mut one = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let series = |n: i32| 16.0 / 36.0 * (20.0f64 / 36.0).powi(n - 1);
    let found = of(&one).lengths;
    near(found[0], 0.0);
    (1..20).for_each(|n| near(found[n as usize], series(n)));
    assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    // Whoever breaks off after two rounds fights no third.
    one.tactics[0].retreat.after = Some(2);
    let short = of(&one).lengths;
    near(short[2], 20.0 / 36.0);
    assert_eq!(short.len(), 3);
    // What cannot be fought for is over without a round.
    let idle = of(&setup(&rules, SiteKind::Sea, "1 submarine", "1 fighter")).lengths;
    near(idle[0], 1.0);
    assert!(idle[1..].iter().all(|p| *p == 0.0), "{idle:?}");
}

#[test]
fn lengths_agree_with_what_is_fought() {
    let rules = stock();
    let mut landing = setup(
        &rules,
        SiteKind::Land,
        "4 infantry, 1 artillery, 1 fighter",
        "4 infantry, 1 aa_gun",
    );
    landing.offshore = force(&rules, "1 cruiser");
    for below in [None, Some(0.4)] {
        landing.tactics[0].retreat.below = below;
        let found = of(&landing).lengths;
        let mean: f64 = found.iter().enumerate().map(|(n, p)| n as f64 * p).sum();
        assert!(
            (mean - of(&landing).rounds).abs() < 1e-6,
            "{mean} rounds, not {}",
            of(&landing).rounds
        );
        let fought = sampled(
            &landing,
            Runs {
                most: 20_000,
                precision: None,
                seed: 8,
            },
        )
        .expect("any battle can be sampled");
        for (n, (p, q)) in found.iter().zip(&fought.lengths).enumerate() {
            assert!((p - q).abs() < 0.015, "{n} rounds: {p}, fought {q}");
        }
    }
}

#[test]
fn intervals_are_as_wide_as_they_say() {
    // Three waves of one against one, each of which wins 1/4, and falls with the defender 1/8, so that the
    // next one takes what nobody defends: 3/8 + 5/8 (3/8 + 5/8 · 1/4).
    let rules = stock();
    let one = setup(&rules, SiteKind::Land, "1 infantry", "1 infantry");
    let setups = [one.clone(), one.clone(), one];
    let truth = Case::Waves(setups.to_vec())
        .odds(How::Exact)
        .expect("they are small")
        .win;
    near(truth, 181.0 / 256.0);
    let holds = |seed| {
        let found = Case::Waves(setups.to_vec())
            .odds(How::Sampled(Runs {
                most: 400,
                precision: None,
                seed,
            }))
            .expect("any battle can be sampled");
        let sandtable::odds::Method::Sampled {
            interval: (low, high),
            ..
        } = found.method
        else {
            panic!("{found:?}")
        };
        (low..=high).contains(&truth)
    };
    let held = (0..300).filter(|seed| holds(*seed)).count();
    assert!(
        (270..=296).contains(&held),
        "{held} of 300 intervals hold {truth}"
    );
}
