//! The best part of a force: the cheapest that is likely enough to win, or the likeliest to win for a price.

use crate::case::{Case, Combat, How, Runs, Unknown};
use crate::force::{Force, Stack};
use crate::setup::Setup;
use crate::tally::wilson;
use sandtable_rules::{Role, SiteKind};

/// More parts of a force are not tried: the best of those that were is then all that is known.
const TRIED: u32 = 20_000;

/// So many battles are fought before a chance is looked at again.
const LOOK: u64 = 256;

/// Exact chances that differ by no more than this are as good as each other.
const ALIKE: f64 = 1e-9;

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
    /// Whether it is certain that nothing else is better.
    pub proved: bool,
}

/// What part of a force is looked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sought {
    /// The cheapest with this chance, from 0 to 1, and among equally cheap ones the likeliest. Where chances are found by
    /// fighting, all of a part's interval must be as high.
    Needed(f64),
    /// The likeliest to win that costs no more than this, in IPC, and among equally likely ones the cheapest.
    Price(i64),
}

/// Finds a part of the attacker's force; `None` if no part has the chance, or none for the price ever wins. More of the same never
/// makes a force less likely to win: a part is enough if one with less of everything is, and is not if one with more is not.
///
/// # Errors
/// A battle cannot be reckoned in this way.
pub fn best_part(
    setup: &Setup<'_>,
    sought: Sought,
    how: How<'_>,
) -> Result<Option<Commitment>, Unknown> {
    let mut search = Search::new(setup, sought, how);
    if let Sought::Needed(_) = sought {
        let all = search.all();
        if !search.is_enough(&all)? {
            return Ok(None);
        }
        search.descend(&all)?;
        return search.best();
    }
    search.fill()?;
    let best = search.best()?;
    Ok(best.filter(|best| best.chance > 0.0))
}

/// What is known of a part that has been tried.
struct Tried {
    /// How many it has of each stack.
    part: Vec<u16>,
    /// It is as likely as this …
    holds: f64,
    /// … and not as likely as that.
    fails: f64,
}

/// A search for the best part of a force.
struct Search<'s, 'a> {
    setup: &'s Setup<'a>,
    sought: Sought,
    how: How<'s>,
    /// The whole force, its most numerous units last.
    whole: Vec<Stack>,
    /// What each of its units costs, in IPC.
    prices: Vec<i64>,
    best: Option<Commitment>,
    /// The best chance of any part that could be had.
    top: f64,
    known: Vec<Tried>,
    tried: u32,
}

/// Whether a part has no more of anything than another.
fn within(part: &[u16], other: &[u16]) -> bool {
    part.iter().zip(other).all(|(a, b)| a <= b)
}

impl<'s, 'a> Search<'s, 'a> {
    fn new(setup: &'s Setup<'a>, sought: Sought, how: How<'s>) -> Self {
        let mut whole = setup.forces[0].stacks().to_vec();
        whole.sort_by_key(|stack| stack.count);
        let prices = whole
            .iter()
            .map(|stack| setup.rules.units.price(stack.kind).into());
        Self {
            setup,
            sought,
            how,
            prices: prices.collect(),
            whole,
            best: None,
            top: 0.0,
            known: Vec::new(),
            tried: 0,
        }
    }

    /// The whole force.
    fn all(&self) -> Vec<u16> {
        self.whole.iter().map(|stack| stack.count).collect()
    }

    /// The chance below which a part is of no use any more.
    fn needed(&self) -> f64 {
        match self.sought {
            Sought::Needed(needed) => needed,
            Sought::Price(_) => self.top - ALIKE,
        }
    }

    /// The money that a part may cost at most to be of any use still.
    fn budget(&self) -> i64 {
        match self.sought {
            Sought::Needed(_) => self.best.as_ref().map_or(i64::MAX, |best| best.cost),
            Sought::Price(price) => price,
        }
    }

    fn cost(&self, part: &[u16]) -> i64 {
        let costs = part.iter().zip(&self.prices);
        costs.map(|(n, each)| i64::from(*n) * each).sum()
    }

    /// As much as there is between two parts of each stack by itself, for the money that the lesser one leaves; `None`
    /// if it cannot be had.
    fn most(&self, low: &[u16], high: &[u16]) -> Option<Vec<u16>> {
        let left = self.budget().saturating_sub(self.cost(low));
        let each = low.iter().zip(high).zip(&self.prices);
        let most = each.map(|((low, high), price)| match left.checked_div(*price) {
            None => *high,
            Some(more) => {
                u16::try_from(more).map_or(*high, |more| (*high).min(low.saturating_add(more)))
            }
        });
        (left >= 0).then(|| most.collect())
    }

    /// Whether a part is enough, by what is known of others or by trying it.
    fn is_enough(&mut self, part: &[u16]) -> Result<bool, Unknown> {
        let needed = self.needed();
        let less = |known: &Tried| known.holds >= needed && within(&known.part, part);
        Ok(self.known.iter().any(less) || self.attempt(part)?)
    }

