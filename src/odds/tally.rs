//! Battles that are fought or played, counted until enough is known.

use crate::case::{Runs, Unknown};
use crate::force::at;
use crate::result::{Course, Fate, Method, Odds, Part, SideOdds};
use crate::setup::Setup;
use sandtable_kernel::law::end::ROLES;
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
        let fates = || self.fates.iter().map(|(fate, times)| (fate, times / n));
        let wins = |role| chance(fates(), |fate| fate.winner == role);
        let away = |fate: &Fate, role: Role| fate.away && fate.winner == Some(role.other());
        let bombs = |(fate, p): (&Fate, f64)| {
            let done = match fate.bombed {
                Some(points) => vec![(points, 1.0)],
                None => raid.damage(&fate.raiders),
            };
            done.into_iter().map(move |(points, q)| (points, p * q))
        };
        let mut damage = gathered(fates().flat_map(bombs));
        damage.retain(|(_, p)| *p > 0.0);
        let turned = battles.iter().any(|b| b.turned);
        Odds {
            method,
            because: None,
            win: wins(Some(Role::Attacker)),
            draw: wins(None),
            lose: wins(Some(Role::Defender)),
            takes: chance(fates(), |fate| fate.takes),
            holds: turned.then(|| chance(fates(), |fate| fate.holds)),
            away: ROLES.map(|role| chance(fates(), |fate| away(fate, role))),
            rounds: rounds.iter().fold(0.0, |sum, p| sum + p),
            lengths: lengths.collect(),
            parts: self.parts.iter().map(|part| part.shared(n)).collect(),
            sides: ROLES.map(|role| side(fates(), at(role), self.fled[at(role)] / n)),
            swings: gathered(fates().map(|(fate, p)| (fate.lost[1] - fate.lost[0], p))),
            damage,
            repair: raid.repair(),
        }
    }
}

/// The chance of the fates that are so.
fn chance<'f>(fates: impl Iterator<Item = (&'f Fate, f64)>, are: impl Fn(&Fate) -> bool) -> f64 {
    let those = fates.filter(|(fate, _)| are(fate));
    those.fold(0.0, |sum, (_, p)| sum + p)
}

/// What something may come to, each once with its chance, in its order.
fn gathered<K: Ord>(all: impl Iterator<Item = (K, f64)>) -> Vec<(K, f64)> {
    let mut sums: BTreeMap<K, f64> = BTreeMap::new();
    all.for_each(|(what, p)| *sums.entry(what).or_default() += p);
    sums.into_iter().collect()
}

/// What becomes of the side of an index, which breaks off with a chance.
fn side<'f>(fates: impl Iterator<Item = (&'f Fate, f64)> + Clone, i: usize, fled: f64) -> SideOdds {
    let mean = |of: &dyn Fn(&Fate) -> f64| fates.clone().fold(0.0, |sum, (f, p)| sum + p * of(f));
    let mut survivors = gathered(fates.clone().map(|(fate, p)| (fate.left[i].clone(), p)));
    survivors.sort_by(|a, b| b.1.total_cmp(&a.1));
    SideOdds {
        lost: mean(&|fate| fate.lost[i] as f64),
        losses: gathered(fates.clone().map(|(fate, p)| (fate.lost[i], p))),
        left: mean(&|fate| f64::from(fate.left[i].units())),
        fled,
        crashed: gathered(fates.clone().map(|(fate, p)| (fate.crashed[i], p))),
        survivors,
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
