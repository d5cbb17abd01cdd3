//! Walking through a plan with probability: from a moment of a battle to every moment that its dice
//! may lead to. Where that goes is for a sink to say.

use crate::kernel::law::end;
use crate::odds::exact::FAINT;
use crate::odds::exact::still::Ways;
use crate::odds::field::outcomes::{List, Scratch};
use crate::odds::field::program::Op;
use crate::odds::field::quiet::Quiet;
use crate::odds::field::side::StateId;
use crate::odds::field::{Field, Moment};
use crate::odds::force::at;
use crate::rules::Role;

/// Where probability goes.
pub trait Sink {
    /// A round's dice are done, with these states left.
    fn cell(&mut self, live: [StateId; 2], chance: f64);
    /// The same for every pair of two lists.
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64);
    /// Some dice of a round are done, and the others follow from a step on; `false` if the walk is to go
    /// on by itself.
    fn pause(&mut self, ix: usize, moment: &Moment, chance: f64) -> bool;
    /// The battle is over.
    fn end(&mut self, live: [StateId; 2], chance: f64);
    /// A side breaks off.
    fn fled(&mut self, role: Role, chance: f64);
    /// A round begins.
    fn round(&mut self, chance: f64);
}

/// A place in a plan: a step of the beginning (stage 0) or of a round (stage 1).
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Which list of steps.
    pub stage: usize,
    /// Which step.
    pub ix: usize,
    /// The round; none yet in the beginning.
    pub round: u16,
}

impl Spot {
    /// The beginning of a battle.
    pub const START: Self = Self {
        stage: 0,
        ix: 0,
        round: 0,
    };

    /// A step of a round.
    pub const fn of(round: u16, ix: usize) -> Self {
        Self {
            stage: 1,
            ix,
            round,
        }
    }

    const fn next(self) -> Self {
        Self {
            ix: self.ix + 1,
            ..self
        }
    }
}

/// Two volleys that do not change each other: their steps, and what they do.
pub type Pair = ([usize; 2], [Option<usize>; 2]);

/// Who walks.
pub struct Walker<'f, 'a> {
    /// The battle.
    pub field: &'f mut Field<'a>,
    scratch: Scratch,
    pub(in crate::odds) ways: Ways,
}

impl<'f, 'a> Walker<'f, 'a> {
    /// A walker through a battle.
    pub fn new(field: &'f mut Field<'a>) -> Self {
        let ways = Ways::new([0, 1].map(|i| field.setup.forces[i].kinds().len()));
        Self {
            field,
            scratch: Scratch::default(),
            ways,
        }
    }

    /// Whether a round is the last one there can be.
    pub fn is_last(&self, round: u16) -> bool {
        end::is_last(self.field.setup.plan(), round)
    }

    /// The end of a round: what follows its dice, and on to the next one.
    pub fn tail(
        &mut self,
        round: u16,
        live: [StateId; 2],
        chance: f64,
        fought: bool,
        sink: &mut impl Sink,
    ) {
        let mut moment = self.field.moment(live);
        let mut fought = fought;
        let mut ix = self
            .field
            .onward(1, self.field.program.tail, round, &moment);
        while let Some(op) = self.field.program.ops[1].get(ix).copied() {
            if self.field.beaten(&moment) {
                return sink.end(moment.live, chance);
            }
            // INVARIANT: dice come before the tail, so that every step of it is quiet.
            if let Op::Quiet(step) = op {
                match self.field.quiet(step, round, &mut moment) {
                    Quiet::Fled(role) => sink.fled(role, chance),
                    Quiet::Perished => fought = true,
                    Quiet::Nothing | Quiet::Changed => {}
                }
            }
            ix = self.field.onward(1, ix + 1, round, &moment);
        }
        if self.is_last(round)
            || !fought
            || self.field.beaten(&moment)
            || self.field.harmless(round, &moment)
        {
            return sink.end(moment.live, chance);
        }
        let moment = self.field.moment(moment.live);
        sink.round(chance);
        self.go(Spot::of(round + 1, 0), moment, chance, false, sink);
    }

