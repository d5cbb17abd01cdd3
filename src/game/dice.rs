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
pub struct Stream(ChaCha8Rng);

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
        let mut stream = Self::keyed(key);
        stream.0.set_stream(number);
        stream
    }

    /// A stream with a whole key, for one order: it is no game's of its own.
    pub fn keyed(key: [u8; 32]) -> Self {
        Self(ChaCha8Rng::from_seed(key))
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        let key = self.0.get_seed();
        let first = key.first_chunk();
        first.map_or(0, |seed| u64::from_le_bytes(*seed))
    }

    /// How many words have been drawn: where the stream goes on.
    pub fn position(&self) -> u64 {
        // A stream ends after 2^64 words of half the size, so the half of that fits.
        (self.0.get_word_pos() / 2) as u64
    }

    /// Goes on from this position.
    pub fn seek(&mut self, position: u64) {
        self.0.set_word_pos(u128::from(position) * 2);
    }

    /// A number below `n`, each as likely as any other; 0 if there is none.
    pub fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        // 2^64 is not a multiple of most n: words from the last incomplete run are skipped.
        let skipped = (u64::MAX % n + 1) % n;
        loop {
            let word = self.0.next_u64();
            if word <= u64::MAX - skipped {
                return word % n;
            }
        }
    }
}

impl Clone for Stream {
    fn clone(&self) -> Self {
        let mut copy = Self::keyed(self.0.get_seed());
        copy.0.set_stream(self.0.get_stream());
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

/// Dice that are written down; without any left the game stops.
#[derive(Clone, Default)]
pub(super) struct Written(pub Scripted);

impl Dice for Written {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.roll(sides)
    }
    fn ran_out(&self) -> bool {
        self.0.missing > 0
    }
}

/// The dice of a game, wherever they come from, with what they show.
#[derive(Clone)]
pub(super) struct Cup {
    /// Those of its seed, where there are no others.
    pub stream: Stream,
    /// Those that several people made for one order.
    pub joint: Option<Stream>,
    /// Those that are written down: they are rolled before any others.
    pub written: Option<Written>,
    shown: Vec<u8>,
}

impl Cup {
    /// The dice of a seed.
    pub fn of(stream: Stream) -> Self {
        Self {
            stream,
            joint: None,
            written: None,
            shown: Vec::new(),
        }
    }
    /// What they have shown since this was last asked; what several people made is used up then.
    pub fn shown(&mut self) -> Vec<u8> {
        self.joint = None;
        std::mem::take(&mut self.shown)
    }
}

impl Dice for Cup {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = match (&mut self.written, &mut self.joint) {
            (Some(dice), _) => dice.roll(sides),
            (None, Some(dice)) => dice.roll(sides),
            (None, None) => self.stream.roll(sides),
        };
        self.shown.push(face);
        face
    }
    fn ran_out(&self) -> bool {
        self.written.as_ref().is_some_and(Dice::ran_out)
    }
}
