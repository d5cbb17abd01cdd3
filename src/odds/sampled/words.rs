//! Random words for sampling: fast, seeded, the same on every machine. Not the dice of games, which
//! have a stream of their own.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The generator xoshiro256++ of Blackman and Vigna, filled from a stream of ChaCha.
#[derive(Clone, Debug)]
pub struct Words {
    state: [u64; 4],
}

impl Words {
    /// The words of a seed.
    pub fn new(seed: u64) -> Self {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        // ChaCha never gives four words of nothing but zeros in practice; the last bit makes sure.
        Self {
            state: [
                source.next_u64(),
                source.next_u64(),
                source.next_u64(),
                source.next_u64() | 1,
            ],
        }
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_words() {
        let words = |seed| {
            let mut words = Words::new(seed);
            (0..100).map(|_| words.word()).collect::<Vec<_>>()
        };
        assert_eq!(words(1), words(1));
        assert_ne!(words(1), words(2));
    }

    #[test]
    fn the_first_words_never_change() {
        let mut words = Words {
            state: [1, 2, 3, 4],
        };
        let first: Vec<u64> = (0..3).map(|_| words.word()).collect();
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn bits_are_fair() {
        let mut words = Words::new(5);
        let ones: u32 = (0..10_000).map(|_| words.word().count_ones()).sum();
        assert!((318_000..322_000).contains(&ones), "{ones}");
    }
}
