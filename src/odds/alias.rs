//! Drawing from a distribution of hits with one random word, whatever its size: the alias method.

use super::dist::Dist;

/// A table to draw hits from: a power of two of bins, each with two outcomes.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Alias {
    /// The share of the first outcome in 32 bits, the first outcome, the second.
    bins: Vec<(u32, u16, u16)>,
}

impl Alias {
    /// The table of a distribution.
    pub fn new(dist: &Dist) -> Self {
        let n = dist.chances.len().next_power_of_two();
        let total: f64 = dist.chances.iter().sum();
        let mut left: Vec<f64> = dist.chances.iter().map(|p| p / total * n as f64).collect();
        left.resize(n, 0.0);
        let hits = |i: usize| u16::try_from(dist.from + i).unwrap_or(u16::MAX);
        let mut bins: Vec<(u32, u16, u16)> = (0..n).map(|i| (u32::MAX, hits(i), hits(i))).collect();
        let mut small: Vec<usize> = (0..n).filter(|i| left[*i] < 1.0).collect();
        let mut large: Vec<usize> = (0..n).filter(|i| left[*i] >= 1.0).collect();
        while let (Some(i), Some(j)) = (small.pop(), large.last().copied()) {
            bins[i] = ((left[i] * 4_294_967_296.0) as u32, hits(i), hits(j));
            left[j] -= 1.0 - left[i];
            if left[j] < 1.0 {
                large.pop();
                small.push(j);
            }
        }
        Self { bins }
    }

    /// The hits that a random word stands for: its low half picks a bin, its high half the outcome.
    #[inline]
    pub fn draw(&self, word: u64) -> u32 {
        let (share, first, second) = self.bins[word as usize & (self.bins.len() - 1)];
        u32::from(if (word >> 32) as u32 >= share && share != u32::MAX { second } else { first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_as_likely_as_they_should_be() {
        let dist = Dist::binomial(7, 1.0 / 3.0);
        let alias = Alias::new(&dist);
        let mut share = [0.0; 8];
        for (cut, first, second) in &alias.bins {
            let p = if *cut == u32::MAX { 1.0 } else { f64::from(*cut) / 4_294_967_296.0 };
            share[usize::from(*first)] += p / 8.0;
            if p < 1.0 {
                share[usize::from(*second)] += (1.0 - p) / 8.0;
            }
        }
        for (hits, p) in dist.chances.iter().enumerate() {
            assert!((share[hits] - p).abs() < 1e-8, "{hits} hits: {} and {p}", share[hits]);
        }
    }
}
