//! Programs that play, by the names under which seats know them.

use crate::game::Session;
use crate::game::dice::Stream;
use crate::kernel::{Decision, Order};

/// The names of the programs, the usual one first.
pub(super) const PROGRAMS: &[&str] = &["random"];

/// A program that plays.
pub(super) struct Program {
    stream: Stream,
}

impl Program {
    /// The program of a name; number tells its chances from those of others.
    pub fn new(_name: &str, seed: u64, number: u64) -> Self {
        Self { stream: Stream::numbered(seed, number + 1) }
    }
    /// Its answer to a decision.
    pub fn answer(&mut self, session: &Session, _decision: &Decision) -> Option<Order> {
        let orders = session.legal().ok()?;
        let at = self.stream.below(orders.len() as u64);
        orders.get(usize::try_from(at).ok()?).cloned()
    }
}
