//! Distributions of hits by number: each is worked out once, from those it is made of.

use crate::kernel::law::roll::{self, Dist};
use crate::odds::field::index::{ABSENT, Index};
use crate::rules::Roll;

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

    /// The number of the hits of dice that share their targets.
    pub fn hits(&mut self, roll: Roll, pool: &[(i32, u32)]) -> u32 {
        if let Roll::AtOrLess { sides } = roll {
            return self.dice(sides, pool);
        }
        let sum = roll::sum(pool);
        let (whole, threshold, sides) = roll.expectation(sum);
        // What is added up comes to so many hits and one die; dice by themselves leave the highest bit free.
        let key = 1 << 127
            | u128::from(sides) << 96
            | u128::from(threshold as u32) << 64
            | u128::from(whole as u64);
        self.known(key, |_| Dist::added(roll, sum))
    }

    /// Dice that hit at a face or less, the surest first: what a force loses first hits least, so that
    /// most of a sum is known from the state before.
    fn dice(&mut self, sides: u8, pool: &[(i32, u32)]) -> u32 {
        let faces = |value: i32| u16::from(roll::faces(sides, value));
        let mut all = 0;
        let mut done = u16::MAX;
        while let Some(face) = pool
            .iter()
            .map(|(v, _)| faces(*v))
            .filter(|f| (1..done).contains(f))
            .max()
        {
            let same = pool.iter().filter(|(v, _)| faces(*v) == face);
            all = self.and(all, (face as u8, sides), same.map(|(_, n)| n).sum());
            done = face;
        }
        all
    }

    /// A known distribution and so many dice that hit at a face.
    fn and(&mut self, all: u32, (face, sides): (u8, u8), count: u32) -> u32 {
        let key = |all: u32| {
            u128::from(all) << 64
                | u128::from(count) << 32
                | u128::from(face) << 8
                | u128::from(sides)
        };
        let some = self.known(key(0), |_| Dist::dice(sides, face, count));
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
                .all(|(roll, n)| *dists.get(n) == roll::chances(*roll, &[(300, 2), (100, 4)]))
        );
    }
}
