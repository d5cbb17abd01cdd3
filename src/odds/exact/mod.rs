//! The exact reading: probability flows from each pair of states to those that a round leads to, the
//! heaviest pairs first, so that each is looked at once; a round in which nothing is hit only makes a
//! battle longer, and is taken out by the geometric series. Where rounds differ they are gone through
//! one by one until they do not.

pub(super) mod flow;
pub(super) mod resign;
pub(super) mod still;
pub(super) mod walk;

use crate::odds::exact::walk::Walker;
use crate::odds::field::Field;
use crate::odds::field::side::StateId;
use crate::odds::force::at;
use crate::rules::Role;

/// How a battle may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ending {
    /// What is left on each side.
    pub live: [StateId; 2],
    /// How likely.
    pub chance: f64,
}

/// What the exact reading finds.
#[derive(Clone, Default, Debug)]
pub struct Solved {
    /// Every ending; the same one may come more than once.
    pub endings: Vec<Ending>,
    /// Rounds to expect.
    pub rounds: f64,
    /// The chance that each side breaks off.
    pub fled: [f64; 2],
}

/// Pairs of states, and states of a side, beyond which a battle is too large to be read exactly.
pub const PAIRS: usize = 1 << 22;
const STATES: usize = 1 << 15;
/// Pairs less likely than this are left out.
pub const FAINT: f64 = 1e-14;
/// A round that changes nothing with this chance changes nothing at all.
pub const STUCK: f64 = 1.0 - 1e-12;

impl Field<'_> {
    /// States of the defender, as rows of pairs are wide.
    pub fn width(&self) -> usize {
        self.closed.map_or(0, |(_, d)| d)
    }

    /// Makes every state there can be; `false` if there are too many for an exact reading, or if
    /// losses may linger from round to round.
    pub fn close(&mut self) -> bool {
        if self.closed.is_some() {
            return true;
        }
        if self.program.lingers {
            return false;
        }
        for role in [Role::Attacker, Role::Defender] {
            if !self.sides[at(role)].close(STATES) {
                return false;
            }
        }
        let (a, d) = (self.sides[0].len(), self.sides[1].len());
        self.closed = (a * d <= PAIRS).then_some((a, d));
        self.closed.is_some()
    }

    /// Reads a battle exactly from these states on, each with its chance. The field must be closed.
    pub fn solve(&mut self, starts: &[([StateId; 2], f64)]) -> Solved {
        let mut walker = Walker::new(self);
        if walker
            .field
            .setup
            .tactics
            .iter()
            .any(|t| t.retreat.below.is_some())
        {
            walker.find_resignations(starts);
        }
        walker.flow(starts, &mut |_, _| {})
    }
}
