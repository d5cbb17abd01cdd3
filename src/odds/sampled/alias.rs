//! Drawing from a distribution of hits with one random word, whatever its size: the alias method.

use crate::kernel::law::roll::Dist;

/// A table to draw hits from, among others: a power of two of bins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Alias {
    first: u32,
    mask: u32,
}

/// The bins of all tables. Each has two outcomes: the share of the first in 32 bits, the first, the second.
#[derive(Clone, Default, Debug)]
pub struct Bins {
    all: Vec<(u32, u16, u16)>,
    /// The tables of distributions, by their numbers.
    known: Vec<Option<Alias>>,
}

impl Bins {
    /// The table of a distribution with this number.
    pub fn table(&mut self, number: u32, dist: &Dist) -> Alias {
        let number = number as usize;
        self.known.resize(self.known.len().max(number + 1), None);
        let known = self.known[number];
        known.unwrap_or_else(|| {
            let made = self.make(dist);
            self.known[number] = Some(made);
            made
        })
    }

    fn make(&mut self, dist: &Dist) -> Alias {
        let n = dist.chances.len().next_power_of_two();
        let total: f64 = dist.chances.iter().sum();
        let mut left: Vec<f64> = dist.chances.iter().map(|p| p / total * n as f64).collect();
        left.resize(n, 0.0);
        let hits = |i: usize| u16::try_from(dist.from + i).unwrap_or(u16::MAX);
        let first = self.all.len();
        self.all
            .extend((0..n).map(|i| (u32::MAX, hits(i), hits(i))));
        let mut small: Vec<usize> = (0..n).filter(|i| left[*i] < 1.0).collect();
        let mut large: Vec<usize> = (0..n).filter(|i| left[*i] >= 1.0).collect();
        while let (Some(i), Some(j)) = (small.pop(), large.last().copied()) {
            self.all[first + i] = ((left[i] * 4_294_967_296.0) as u32, hits(i), hits(j));
            left[j] -= 1.0 - left[i];
            if left[j] < 1.0 {
                large.pop();
                small.push(j);
            }
        }
        Alias {
            first: first as u32,
            mask: n as u32 - 1,
        }
    }

    /// The hits that a random word stands for: its low half picks a bin, its high half the outcome.
    #[inline]
    pub fn draw(&self, alias: Alias, word: u64) -> u32 {
        let (share, first, second) =
            self.all[alias.first as usize + (word as u32 & alias.mask) as usize];
        u32::from(if (word >> 32) as u32 >= share && share != u32::MAX {
            second
        } else {
            first
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_as_likely_as_they_should_be() {
        let mut bins = Bins::default();
        bins.table(0, &Dist::certain(2));
        let dist = Dist::binomial(7, 1.0 / 3.0);
        let alias = bins.table(2, &dist);
        let mut share = [0.0; 8];
        for (cut, first, second) in &bins.all[alias.first as usize..][..=alias.mask as usize] {
            let p = if *cut == u32::MAX {
                1.0
            } else {
                f64::from(*cut) / 4_294_967_296.0
            };
            share[usize::from(*first)] += p / 8.0;
            if p < 1.0 {
                share[usize::from(*second)] += (1.0 - p) / 8.0;
            }
        }
        for (hits, p) in dist.chances.iter().enumerate() {
            assert!(
                (share[hits] - p).abs() < 1e-8,
                "{hits} hits: {} and {p}",
                share[hits]
            );
        }
        let certain = bins.table(1, &Dist::certain(5));
        assert_eq!(
            (bins.draw(certain, u64::MAX), bins.table(2, &dist)),
            (5, alias)
        );
    }
}
