//! Battles that are fought or played, counted until enough is known.

use crate::case::{Runs, Unknown};
use crate::force::{Force, at};
use crate::result::{Course, Fate, Method, Odds, Part, SideOdds};
use crate::setup::Setup;
use sandtable_rules::Role;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nobody wants to stop.
pub fn never() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}

/// What battles come to, added up.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// How they end, with chances, or with how many did so.
    fates: BTreeMap<Fate, f64>,
    /// How likely each round is fought, from the first on, or how often it was.
    rounds: Vec<f64>,
    fled: [f64; 2],
    parts: Vec<Part>,
    /// In how many the attacker has beaten the defender.
    pub wins: u64,
}

impl Tally {
    /// One more battle that was fought.
    pub fn add(&mut self, course: Course) {
        self.wins += u64::from(course.fate.beaten_by(Role::Attacker));
        self.add_parts(&course.parts);
        let rounds = vec![1.0; course.rounds as usize];
        self.went(
            &rounds,
            course.fled.map(|fled| f64::from(u8::from(fled))),
            1.0,
        );
        self.end(course.fate, 1.0);
    }

    /// What a battle of several comes to, with its chance.
    pub fn part(&mut self, number: usize, fate: &Fate, chance: f64) {
        let len = self.parts.len().max(number + 1);
        self.parts.resize(len, Part::default());
        self.parts[number].add(fate, chance);
    }

    fn add_parts(&mut self, more: &[Part]) {
        let len = self.parts.len().max(more.len());
        self.parts.resize(len, Part::default());
        for (sum, part) in self.parts.iter_mut().zip(more) {
            sum.fought += part.fought;
            sum.won += part.won;
            (0..2).for_each(|i| sum.left[i] += part.left[i]);
        }
    }

    /// More battles, counted before.
    pub fn merge(&mut self, more: Self) {
        self.wins += more.wins;
        self.add_parts(&more.parts);
        self.went(&more.rounds, more.fled, 1.0);
        more.fates
            .into_iter()
            .for_each(|(fate, n)| self.end(fate, n));
    }

    /// A way it may come out.
    pub fn end(&mut self, fate: Fate, chance: f64) {
        *self.fates.entry(fate).or_default() += chance;
    }

    /// Rounds that are fought with a chance, and sides that break off.
    pub fn went(&mut self, rounds: &[f64], fled: [f64; 2], chance: f64) {
        let len = self.rounds.len().max(rounds.len());
        self.rounds.resize(len, 0.0);
        let sums = self.rounds.iter_mut().zip(rounds);
        sums.for_each(|(sum, p)| *sum += chance * p);
        (0..2).for_each(|i| self.fled[i] += chance * fled[i]);
    }

    /// All that was added.
    pub fn total(&self) -> f64 {
        self.fates.values().sum()
    }

