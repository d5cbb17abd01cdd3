//! The cheapest part of a force that is likely enough to win.

use crate::odds::case::{Case, Combat, How, Runs, Unknown};
use crate::odds::force::{Force, Stack, price};
use crate::odds::setup::Setup;
use crate::odds::tally::wilson;
use crate::rules::{Role, SiteKind};

/// More parts of a force are not tried: the cheapest of those that were is then all that is known.
const TRIED: u32 = 20_000;

/// So many battles are fought before a chance is looked at again.
const LOOK: u64 = 256;

/// A force that is likely enough to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Commitment {
    /// The force.
    pub force: Force,
    /// Its chance: to take the territory in a battle on land, to beat the defender in others.
    pub chance: f64,
    /// Where that chance lies with 95 %, if it was not found exactly.
    pub interval: Option<(f64, f64)>,
    /// What it is worth, in IPC.
    pub cost: i64,
    /// Whether it is certain that nothing cheaper is enough.
    pub proved: bool,
}

/// Finds the cheapest part of the attacker's force that is as likely to win as needed, and among equally cheap ones
/// the likeliest; `None` if not even the whole of it is. More of the same never makes it less likely: a part is enough
/// if one with less of everything is, and is not if one with more is not. Where chances are found by fighting, all of a
/// part's interval must be high enough.
///
/// # Errors
/// A battle cannot be reckoned in this way.
pub fn cheapest(
    setup: &Setup<'_>,
    needed: f64,
    how: How<'_>,
) -> Result<Option<Commitment>, Unknown> {
    let mut whole = setup.forces[0].stacks().to_vec();
    whole.sort_by_key(|stack| stack.count);
    let all: Vec<u16> = whole.iter().map(|stack| stack.count).collect();
    let prices = whole.iter().map(|stack| price(setup.rules, stack.kind));
    let mut search = Search {
        setup,
        needed,
        how,
        prices: prices.collect(),
        whole,
        best: None,
        enough: Vec::new(),
        failed: Vec::new(),
        tried: 0,
    };
    if !search.is_enough(&all)? {
        return Ok(None);
    }
    search.descend(&all)?;
    search.divide(&mut all.clone(), 0)?;
    let proved = search.tried < TRIED;
    let best = search.best;
    Ok(best.map(|best| Commitment { proved, ..best }))
}

/// A search for the cheapest part of a force.
struct Search<'s, 'a> {
    setup: &'s Setup<'a>,
    needed: f64,
    how: How<'s>,
    /// The whole force, its most numerous units last.
    whole: Vec<Stack>,
    /// What each of its units costs, in IPC.
    prices: Vec<i64>,
    best: Option<Commitment>,
    /// Parts that are enough, by the counts of their stacks.
    enough: Vec<Vec<u16>>,
    /// Parts that are not.
    failed: Vec<Vec<u16>>,
    tried: u32,
}

/// Whether a part has no more of anything than another.
fn within(part: &[u16], other: &[u16]) -> bool {
    part.iter().zip(other).all(|(a, b)| a <= b)
}

impl Search<'_, '_> {
    /// Whether a part is enough, by what is known of others or by trying it.
    fn is_enough(&mut self, part: &[u16]) -> Result<bool, Unknown> {
        if self.enough.iter().any(|less| within(less, part)) {
            return Ok(true);
        }
        self.attempt(part)
    }

    /// Tries a part, unless one with more of everything was not enough; the best one is remembered.
    fn attempt(&mut self, part: &[u16]) -> Result<bool, Unknown> {
        let known = self.failed.iter().any(|more| within(part, more));
        if known || self.tried >= TRIED {
            return Ok(false);
        }
        self.tried += 1;
        let mut force = Force::default();
        for (stack, count) in self.whole.iter().zip(part) {
            force.add(Stack {
                count: *count,
                ..*stack
            });
        }
        let found = enough(self.setup, force, self.needed, self.how)?;
        let is_enough = found.is_some();
        let known = if is_enough {
            &mut self.enough
        } else {
            &mut self.failed
        };
        known.push(part.to_vec());
        let better = |new: &Commitment| {
            self.best.as_ref().is_none_or(|best| {
                new.cost < best.cost || (new.cost == best.cost && new.chance > best.chance)
            })
        };
        self.best = found.filter(better).or(self.best.take());
        Ok(is_enough)
    }

    /// Takes units away from a part that is enough as long as the rest still is, beginning with each type once.
    fn descend(&mut self, all: &[u16]) -> Result<(), Unknown> {
        for first in 0..all.len() {
            let mut part = all.to_vec();
            for nth in 0..all.len() {
                let at = (first + nth) % all.len();
                let high = part[at];
                part[at] = self.fewest(&part, at, high)?;
            }
        }
        Ok(())
    }

