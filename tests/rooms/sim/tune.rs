//! What `sim/tune.rs` promises: weights go to where points are.

use sandtable::rules::{Weights, weight};
use sandtable::sim::{Row, Standing, Tuner, duel, power};

fn tuner(seed: u64) -> Tuner {
    let named = |name| weight(name).expect("there is such a weight");
    let tuned = ["attack_worn", "hold_risk"].map(named);
    Tuner::new(Weights::default(), &tuned, seed)
}

fn figures(tuner: &Tuner) -> Vec<f64> {
    tuner.tuned().iter().map(|(_, figure)| figure).collect()
}

/// Steps in which the one wins whose weights are nearer to 3 and to 0.1, each measured in shares.
fn searched(seed: u64, steps: u32) -> Tuner {
    let off = |w: &Weights| {
        let far = |a: f64, b: f64| (a / b).max(b / a) - 1.0;
        far(w.attack_worn, 3.0) + far(w.hold_risk, 0.1)
    };
    let mut tuner = tuner(seed);
    for _ in 0..steps {
        let [a, b] = tuner.pair();
        let lead = (off(&b) - off(&a)).clamp(-0.5, 0.5);
        tuner.learn(0.5 + lead);
    }
    tuner
}

#[test]
fn weights_go_to_where_points_are() {
    for seed in 1..4 {
        let found = figures(&searched(seed, 400));
        assert!((2.7..3.3).contains(&found[0]), "{found:?}");
        assert!((0.09..0.11).contains(&found[1]), "{found:?}");
    }
}

#[test]
fn a_search_is_the_same_for_its_seed_alone() {
    assert_eq!(figures(&searched(1, 20)), figures(&searched(1, 20)));
    assert_ne!(figures(&searched(1, 20)), figures(&searched(2, 20)));
}

#[test]
fn the_first_step_goes_a_tenth_and_later_ones_less() {
    let mut tuner = tuner(1);
    let [up, down] = tuner.pair();
    assert_ne!(up.attack_worn, down.attack_worn);
    let usual = Weights::default();
    let most = up.attack_worn.max(down.attack_worn);
    assert!((most - 1.15 * usual.attack_worn).abs() < 1e-9);
    assert_eq!(up.worth_city, usual.worth_city);
    tuner.learn(1.0);
    let first = figures(&tuner)[0];
    let up = up.attack_worn > down.attack_worn;
    let wanted = if up { 1.1 } else { 1.0 / 1.1 };
    assert!((first / usual.attack_worn - wanted).abs() < 1e-5, "{first}");
    // Half of the points moves nothing, and the hundredth step a hundredth of a weight.
    for _ in 1..99 {
        tuner.pair();
        tuner.learn(0.5);
        assert_eq!(figures(&tuner)[0], first);
    }
    tuner.pair();
    tuner.learn(0.0);
    let moved = (figures(&tuner)[0] / first - 1.0).abs();
    assert!((0.008..0.012).contains(&moved), "{moved}");
}

#[test]
fn powers_are_what_they_should_be() {
    for (base, exponent) in [(1, 0.602), (2, 0.101), (20, 0.602), (1000, 0.5)] {
        let wanted = f64::from(base).powf(exponent);
        assert!((power(base, exponent) - wanted).abs() < 1e-6 * wanted);
    }
}

fn row(arm: u8, game: u32, winner: Option<u8>, strength: [u32; 2]) -> Row {
    let standing = |worth| Standing { income: 1, worth };
    Row {
        arm,
        game,
        seed: 1,
        winner,
        rounds: 1,
        orders: 0,
        refused: 0,
        battles: 0,
        luck: Vec::new(),
        standings: vec![Vec::new(), strength.map(standing).to_vec()],
        conduct: Vec::new(),
        digest: String::new(),
    }
}

#[test]
fn undecided_games_count_by_strength() {
    let score = |row: &Row| duel(std::slice::from_ref(row)).expect("a game").points;
    assert_eq!(score(&row(0, 0, Some(0), [1, 100])), 1.0);
    assert_eq!(score(&row(0, 0, Some(1), [100, 1])), 0.0);
    assert_eq!(score(&row(0, 0, None, [70, 70])), 0.5);
    assert_eq!(score(&row(0, 0, None, [100, 10])), 1.0);
    // 95 + 5 against 55 + 5: a quarter more than half of all, counted twice.
    assert_eq!(score(&row(0, 0, None, [95, 55])), 0.75);
    let nothing = Row {
        standings: Vec::new(),
        ..row(0, 0, None, [1, 1])
    };
    assert_eq!(score(&nothing), 0.5);
}

#[test]
fn both_sides_of_a_seed_are_one_observation() {
    let rows = [
        row(1, 0, Some(1), [1, 1]),
        row(0, 0, Some(0), [1, 1]),
        row(0, 1, None, [95, 55]),
        row(1, 1, Some(0), [1, 1]),
    ];
    let duel = duel(&rows).expect("there are games");
    assert_eq!((duel.games, duel.won, duel.lost), (4, 2, 1));
    assert_eq!((duel.points, duel.share), (2.75, 0.6875));
    let interval = duel.interval.expect("there are two");
    assert_eq!((interval.low, interval.high), (0.0, 1.0));
    assert_eq!(
        sandtable::sim::duel(&rows[..2]).and_then(|d| d.interval),
        None
    );
    assert_eq!(sandtable::sim::duel(&[]), None);
}
