//! What is to be reckoned, and how: one battle or several that belong together; exactly, fought from
//! the plan, or played by the game.

use crate::odds::assault::Assault;
use crate::odds::chain::{waves, waves_once, waves_sampled};
use crate::odds::played::stage::Stage;
use crate::odds::reckon::{Runs, Unknown, exact, sampled_until};
use crate::odds::result::{Method, Odds};
use crate::odds::sampled::words::Words;
use crate::odds::setup::Setup;
use crate::odds::tally::{Tally, never, until_known};
use std::sync::atomic::AtomicBool;

/// So many battles are played before it is asked whether they are enough.
const PLAYED: u64 = 256;

/// What is to be reckoned.
#[derive(Clone, Debug)]
pub enum Case<'a> {
    /// A battle.
    One(Box<Setup<'a>>),
    /// Waves of attackers against the same defence.
    Waves(Vec<Setup<'a>>),
    /// A landing behind a battle at sea.
    Assault(Box<Assault<'a>>),
}

/// How the figures are found.
#[derive(Clone, Copy)]
pub enum How<'s> {
    /// From every possibility.
    Exact,
    /// Exactly where that is possible, else from battles that are fought.
    Reckoned(Runs),
    /// From battles that are fought by the plan.
    Sampled(Runs),
    /// From battles that the game plays.
    Played(&'s Stage<'s>, Runs),
}

impl Case<'_> {
    /// The odds.
    ///
    /// # Errors
    /// They cannot be had in this way.
    pub fn odds(&self, how: How<'_>) -> Result<Odds, Unknown> {
        self.odds_until(how, never)
    }

    /// The same. Where battles are fought `stop` is asked for the sign to stop: once it is set no more are, and those
    /// that were are all there is.
    ///
    /// # Errors
    /// They cannot be had in this way.
    pub fn odds_until(
        &self,
        how: How<'_>,
        stop: fn() -> &'static AtomicBool,
    ) -> Result<Odds, Unknown> {
        match how {
            How::Exact => self.exact(),
            How::Sampled(runs) => self.sampled(runs, stop()),
            How::Reckoned(runs) => match self.exact() {
                Err(Unknown::TooLarge) => self.sampled(runs, stop()),
                done => done,
            },
            How::Played(stage, runs) => self.played(stage, runs, stop()),
        }
    }

    fn exact(&self) -> Result<Odds, Unknown> {
        match self {
            Self::One(setup) => exact(setup),
            Self::Waves(setups) => waves(setups),
            Self::Assault(assault) => assault.exact(),
        }
    }

    fn sampled(&self, runs: Runs, stop: &AtomicBool) -> Result<Odds, Unknown> {
        match self {
            Self::One(setup) => sampled_until(setup, runs, stop),
            Self::Waves(setups) => waves_sampled(setups, runs, stop),
            Self::Assault(assault) => assault.sampled(runs, stop),
        }
    }

    /// From battles that the game plays, one after the other from the seed.
    fn played(&self, stage: &Stage<'_>, runs: Runs, stop: &AtomicBool) -> Result<Odds, Unknown> {
        let by_chances = match self {
            Self::One(setup) => setup.by_chances(),
            Self::Waves(setups) => setups.iter().any(Setup::by_chances),
            Self::Assault(assault) => assault.sea.by_chances() || assault.land.by_chances(),
        };
        if by_chances {
            return Err(Unknown::NoChances);
        }
        let mut words = Words::new(runs.seed);
        let mut tally = Tally::default();
        let (done, interval) = until_known((runs, stop), PLAYED, |battles| {
            for _ in 0..battles {
                let mut play = |setup: &Setup<'_>| stage.play(setup, &mut words);
                let course = match self {
                    Self::One(setup) => Some(play(setup)?),
                    Self::Waves(setups) => waves_once(setups, &mut |_, setup| play(setup))?,
                    Self::Assault(assault) => Some(assault.once(&mut play)?),
                };
                course.iter().for_each(|course| tally.add(course));
            }
            Ok(tally.wins)
        })?;
        Ok(tally.odds(
            Method::Played {
                runs: done,
                seed: runs.seed,
                interval,
            },
            None,
        ))
    }
}