    /// Tries a part, unless one with more of everything was not enough; the best one is remembered.
    fn attempt(&mut self, part: &[u16]) -> Result<bool, Unknown> {
        let needed = self.needed();
        let more = |known: &&Tried| {
            within(part, &known.part) && (known.fails <= needed || known.part == part)
        };
        if let Some(known) = self.known.iter().find(more) {
            return Ok(known.fails > needed);
        }
        let nothing = part.iter().all(|count| *count == 0);
        if nothing || self.tried >= TRIED {
            return Ok(false);
        }
        self.tried += 1;
        let (setup, cost) = (self.of(part), self.cost(part));
        let (chance, interval) = chance(&setup, Some(needed), self.how)?;
        let is_enough = interval.map_or(chance, |(low, _)| low) >= needed;
        let (holds, fails) = match (interval, is_enough) {
            (None, _) => (chance, chance.next_up()),
            (Some((low, _)), true) => (low, f64::INFINITY),
            (Some(_), false) => (f64::NEG_INFINITY, needed),
        };
        self.known.push(Tried {
            part: part.to_vec(),
            holds,
            fails,
        });
        if is_enough && cost <= self.budget() {
            self.found(&setup, cost, (chance, interval))?;
        }
        Ok(is_enough)
    }

    /// The battle with a part of the force.
    fn of(&self, part: &[u16]) -> Setup<'a> {
        let part = self.whole.iter().zip(part);
        let force = part.map(|(stack, count)| stack.many(*count)).collect();
        Setup {
            forces: [force, self.setup.forces[1].clone()],
            ..self.setup.clone()
        }
    }

    /// Remembers a part that is enough, if it is better than the best one.
    fn found(
        &mut self,
        setup: &Setup<'_>,
        cost: i64,
        mut known: (f64, Option<(f64, f64)>),
    ) -> Result<(), Unknown> {
        // What others are measured by has to be known well.
        if let (Sought::Price(_), Some(_)) = (self.sought, known.1) {
            known = chance(setup, None, self.how)?;
        }
        let (chance, interval) = known;
        let better = self.best.as_ref().is_none_or(|best| match self.sought {
            Sought::Needed(_) => (cost, best.chance) < (best.cost, chance),
            Sought::Price(_) if chance > self.top + ALIKE => true,
            Sought::Price(_) => chance >= self.top - ALIKE && cost < best.cost,
        });
        self.top = self.top.max(chance);
        if better {
            self.best = Some(Commitment {
                force: setup.forces[0].clone(),
                chance,
                interval,
                cost,
                proved: false,
            });
        }
        Ok(())
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

    /// Spends the money on each pair of types, as much of the one as there is and the rest on the other.
    fn fill(&mut self) -> Result<(), Unknown> {
        let all = self.all();
        for first in 0..all.len() {
            for second in 0..all.len() {
                let mut part = vec![0; all.len()];
                for at in [first, second] {
                    let mut high = part.clone();
                    high[at] = all[at];
                    part = self.most(&part, &high).unwrap_or(part);
                }
                self.attempt(&part)?;
            }
        }
        Ok(())
    }

    /// The best part of all. Those between two parts are passed over where as much as there is of everything is not
    /// enough, and else looked for in two halves.
    fn best(mut self) -> Result<Option<Commitment>, Unknown> {
        let all = self.all();
        let mut between = vec![(vec![0; all.len()], all)];
        while let Some((low, high)) = between.pop() {
            let Some(most) = self.most(&low, &high).filter(|_| self.tried < TRIED) else {
                continue;
            };
            let in_reach = self.cost(&most) <= self.budget();
            let is_enough = match in_reach {
                true => self.attempt(&most)?,
                false => self.is_enough(&most)?,
            };
            let worth = |at: &usize| i64::from(most[*at] - low[*at]) * self.prices[*at];
            let widest = (0..most.len()).max_by_key(worth);
            let Some(at) = widest.filter(|at| is_enough && worth(at) > 0) else {
                continue;
            };
            let (mut less, mut more) = (most.clone(), low.clone());
            less[at] = low[at] + (most[at] - low[at]) / 2;
            more[at] = less[at] + 1;
            between.extend([(low, less), (more, most)]);
        }
        let proved = self.tried < TRIED;
        Ok(self.best.map(|best| Commitment { proved, ..best }))
    }
}

/// The chance to take the territory, or to beat the defender where there is none; with its interval where battles
/// are fought for it, no more of them than it takes to tell it from what is needed, if that is said.
fn chance(
    setup: &Setup<'_>,
    needed: Option<f64>,
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
    needed: Option<f64>,
    mut fight: impl FnMut(u64) -> Result<u64, Unknown>,
) -> Result<(f64, Option<(f64, f64)>), Unknown> {
    let (mut done, mut found, mut interval) = (0, 0, (0.0, 1.0));
    let open = |(low, high): (f64, f64)| needed.is_none_or(|n| (low..=high).contains(&n));
    while done < runs.most && open(interval) && !runs.are_enough(interval) {
        let more = LOOK.min(runs.most - done);
        found = fight(more)?;
        done += more;
        interval = wilson(found as f64, done as f64);
    }
    Ok((found as f64 / done.max(1) as f64, Some(interval)))
}