    /// Goes on from a step to the end of a round's dice.
    pub fn go(
        &mut self,
        spot: Spot,
        mut moment: Moment,
        chance: f64,
        mut fought: bool,
        sink: &mut impl Sink,
    ) {
        let mut spot = spot;
        loop {
            if self.field.beaten(&moment) {
                return sink.end(moment.live, chance);
            }
            let Spot { stage, round, .. } = spot;
            spot.ix = self.field.onward(stage, spot.ix, round, &moment);
            if stage == 1 && spot.ix >= self.field.program.tail {
                return if fought {
                    sink.cell(moment.live, chance)
                } else {
                    self.tail(round, moment.live, chance, false, sink)
                };
            }
            let Some(op) = self.field.program.ops[stage].get(spot.ix).copied() else {
                if self.is_last(round) {
                    return sink.end(moment.live, chance);
                }
                sink.round(chance);
                moment.fired = self.field.moment(moment.live).fired;
                return self.go(Spot::of(1, 0), moment, chance, false, sink);
            };
            match op {
                Op::Fire(step) => {
                    if let Some(fired) = self.field.fire(step, round, &moment) {
                        return self.volley(spot.next(), (step, fired), moment, chance, sink);
                    }
                }
                Op::Exchange(first, second) => {
                    let fired = [first, second].map(|step| self.field.fire(step, round, &moment));
                    if fired != [None, None] {
                        return self.exchange(
                            spot.next(),
                            ([first, second], fired),
                            moment,
                            chance,
                            sink,
                        );
                    }
                    moment.shown = moment.live;
                }
                Op::Quiet(step) => match self.field.quiet(step, round, &mut moment) {
                    Quiet::Fled(role) => sink.fled(role, chance),
                    Quiet::Perished => fought = true,
                    Quiet::Nothing | Quiet::Changed => {}
                },
            }
            spot = spot.next();
        }
    }

    /// A volley by itself: every number of hits leads its own way.
    fn volley(
        &mut self,
        then: Spot,
        (step, fired): (usize, usize),
        moment: Moment,
        chance: f64,
        sink: &mut impl Sink,
    ) {
        let combos = self.field.combos(fired, &mut self.scratch);
        let mut after: Vec<(Moment, f64)> = Vec::new();
        for (hits, p) in combos
            .hits
            .chunks(self.field.volleys(fired).len())
            .zip(&combos.chances)
        {
            let next = self.field.after(step, fired, hits, &moment);
            match after.iter_mut().find(|(m, _)| *m == next) {
                Some((_, q)) => *q += p,
                None => after.push((next, *p)),
            }
        }
        self.scratch.combos = combos;
        for (next, p) in after.into_iter().filter(|(_, p)| chance * p > FAINT) {
            self.go(then, next, chance * p, true, sink);
        }
    }

    /// Two volleys that do not change each other: every pair of their outcomes.
    pub fn exchange(
        &mut self,
        then: Spot,
        (steps, fired): Pair,
        moment: Moment,
        chance: f64,
        sink: &mut impl Sink,
    ) {
        let mut lists = [self.scratch.take(), self.scratch.take()];
        for (step, fired) in steps.into_iter().zip(fired) {
            let role = self.field.program.fires[step].role.other();
            self.field.outcomes(
                role,
                moment.live[at(role)],
                fired,
                &mut self.scratch,
                &mut lists[at(role)],
            );
        }
        if then.stage == 1 && then.ix == self.field.program.tail {
            sink.grid(&lists[0], &lists[1], chance);
        } else {
            let spent = self.spent((steps, fired), &moment);
            for (a, p) in lists[0].iter() {
                for (d, q) in lists[1].iter().filter(|(_, q)| chance * p * q > FAINT) {
                    let next = Moment {
                        live: [a, d],
                        shown: [a, d],
                        fired: spent,
                    };
                    if then.stage == 0 || !sink.pause(then.ix, &next, chance * p * q) {
                        self.go(then, next, chance * p * q, true, sink);
                    }
                }
            }
        }
        lists.into_iter().for_each(|list| self.scratch.give(list));
    }

    /// The types that have fired after two volleys.
    pub fn spent(&self, (steps, fired): Pair, moment: &Moment) -> [u16; 2] {
        let mut spent = moment.fired;
        for (step, number) in steps.into_iter().zip(fired) {
            let role = self.field.program.fires[step].role;
            number
                .into_iter()
                .for_each(|number| spent[at(role)] = self.field.fired(number).fired);
        }
        spent
    }
}
