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
pub fn power(base: u32, exponent: f64) -> f64 {
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
    let Interval { low, high } = mean.interval;
    let (low, high) = (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0));
    Some(Duel {
        games: rows.len(),
        won: rows.iter().filter(|r| won(r) == Some(true)).count(),
        lost: rows.iter().filter(|r| won(r) == Some(false)).count(),
        points: rows.iter().map(|row| mine(row)).sum(),
        share: mean.mean,
        interval: (mean.n > 1).then_some(Interval { low, high }),
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
