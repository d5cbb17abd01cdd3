//! Battles one after the other: waves of attackers against what is left of the defence, and landings
//! behind a battle at sea; read exactly, or fought.

use crate::odds::assault::{Ashore, Assault};
use crate::odds::exact::Solved;
use crate::odds::field::Field;
use crate::odds::field::side::StateId;
use crate::odds::force::{Force, Stack};
use crate::odds::reckon::{BATCH, Runs, Unknown, merged};
use crate::odds::result::{Count, Course, Fate, Method, Odds};
use crate::odds::sampled::Fought;
use crate::odds::sampled::sampler::pick;
use crate::odds::sampled::words::Words;
use crate::odds::setup::Setup;
use crate::odds::tally::{Tally, until_known};
use crate::rules::Role;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Histories less likely than this are left out.
const FAINT: f64 = 1e-12;

/// What a history of battles leaves behind: the defence, the attackers of earlier battles, and what
/// the attacker has lost, in IPC.
type Past = (Vec<Stack>, Vec<Stack>, i64);

/// A battle that is ready to be read exactly.
fn ready<'a>(setup: &'a Setup<'a>) -> Result<Field<'a>, Unknown> {
    let mut field = Field::new(setup)?;
    if field.close() {
        Ok(field)
    } else {
        Err(Unknown::TooLarge)
    }
}

/// Figures that add up over the battles of a history.
#[derive(Default)]
struct Sums {
    rounds: f64,
    fled: [f64; 2],
}

impl Sums {
    fn add(&mut self, solved: &Solved, chance: f64) {
        self.rounds += chance * solved.rounds;
        (0..2).for_each(|i| self.fled[i] += chance * solved.fled[i]);
    }

    fn odds(self, count: Count, field: Option<&Field<'_>>) -> Odds {
        let pruned = (1.0 - count.total()).max(0.0);
        count.odds(Method::Exact { pruned }, self.rounds, self.fled, field)
    }
}

