//! What is to be reckoned, and how: one battle or several that belong together; exactly, fought from
//! the plan, or played by the game.

use crate::chain::{Assault, Counter, Past};
use crate::dice::Xoshiro;
use crate::field::Field;
use crate::force::Force;
use crate::played::stage::{NoStage, Stage};
use crate::result::{Course, Method, Odds, Part};
use crate::setup::Setup;
use crate::tally::{Tally, never, until_known};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;

/// So many battles are played before it is asked whether they are enough, and so many fought.
const PLAYED: u64 = 256;
const FOUGHT: u64 = 4096;
/// More states and volleys than this are not kept.
const KEPT: usize = 1 << 20;
/// Histories of battles less likely than this are not followed into the next one.
const FAINT: f64 = 1e-12;

/// What is to be reckoned.
#[derive(Clone, Debug)]
pub enum Case<'a> {
    /// A battle.
    One(Box<Setup<'a>>),
    /// Waves of attackers against the same defence.
    Waves(Vec<Setup<'a>>),
    /// A landing behind a battle at sea.
    Assault(Box<Assault<'a>>),
    /// Any of these, and an attack of the other side on those who have won.
    Counter(Box<Counter<'a>>),
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

impl Runs {
    /// Whether a chance is known as well as it should be that lies between these.
    pub(crate) fn are_enough(&self, (low, high): (f64, f64)) -> bool {
        self.precision
            .is_some_and(|half| (high - low) / 2.0 <= half)
    }
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
    /// What is more than a plan and two forces is not read from a plan.
    #[error("this battle can only be played, not reckoned exactly")]
    OnlyPlayed,
    /// There is nowhere to play it.
    #[error(transparent)]
    NoStage(#[from] NoStage),
    /// The game does not go on.
    #[error("the battle cannot be played on: {0}")]
    Refused(String),
}

/// A battle, and the histories that lead into it, with their chances.
type Ahead<'s, 'a> = (Cow<'s, Setup<'a>>, Vec<(Past, f64)>);

impl<'a> Case<'a> {
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
            How::Sampled(runs) => self.fought(|| Combat::plan(runs.seed), (runs, stop())),
            How::Reckoned(runs) => match self.exact() {
                Err(why @ Unknown::TooLarge) => {
                    let fought = self.odds_until(How::Sampled(runs), stop)?;
                    Ok(Odds {
                        because: Some(why),
                        ..fought
                    })
                }
                done => done,
            },
            How::Played(stage, runs) => {
                self.fought(|| Combat::game(stage, runs.seed), (runs, stop()))
            }
        }
    }

    /// The same where a battle may need a stage: as `how` says if scripts can be heard without it, else so many are
    /// played on it.
    ///
    /// # Errors
    /// They cannot be had in this way.
    pub fn odds_on<'s>(
        &self,
        (stage, played): (Option<&'s Stage<'s>>, Runs),
        how: How<'s>,
        stop: fn() -> &'static AtomicBool,
    ) -> Result<Odds, Unknown>
    where
        'a: 's,
    {
        match (stage, stage.and_then(|stage| self.heard(stage))) {
            (_, Some(heard)) => heard.odds_until(how, stop),
            (Some(stage), None) => self.odds_until(How::Played(stage, played), stop),
            (None, None) => self.odds_until(how, stop),
        }
    }

    /// The same to be read from plans with what scripts say in battles, where that follows from who fires; `None`
    /// where the game has to play them.
    pub fn heard<'s>(&self, stage: &'s Stage<'s>) -> Option<Case<'s>>
    where
        'a: 's,
    {
        Some(match self {
            Self::One(setup) => Case::One(Box::new(stage.heard(setup)?)),
            Self::Waves(waves) => {
                let heard = waves.iter().map(|wave| stage.heard(wave));
                Case::Waves(heard.collect::<Option<_>>()?)
            }
            Self::Assault(assault) => Case::Assault(Box::new(Assault {
                sea: stage.heard(&assault.sea)?,
                land: stage.heard(&assault.land)?,
            })),
            Self::Counter(counter) => Case::Counter(Box::new(Counter {
                first: counter.first.heard(stage)?,
                back: stage.heard(&counter.back)?,
            })),
        })
    }

    /// From every possibility: histories that come to the same are followed as one, and those that lead into the
    /// same battle share its reading.
    fn exact(&self) -> Result<Odds, Unknown> {
        let mut tally = Tally::default();
        let mut pasts = BTreeMap::from([(Past::default(), 1.0)]);
        while !pasts.is_empty() {
            let mut battles: BTreeMap<(usize, [Force; 3]), Ahead<'_, 'a>> = BTreeMap::new();
            for (past, chance) in std::mem::take(&mut pasts) {
                match self.next(&past) {
                    None => tally.end(past.fate, chance),
                    Some(_) if chance < FAINT => {}
                    Some(setup) => {
                        let [attackers, defenders] = setup.forces.clone();
                        let met = [attackers, defenders, setup.offshore.clone()];
                        let met = (past.battles, met);
                        let into = battles.entry(met).or_insert((setup, Vec::new()));
                        into.1.push((past, chance));
                    }
                }
            }
            for (setup, before) in battles.into_values() {
                let mut field = ready(setup.into_owned())?;
                let starts = field.starts(&field.setup.forces.clone(), None);
                let solved = field.solve(&starts);
                let turned = field.setup.turned;
                for (past, chance) in before {
                    tally.went(&solved.rounds, seen_from(turned, solved.fled), chance);
                    for ending in &solved.endings {
                        let fate = field.fate(&field.setup.forces, ending.live);
                        let fate = fate.seen(&field.setup);
                        if self.battles().len() > 1 {
                            tally.part(past.battles, &fate, chance * ending.chance);
                        }
                        let after = self.after(&past, fate);
                        *pasts.entry(after).or_default() += chance * ending.chance;
                    }
                }
            }
        }
        let pruned = (1.0 - tally.total()).max(0.0);
        let mut odds = tally.odds(Method::Exact { pruned }, 1.0, &self.battles());
        if !matches!(self, Self::One(_)) {
            odds.lengths.clear();
        }
        Ok(odds)
    }

    /// From battles that are fought. Each batch of them has dice of its own and they are added up in their order,
    /// so that it does not matter how many cores there are to fight them.
    fn fought<'s>(
        &self,
        combat: impl Fn() -> Combat<'s, 'a>,
        (runs, stop): (Runs, &AtomicBool),
    ) -> Result<Odds, Unknown> {
        let mut hands = vec![combat()];
        let batch = hands[0].batch();
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut tally = Tally::default();
        let together = |first: u64, sizes: &[u64]| {
            while hands.len() < sizes.len() {
                hands.push(combat());
            }
            let batches: Vec<(u64, u64)> = (first..).zip(sizes.iter().copied()).collect();
            let fought = hands.par_iter_mut().zip(batches);
            fought
                .map(|(hand, batch)| self.batch(hand, batch))
                .collect()
        };
        let at_once = (batch, cores);
        let (done, interval) = until_known((runs, stop), at_once, together, &mut tally)?;
        let method = hands[0].method(done, runs.seed, interval);
        Ok(tally.odds(method, done as f64, &self.battles()))
    }

    /// So many battles of a batch with this number.
    fn batch(
        &self,
        combat: &mut Combat<'_, 'a>,
        (number, size): (u64, u64),
    ) -> Result<Tally, Unknown> {
        combat.begin(number);
        let mut tally = Tally::default();
        for _ in 0..size {
            tally.add(self.once(combat)?);
        }
        Ok(tally)
    }

    /// All battles, fought once each.
    pub(crate) fn once(&self, combat: &mut Combat<'_, 'a>) -> Result<Course, Unknown> {
        let (mut past, mut all) = (Past::default(), Course::default());
        while let Some(met) = self.next(&past) {
            let course = combat.fight((past.battles, self.battles()[past.battles]), &met)?;
            all.rounds += course.rounds;
            let fled = seen_from(met.turned, course.fled);
            (0..2).for_each(|i| all.fled[i] |= fled[i]);
            let fate = course.fate.seen(&met);
            if self.battles().len() > 1 {
                all.parts.resize(past.battles + 1, Part::default());
                all.parts[past.battles].add(&fate, 1.0);
            }
            past = self.after(&past, fate);
        }
        Ok(Course {
            fate: past.fate,
            ..all
        })
    }
}

/// A pair of a battle as those see it who attack first.
fn seen_from<T>(turned: bool, [attacker, defender]: [T; 2]) -> [T; 2] {
    match turned {
        true => [defender, attacker],
        false => [attacker, defender],
    }
}

/// A battle that is ready to be read exactly.
fn ready(setup: Setup<'_>) -> Result<Field<'_>, Unknown> {
    if !setup.also.is_empty() {
        return Err(Unknown::OnlyPlayed);
    }
    let mut field = Field::new(setup)?;
    match field.close() {
        true => Ok(field),
        false => Err(Unknown::TooLarge),
    }
}

/// What battles are fought with.
pub(crate) struct Combat<'s, 'a> {
    seed: u64,
    words: Xoshiro,
    /// The game that plays them, if they are not fought by their plans.
    stage: Option<&'s Stage<'s>>,
    /// What is known of battles that are fought by their plans: of each in its turn, by the ships offshore, and by
    /// who meets where sides decide by their chances.
    fields: BTreeMap<(usize, Force, Option<[Force; 2]>), Field<'a>>,
}

impl<'s, 'a> Combat<'s, 'a> {
    /// By the plan.
    pub fn plan(seed: u64) -> Self {
        Self {
            seed,
            words: Xoshiro::new(seed),
            stage: None,
            fields: BTreeMap::new(),
        }
    }

    /// By the game.
    pub fn game(stage: &'s Stage<'s>, seed: u64) -> Self {
        Self {
            stage: Some(stage),
            ..Self::plan(seed)
        }
    }

    fn batch(&self) -> u64 {
        self.stage.map_or(FOUGHT, |_| PLAYED)
    }

    /// Takes up the dice of a batch; the first has those of the seed itself.
    fn begin(&mut self, batch: u64) {
        let number = batch.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.words = Xoshiro::new(self.seed ^ number);
    }

    fn method(&self, runs: u64, seed: u64, interval: (f64, f64)) -> Method {
        match self.stage {
            None => Method::Sampled {
                runs,
                seed,
                interval,
            },
            Some(_) => Method::Played {
                runs,
                seed,
                interval,
            },
        }
    }

    /// Fights a battle with those who meet in it, part of what it is as a whole.
    fn fight(
        &mut self,
        (number, whole): (usize, &Setup<'a>),
        met: &Setup<'a>,
    ) -> Result<Course, Unknown> {
        if let Some(stage) = self.stage {
            return match met.by_chances() {
                true => Err(Unknown::NoChances),
                false => stage.play(met, &mut self.words),
            };
        }
        let by_chances = met.by_chances().then(|| met.forces.clone());
        let key = (number, met.offshore.clone(), by_chances);
        if self.fields.get(&key).is_none_or(|f| f.size() > KEPT) {
            let field = prepared(whole, met)?;
            self.fields.insert(key.clone(), field);
        }
        let Some(field) = self.fields.get_mut(&key) else {
            return Err(Unknown::TooLarge);
        };
        let starts = field.starts(&met.forces, Some(&mut self.words));
        let fought = field.fight(starts[0].0, &mut self.words);
        Ok(Course {
            fate: field.fate(&met.forces, fought.live),
            rounds: fought.rounds,
            fled: fought.fled,
            parts: Vec::new(),
        })
    }
}

/// A battle that is ready to be fought by whatever part of its forces comes to it.
fn prepared<'a>(whole: &Setup<'a>, met: &Setup<'a>) -> Result<Field<'a>, Unknown> {
    if !met.by_chances() {
        return Field::new(Setup {
            forces: whole.forces.clone(),
            ..met.clone()
        });
    }
    let mut field = ready(met.clone()).map_err(|why| match why {
        Unknown::TooLarge => Unknown::NoChances,
        other => other,
    })?;
    let starts = field.starts(&met.forces, None);
    field.find_resignations(&starts);
    Ok(field)
}
