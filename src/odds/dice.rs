//! Battles that are fought: what volleys hit, by random words or as is to be expected, and a battle by its plan.

use crate::field::side::StateId;
use crate::field::walk::{Sink, Spot, Walk};
use crate::field::{Field, Moment};
use crate::force::at;
use rand::rngs::{ChaCha8Rng, Xoshiro256PlusPlus};
use rand::{Rng, SeedableRng};
use sandtable_kernel::Dice;
use sandtable_kernel::law::roll::Dist;
use sandtable_rules::Role;

/// Random words for battles that are not a game's: fast, seeded, the same on every machine. The generator
/// xoshiro256++ of Blackman and Vigna, filled from a stream of ChaCha.
#[derive(Clone, Debug)]
pub struct Xoshiro(Xoshiro256PlusPlus);

impl Xoshiro {
    /// The words of a seed.
    pub fn new(seed: u64) -> Self {
        let mut state = [0; 32];
        ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut state);
        // ChaCha never gives four words of nothing but zeros in practice; the last bit makes sure.
        state[24] |= 1;
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A share from 0 up to, but not, 1.
    #[inline]
    pub fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// What volleys hit where they are rolled.
pub trait Luck {
    /// The hits of a volley on a side.
    fn hits(&mut self, on: Role, dist: &Dist) -> u32;
}

impl Luck for Xoshiro {
    fn hits(&mut self, _: Role, dist: &Dist) -> u32 {
        dist.at(self.share())
    }
}

impl Dice for Xoshiro {
    fn roll(&mut self, sides: u8) -> u8 {
        // The upper half of the product is below `sides`.
        ((u128::from(self.word()) * u128::from(sides.max(1))) >> 64) as u8 + 1
    }
}

/// A battle as it is fought.
struct Bout<'w> {
    luck: &'w mut dyn Luck,
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
    fn luck(&mut self) -> Option<&mut dyn Luck> {
        Some(&mut *self.luck)
    }
}

impl Field<'_> {
    /// Fights a battle from these states on.
    pub fn fight(&mut self, start: [StateId; 2], luck: &mut dyn Luck) -> Fought {
        let mut bout = Bout {
            luck,
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