    /// The fewest units of a stack with which a part is enough, where it is with so many.
    fn fewest(&mut self, part: &[u16], at: usize, mut high: u16) -> Result<u16, Unknown> {
        let mut part = part.to_vec();
        let mut low = 0;
        while low < high {
            part[at] = low + (high - low) / 2;
            match self.attempt(&part)? {
                true => high = part[at],
                false => low = part[at] + 1,
            }
        }
        Ok(high)
    }

    /// Goes through what a part may have of each stack from this one on, as far as the money of the best part reaches;
    /// of those behind it there is as much as can be.
    fn divide(&mut self, part: &mut [u16], at: usize) -> Result<(), Unknown> {
        let costs = part.iter().zip(&self.prices);
        let spent: i64 = costs.take(at).map(|(n, each)| i64::from(*n) * each).sum();
        let last = at + 1 == part.len();
        for count in 0..=self.whole[at].count {
            let best = self.best.as_ref().map_or(i64::MAX, |best| best.cost);
            let left = |spent: i64| best.saturating_sub(spent);
            let most = |nth: usize, left: i64| match self.prices[nth] {
                0 => self.whole[nth].count,
                each => {
                    u16::try_from(left / each).map_or(u16::MAX, |n| n.min(self.whole[nth].count))
                }
            };
            if left(spent) < 0 || self.tried >= TRIED {
                return Ok(());
            }
            if last {
                part[at] = most(at, left(spent));
                if self.attempt(part)? {
                    self.fewest(part, at, part[at])?;
                }
                return Ok(());
            }
            let spent = spent + i64::from(count) * self.prices[at];
            if left(spent) < 0 {
                return Ok(());
            }
            part[at] = count;
            let rest: Vec<u16> = (at + 1..part.len())
                .map(|nth| most(nth, left(spent)))
                .collect();
            part[at + 1..].copy_from_slice(&rest);
            if self.is_enough(part)? {
                self.divide(part, at + 1)?;
            }
        }
        Ok(())
    }
}

/// A part of a force, if it is likely enough to win.
fn enough(
    setup: &Setup<'_>,
    force: Force,
    needed: f64,
    how: How<'_>,
) -> Result<Option<Commitment>, Unknown> {
    if force.is_empty() {
        return Ok(None);
    }
    let tried = Setup {
        forces: [force, setup.forces[1].clone()],
        ..setup.clone()
    };
    let (chance, interval) = chance(&tried, needed, how)?;
    let [force, _] = tried.forces;
    let found = Commitment {
        cost: force.cost(setup.rules),
        force,
        chance,
        interval,
        proved: false,
    };
    Ok(Some(found).filter(|_| interval.map_or(chance, |(low, _)| low) >= needed))
}

/// The chance to take the territory, or to beat the defender where there is none; with its interval where battles
/// are fought for it, no more of them than it takes to tell it from what is needed.
fn chance(
    setup: &Setup<'_>,
    needed: f64,
    how: How<'_>,
) -> Result<(f64, Option<(f64, f64)>), Unknown> {
    let takes = setup.plan().kind == SiteKind::Land;
    let case = Case::One(Box::new(setup.clone()));
    let (mut combat, runs) = match how {
        How::Exact => {
            let odds = case.odds(how)?;
            let beats = odds.beats(Role::Attacker);
            return Ok((if takes { odds.takes } else { beats }, None));
        }
        How::Reckoned(runs) => match chance(setup, needed, How::Exact) {
            Err(Unknown::TooLarge) => (Combat::plan(runs.seed), runs),
            done => return done,
        },
        How::Sampled(runs) => (Combat::plan(runs.seed), runs),
        How::Played(stage, runs) => (Combat::game(stage, runs.seed), runs),
    };
    let mut successes = 0;
    told_apart(runs, needed, |battles| {
        for _ in 0..battles {
            let fate = case.once(&mut combat)?.fate;
            let won = fate.beaten_by(Role::Attacker);
            successes += u64::from(if takes { fate.takes } else { won });
        }
        Ok(successes)
    })
}

/// Fights until a chance is told apart from what is needed, or until it is known as well as can be.
fn told_apart(
    runs: Runs,
    needed: f64,
    mut fight: impl FnMut(u64) -> Result<u64, Unknown>,
) -> Result<(f64, Option<(f64, f64)>), Unknown> {
    let (mut done, mut found, mut interval) = (0, 0, (0.0, 1.0));
    let precise = |(low, high): (f64, f64)| {
        runs.precision
            .is_some_and(|half| (high - low) / 2.0 <= half)
    };
    while done < runs.most && (interval.0..=interval.1).contains(&needed) && !precise(interval) {
        let more = LOOK.min(runs.most - done);
        found = fight(more)?;
        done += more;
        interval = wilson(found as f64, done as f64);
    }
    Ok((found as f64 / done.max(1) as f64, Some(interval)))
}