    /// What it comes to, where `n` of these are one.
    pub fn odds(self, method: Method, n: f64, battles: &[&Setup<'_>]) -> Odds {
        let raid = battles[0];
        let rounds: Vec<f64> = self.rounds.iter().map(|p| p / n).collect();
        let at_least = std::iter::once(self.total() / n).chain(rounds.iter().copied());
        let more = rounds.iter().copied().chain([0.0]);
        let lengths = at_least.zip(more).map(|(p, more)| (p - more).max(0.0));
        let mut odds = Odds {
            method,
            because: None,
            win: 0.0,
            draw: 0.0,
            lose: 0.0,
            takes: 0.0,
            holds: battles.iter().any(|b| b.turned).then_some(0.0),
            away: [0.0; 2],
            rounds: rounds.iter().fold(0.0, |sum, p| sum + p),
            lengths: lengths.collect(),
            parts: self.parts.clone(),
            sides: self.fled.map(|fled| SideOdds {
                fled: fled / n,
                ..SideOdds::default()
            }),
            swings: Vec::new(),
            damage: Vec::new(),
            repair: raid.repair(),
        };
        let mut swings: BTreeMap<i64, f64> = BTreeMap::new();
        let mut damage: BTreeMap<u32, f64> = BTreeMap::new();
        let mut survivors: [BTreeMap<Force, f64>; 2] = Default::default();
        let mut crashed: [BTreeMap<u32, f64>; 2] = Default::default();
        let mut losses: [BTreeMap<i64, f64>; 2] = Default::default();
        for (fate, times) in self.fates {
            let chance = times / n;
            *match fate.winner {
                Some(Role::Attacker) => &mut odds.win,
                Some(Role::Defender) => &mut odds.lose,
                None => &mut odds.draw,
            } += chance;
            if let Some(winner) = fate.winner.filter(|_| fate.away) {
                odds.away[at(winner.other())] += chance;
            }
            odds.takes += if fate.takes { chance } else { 0.0 };
            if let Some(holds) = &mut odds.holds {
                *holds += if fate.holds { chance } else { 0.0 };
            }
            *swings.entry(fate.lost[1] - fate.lost[0]).or_default() += chance;
            let done = match fate.bombed {
                Some(points) => vec![(points, 1.0)],
                None => raid.damage(&fate.raiders),
            };
            for (points, p) in done {
                *damage.entry(points).or_default() += chance * p;
            }
            for (i, left) in fate.left.into_iter().enumerate() {
                odds.sides[i].lost += chance * fate.lost[i] as f64;
                odds.sides[i].left += chance * f64::from(left.units());
                *survivors[i].entry(left).or_default() += chance;
                *crashed[i].entry(fate.crashed[i]).or_default() += chance;
                *losses[i].entry(fate.lost[i]).or_default() += chance;
            }
        }
        for part in &mut odds.parts {
            part.left = part
                .left
                .map(|sum| sum / part.fought.max(f64::MIN_POSITIVE));
            (part.fought, part.won) = (part.fought / n, part.won / n);
        }
        let gathered = survivors.into_iter().zip(crashed).zip(losses);
        for (side, ((survivors, crashed), losses)) in odds.sides.iter_mut().zip(gathered) {
            side.survivors = survivors.into_iter().collect();
            side.survivors.sort_by(|a, b| b.1.total_cmp(&a.1));
            side.crashed = crashed.into_iter().collect();
            side.losses = losses.into_iter().collect();
        }
        odds.damage = damage.into_iter().filter(|(_, p)| *p > 0.0).collect();
        odds.swings = swings.into_iter().collect();
        odds
    }
}

/// Fights, some batches of battles at a time, until as many are done as are wanted, or the chance is known as
/// well as it should be, or somebody wants it to stop. `fight` is told the number of the first batch and how
/// large each is.
///
/// # Errors
/// The battle cannot be fought.
pub fn until_known(
    (runs, stop): (Runs, &AtomicBool),
    (batch, at_once): (u64, usize),
    mut fight: impl FnMut(u64, &[u64]) -> Vec<Result<Tally, Unknown>>,
    tally: &mut Tally,
) -> Result<(u64, (f64, f64)), Unknown> {
    let (mut done, mut number) = (0, 0);
    let mut interval = (0.0, 1.0);
    while done < runs.most && (done == 0 || !stop.load(Ordering::Relaxed)) {
        let mut left = runs.most - done;
        let mut sizes = Vec::new();
        while left > 0 && sizes.len() < at_once {
            sizes.push(batch.min(left));
            left -= batch.min(left);
        }
        let fought = fight(number, &sizes);
        for (more, size) in fought.into_iter().zip(&sizes) {
            tally.merge(more?);
            done += size;
            number += 1;
            interval = wilson(tally.wins as f64, done as f64);
            if runs.are_enough(interval) {
                return Ok((done, interval));
            }
        }
    }
    Ok((done, interval))
}

/// So many standard deviations to either side hold 95 % of a normal distribution.
pub const NORMAL: f64 = 1.959_963_984_540_054;

/// Where a share of `n` trials lies with 95 %, by Wilson.
pub fn wilson(hits: f64, n: f64) -> (f64, f64) {
    const Z: f64 = NORMAL;
    let share = hits / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((middle - half) / scale).max(0.0),
        ((middle + half) / scale).min(1.0),
    )
}
