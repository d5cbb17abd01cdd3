//! Battles that are fought instead of reckoned: when, for how long, and how far off they may be.

use super::support::{exact, of, runs, sampled, setup, stock};
use sandtable::odds::{Case, How, Method, Odds, Runs, Unknown};
use sandtable::rules::SiteKind;

#[test]
fn what_is_too_large_is_sampled() {
    let rules = stock();
    let fleet = "150 submarine, 150 destroyer, 150 fighter, 100 battleship";
    let huge = setup(&rules, SiteKind::Sea, fleet, fleet);
    assert!(exact(&huge).is_err());
    let runs = runs(200, 9);
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
    let truth = of(&even).win;
    assert!((low - 0.01..high + 0.01).contains(&truth), "{truth}");
}

#[test]
fn every_figure_of_battles_that_were_fought_has_its_interval() {
    let rules = stock();
    let one = setup(&rules, SiteKind::Land, "3 infantry", "2 infantry");
    let exact = of(&one);
    assert!(exact.interval(exact.win).is_none());
    let runs = runs(4096, 3);
    let fought = sampled(&one, runs).expect("it is fought");
    let inside = |(low, high): (f64, f64), true_one: f64| low < true_one && true_one < high;
    assert!(inside(
        fought.interval(fought.lose).expect("it was fought"),
        exact.lose
    ));
    let swings = |of: &Odds| -> Vec<(f64, f64)> {
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
    let exact = of(&one);
    let inside = |(low, high): (f64, f64)| low < exact.win && exact.win < high;
    let many = fought(200_000, None);
    assert!(
        inside(many.interval(many.win).expect("it was fought")),
        "{exact:?}"
    );
}
