//! The exact reading: probability flows from each pair of states to those that a round leads to, the
//! heaviest pairs first, so that each is looked at once; a round in which nothing is hit only makes a
//! battle longer, and is taken out by the geometric series. Where rounds differ they are gone through
//! one by one until they do not.

use super::field::{Field, Moment};
use super::force::at;
use super::outcomes::{List, Scratch};
use super::program::Op;
use super::quiet::Quiet;
use super::side::StateId;
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
const FAINT: f64 = 1e-14;
/// A round that changes nothing with this chance changes nothing at all.
const STUCK: f64 = 1.0 - 1e-12;

/// Where probability goes.
trait Sink {
    /// A round's dice are done, with these states left.
    fn cell(&mut self, live: [StateId; 2], chance: f64);
    /// The same for every pair of two lists.
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64);
    /// The battle is over.
    fn end(&mut self, live: [StateId; 2], chance: f64);
    /// A side breaks off.
    fn fled(&mut self, role: Role, chance: f64);
    /// A round begins.
    fn round(&mut self, chance: f64);
}

/// Sends probability forward.
struct Flow {
    width: usize,
    mass: Vec<f64>,
    solved: Solved,
}

impl Sink for Flow {
    fn cell(&mut self, live: [StateId; 2], chance: f64) {
        self.mass[live[0] as usize * self.width + live[1] as usize] += chance;
    }
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        for (a, p) in attackers.iter() {
            let share = chance * p;
            if share < FAINT {
                continue;
            }
            let row = &mut self.mass[a as usize * self.width..][..self.width];
            if let Some(first) = defenders.run() {
                let cells = &mut row[first as usize..][..defenders.chances.len()];
                cells.iter_mut().zip(&defenders.chances).for_each(|(cell, q)| *cell += share * q);
            } else {
                defenders.iter().for_each(|(d, q)| row[d as usize] += share * q);
            }
        }
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

/// Gathers the chance of each side to win from where it is known already.
struct Look<'a> {
    width: usize,
    known: &'a [[f64; 2]],
    stands: [&'a [bool]; 2],
    sum: [f64; 2],
}

impl Sink for Look<'_> {
    fn cell(&mut self, live: [StateId; 2], chance: f64) {
        let known = self.known[live[0] as usize * self.width + live[1] as usize];
        self.sum[0] += chance * known[0];
        self.sum[1] += chance * known[1];
    }
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        for (a, p) in attackers.iter() {
            defenders.iter().for_each(|(d, q)| self.cell([a, d], chance * p * q));
        }
    }
    fn end(&mut self, live: [StateId; 2], chance: f64) {
        let stands = [0, 1].map(|i| self.stands[i][live[i] as usize]);
        for i in [0, 1] {
            self.sum[i] += if stands[i] && !stands[1 - i] { chance } else { 0.0 };
        }
    }
    fn fled(&mut self, _: Role, _: f64) {}
    fn round(&mut self, _: f64) {}
}

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
            let leave = self.departures(role);
            if !self.sides[at(role)].close(STATES, &leave) {
                return false;
            }
        }
        let (a, d) = (self.sides[0].len(), self.sides[1].len());
        self.closed = (a * d <= PAIRS).then_some((a, d));
        self.closed.is_some()
    }

    /// Reads a battle exactly from these states on, each with its chance. The field must be closed.
    pub fn solve(&mut self, starts: &[([StateId; 2], f64)]) -> Solved {
        let mut solver = Solver { field: self, scratch: Scratch::default() };
        if solver.field.setup.tactics.iter().any(|t| t.retreat.below.is_some()) {
            solver.find_resignations(starts);
        }
        solver.flow(starts, &mut |_, _| {})
    }
}

struct Solver<'f, 'a> {
    field: &'f mut Field<'a>,
    scratch: Scratch,
}

impl Solver<'_, '_> {
    /// Lets probability flow to the end. `seen` is told of every pair by round that anything reaches.
    fn flow(&mut self, starts: &[([StateId; 2], f64)], seen: &mut dyn FnMut(u16, [StateId; 2])) -> Solved {
        let (rows, width) = self.field.closed.unwrap_or_default();
        let mut flow = Flow { width, mass: vec![0.0; rows * width], solved: Solved::default() };
        for (live, chance) in starts {
            let moment = self.field.moment(*live);
            self.go(0, 0, 0, moment, *chance, false, &mut flow);
        }
        let settled = self.field.program.settled();
        for round in 1..=settled {
            let before = std::mem::replace(&mut flow.mass, vec![0.0; rows * width]);
            for (place, chance) in before.into_iter().enumerate().filter(|(_, p)| *p > FAINT) {
                let live = [(place / width) as StateId, (place % width) as StateId];
                seen(round, live);
                self.tail(round, live, chance, true, &mut flow);
            }
        }
        let round = settled + 1;
        for place in 0..rows * width {
            let chance = std::mem::take(&mut flow.mass[place]);
            if chance <= FAINT {
                continue;
            }
            let live = [(place / width) as StateId, (place % width) as StateId];
            seen(round, live);
            let stay = self.stay(round, live);
            if stay > STUCK {
                flow.end(live, chance);
                continue;
            }
            self.tail(round, live, chance / (1.0 - stay), true, &mut flow);
            flow.mass[place] = 0.0;
        }
        flow.solved
    }

