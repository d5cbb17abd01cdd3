//! Distributions of hits: what the dice of a volley come to, without rolling them.

use crate::odds::field::index::{ABSENT, Index};
use crate::rules::Roll;

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

    /// The chance of no hit at all.
    pub fn none(&self) -> f64 {
        if self.from == 0 { self.chances[0] } else { 0.0 }
    }
}

/// The hits of shots that share their targets: pairs of a value in hundredths and a number of shots.
pub fn hits(roll: Roll, shots: &[(i32, u32)]) -> Dist {
    let mut dists = Dists::default();
    let number = dists.hits(roll, shots);
    dists.all.swap_remove(number as usize)
}

/// Distributions of hits, each worked out once and known by a number.
#[derive(Clone, Debug)]
pub struct Dists {
    all: Vec<Dist>,
    index: Index,
}

impl Default for Dists {
    fn default() -> Self {
        Self {
            all: vec![Dist::certain(0)],
            index: Index::default(),
        }
    }
}

impl Dists {
    /// A distribution by its number.
    #[inline]
    pub fn get(&self, number: u32) -> &Dist {
        &self.all[number as usize]
    }

    /// The number of the hits of shots that share their targets.
    pub fn hits(&mut self, roll: Roll, shots: &[(i32, u32)]) -> u32 {
        if let Roll::AtOrLess { sides } = roll {
            return self.dice(sides, shots);
        }
        let sum = shots
            .iter()
            .map(|(value, n)| i64::from(*value) * i64::from(*n))
            .sum();
        let (whole, threshold, sides) = roll.expectation(sum);
        // What is added up comes to so many hits and one die; dice by themselves leave the highest bit free.
        let key = 1 << 127
            | u128::from(sides) << 96
            | u128::from(threshold as u32) << 64
            | u128::from(whole as u64);
        self.known(key, |_| {
            let whole = usize::try_from(whole).unwrap_or(0);
            match (threshold as f64 / f64::from(sides.max(1))).clamp(0.0, 1.0) {
                p if p <= 0.0 => Dist::certain(whole),
                p if p >= 1.0 => Dist::certain(whole + 1),
                p => Dist {
                    from: whole,
                    chances: vec![1.0 - p, p],
                },
            }
        })
    }

    /// Dice that hit at a face or less, the surest first: what a force loses first hits least, so that
    /// most of a sum is known from the state before.
    fn dice(&mut self, sides: u8, shots: &[(i32, u32)]) -> u32 {
        let faces = |value: i32| (value / 100).clamp(0, i32::from(sides)) as u16;
        let mut all = 0;
        let mut done = u16::MAX;
        while let Some(face) = shots
            .iter()
            .map(|(v, _)| faces(*v))
            .filter(|f| (1..done).contains(f))
            .max()
        {
            let count: u32 = shots
                .iter()
                .filter(|(v, _)| faces(*v) == face)
                .map(|(_, n)| n)
                .sum();
            all = self.and(all, (face, sides), count);
            done = face;
        }
        all
    }

    /// A known distribution and so many dice that hit at a face.
    fn and(&mut self, all: u32, (face, sides): (u16, u8), count: u32) -> u32 {
        let key = |all: u32| {
            u128::from(all) << 64
                | u128::from(count) << 32
                | u128::from(face) << 8
                | u128::from(sides)
        };
        let some = self.known(key(0), |_| {
            Dist::binomial(count as usize, f64::from(face) / f64::from(sides.max(1)))
        });
        if all == 0 {
            some
        } else {
            self.known(key(all), |dists| dists.get(all).and(dists.get(some)))
        }
    }

    fn known(&mut self, key: u128, make: impl FnOnce(&Self) -> Dist) -> u32 {
        let known = self.index.get(key);
        if known != ABSENT {
            return known;
        }
        let number = self.all.len() as u32;
        let made = make(self);
        self.all.push(made);
        self.index.put(key, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
    }

    #[test]
    fn dice_at_a_value() {
        let two = hits(Roll::AtOrLess { sides: 6 }, &[(200, 2)]);
        assert!(two.from == 0 && close(&two.chances, &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]));
        let mixed = hits(Roll::AtOrLess { sides: 6 }, &[(100, 1), (300, 1)]);
        assert!(close(&mixed.chances, &[5.0 / 12.0, 0.5, 1.0 / 12.0]));
        assert_eq!(
            hits(Roll::AtOrLess { sides: 6 }, &[(700, 3)]),
            Dist::certain(3)
        );
        assert_eq!(
            hits(Roll::AtOrLess { sides: 6 }, &[(50, 3)]),
            Dist::certain(0)
        );
    }

    #[test]
    fn added_values() {
        let low = hits(Roll::LowLuck { sides: 6 }, &[(300, 3), (100, 1)]);
        assert!(low.from == 1 && close(&low.chances, &[1.0 / 3.0, 2.0 / 3.0]));
        let pooled = hits(Roll::Pooled { sides: 10 }, &[(25, 3)]);
        // 0.75 hits: the fraction is rolled on ten sides, rounded half up to 8.
        assert!(pooled.from == 0 && close(&pooled.chances, &[0.2, 0.8]));
    }

    #[test]
    fn what_is_known_is_not_worked_out_again() {
        let mut dists = Dists::default();
        let roll = Roll::AtOrLess { sides: 6 };
        let first = dists.hits(roll, &[(100, 3), (300, 2), (100, 1)]);
        let size = dists.all.len();
        assert_eq!(
            (dists.hits(roll, &[(300, 2), (100, 4)]), dists.all.len()),
            (first, size)
        );
        assert_ne!(dists.hits(roll, &[(300, 2), (100, 3)]), first);
        assert_ne!(
            dists.hits(Roll::AtOrLess { sides: 8 }, &[(300, 2), (100, 4)]),
            first
        );
        let added = [
            Roll::LowLuck { sides: 6 },
            Roll::Pooled { sides: 10 },
            Roll::LowLuck { sides: 10 },
        ];
        let numbers = added.map(|roll| dists.hits(roll, &[(300, 2), (100, 4)]));
        assert!(
            added
                .iter()
                .zip(numbers)
                .all(|(roll, n)| *dists.get(n) == hits(*roll, &[(300, 2), (100, 4)]))
        );
    }

    #[test]
    fn many_dice_add_up_to_one() {
        for (shots, chance) in [(1, 0.5), (60, 1.0 / 6.0), (3000, 0.5), (500, 5.0 / 6.0)] {
            let dist = Dist::binomial(shots, chance);
            let sum: f64 = dist.chances.iter().sum();
            let mean: f64 = dist
                .chances
                .iter()
                .enumerate()
                .map(|(k, p)| (dist.from + k) as f64 * p)
                .sum();
            assert!(
                (sum - 1.0).abs() < 1e-11 && (mean - shots as f64 * chance).abs() < 1e-6,
                "{shots} {chance}: {sum} {mean}"
            );
        }
    }
}
