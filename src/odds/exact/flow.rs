//! Probability in every pair of states, flowing forward.

mod lengths;

use crate::odds::exact::still::Still;
use crate::odds::exact::walk::{Sink, Spot, Walker};
use crate::odds::exact::{Ending, FAINT, PAIRS, STUCK, Solved};
use crate::odds::field::Moment;
use crate::odds::field::outcomes::List;
use crate::odds::field::side::StateId;
use crate::odds::force::at;
use crate::rules::Role;

/// Probability that has come to a step between the dice of a round.
struct Pause {
    ix: usize,
    fired: [u16; 2],
    mass: Vec<f64>,
}

/// Sends probability forward.
struct Flow {
    width: usize,
    mass: Vec<f64>,
    /// In the order of their steps.
    pauses: Vec<Pause>,
    solved: Solved,
}

impl Sink for Flow {
    fn cell(&mut self, live: [StateId; 2], chance: f64) {
        let place = self.place(live);
        self.mass[place] += chance;
    }
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        let run = defenders.run();
        for (a, p) in attackers.iter() {
            let share = chance * p;
            if share < FAINT {
                continue;
            }
            let row = &mut self.mass[a as usize * self.width..][..self.width];
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
        let place = self.place(moment.live);
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
        self.solved.endings.push(Ending { live, chance });
    }
    fn fled(&mut self, role: Role, chance: f64) {
        self.solved.fled[at(role)] += chance;
    }
    fn round(&mut self, chance: f64) {
        self.solved.rounds += chance;
    }
}

impl Flow {
    /// Nothing yet, in so many rows and columns of pairs.
    fn new((rows, width): (usize, usize)) -> Self {
        Self {
            width,
            mass: vec![0.0; rows * width],
            pauses: Vec::new(),
            solved: Solved::default(),
        }
    }

    fn place(&self, live: [StateId; 2]) -> usize {
        live[0] as usize * self.width + live[1] as usize
    }

    fn live(&self, place: usize) -> [StateId; 2] {
        [
            (place / self.width) as StateId,
            (place % self.width) as StateId,
        ]
    }

    /// Makes room for a pause, if there is any.
    fn add_pause(&mut self, ix: usize, fired: [u16; 2]) -> Option<usize> {
        if self.pauses.len() >= (PAIRS / self.mass.len()).max(1) {
            return None;
        }
        let number = self.pauses.iter().take_while(|p| p.ix <= ix).count();
        self.pauses.insert(
            number,
            Pause {
                ix,
                fired,
                mass: vec![0.0; self.mass.len()],
            },
        );
        Some(number)
    }

    fn is_empty_at(&self, place: usize) -> bool {
        self.mass[place] <= FAINT && self.pauses.iter().all(|p| p.mass[place] <= FAINT)
    }
}

impl Walker<'_, '_> {
    /// Lets probability flow to the end. `seen` is told of every pair by round that anything reaches.
    pub fn flow(
        &mut self,
        starts: &[([StateId; 2], f64)],
        seen: &mut dyn FnMut(u16, [StateId; 2]),
    ) -> Solved {
        let (rows, width) = self.field.closed.unwrap_or_default();
        let size = rows * width;
        let mut flow = Flow::new((rows, width));
        let settled = self.field.program.settled();
        for (live, chance) in starts {
            let moment = self.field.moment(*live);
            self.go(Spot::START, moment, *chance, false, &mut flow);
        }
        for round in 1..=settled {
            self.release(round, &mut flow);
            let before = std::mem::replace(&mut flow.mass, vec![0.0; size]);
            for (place, chance) in before.into_iter().enumerate().filter(|(_, p)| *p > FAINT) {
                let live = [(place / width) as StateId, (place % width) as StateId];
                seen(round, live);
                self.tail(round, live, chance, true, &mut flow);
            }
        }
        if settled > 0 {
            self.release(settled + 1, &mut flow);
        }
        self.settle(settled + 1, &mut flow, seen);
        flow.solved
    }

    /// Lets everything that has come to a pause go on to the end of its round.
    fn release(&mut self, round: u16, flow: &mut Flow) {
        let mut number = 0;
        while number < flow.pauses.len() {
            for place in 0..flow.mass.len() {
                self.resume(round, place, number, flow);
            }
            number += 1;
        }
    }

    fn resume(&mut self, round: u16, place: usize, number: usize, flow: &mut Flow) {
        let Pause {
            ix,
            fired,
            ref mut mass,
        } = flow.pauses[number];
        let chance = std::mem::take(&mut mass[place]);
        if chance > FAINT {
            let moment = Moment {
                fired,
                ..self.field.moment(flow.live(place))
            };
            self.go(Spot::of(round, ix), moment, chance, true, flow);
        }
    }

    /// Rounds that are all alike. Hits lead to later places only, so that a place can be left behind once
    /// all before it are: what comes back to it without a hit is a geometric series.
    fn settle(&mut self, round: u16, flow: &mut Flow, seen: &mut dyn FnMut(u16, [StateId; 2])) {
        let mut still = Still::default();
        for place in 0..flow.mass.len() {
            if flow.is_empty_at(place) {
                continue;
            }
            let live = flow.live(place);
            self.still(round, live, &mut still);
            // What has paused elsewhere than on the way of this pair comes to it from outside.
            let mut number = 0;
            while number < flow.pauses.len() {
                if still
                    .at(flow.pauses[number].ix, flow.pauses[number].fired)
                    .is_none()
                {
                    self.resume(round, place, number, flow);
                }
                number += 1;
            }
            let paused = |p: &Pause| {
                still
                    .at(p.ix, p.fired)
                    .map_or(0.0, |i| still.misses[i].rest * p.mass[place])
            };
            let chance = flow.mass[place] + flow.pauses.iter().map(paused).sum::<f64>();
            if chance > FAINT {
                seen(round, live);
                if still.stay > STUCK {
                    flow.end(live, chance);
                    flow.pauses.iter_mut().for_each(|p| p.mass[place] = 0.0);
                } else {
                    self.begin(round, live, chance / (1.0 - still.stay), &still, flow);
                }
            }
            self.pass_on(round, place, &still, flow);
            flow.mass[place] = 0.0;
        }
    }

    /// Another round.
    fn begin(
        &mut self,
        round: u16,
        live: [StateId; 2],
        chance: f64,
        still: &Still,
        flow: &mut Flow,
    ) {
        match still.misses.first() {
            Some(first) if still.plain => {
                flow.round(chance);
                let moment = self.field.moment(live);
                self.exchange(
                    Spot::of(round + 1, first.then),
                    first.pair,
                    moment,
                    chance,
                    flow,
                );
            }
            _ => self.tail(round, live, chance, true, flow),
        }
    }

    /// What has paused on the way goes on along it.
    fn pass_on(&mut self, round: u16, place: usize, still: &Still, flow: &mut Flow) {
        for number in 0..flow.pauses.len() {
            let Pause {
                ix,
                fired,
                ref mut mass,
            } = flow.pauses[number];
            if mass[place] <= FAINT {
                continue;
            }
            let next = still
                .at(ix, fired)
                .and_then(|i| still.misses.get(i + 1))
                .filter(|_| still.plain);
            let Some(next) = next else {
                self.resume(round, place, number, flow);
                continue;
            };
            let chance = std::mem::take(&mut mass[place]);
            let moment = Moment {
                fired,
                ..self.field.moment(flow.live(place))
            };
            self.exchange(Spot::of(round, next.then), next.pair, moment, chance, flow);
        }
    }
}
