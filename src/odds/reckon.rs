//! The odds of one battle: exact if it can be, sampled if it must be or is wished.

use crate::odds::exact::{Ending, Solved};
use crate::odds::field::Field;
use crate::odds::field::side::StateId;
use crate::odds::result::{Count, Method, Odds};
use crate::odds::sampled::sampler::Sampler;
use crate::odds::setup::Setup;
use crate::odds::tally::{never, until_known};
use crate::rules::UnitTypeSet;
use std::sync::atomic::AtomicBool;

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
        Self {
            most: 1_000_000,
            precision: Some(0.001),
            seed: 1,
        }
    }
}

/// So many battles are fought before it is asked whether they are enough.
pub const BATCH: u64 = 4096;

/// Why odds cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// More states than an exact reading can hold.
    #[error("this battle is too large to be reckoned exactly")]
    TooLarge,
    /// The counts of a side do not fit.
    #[error("a force has too many different units to be reckoned")]
    TooVaried,
    /// Breaking off by one's chances needs exact ones.
    #[error(
        "breaking off by the chance to win needs an exact reckoning, and this battle is too large for one"
    )]
    NoChances,
    /// A search would have to try too much.
    #[error("there are too many ways to choose from this force")]
    TooManyParts,
    /// What is more than a plan and two forces is not read from a plan.
    #[error("this battle can only be played, not reckoned exactly")]
    OnlyPlayed,
    /// There is nowhere to play it.
    #[error(transparent)]
    NoStage(#[from] crate::odds::played::stage::NoStage),
    /// The game does not go on.
    #[error("the battle cannot be played on: {0}")]
    Refused(String),
}

impl From<crate::odds::field::side::TooVaried> for Unknown {
    fn from(_: crate::odds::field::side::TooVaried) -> Self {
        Self::TooVaried
    }
}

/// The exact odds.
///
/// # Errors
/// The battle is too large for them.
pub fn exact(setup: &Setup<'_>) -> Result<Odds, Unknown> {
    if !setup.also.is_empty() {
        return Err(Unknown::OnlyPlayed);
    }
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
    merged(&solved.endings)
        .iter()
        .for_each(|e| count.add(&field.fate(e.live), e.chance));
    let pruned = (1.0 - count.total()).max(0.0);
    count.odds(
        Method::Exact { pruned },
        solved.rounds,
        solved.fled,
        Some(field),
    )
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
    sampled_until(setup, runs, never())
}

/// The same, as far as it comes until `stop` is set.
pub fn sampled_until(setup: &Setup<'_>, runs: Runs, stop: &AtomicBool) -> Result<Odds, Unknown> {
    let mut sampler = Sampler::new(setup, runs.seed)?;
    // Looked at from time to time: whether it is enough, and whether memory is.
    let (done, interval) = until_known((runs, stop), BATCH, |battles| {
        sampler.fight(battles)?;
        Ok(sampler.wins())
    })?;
    Ok(sampler.odds(Method::Sampled {
        runs: done,
        seed: runs.seed,
        interval,
    }))
}

/// The chance that a battle lasts so many rounds, from none on.
///
/// # Errors
/// The battle is too large to be read exactly.
pub fn lengths(setup: &Setup<'_>) -> Result<Vec<f64>, Unknown> {
    let mut field = Field::new(setup)?;
    if !field.close() {
        return Err(Unknown::TooLarge);
    }
    let starts = field.starts();
    if setup.by_chances() {
        field.solve(&starts);
    }
    Ok(field.lengths(&starts))
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
            let roll = crate::rules::Roll::AtOrLess {
                sides: strike.sides,
            };
            let dist = crate::kernel::law::roll::chances(
                roll,
                &[(i32::from(strike.at) * 100, u32::from(strike.dice))],
            );
            let aim = crate::odds::field::side::Aim {
                targets: UnitTypeSet::only(strike.target),
                chooser: crate::rules::Chooser::Owner,
            };
            let Some(aim) = self.sides[0].aim(aim) else {
                continue;
            };
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
