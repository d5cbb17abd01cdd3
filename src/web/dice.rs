//! Dice that nobody can steer: the server names a hash before it hears what whoever begins the game adds, and opens
//! what was hashed when the game is over.

use crate::game::save::hex;
use std::fmt::Write as _;

/// What the dice of a game come from.
#[derive(Clone)]
pub struct Source {
    /// The server's own, fixed before anybody else said anything.
    pub secret: [u8; 32],
    /// What was added.
    pub added: String,
}

/// The hash that binds the server to a secret.
pub fn commitment(secret: &[u8; 32]) -> String {
    blake3::hash(secret).to_hex().to_string()
}

impl Source {
    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        let mut both = hex(&self.secret);
        // A text always takes more text.
        let _ = write!(both, "\n{}", self.added);
        let hash = blake3::hash(both.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        u64::from_le_bytes(first)
    }
}
