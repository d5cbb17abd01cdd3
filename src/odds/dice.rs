//! Battles that are fought by dice: random words, what is hit with them, and a battle by its plan.

use crate::kernel::Dice;
use crate::kernel::law::roll::Dist;
use crate::odds::field::side::StateId;
use crate::odds::field::walk::{Sink, Spot, Walk};
use crate::odds::field::{Field, Moment};
use crate::odds::force::at;
use crate::rules::Role;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Random words for battles that are not a game's: fast, seeded, the same on every machine. The generator
/// xoshiro256++ of Blackman and Vigna, filled from a stream of ChaCha.
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

    /// The hits of a volley.
    pub(in crate::odds) fn hits(&mut self, dist: &Dist) -> u32 {
        let mut share = (self.word() >> 11) as f64 / (1u64 << 53) as f64;
        let last = dist.chances.len() - 1;
        let more = dist.chances[..last].iter().take_while(|chance| {
            let over = share >= **chance;
            share -= **chance;
            over
        });
        (dist.from + more.count()) as u32
    }
}

impl Dice for Words {
    fn roll(&mut self, sides: u8) -> u8 {
        // The upper half of the product is below `sides`.
        ((u128::from(self.word()) * u128::from(sides.max(1))) >> 64) as u8 + 1
    }
}

/// A battle as it is fought.
struct Bout<'w> {
    words: &'w mut Words,
    /// Where the next round goes on from.
    next: Option<Moment>,
    fought: Fought,
}

/// A battle that was fought.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fought {
    /// What is left of both sides.
    pub live: [StateId; 2],
    /// How many rounds it lasted.
    pub rounds: u32,
    /// Which sides broke off.
    pub fled: [bool; 2],
}

impl Sink for Bout<'_> {
    fn cell(&mut self, moment: Moment, _: f64) {
        self.next = Some(moment);
    }
    fn end(&mut self, live: [StateId; 2], _: f64) {
        self.fought.live = live;
    }
    fn fled(&mut self, role: Role, _: f64) {
        self.fought.fled[at(role)] = true;
    }
    fn round(&mut self, _: u16, _: f64) {
        self.fought.rounds += 1;
    }
    fn dice(&mut self) -> Option<&mut Words> {
        Some(self.words)
    }
}

impl Field<'_> {
    /// Fights a battle from these states on.
    pub fn fight(&mut self, start: [StateId; 2], words: &mut Words) -> Fought {
        let mut bout = Bout {
            words,
            next: None,
            fought: Fought::default(),
        };
        self.go(Walk::from(Spot::START, Moment::of(start), 1.0), &mut bout);
        for round in 1.. {
            let Some(moment) = bout.next.take() else {
                break;
            };
            let walk = Walk::on(Spot::of(round, 0), moment, 1.0);
            self.tail(walk, &mut bout);
        }
        bout.fought
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

    #[test]
    fn hits_are_as_likely_as_they_should_be() {
        let (mut words, mut found) = (Words::new(3), [0.0; 8]);
        let dist = Dist::binomial(7, 1.0 / 3.0);
        (0..100_000).for_each(|_| found[words.hits(&dist) as usize] += 1e-5);
        for (hits, p) in dist.chances.iter().enumerate() {
            assert!((found[hits] - p).abs() < 0.006, "{hits} hits: {found:?}");
        }
        assert_eq!(words.hits(&Dist::certain(5)), 5);
    }
}
