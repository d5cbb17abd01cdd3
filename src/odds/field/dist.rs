//! Distributions of hits by number: each is worked out once, from those it is made of.

use crate::field::index::Index;
use sandtable_kernel::law::roll::{self, Dist};
use sandtable_rules::Roll;

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
    pub fn hits(&mut self, roll: Roll, pool: &[(i32, u8, u32)]) -> u32 {
        if let Roll::AtOrLess { sides } = roll {
            return self.dice(sides, pool);
        }
        let sum = roll::sum(roll, pool);
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
    fn dice(&mut self, sides: u8, pool: &[(i32, u8, u32)]) -> u32 {
        let faces = |value: i32| u16::from(roll::faces(sides, value));
        let mut all = 0;
        let sure = |(value, tries, _): &(i32, u8, u32)| (faces(*value), *tries);
        let mut done = (u16::MAX, 0);
        while let Some(next) = pool
            .iter()
            .map(sure)
            .filter(|(face, tries)| *face > 0 && (*face, *tries) < done)
            .max()
        {
            let same = pool.iter().filter(|dice| sure(dice) == next);
            let die = (next.0 as u8, sides, next.1);
            all = self.and(all, die, same.map(|(_, _, n)| n).sum());
            done = next;
        }
        all
    }

    /// A known distribution and so many dice, each the best of some, that hit at a face.
    fn and(&mut self, all: u32, (face, sides, tries): (u8, u8, u8), count: u32) -> u32 {
        let key = |all: u32| {
            u128::from(all) << 64
                | u128::from(count) << 32
                | u128::from(tries) << 16
                | u128::from(face) << 8
                | u128::from(sides)
        };
        let some = self.known(key(0), |_| Dist::dice(sides, face, tries, count));
        if all == 0 {
            some
        } else {
            self.known(key(all), |dists| dists.get(all).and(dists.get(some)))
        }
    }

    fn known(&mut self, key: u128, make: impl FnOnce(&Self) -> Dist) -> u32 {
        if let Some(known) = self.index.get(key) {
            return known;
        }
        let number = self.all.len() as u32;
        let made = make(self);
        self.all.push(made);
        self.index.put(key, number);
        number
    }
}