    /// The chance that nothing at all changes from one end of a round to the next.
    fn stay(&mut self, round: u16, live: [StateId; 2]) -> f64 {
        let field = &mut *self.field;
        if field.setup.plan().max_rounds.is_some_and(|most| round >= most) {
            return 0.0;
        }
        let mut moment = field.moment(live);
        let mut stay = 1.0;
        let (tail, end) = (field.program.tail, field.program.ops[1].len());
        for (from, to) in [(tail, end), (0, tail)] {
            let mut ix = field.onward(1, from, round, &moment);
            while ix < to {
                if field.beaten(&moment) {
                    return 0.0;
                }
                let (one, other) = match field.program.ops[1][ix] {
                    Op::Fire(i) => (Some(i), None),
                    Op::Exchange(i, j) => (Some(i), Some(j)),
                    op => {
                        if field.quiet(op, round, &mut moment) != Quiet::Nothing && moment.live != live {
                            return 0.0;
                        }
                        (None, None)
                    }
                };
                for step in [one, other].into_iter().flatten() {
                    if let Some(number) = field.fire(step, round, &moment) {
                        let fired = field.fired(number);
                        stay *= fired.none;
                        moment.fired[at(field.program.fires[step].role)] = fired.fired;
                    }
                }
                ix = field.onward(1, ix + 1, round, &moment);
            }
        }
        stay
    }

    /// The end of a round: what follows its dice, and on to the next one.
    fn tail(&mut self, round: u16, live: [StateId; 2], chance: f64, fought: bool, sink: &mut dyn Sink) {
        let mut moment = self.field.moment(live);
        let mut fought = fought;
        let mut ix = self.field.onward(1, self.field.program.tail, round, &moment);
        while let Some(op) = self.field.program.ops[1].get(ix).copied() {
            if self.field.beaten(&moment) {
                return sink.end(moment.live, chance);
            }
            match self.field.quiet(op, round, &mut moment) {
                Quiet::Fled(role) => sink.fled(role, chance),
                Quiet::Perished => fought = true,
                Quiet::Nothing | Quiet::Changed => {}
            }
            ix = self.field.onward(1, ix + 1, round, &moment);
        }
        let last = self.field.setup.plan().max_rounds.is_some_and(|most| round >= most);
        if last || !fought || self.field.beaten(&moment) {
            return sink.end(moment.live, chance);
        }
        let moment = self.field.moment(moment.live);
        sink.round(chance);
        self.go(1, 0, round + 1, moment, chance, false, sink);
    }

    /// Goes on from a step of the beginning (stage 0) or of a round (stage 1) to the end of its dice.
    #[expect(clippy::too_many_arguments, reason = "a place in a battle: stage, step, round, and how it was reached")]
    fn go(
        &mut self,
        stage: usize,
        ix: usize,
        round: u16,
        mut moment: Moment,
        chance: f64,
        mut fought: bool,
        sink: &mut dyn Sink,
    ) {
        let mut ix = ix;
        loop {
            if self.field.beaten(&moment) {
                return sink.end(moment.live, chance);
            }
            ix = self.field.onward(stage, ix, round, &moment);
            if stage == 1 && ix >= self.field.program.tail {
                return if fought { sink.cell(moment.live, chance) } else { self.tail(round, moment.live, chance, false, sink) };
            }
            let Some(op) = self.field.program.ops[stage].get(ix).copied() else {
                sink.round(chance);
                moment.fired = self.field.moment(moment.live).fired;
                return self.go(1, 0, 1, moment, chance, false, sink);
            };
            match op {
                Op::Fire(step) => {
                    if let Some(fired) = self.field.fire(step, round, &moment) {
                        return self.volley(stage, ix + 1, round, (step, fired), moment, chance, sink);
                    }
                }
                Op::Exchange(first, second) => {
                    let fired = [first, second].map(|step| self.field.fire(step, round, &moment));
                    if fired != [None, None] {
                        return self.exchange(stage, ix + 1, round, ([first, second], fired), moment, chance, sink);
                    }
                    moment.shown = moment.live;
                }
                op => match self.field.quiet(op, round, &mut moment) {
                    Quiet::Fled(role) => sink.fled(role, chance),
                    Quiet::Perished => fought = true,
                    Quiet::Nothing | Quiet::Changed => {}
                },
            }
            ix += 1;
        }
    }

