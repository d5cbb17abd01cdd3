//! Battles that are fought or played, counted until enough is known.

use crate::odds::field::Field;
use crate::odds::reckon::{Runs, Unknown};
use crate::odds::result::{Count, Course, Fate, Method, Odds};
use crate::rules::Role;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nobody wants to stop.
pub fn never() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}

/// What battles have come to.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// How many were fought.
    pub runs: u64,
    /// How many the attacker has won.
    pub wins: u64,
    /// In how many it has taken the territory.
    pub takes: u64,
    /// How many lasted so many rounds, from none on.
    pub lengths: Vec<u64>,
    /// How often each side broke off.
    pub fled: [u64; 2],
    /// How they ended.
    pub count: Count,
}

impl Tally {
    /// One more battle.
    pub fn add(&mut self, course: &Course) {
        self.end(&course.fate, 1);
        self.lasted(course.rounds as usize);
        (0..2).for_each(|i| self.fled[i] += u64::from(course.fled[i]));
    }

    /// So many more battles that ended alike.
    pub fn end(&mut self, fate: &Fate, times: u64) {
        self.runs += times;
        self.wins += if fate.winner == Some(Role::Attacker) {
            times
        } else {
            0
        };
        self.takes += if fate.takes { times } else { 0 };
        self.count.add(fate, times as f64);
    }

    /// A battle of so many rounds.
    pub fn lasted(&mut self, rounds: usize) {
        if self.lengths.len() <= rounds {
            self.lengths.resize(rounds + 1, 0);
        }
        self.lengths[rounds] += 1;
    }

    /// What it comes to, where `field` is the last battle fought.
    pub fn odds(mut self, method: Method, field: Option<&Field<'_>>) -> Odds {
        let n = self.runs.max(1) as f64;
        self.count.scale(1.0 / n);
        let rounds: f64 = self
            .lengths
            .iter()
            .enumerate()
            .map(|(rounds, times)| rounds as f64 * *times as f64)
            .sum();
        let odds = self.count.odds(
            method,
            rounds / n,
            self.fled.map(|fled| fled as f64 / n),
            field,
        );
        Odds {
            lengths: self
                .lengths
                .into_iter()
                .map(|times| times as f64 / n)
                .collect(),
            ..odds
        }
    }
}

/// Fights, some battles at a time, until as many are done as are wanted, or the chance is known as
/// well as it should be, or somebody wants it to stop. `fight` is told how many, and says how many wins there are so far.
///
/// # Errors
/// The battle cannot be fought.
pub fn until_known(
    (runs, stop): (Runs, &AtomicBool),
    batch: u64,
    mut fight: impl FnMut(u64) -> Result<u64, Unknown>,
) -> Result<(u64, (f64, f64)), Unknown> {
    let mut done = 0;
    let mut interval = (0.0, 1.0);
    while done < runs.most && (done == 0 || !stop.load(Ordering::Relaxed)) {
        let more = batch.min(runs.most - done);
        let wins = fight(more)?;
        done += more;
        interval = wilson(wins as f64, done as f64);
        if runs
            .precision
            .is_some_and(|half| (interval.1 - interval.0) / 2.0 <= half)
        {
            break;
        }
    }
    Ok((done, interval))
}

/// Where a share of `n` trials lies with 95 %, by Wilson.
pub fn wilson(hits: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let share = hits / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    )
}
