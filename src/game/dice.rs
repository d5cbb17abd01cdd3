//! The dice of a game: a seeded stream whose values never change between releases or machines.
//! The scheme has a name that saves write down. `chacha8-v1`: ChaCha with 8 rounds, keyed with the
//! seed's eight bytes (lowest first) and 24 zero bytes, read as 64-bit words; a word picks one of
//! `n` by its remainder, and the few highest words that would favour small remainders are skipped.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use sandtable_kernel::{Dice, Scripted};

/// The name of the scheme, as saves write it.
pub const SCHEME: &str = "chacha8-v1";

/// A seeded stream of dice.
#[derive(Debug)]
pub struct Stream {
    words: ChaCha8Rng,
    seed: u64,
    number: u64,
}

impl Stream {
    /// The dice of a game with this seed.
    pub fn new(seed: u64) -> Self {
        Self::numbered(seed, 0)
    }

    /// One of many independent streams of the same seed: the dice are number 0, programs that play
    /// along draw from others, so that they never disturb the dice.
    pub fn numbered(seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(number);
        Self {
            words,
            seed,
            number,
        }
    }

    /// A stream with a whole key, for one order: it is no game's of its own.
    pub fn keyed(key: [u8; 32]) -> Self {
        Self {
            words: ChaCha8Rng::from_seed(key),
            seed: 0,
            number: 0,
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many words have been drawn: where the stream goes on.
    pub fn position(&self) -> u64 {
        // A stream ends after 2^64 words of half the size, so the half of that fits.
        (self.words.get_word_pos() / 2) as u64
    }

    /// Goes on from this position.
    pub fn seek(&mut self, position: u64) {
        self.words.set_word_pos(u128::from(position) * 2);
    }

    /// A number below `n`, each as likely as any other; 0 if there is none.
    pub fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        // 2^64 is not a multiple of most n: words from the last incomplete run are skipped.
        let skipped = (u64::MAX % n + 1) % n;
        loop {
            let word = self.words.next_u64();
            if word <= u64::MAX - skipped {
                return word % n;
            }
        }
    }
}

impl Clone for Stream {
    fn clone(&self) -> Self {
        let mut copy = Self::numbered(self.seed, self.number);
        copy.seek(self.position());
        copy
    }
}

impl Dice for Stream {
    fn roll(&mut self, sides: u8) -> u8 {
        // Below 256, so the face fits.
        self.below(sides.into()) as u8 + u8::from(sides > 0)
    }
}

/// Dice whose faces are written down as they are rolled.
pub(super) struct Noted<'a> {
    dice: &'a mut dyn Dice,
    /// What came up.
    pub faces: Vec<u8>,
}

impl<'a> Noted<'a> {
    /// Writes down what these dice show.
    pub fn new(dice: &'a mut dyn Dice) -> Self {
        Self {
            dice,
            faces: Vec::new(),
        }
    }
}

/// Dice that are written down; without any left the game stops.
#[derive(Default)]
pub(super) struct Written(pub Scripted);

impl Dice for Written {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.roll(sides)
    }
    fn ran_out(&self) -> bool {
        self.0.missing > 0
    }
}

impl Dice for Noted<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = self.dice.roll(sides);
        self.faces.push(face);
        face
    }
    fn ran_out(&self) -> bool {
        self.dice.ran_out()
    }
}
