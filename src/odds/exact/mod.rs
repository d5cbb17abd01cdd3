//! The exact reading: probability flows round by round from each pair of states to those that a round
//! leads to, until what is still undecided does not matter.

pub(super) mod resign;

use crate::field::outcomes::List;
use crate::field::side::StateId;
use crate::field::walk::{Sink, Spot, Walk};
use crate::field::{Field, Moment, Pairs};
use crate::force::at;
use sandtable_kernel::law::end::LONGEST;
use sandtable_rules::Role;

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
    /// Every ending, once.
    pub endings: Vec<Ending>,
    /// The chance that each round is fought, from the first on.
    pub rounds: Vec<f64>,
    /// The chance that each side breaks off.
    pub fled: [f64; 2],
}

/// Pairs of states, and states of a side, beyond which a battle is too large to be read exactly.
pub const PAIRS: usize = 1 << 22;
const STATES: usize = 1 << 15;
/// What is less likely than this waits until more has come to it, or is left out.
pub const FAINT: f64 = 1e-14;
/// What is still undecided with less than this chance is not followed any further.
const REST: f64 = 1e-12;

impl Field<'_> {
    /// Makes every state there can be; `false` if there are too many for an exact reading, or if
    /// losses may linger from round to round.
    pub fn close(&mut self) -> bool {
        if self.closed.is_some() {
            return true;
        }
        if self.program.lingers {
            return false;
        }
        if !self.sides.iter_mut().all(|side| side.close(STATES)) {
            return false;
        }
        let [rows, width] = [0, 1].map(|i| self.sides[i].len());
        let pairs = Pairs { rows, width };
        self.closed = (pairs.len() <= PAIRS).then_some(pairs);
        self.closed.is_some()
    }

    /// Reads a battle exactly from these states on, each with its chance. The field must be closed.
    pub fn solve(&mut self, starts: &[([StateId; 2], f64)]) -> Solved {
        if self.setup.by_chances() {
            self.find_resignations(starts);
        }
        self.flow(starts, &mut |_, _| {})
    }

    /// Lets probability flow to the end. `seen` is told of every pair by round that anything reaches.
    fn flow(&mut self, starts: &[([StateId; 2], f64)], seen: &mut dyn FnMut(u16, usize)) -> Solved {
        let mut flow = Flow::new(self.closed.unwrap_or_default());
        for (live, chance) in starts {
            self.go(
                Walk::from(Spot::START, Moment::of(*live), *chance),
                &mut flow,
            );
        }
        for round in 1..=LONGEST {
            self.release(round, &mut flow);
            let mut all = 0.0;
            // Hits lead to later places only: what comes to them now is for the next round.
            for place in (0..flow.mass.len()).rev() {
                let chance = flow.mass[place];
                if chance > FAINT {
                    flow.mass[place] = 0.0;
                    all += chance;
                    seen(round, place);
                    let moment = Moment::of(flow.pairs.live(place));
                    let walk = Walk::on(Spot::of(round, 0), moment, chance);
                    self.tail(walk, &mut flow);
                }
            }
            if all < REST {
                break;
            }
        }
        flow.solved()
    }

    /// Lets everything that has come to a pause go on to the end of its round.
    fn release(&mut self, round: u16, flow: &mut Flow) {
        let mut number = 0;
        while number < flow.pauses.len() {
            for place in 0..flow.mass.len() {
                let Pause { ix, fired, mass } = &mut flow.pauses[number];
                let (spot, fired) = (Spot::of(round, *ix), *fired);
                let chance = std::mem::take(&mut mass[place]);
                if chance > FAINT {
                    let moment = Moment {
                        fired,
                        ..Moment::of(flow.pairs.live(place))
                    };
                    let walk = Walk::on(spot, moment, chance);
                    self.go(walk, flow);
                }
            }
            number += 1;
        }
    }
}

/// Probability that has come to a step between the dice of a round.
struct Pause {
    ix: usize,
    fired: [u16; 2],
    mass: Vec<f64>,
}

/// Probability in every pair of states: where rounds have led so far, and where battles have ended.
struct Flow {
    pairs: Pairs,
    mass: Vec<f64>,
    /// In the order of their steps.
    pauses: Vec<Pause>,
    ended: Vec<f64>,
    rounds: Vec<f64>,
    fled: [f64; 2],
}

impl Sink for Flow {
    fn cell(&mut self, moment: Moment, chance: f64) {
        self.mass[self.pairs.place(moment.live)] += chance;
    }
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        let run = defenders.run();
        for (a, p) in attackers.iter() {
            let share = chance * p;
            if share < FAINT {
                continue;
            }
            let row = &mut self.mass[self.pairs.place([a, 0])..][..self.pairs.width];
            match run {
                Some(first) => {
                    let cells = &mut row[first as usize..][..defenders.len()];
                    cells
                        .iter_mut()
                        .zip(&defenders.chances)
                        .for_each(|(cell, q)| *cell += share * q);
                }
                None => defenders
                    .iter()
                    .for_each(|(d, q)| row[d as usize] += share * q),
            }
        }
    }
    fn pause(&mut self, ix: usize, moment: &Moment, chance: f64) -> bool {
        let place = self.pairs.place(moment.live);
        let known = self
            .pauses
            .iter()
            .position(|p| (p.ix, p.fired) == (ix, moment.fired));
        let Some(number) = known.or_else(|| self.add_pause(ix, moment.fired)) else {
            return false;
        };
        self.pauses[number].mass[place] += chance;
        true
    }
    fn end(&mut self, live: [StateId; 2], chance: f64) {
        self.ended[self.pairs.place(live)] += chance;
    }
    fn fled(&mut self, role: Role, chance: f64) {
        self.fled[at(role)] += chance;
    }
    fn round(&mut self, round: u16, chance: f64) {
        let round = usize::from(round);
        self.rounds.resize(self.rounds.len().max(round), 0.0);
        self.rounds[round - 1] += chance;
    }
}

impl Flow {
    /// Nothing yet in any of these pairs.
    fn new(pairs: Pairs) -> Self {
        Self {
            pairs,
            mass: vec![0.0; pairs.len()],
            pauses: Vec::new(),
            ended: vec![0.0; pairs.len()],
            rounds: Vec::new(),
            fled: [0.0; 2],
        }
    }

    /// Makes room for a pause, if there is any.
    fn add_pause(&mut self, ix: usize, fired: [u16; 2]) -> Option<usize> {
        if self.pauses.len() >= (PAIRS / self.mass.len()).max(1) {
            return None;
        }
        let number = self.pauses.iter().take_while(|p| p.ix <= ix).count();
        let mass = vec![0.0; self.mass.len()];
        self.pauses.insert(number, Pause { ix, fired, mass });
        Some(number)
    }

    fn solved(self) -> Solved {
        let ended = self.ended.iter().enumerate().filter(|(_, p)| **p > 0.0);
        let ending = |(place, chance): (usize, &f64)| Ending {
            live: self.pairs.live(place),
            chance: *chance,
        };
        Solved {
            endings: ended.map(ending).collect(),
            rounds: self.rounds,
            fled: self.fled,
        }
    }
}
