//! How long a battle lasts: probability that flows round by round, where the exact reading itself
//! takes all rounds that are alike in one.

use super::Flow;
use crate::odds::exact::still::Still;
use crate::odds::exact::walk::{Spot, Walker};
use crate::odds::exact::{FAINT, STUCK};
use crate::odds::field::Field;
use crate::odds::field::side::StateId;

/// What is still undecided with less than this chance is not followed any further.
const REST: f64 = 1e-9;
/// No battle has more rounds than this.
const LONGEST: usize = 500;

impl Field<'_> {
    /// The chance that a battle from these states on lasts so many rounds, from none on; what is too
    /// unlikely to be followed is left out. The field must be closed.
    pub fn lengths(&mut self, starts: &[([StateId; 2], f64)]) -> Vec<f64> {
        let begun = Walker::new(self).begun(starts);
        let all: f64 = starts.iter().map(|(_, chance)| chance).sum();
        let at_least = |n: usize| {
            if n == 0 {
                all
            } else {
                begun.get(n - 1).copied().unwrap_or(0.0)
            }
        };
        let mut lengths: Vec<f64> = (0..=begun.len())
            .map(|n| (at_least(n) - at_least(n + 1)).max(0.0))
            .collect();
        while lengths.last().is_some_and(|p| *p == 0.0) {
            lengths.pop();
        }
        lengths
    }
}

impl Walker<'_, '_> {
    /// The chance that each round begins, from the first on.
    fn begun(&mut self, starts: &[([StateId; 2], f64)]) -> Vec<f64> {
        let settled = self.field.program.settled();
        let mut flow = Flow::new(self.field.closed.unwrap_or_default());
        let mut still = Still::default();
        let mut begun = Vec::new();
        for (live, chance) in starts {
            let moment = self.field.moment(*live);
            self.go(Spot::START, moment, *chance, false, &mut flow);
        }
        while begun.len() < LONGEST {
            begun.push(std::mem::take(&mut flow.solved.rounds));
            let round = begun.len() as u16;
            self.release(round, &mut flow);
            flow.solved.endings.clear();
            let size = flow.mass.len();
            let before = std::mem::replace(&mut flow.mass, vec![0.0; size]);
            if before.iter().sum::<f64>() < REST {
                break;
            }
            for (place, chance) in before.into_iter().enumerate().filter(|(_, p)| *p > FAINT) {
                let live = flow.live(place);
                if round > settled {
                    self.still(round, live, &mut still);
                }
                if round <= settled || still.stay <= STUCK {
                    self.tail(round, live, chance, true, &mut flow);
                }
            }
        }
        begun
    }
}
