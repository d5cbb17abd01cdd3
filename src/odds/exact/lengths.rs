//! How long a battle lasts: probability that flows round by round, where the exact reading itself
//! takes all rounds that are alike in one.

use super::{FAINT, Flow, STUCK, Scratch, Solved, Solver};
use crate::odds::field::Field;
use crate::odds::side::StateId;

/// What is still undecided with less than this chance is not followed any further.
const REST: f64 = 1e-9;
/// No battle has more rounds than this.
const LONGEST: usize = 500;

impl Field<'_> {
    /// The chance that a battle from these states on lasts so many rounds, from none on; what is too
    /// unlikely to be followed is left out. The field must be closed.
    pub fn lengths(&mut self, starts: &[([StateId; 2], f64)]) -> Vec<f64> {
        let (rows, width) = self.closed.unwrap_or_default();
        let settled = self.program.settled();
        let mut solver = Solver { field: self, scratch: Scratch::default() };
        let mut flow = Flow { width, mass: vec![0.0; rows * width], solved: Solved::default() };
        // The chance that each round begins, from the first on.
        let mut begun = Vec::new();
        for (live, chance) in starts {
            let moment = solver.field.moment(*live);
            solver.go(0, 0, 0, moment, *chance, false, &mut flow);
        }
        while begun.len() < LONGEST {
            begun.push(std::mem::take(&mut flow.solved.rounds));
            flow.solved.endings.clear();
            let before = std::mem::replace(&mut flow.mass, vec![0.0; rows * width]);
            if before.iter().sum::<f64>() < REST {
                break;
            }
            let round = begun.len() as u16;
            for (place, chance) in before.into_iter().enumerate().filter(|(_, p)| *p > FAINT) {
                let live = [(place / width) as StateId, (place % width) as StateId];
                if round <= settled || solver.stay(round, live) <= STUCK {
                    solver.tail(round, live, chance, true, &mut flow);
                }
            }
        }
        let all: f64 = starts.iter().map(|(_, chance)| chance).sum();
        let at_least = |n: usize| if n == 0 { all } else { begun.get(n - 1).copied().unwrap_or(0.0) };
        let mut lengths: Vec<f64> = (0..=begun.len()).map(|n| (at_least(n) - at_least(n + 1)).max(0.0)).collect();
        while lengths.last().is_some_and(|p| *p == 0.0) {
            lengths.pop();
        }
        lengths
    }
}
