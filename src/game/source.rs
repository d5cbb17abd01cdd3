//! Where the seed of a game comes from that nobody is to choose: the server fixes a secret and names its hash, then each
//! person adds a text, and all of it together makes the seed. Who has the secret, the texts and the hash that was named can
//! work it out again.

use super::joint::Secret;
use sandtable_diag::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The longest text that somebody adds, in bytes.
pub const LONGEST: usize = 200;

/// What a seed comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// Fixed before anybody added anything.
    pub secret: Secret,
    /// What was added: a line for each who did.
    pub added: String,
}

impl Source {
    /// A secret with what each person added, in the order of their names: nobody chooses that order, either.
    pub fn of(secret: Secret, texts: &BTreeMap<String, String>) -> Self {
        let line = |(name, text): (&String, &String)| line(name, text);
        let added = texts.iter().map(line).collect();
        Self { secret, added }
    }
    /// The seed.
    pub fn seed(&self) -> u64 {
        let both = format!("{}\n{}", String::from(self.secret), self.added);
        let hash = blake3::hash(both.as_bytes());
        let first = hash.as_bytes().first_chunk();
        first.map_or(0, |first| u64::from_le_bytes(*first))
    }
    /// Whether that is the seed of a game.
    ///
    /// # Errors
    /// `save/source`: it is another one's.
    pub fn gives(&self, seed: u64) -> Result<(), Problem> {
        if self.seed() == seed {
            return Ok(());
        }
        let message = "the seed of this game does not come from the secret and the texts it names";
        let problem = Problem::error("save/source", message);
        Err(problem.help("somebody chose the seed, or changed what stands in the save"))
    }
}

/// How a text stands among those that were added; whoever begins a game has no name.
pub fn line(name: &str, text: &str) -> String {
    format!("{name}\t{text}\n")
}

/// Makes sure that a text can be added.
///
/// # Errors
/// `dice/text`: it is empty, too long, or more than one line.
pub fn fits(text: &str) -> Result<(), Problem> {
    if (1..=LONGEST).contains(&text.len()) && !text.contains(char::is_control) {
        return Ok(());
    }
    let message = format!("what is added to the dice is one line of 1 to {LONGEST} bytes");
    Err(Problem::error("dice/text", message).help("random digits are best"))
}
