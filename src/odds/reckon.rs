//! The odds of one battle: exact if it can be, sampled if it must be or is wished.

use super::exact::{Ending, Solved};
use super::field::Field;
use super::result::{Count, Method, Odds};
use super::sample::Fought;
use super::setup::Setup;
use super::side::StateId;
use super::words::Words;
use crate::rules::UnitTypeSet;

/// How many battles are fought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Runs {
    /// At most so many.
    pub most: u64,
    /// Fewer, once the chance to win is known this well: half the width of its interval.
    pub precision: Option<f64>,
    /// The seed of their dice.
    pub seed: u64,
}

impl Default for Runs {
    fn default() -> Self {
        Self { most: 1_000_000, precision: Some(0.001), seed: 1 }
    }
}

/// Why odds cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// More states than an exact reading can hold.
    #[error("this battle is too large to be reckoned exactly")]
    TooLarge,
    /// The counts of a side do not fit.
    #[error("a force has too many different units to be reckoned")]
    TooVaried,
    /// Breaking off by one's chances needs exact ones.
    #[error("breaking off by the chance to win needs an exact reckoning, and this battle is too large for one")]
    NoChances,
    /// A search would have to try too much.
    #[error("there are too many ways to choose from this force")]
    TooManyParts,
}

impl From<super::side::TooVaried> for Unknown {
    fn from(_: super::side::TooVaried) -> Self {
        Self::TooVaried
    }
}

/// The exact odds.
///
/// # Errors
/// The battle is too large for them.
pub fn exact(setup: &Setup<'_>) -> Result<Odds, Unknown> {
    let mut field = Field::new(setup)?;
    if !field.close() {
        return Err(Unknown::TooLarge);
    }
    let starts = field.starts();
    let solved = field.solve(&starts);
    Ok(odds_of(&field, &solved))
}

/// The odds that an exact reading comes to.
fn odds_of(field: &Field<'_>, solved: &Solved) -> Odds {
    let mut count = Count::default();
    merged(&solved.endings).iter().for_each(|e| count.add(&field.fate(e.live), e.chance));
    let pruned = (1.0 - count.total()).max(0.0);
    count.odds(Method::Exact { pruned }, solved.rounds, solved.fled, Some(field))
}

/// Endings, each once.
pub fn merged(endings: &[Ending]) -> Vec<Ending> {
    let mut all = endings.to_vec();
    all.sort_by_key(|e| e.live);
    all.dedup_by(|next, kept| {
        let same = next.live == kept.live;
        kept.chance += if same { next.chance } else { 0.0 };
        same
    });
    all
}

/// The odds of battles that are fought out.
///
/// # Errors
/// A side has too many different units, or decides by chances that cannot be had.
pub fn sampled(setup: &Setup<'_>, runs: Runs) -> Result<Odds, Unknown> {
    let mut words = Words::new(runs.seed);
    let mut count = Count::default();
    let (mut done, mut wins, mut rounds, mut fled) = (0, 0.0, 0, [0, 0]);
    let mut field = Field::new(setup)?;
    let chances = setup.tactics.iter().any(|t| t.retreat.below.is_some());
    if chances && !field.close() {
        return Err(Unknown::NoChances);
    }
    let mut starts = field.starts();
    if chances {
        field.solve(&starts);
    }
    let mut fought = Fought::default();
    while done < runs.most {
        // Looked at from time to time: whether it is enough, and whether memory is.
        let batch = 4096.min(runs.most - done);
        for _ in 0..batch {
            let start = pick(&starts, &mut words);
            let end = field.fight(start, &mut words, &mut fought);
            wins += f64::from(u8::from(field.succeeds(end, false)));
        }
        done += batch;
        let (low, high) = wilson(wins, done as f64);
        let enough = runs.precision.is_some_and(|half| (high - low) / 2.0 <= half);
        if enough || done == runs.most || (field.is_full() && !chances) {
            fought.endings.iter().for_each(|e| count.add(&field.fate(e.live), e.chance));
            rounds += fought.rounds;
            (fled[0], fled[1]) = (fled[0] + fought.fled[0], fled[1] + fought.fled[1]);
            fought = Fought::default();
            if enough {
                break;
            }
            field = Field::new(setup)?;
            starts = field.starts();
        }
    }
    let n = done.max(1) as f64;
    let method = Method::Sampled { runs: done, seed: runs.seed, interval: wilson(wins, n) };
    count.scale(1.0 / n);
    Ok(count.odds(method, rounds as f64 / n, fled.map(|f| f as f64 / n), Some(&field)))
}

fn pick(starts: &[([StateId; 2], f64)], words: &mut Words) -> [StateId; 2] {
    if let [(only, _)] = starts {
        return *only;
    }
    let mut share = (words.word() >> 11) as f64 / (1u64 << 53) as f64;
    for (start, chance) in starts {
        if share < *chance {
            return *start;
        }
        share -= chance;
    }
    starts[0].0
}

/// Where a share of `n` trials lies with 95 %, by Wilson.
pub fn wilson(hits: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let share = hits / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

/// Exact odds where they can be had, else sampled ones.
///
/// # Errors
/// Neither can be had.
pub fn reckon(setup: &Setup<'_>, runs: Runs) -> Result<Odds, Unknown> {
    match exact(setup) {
        Err(Unknown::TooLarge) => sampled(setup, runs),
        done => done,
    }
}

impl Field<'_> {
    /// The states in which the battle may begin, after the strikes before it.
    pub fn starts(&mut self) -> Vec<([StateId; 2], f64)> {
        let mut starts = vec![([self.sides[0].start(), self.sides[1].start()], 1.0)];
        for strike in &self.setup.strikes {
            let roll = crate::rules::Roll::AtOrLess { sides: strike.sides };
            let dist = super::dist::hits(roll, &[(i32::from(strike.at) * 100, u32::from(strike.dice))]);
            let aim = super::side::Aim { targets: UnitTypeSet::only(strike.target), chooser: crate::rules::Chooser::Owner };
            let Some(aim) = self.sides[0].aim(aim) else { continue };
            let mut struck: Vec<([StateId; 2], f64)> = Vec::new();
            for (start, chance) in starts {
                let mut state = (0..dist.from).fold(start[0], |s, _| self.sides[0].hit(s, aim));
                for p in &dist.chances {
                    match struck.iter_mut().find(|(s, _)| s[0] == state) {
                        Some((_, sum)) => *sum += chance * p,
                        None => struck.push(([state, start[1]], chance * p)),
                    }
                    state = self.sides[0].hit(state, aim);
                }
            }
            starts = struck;
        }
        starts
    }
}