/// The odds of several waves of attackers: each meets what the ones before it have left of the same
/// defence, and the last one decides unless an earlier one has won.
///
/// # Errors
/// A wave is too large to be read exactly.
pub fn waves(setups: &[Setup<'_>]) -> Result<Odds, Unknown> {
    let mut count = Count::default();
    let mut sums = Sums::default();
    let first = setups
        .first()
        .map(|s| s.forces[1].stacks().to_vec())
        .unwrap_or_default();
    let mut pasts: BTreeMap<Past, f64> = BTreeMap::from([((first, Vec::new(), 0), 1.0)]);
    for (number, setup) in setups.iter().enumerate() {
        let mut field = ready(setup)?;
        let mut later: BTreeMap<Past, f64> = BTreeMap::new();
        let mut defences: Vec<Vec<Stack>> =
            pasts.keys().map(|(defence, ..)| defence.clone()).collect();
        defences.dedup();
        for defence in defences {
            let met = field.sides[1].state_of(&Force::of(defence.clone()));
            let starts: Vec<_> = field
                .starts()
                .into_iter()
                .map(|([a, _], p)| ([a, met], p))
                .collect();
            let solved = field.solve(&starts);
            let fates: Vec<(Fate, f64)> = merged(&solved.endings)
                .iter()
                .map(|e| (field.fate(e.live), e.chance))
                .collect();
            for ((_, stood, gone), chance) in pasts
                .iter()
                .filter(|((d, ..), p)| *d == defence && **p > FAINT)
            {
                sums.add(&solved, *chance);
                for (fate, p) in &fates {
                    let mut left = Force::of(stood.clone());
                    left.join(&fate.left[0]);
                    if fate.winner == Some(Role::Attacker) || number + 1 == setups.len() {
                        let lost = [fate.lost[0] + gone, fate.lost[1]];
                        count.add(
                            &Fate {
                                left: [left, fate.left[1].clone()],
                                lost,
                                ..fate.clone()
                            },
                            chance * p,
                        );
                    } else {
                        let past = (
                            fate.left[1].stacks().to_vec(),
                            left.stacks().to_vec(),
                            gone + fate.lost[0],
                        );
                        *later.entry(past).or_default() += chance * p;
                    }
                }
            }
        }
        pasts = later;
    }
    Ok(sums.odds(count, None))
}

/// Several waves, fought once each.
///
/// # Errors
/// A battle cannot be fought.
pub fn waves_once<'a, E>(
    setups: &[Setup<'a>],
    fight: &mut dyn FnMut(usize, &Setup<'a>) -> Result<Course, E>,
) -> Result<Option<Course>, E> {
    let mut past: Option<Course> = None;
    for (number, setup) in setups.iter().enumerate() {
        let Some(before) = past else {
            past = Some(fight(number, setup)?);
            continue;
        };
        if before.fate.winner == Some(Role::Attacker) {
            return Ok(Some(before));
        }
        let met = Setup {
            forces: [setup.forces[0].clone(), before.fate.left[1].clone()],
            ..setup.clone()
        };
        let next = fight(number, &met)?;
        let mut left = next.fate.left.clone();
        left[0] = before.fate.left[0].clone();
        left[0].join(&next.fate.left[0]);
        let lost = [0, 1].map(|i| before.fate.lost[i] + next.fate.lost[i]);
        let fled = [0, 1].map(|i| before.fled[i] || next.fled[i]);
        past = Some(Course {
            fate: Fate {
                left,
                lost,
                ..next.fate
            },
            rounds: before.rounds + next.rounds,
            fled,
        });
    }
    Ok(past)
}

/// A battle that is fought against whatever is left of a defence.
struct Wave<'a> {
    field: Field<'a>,
    starts: Vec<([StateId; 2], f64)>,
    fought: Fought,
}

impl<'a> Wave<'a> {
    fn new(setup: &'a Setup<'a>) -> Result<Self, Unknown> {
        let mut field = Field::new(setup)?;
        if setup.by_chances() {
            if !field.close() {
                return Err(Unknown::NoChances);
            }
            // Any part of the defence may be met.
            let met = field.sides[1].len() as StateId;
            let starts = field.starts();
            let all: Vec<_> = starts
                .iter()
                .flat_map(|([a, _], p)| (0..met).map(move |d| ([*a, d], p / f64::from(met))))
                .collect();
            field.solve(&all);
        }
        let starts = field.starts();
        Ok(Self {
            field,
            starts,
            fought: Fought::default(),
        })
    }

    /// Fights against this defence.
    fn fight(&mut self, defence: &Force, words: &mut Words) -> Course {
        let met = self.field.sides[1].state_of(defence);
        let [attackers, _] = pick(&self.starts, words);
        let (rounds, fled) = (self.fought.rounds, self.fought.fled);
        let end = self.field.fight([attackers, met], words, &mut self.fought);
        let before = defence.cost(self.field.setup.rules);
        let mut fate = self.field.fate(end);
        fate.lost[1] = before - fate.left[1].cost(self.field.setup.rules);
        let fled = [0, 1].map(|i| self.fought.fled[i] > fled[i]);
        Course {
            fate,
            rounds: (self.fought.rounds - rounds) as u32,
            fled,
        }
    }
}

/// The odds of several waves that are fought out.
///
/// # Errors
/// A side has too many different units, or decides by chances that cannot be had.
pub fn waves_sampled(setups: &[Setup<'_>], runs: Runs, stop: &AtomicBool) -> Result<Odds, Unknown> {
    let mut words = Words::new(runs.seed);
    let mut tally = Tally::default();
    let prepared = || setups.iter().map(Wave::new).collect::<Result<Vec<_>, _>>();
    let mut all = prepared()?;
    let (done, interval) = until_known((runs, stop), BATCH, |battles| {
        for _ in 0..battles {
            let course = waves_once(setups, &mut |number, met| {
                Ok::<_, Unknown>(all[number].fight(&met.forces[1], &mut words))
            })?;
            course.iter().for_each(|course| tally.add(course));
        }
        if all
            .iter()
            .any(|wave| wave.field.is_full() && !wave.field.setup.by_chances())
        {
            all = prepared()?;
        }
        Ok(tally.wins)
    })?;
    Ok(tally.odds(
        Method::Sampled {
            runs: done,
            seed: runs.seed,
            interval,
        },
        None,
    ))
}

impl Assault<'_> {
    /// The odds of both battles together.
    ///
    /// # Errors
    /// One of them is too large to be read exactly.
    pub fn exact(&self) -> Result<Odds, Unknown> {
        let (mut count, mut sums) = (Count::default(), Sums::default());
        let mut sea = ready(&self.sea)?;
        let starts = sea.starts();
        let solved = sea.solve(&starts);
        sums.add(&solved, 1.0);
        let mut landings: BTreeMap<Ashore, Vec<(Fate, f64)>> = BTreeMap::new();
        for ending in merged(&solved.endings) {
            let fate = sea.fate(ending.live);
            landings
                .entry(self.ashore(&fate))
                .or_default()
                .push((fate, ending.chance));
        }
        for (ashore, fates) in landings {
            let setup = self.landing(&ashore);
            if setup.forces[0].is_empty() {
                fates.iter().for_each(|(before, chance)| {
                    count.add(&self.held_off(before, &ashore), *chance)
                });
                continue;
            }
            let mut field = ready(&setup)?;
            let starts = field.starts();
            let solved = field.solve(&starts);
            let ends: Vec<_> = merged(&solved.endings)
                .iter()
                .map(|e| (field.fate(e.live), e.chance))
                .collect();
            for (before, chance) in fates.iter().filter(|(_, p)| *p > FAINT) {
                sums.add(&solved, *chance);
                ends.iter().for_each(|(after, p)| {
                    count.add(&self.together(before, &ashore, after), chance * p)
                });
            }
        }
        Ok(sums.odds(count, None))
    }

    /// The odds of both battles together, fought out.
    ///
    /// # Errors
    /// A side has too many different units, or decides by chances that cannot be had.
    pub fn sampled(&self, runs: Runs, stop: &AtomicBool) -> Result<Odds, Unknown> {
        let mut words = Words::new(runs.seed);
        let mut tally = Tally::default();
        let mut sea = Wave::new(&self.sea)?;
        let (done, interval) = until_known((runs, stop), BATCH, |battles| {
            // Those that end alike at sea land together: what is known of a landing serves them all.
            let mut landings: BTreeMap<Ashore, Vec<Course>> = BTreeMap::new();
            for _ in 0..battles {
                let course = sea.fight(&self.sea.forces[1], &mut words);
                landings
                    .entry(self.ashore(&course.fate))
                    .or_default()
                    .push(course);
            }
            for (ashore, courses) in landings {
                let setup = self.landing(&ashore);
                let mut land = if setup.forces[0].is_empty() {
                    None
                } else {
                    Some(Wave::new(&setup)?)
                };
                for before in courses {
                    let after = land
                        .as_mut()
                        .map(|land| land.fight(&setup.forces[1], &mut words));
                    tally.add(&self.behind(before, &ashore, after));
                }
            }
            if sea.field.is_full() && !self.sea.by_chances() {
                sea = Wave::new(&self.sea)?;
            }
            Ok(tally.wins)
        })?;
        Ok(tally.odds(
            Method::Sampled {
                runs: done,
                seed: runs.seed,
                interval,
            },
            None,
        ))
    }
}
