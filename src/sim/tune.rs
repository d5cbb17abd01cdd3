//! Better weights by self-play. A step has two programs meet whose weights are each a little larger in the one and
//! smaller in the other, as a coin says for each weight, and moves all of them to where the better half of the points
//! was: the simultaneous perturbation of Spall (SPSA). Weights are changed in shares of themselves, steps grow smaller,
//! and what is reckoned is the same on every machine.

use serde::Serialize;

use super::game::{Row, Standing};
use super::stats::{Interval, mean};
use sandtable_game::dice::Stream;
use sandtable_rules::{MOST_WEIGHT, SomeWeights, Weight, Weights};

/// How far a weight of the first step is from what it was, either way: a share of it.
const APART: f64 = 0.15;
/// How far the first step moves a weight where one side takes all points: a share of it.
const MOVED: f64 = 0.1;
/// With which power of the steps they come closer, and with which they move less, as Spall recommends.
const CLOSER: f64 = 0.101;
const LESS: f64 = 0.602;
/// Turns of income that count as strength in a game that nobody has won yet.
const INCOME: f64 = 5.0;

/// A search for better weights.
#[derive(Clone)]
pub struct Tuner {
    from: Weights,
    tuned: Vec<(&'static Weight, f64)>,
    /// Which of them the first of the two has larger.
    larger: Vec<bool>,
    coins: Stream,
    step: u32,
}

impl Tuner {
    /// Begins with these weights, some of which may change; coins fall by the seed.
    pub fn new(from: Weights, tuned: &[&'static Weight], seed: u64) -> Self {
        /// No dice and no program of a game draw from it.
        const COINS: u64 = 1 << 32;
        let figures = from.all();
        let of = |w: &&'static Weight| (*w, figures.get(w.name).copied().unwrap_or(w.usual));
        Self {
            tuned: tuned.iter().map(of).collect(),
            larger: Vec::new(),
            coins: Stream::numbered(seed, COINS),
            step: 0,
            from,
        }
    }

    /// The weights that may change, as they are now.
    pub fn tuned(&self) -> SomeWeights {
        self.changed(|_, figure| figure)
    }

    /// All weights, as they are now.
    pub fn weights(&self) -> Weights {
        self.from.under(&self.tuned())
    }

    /// Begins a step: the weights of the two that are to meet.
    pub fn pair(&mut self) -> [Weights; 2] {
        self.step += 1;
        let coins = &mut self.coins;
        self.larger = self.tuned.iter().map(|_| coins.below(2) == 1).collect();
        let apart = 1.0 + APART / power(self.step, CLOSER);
        [true, false].map(|first| {
            let of = |nth: usize, figure: f64| match self.larger[nth] == first {
                true => figure * apart,
                false => figure / apart,
            };
            self.from.under(&self.changed(of))
        })
    }

    /// Ends the step: the first of the two took this share of the points.
    pub fn learn(&mut self, share: f64) {
        let lead = 2.0 * share - 1.0;
        let least = power(self.step, CLOSER) / power(self.step, LESS);
        let moved = 1.0 + MOVED * lead.abs() * least;
        for ((_, figure), larger) in self.tuned.iter_mut().zip(&self.larger) {
            *figure = match *larger == (lead > 0.0) {
                true => rounded(*figure * moved),
                false => rounded(*figure / moved),
            };
        }
    }

    fn changed(&self, figure: impl Fn(usize, f64) -> f64) -> SomeWeights {
        let mut changed = SomeWeights::default();
        for (nth, (weight, now)) in self.tuned.iter().enumerate() {
            changed.say(weight, figure(nth, *now).min(MOST_WEIGHT));
        }
        changed
    }
}

/// Five figures of a number: what is written down is what was played with.
fn rounded(number: f64) -> f64 {
    let written = format!("{number:.4e}");
    written.parse().unwrap_or(number)
}

/// A power of a whole number, its exponent from 0 to 1, by square roots alone: `powf` may differ from machine to machine.
fn power(base: u32, exponent: f64) -> f64 {
    /// Binary places of the exponent.
    const PLACES: usize = 30;
    let (mut power, mut root, mut left) = (1.0, f64::from(base), exponent);
    for _ in 0..PLACES {
        (root, left) = (root.sqrt(), 2.0 * left);
        if left >= 1.0 {
            (power, left) = (power * root, left - 1.0);
        }
    }
    power
}

/// What one program scored against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Duel {
    /// Games.
    pub games: usize,
    /// Games that it won.
    pub won: usize,
    /// Games that it lost.
    pub lost: usize,
    /// A game that it won is one, one that it lost none, and any other what its share of the strength comes to.
    pub points: f64,
    /// The share of all points.
    pub share: f64,
    /// Where that lies, if there are enough games to tell: two of a seed are one observation.
    pub interval: Option<Interval>,
}

/// What the first of two programs scored in a [`matches`](super::matches) of them: it plays the first side in arm 0 and
/// all others in arm 1. Nothing without games.
pub fn duel(rows: &[Row]) -> Option<Duel> {
    let mine = |row: &Row| match row.arm {
        0 => score(row),
        _ => 1.0 - score(row),
    };
    let won = |row: &Row| row.winner.map(|side| (side == 0) == (row.arm == 0));
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| (row.game, row.arm));
    let pairs = rows.chunk_by(|a, b| a.game == b.game);
    let scored = pairs.map(|pair| {
        let points: f64 = pair.iter().map(|row| mine(row)).sum();
        points / pair.len() as f64
    });
    let mean = mean(scored)?;
    let within = |n: f64| n.clamp(0.0, 1.0);
    let interval = Interval {
        low: within(mean.interval.low),
        high: within(mean.interval.high),
    };
    Some(Duel {
        games: rows.len(),
        won: rows.iter().filter(|r| won(r) == Some(true)).count(),
        lost: rows.iter().filter(|r| won(r) == Some(false)).count(),
        points: rows.iter().map(|row| mine(row)).sum(),
        share: mean.mean,
        interval: Some(interval).filter(|_| mean.n > 1),
    })
}

/// What a game is to the first side: 1 or 0, and where nobody has won yet what its share of the strength comes to.
fn score(row: &Row) -> f64 {
    if let Some(side) = row.winner {
        return f64::from(u8::from(side == 0));
    }
    let strength = |s: &Standing| f64::from(s.worth) + INCOME * f64::from(s.income);
    let last = row.standings.last().map_or(&[][..], Vec::as_slice);
    let all: f64 = last.iter().map(strength).sum();
    let own = last.first().map_or(0.0, strength);
    match all > 0.0 {
        true => 0.5 + 0.5 * (2.0 * (2.0 * own - all) / all).clamp(-1.0, 1.0),
        false => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_rules::weight;

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
        assert_eq!(first, if up { 1.1 } else { 0.90909 });
        // Half of the points moves nothing, and the hundredth step a hundredth of a weight.
        tuner.pair();
        tuner.learn(0.5);
        assert_eq!(figures(&tuner)[0], first);
        tuner.step = 99;
        tuner.pair();
        tuner.learn(0.0);
        let moved = (figures(&tuner)[0] / first - 1.0).abs();
        assert!((0.008..0.012).contains(&moved), "{moved}");
    }

    #[test]
    fn powers_are_what_they_should_be() {
        for (base, exponent) in [(1, LESS), (2, CLOSER), (20, LESS), (1000, 0.5)] {
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
        assert_eq!(super::duel(&rows[..2]).and_then(|d| d.interval), None);
        assert_eq!(super::duel(&[]), None);
    }
}
