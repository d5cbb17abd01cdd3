//! One battle fought again and again, with what is known of it kept as long as memory allows.

use crate::odds::field::Field;
use crate::odds::field::side::StateId;
use crate::odds::reckon::Unknown;
use crate::odds::result::{Method, Odds};
use crate::odds::sampled::Fought;
use crate::odds::sampled::words::Words;
use crate::odds::setup::Setup;
use crate::odds::tally::Tally;
use crate::rules::SiteKind;

/// A battle that is fought again and again.
pub struct Sampler<'a> {
    setup: &'a Setup<'a>,
    /// What is known of it.
    pub field: Field<'a>,
    starts: Vec<([StateId; 2], f64)>,
    words: Words,
    fought: Fought,
    tally: Tally,
    /// Battles that were won, and those in which ground was taken.
    wins: [u64; 2],
}

impl<'a> Sampler<'a> {
    /// Prepares a battle.
    ///
    /// # Errors
    /// A side has too many different units, or decides by chances that cannot be had.
    pub fn new(setup: &'a Setup<'a>, seed: u64) -> Result<Self, Unknown> {
        let mut field = Field::new(setup)?;
        let starts = field.starts();
        let mut sampler = Self {
            setup,
            field,
            starts,
            words: Words::new(seed),
            fought: Fought::default(),
            tally: Tally::default(),
            wins: [0; 2],
        };
        if setup.by_chances() {
            if !sampler.field.close() {
                return Err(Unknown::NoChances);
            }
            sampler.starts = sampler.field.starts();
            sampler.field.solve(&sampler.starts);
        }
        Ok(sampler)
    }

    /// Fights so many more.
    ///
    /// # Errors
    /// None that did not come when the battle was prepared.
    pub fn fight(&mut self, battles: u64) -> Result<(), Unknown> {
        let takes = self.setup.plan().kind == SiteKind::Land;
        for _ in 0..battles {
            let start = pick(&self.starts, &mut self.words);
            let before = self.fought.rounds;
            let end = self.field.fight(start, &mut self.words, &mut self.fought);
            self.tally.lasted((self.fought.rounds - before) as usize);
            self.wins[0] += u64::from(self.field.succeeds(end, false));
            self.wins[1] += u64::from(self.field.succeeds(end, takes));
        }
        if self.field.is_full() && !self.setup.by_chances() {
            self.settle();
            self.field = Field::new(self.setup)?;
            self.starts = self.field.starts();
        }
        Ok(())
    }

    /// How many the attacker has won so far.
    pub fn wins(&self) -> u64 {
        self.wins[0]
    }

    /// In how many it has won and taken what there is to take.
    pub fn successes(&self) -> u64 {
        self.wins[1]
    }

    /// Counts how the battles fought have ended.
    fn settle(&mut self) {
        let fought = std::mem::take(&mut self.fought);
        fought
            .endings
            .iter()
            .for_each(|e| self.tally.end(&self.field.fate(e.live), e.chance as u64));
        (0..2).for_each(|i| self.tally.fled[i] += fought.fled[i]);
    }

    /// What the battles come to.
    pub fn odds(mut self, method: Method) -> Odds {
        self.settle();
        self.tally.odds(method, Some(&self.field))
    }
}

/// One of the states in which a battle may begin.
pub fn pick(starts: &[([StateId; 2], f64)], words: &mut Words) -> [StateId; 2] {
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