    /// A volley by itself: every number of hits leads its own way.
    #[expect(clippy::too_many_arguments, reason = "a place in a battle: stage, step, round, and how it was reached")]
    fn volley(
        &mut self,
        stage: usize,
        ix: usize,
        round: u16,
        (step, fired): (usize, usize),
        moment: Moment,
        chance: f64,
        sink: &mut dyn Sink,
    ) {
        let combos = self.field.combos(fired, &mut self.scratch);
        let mut after: Vec<(Moment, f64)> = Vec::new();
        for (hits, p) in combos.hits.chunks(self.field.volleys(fired).len()).zip(&combos.chances) {
            let next = self.field.after(step, fired, hits, &moment);
            match after.iter_mut().find(|(m, _)| *m == next) {
                Some((_, q)) => *q += p,
                None => after.push((next, *p)),
            }
        }
        self.scratch.combos = combos;
        for (next, p) in after.into_iter().filter(|(_, p)| chance * p > FAINT) {
            self.go(stage, ix, round, next, chance * p, true, sink);
        }
    }

    /// Two volleys that do not change each other: every pair of their outcomes.
    #[expect(clippy::too_many_arguments, reason = "a place in a battle: stage, step, round, and how it was reached")]
    fn exchange(
        &mut self,
        stage: usize,
        ix: usize,
        round: u16,
        (steps, fired): ([usize; 2], [Option<usize>; 2]),
        moment: Moment,
        chance: f64,
        sink: &mut dyn Sink,
    ) {
        let mut lists = [self.scratch.take(), self.scratch.take()];
        let mut spent = moment.fired;
        for (step, fired) in steps.into_iter().zip(fired) {
            let role = self.field.program.fires[step].role;
            let hit = at(role.other());
            self.field.outcomes(role.other(), moment.live[hit], fired, &mut self.scratch, &mut lists[hit]);
            if let Some(fired) = fired {
                spent[at(role)] = self.field.fired(fired).fired;
            }
        }
        if stage == 1 && ix == self.field.program.tail {
            sink.grid(&lists[0], &lists[1], chance);
        } else {
            for (a, p) in lists[0].iter() {
                for (d, q) in lists[1].iter().filter(|(_, q)| chance * p * q > FAINT) {
                    let next = Moment { live: [a, d], shown: [a, d], fired: spent };
                    self.go(stage, ix, round, next, chance * p * q, true, sink);
                }
            }
        }
        lists.into_iter().for_each(|list| self.scratch.give(list));
    }

    /// Finds the pairs of states in which a side breaks off because its chance to win, if it went on
    /// and did so wherever it is wise, is too small: the lightest pairs first, the last rounds first.
    fn find_resignations(&mut self, starts: &[([StateId; 2], f64)]) {
        let (rows, width) = self.field.closed.unwrap_or_default();
        let last = self.field.program.settled() + 1;
        self.field.resigns = vec![[vec![false; rows * width], vec![false; rows * width]]; usize::from(last) + 1];
        let mut reached: Vec<(u16, [StateId; 2])> = Vec::new();
        self.flow(starts, &mut |round, live| reached.push((round, live)));
        reached.sort_by(|a, b| b.cmp(a));
        let stands = |role: Role, n: usize| (0..n as StateId).map(|s| self.field.stands(role, s)).collect::<Vec<_>>();
        let stands = [stands(Role::Attacker, rows), stands(Role::Defender, width)];
        // What is known of the round after, and of this one.
        let mut later = vec![[0.0; 2]; rows * width];
        let mut known = later.clone();
        let mut round = last;
        for (at_round, live) in reached {
            if at_round != round {
                later = std::mem::replace(&mut known, vec![[0.0; 2]; rows * width]);
                round = at_round;
            }
            let place = live[0] as usize * width + live[1] as usize;
            let table = if round == last { &known } else { &later };
            let stay = if round == last { self.stay(round, live) } else { 0.0 };
            let mut value = self.value(round, live, table, &stands, stay);
            for (i, tactics) in self.field.setup.tactics.iter().enumerate() {
                if tactics.retreat.below.is_some_and(|least| value[i] < least) {
                    self.field.resigns[usize::from(round)][i][place] = true;
                }
            }
            if (0..2).any(|i| self.field.resigns[usize::from(round)][i][place]) {
                value = self.value(round, live, table, &stands, 0.0);
            }
            known[place] = value;
        }
    }

    fn value(&mut self, round: u16, live: [StateId; 2], known: &[[f64; 2]], stands: &[Vec<bool>; 2], stay: f64) -> [f64; 2] {
        let stands = [&stands[0][..], &stands[1][..]];
        let mut look = Look { width: self.field.width(), known, stands, sum: [0.0; 2] };
        if stay > STUCK {
            look.end(live, 1.0);
            return look.sum;
        }
        self.tail(round, live, 1.0, true, &mut look);
        look.sum.map(|p| p / (1.0 - stay))
    }
}
