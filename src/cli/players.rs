//! Programs that play, by the names under which seats know them.

use crate::ai::{Player, Random, Simple};
use crate::game::Session;
use crate::game::dice::Stream;
use crate::kernel::{Decision, Order};

/// The names of the programs, the usual one first.
pub(super) const PROGRAMS: &[&str] = &["simple", "random"];

/// A program that plays.
pub(super) struct Program(Box<dyn Player>);

impl Program {
    /// The program of a name. Its chances come from a stream of the game's seed that is not the
    /// dice's; the number tells it from those of other programs.
    pub fn new(name: &str, seed: u64, number: u64) -> Self {
        match name {
            "random" => Self(Box::new(Random::new(Stream::numbered(seed, number + 1)))),
            _ => Self(Box::new(Simple::new())),
        }
    }
    /// Its answer to a decision.
    pub fn answer(&mut self, session: &Session, decision: &Decision) -> Order {
        self.0.answer(session.rules(), session.state(), session.hooks(), decision)
    }
}
