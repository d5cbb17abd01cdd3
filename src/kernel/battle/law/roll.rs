//! How dice become hits: rolled one by one, or as a distribution of what they may come to.

use super::fire::Shots;
use super::losses::{self, Hits};
use sandtable_rules::{Roll, UnitTypeSet};

/// Dice that share their targets: a value in hundredths, of how many dice the best counts, and how many such there are.
pub type Pool = Vec<(i32, u8, u32)>;

/// The faces of a die that hit at a value in hundredths.
pub fn faces(sides: u8, value: i32) -> u8 {
    (value / 100).clamp(0, i32::from(sides)) as u8
}

/// Shots sorted by what they can hit, in the order in which they are fired.
pub fn pools(shots: &[Shots]) -> Vec<(UnitTypeSet, Pool)> {
    let mut pools: Vec<(UnitTypeSet, Pool)> = Vec::new();
    for shot in shots {
        let dice = (shot.value, shot.tries, shot.dice);
        match pools
            .iter_mut()
            .find(|(targets, _)| *targets == shot.targets)
        {
            Some((_, pool)) => pool.push(dice),
            None => pools.push((shot.targets, vec![dice])),
        }
    }
    pools
}

/// What the values of a pool add up to, in hundredths.
pub fn sum(roll: Roll, pool: &[(i32, u8, u32)]) -> i64 {
    pool.iter()
        .map(|(value, tries, dice)| worth(roll, *value, *tries) * i64::from(*dice))
        .sum()
}

/// The value, in hundredths, that is as good as the best of several dice at another.
fn worth(roll: Roll, value: i32, tries: u8) -> i64 {
    let value = i64::from(value);
    let full = match roll {
        Roll::AtOrLess { sides } | Roll::LowLuck { sides } => i64::from(sides) * 100,
        Roll::Pooled { .. } => 100,
    };
    let more = |best: i64, _| best + (full - best).max(0) * value.min(full) / full;
    (1..tries).fold(value, more)
}

/// More hits than any position could take.
const MOST_HITS: i64 = 1 << 30;

/// Rolls for shots and sorts the hits by what they can go to.
pub fn score(roll: Roll, shots: &[Shots], die: &mut dyn FnMut(u8) -> u8) -> Vec<Hits> {
    let mut scored = Vec::new();
    if let Roll::AtOrLess { sides } = roll {
        for shot in shots {
            let at = faces(sides, shot.value);
            let mut best = || (0..shot.tries).map(|_| die(sides)).min();
            let hits = (0..shot.dice).filter(|_| best().is_some_and(|face| face <= at));
            let hits = hits.fold(0, |n, _| n + 1);
            losses::add(&mut scored, shot.targets, hits);
        }
        return scored;
    }
    // The other rolls add values up, group by group of the same targets.
    for (targets, pool) in pools(shots) {
        let (whole, threshold, sides) = roll.expectation(sum(roll, &pool));
        let more = threshold > 0 && i64::from(die(sides)) <= threshold;
        let hits = whole.clamp(0, MOST_HITS) as u32 + u32::from(more);
        losses::add(&mut scored, targets, hits);
    }
    scored
}

/// The scoring faces to be expected of shots.
pub fn expected(roll: Roll, shots: &[Shots]) -> i64 {
    let one = |shot: &Shots| match shot.tries {
        1 => roll.scoring(shot.value.into()) * i64::from(shot.dice),
        tries => (worth(roll, shot.value, tries) * i64::from(shot.dice) + 50) / 100,
    };
    match roll {
        Roll::AtOrLess { .. } => shots.iter().map(one).sum(),
        Roll::LowLuck { .. } | Roll::Pooled { .. } => {
            let pools = pools(shots).into_iter();
            pools.map(|(_, pool)| roll.scoring(sum(roll, &pool))).sum()
        }
    }
}

/// Probabilities of a number of hits, from `from` hits on.
#[derive(Clone, PartialEq, Debug)]
pub struct Dist {
    /// The fewest hits.
    pub from: usize,
    /// The probability of that many, one more, and so on.
    pub chances: Vec<f64>,
}

/// Tails less likely than this are cut off.
const TAIL: f64 = 1e-13;

impl Dist {
    /// So many hits for certain.
    pub fn certain(hits: usize) -> Self {
        Self {
            from: hits,
            chances: vec![1.0],
        }
    }

    /// The hits below which this share of all chances lies.
    #[inline]
    pub fn at(&self, mut share: f64) -> u32 {
        let last = self.chances.len() - 1;
        let more = self.chances[..last].iter().take_while(|chance| {
            let over = share >= **chance;
            share -= **chance;
            over
        });
        (self.from + more.count()) as u32
    }

    /// Hits of dice that hit at so many of their faces, each being the best of some.
    pub fn dice(sides: u8, faces: u8, tries: u8, dice: u32) -> Self {
        let one = f64::from(faces) / f64::from(sides.max(1));
        let chance = match tries {
            1 => one,
            _ => 1.0 - (1.0 - one).powi(tries.into()),
        };
        Self::binomial(dice as usize, chance)
    }

    /// What the best of some dice shows: the highest.
    pub fn highest(sides: u8, tries: u8) -> Self {
        let upto = |face: u8| (f64::from(face) / f64::from(sides)).powi(tries.into());
        Self {
            from: 1,
            chances: (1..=sides).map(|n| upto(n) - upto(n - 1)).collect(),
        }
    }

    /// Hits of values added up to a sum in hundredths.
    pub fn added(roll: Roll, sum: i64) -> Self {
        let (whole, threshold, sides) = roll.expectation(sum);
        let whole = usize::try_from(whole).unwrap_or(0);
        match (threshold as f64 / f64::from(sides.max(1))).clamp(0.0, 1.0) {
            p if p <= 0.0 => Self::certain(whole),
            p if p >= 1.0 => Self::certain(whole + 1),
            p => Self {
                from: whole,
                chances: vec![1.0 - p, p],
            },
        }
    }

    /// Hits of `shots` dice that each hit with this chance.
    pub fn binomial(shots: usize, chance: f64) -> Self {
        if chance <= 0.0 || shots == 0 {
            return Self::certain(0);
        }
        if chance >= 1.0 {
            return Self::certain(shots);
        }
        // Outwards from the likeliest number, so that nothing vanishes with many dice; scaled to one at the end.
        let odds = chance / (1.0 - chance);
        let mode = (((shots + 1) as f64 * chance) as usize).min(shots);
        let mut chances = vec![0.0; shots + 1];
        chances[mode] = 1.0;
        for k in mode..shots {
            chances[k + 1] = chances[k] * odds * (shots - k) as f64 / (k + 1) as f64;
        }
        for k in (0..mode).rev() {
            chances[k] = chances[k + 1] * (k + 1) as f64 / (odds * (shots - k) as f64);
        }
        let all: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|p| *p /= all);
        Self { from: 0, chances }.trimmed()
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (short, long) = if self.chances.len() < other.chances.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut chances = vec![0.0; short.chances.len() + long.chances.len() - 1];
        for (i, p) in short.chances.iter().enumerate() {
            for (sum, q) in chances[i..].iter_mut().zip(&long.chances) {
                *sum += p * q;
            }
        }
        Self {
            from: self.from + other.from,
            chances,
        }
        .trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.chances.len() > 1 && self.chances.last().is_some_and(|p| *p < TAIL) {
            self.chances.pop();
        }
        let low = self
            .chances
            .iter()
            .take_while(|p| **p < TAIL)
            .count()
            .min(self.chances.len() - 1);
        self.chances.drain(..low);
        self.from += low;
        self
    }
}
