//! Walking through a plan: from a moment of a battle to every moment that its dice may lead to, each with
//! its chance, or to the one that dice lead to which are rolled. Where that goes is for a sink to say.

use crate::dice::Luck;
use crate::exact::FAINT;
use crate::field::outcomes::List;
use crate::field::program::Op;
use crate::field::quiet::Quiet;
use crate::field::side::StateId;
use crate::field::{Field, Moment};
use crate::force::at;
use sandtable_kernel::law::end;
use sandtable_rules::{Role, Step};

/// Where a walk leads.
pub trait Sink {
    /// A round's dice are done.
    fn cell(&mut self, moment: Moment, chance: f64);
    /// The same for every pair of two lists of states.
    fn grid(&mut self, attackers: &List, defenders: &List, chance: f64) {
        for (a, p) in attackers.iter() {
            for (d, q) in defenders.iter() {
                self.cell(Moment::of([a, d]), chance * p * q);
            }
        }
    }
    /// Some dice of a round are done, and the others follow from a step on; `false` if the walk is to go
    /// on by itself.
    fn pause(&mut self, _ix: usize, _moment: &Moment, _chance: f64) -> bool {
        false
    }
    /// The battle is over.
    fn end(&mut self, live: [StateId; 2], chance: f64);
    /// A side breaks off.
    fn fled(&mut self, _role: Role, _chance: f64) {}
    /// The first dice of a round are rolled.
    fn round(&mut self, _round: u16, _chance: f64) {}
    /// What volleys hit, where they are rolled.
    fn luck(&mut self) -> Option<&mut dyn Luck> {
        None
    }
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
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Where it is.
    pub spot: Spot,
    /// What is there.
    pub moment: Moment,
    /// How likely it is.
    pub chance: f64,
    /// Whether dice have been rolled in this round.
    pub rolled: bool,
    /// The same, or somebody has perished without dice.
    pub fought: bool,
}

impl Walk {
    /// A walk that begins, or goes on, where nothing has been fought yet.
    pub fn from(spot: Spot, moment: Moment, chance: f64) -> Self {
        Self {
            spot,
            moment,
            chance,
            rolled: false,
            fought: false,
        }
    }

    /// A walk that goes on in a round in which something has been fought.
    pub fn on(spot: Spot, moment: Moment, chance: f64) -> Self {
        Self {
            rolled: true,
            fought: true,
            ..Self::from(spot, moment, chance)
        }
    }

    /// The walk as it goes on with another moment.
    fn to(self, moment: Moment, chance: f64) -> Self {
        Self {
            moment,
            chance,
            ..self
        }
    }

    /// Dice are rolled.
    fn roll(&mut self, sink: &mut impl Sink) {
        if self.spot.stage == 1 && !self.rolled {
            sink.round(self.spot.round, self.chance);
        }
        (self.rolled, self.fought) = (true, true);
    }
}

impl Field<'_> {
    /// The end of a round: what follows its dice, and on to the next one.
    pub fn tail(&mut self, mut walk: Walk, sink: &mut impl Sink) {
        // Nobody fires any more in this round.
        walk.moment.fired = Moment::NONE_FIRED;
        let round = walk.spot.round;
        walk.spot.ix = self.onward(Spot::of(round, self.program.tail), &walk.moment);
        while let Some(op) = self.program.ops[1].get(walk.spot.ix).copied() {
            if self.beaten(&walk.moment) {
                return sink.end(walk.moment.live, walk.chance);
            }
            // INVARIANT: dice come before the tail, so that every step of it is quiet.
            if let Op::Quiet(step) = op {
                self.pass(step, &mut walk, sink);
            }
            walk.spot.ix += 1;
            walk.spot.ix = self.onward(walk.spot, &walk.moment);
        }
        let over = end::is_last(self.setup.plan(), round) || !walk.fought;
        if over || self.beaten(&walk.moment) || self.harmless(round, &walk.moment) {
            return sink.end(walk.moment.live, walk.chance);
        }
        let next = Spot::of(round + 1, 0);
        self.go(Walk::from(next, walk.moment, walk.chance), sink);
    }

    /// Goes on from a step to the end of a round's dice.
    pub fn go(&mut self, mut walk: Walk, sink: &mut impl Sink) {
        loop {
            let Spot { stage, round, .. } = walk.spot;
            if self.beaten(&walk.moment) {
                return sink.end(walk.moment.live, walk.chance);
            }
            walk.spot.ix = self.onward(walk.spot, &walk.moment);
            if stage == 1 && walk.spot.ix >= self.program.tail {
                return match walk.fought {
                    true => sink.cell(walk.moment, walk.chance),
                    false => self.tail(walk, sink),
                };
            }
            let Some(op) = self.program.ops[stage].get(walk.spot.ix).copied() else {
                if end::is_last(self.setup.plan(), round) {
                    return sink.end(walk.moment.live, walk.chance);
                }
                walk.moment.fired = Moment::NONE_FIRED;
                walk = Walk::from(Spot::of(1, 0), walk.moment, walk.chance);
                continue;
            };
            walk.spot.ix += 1;
            match op {
                Op::Fire(step) => {
                    if let Some(fired) = self.fire(step, round, &walk.moment) {
                        walk.roll(sink);
                        return self.volley((step, fired), walk, sink);
                    }
                }
                Op::Exchange(first, second) => {
                    let steps = [first, second];
                    let fired = steps.map(|step| self.fire(step, round, &walk.moment));
                    if fired != [None, None] {
                        walk.roll(sink);
                        return self.exchange((steps, fired), walk, sink);
                    }
                    walk.moment.shown = walk.moment.live;
                }
                Op::Quiet(step) => self.pass(step, &mut walk, sink),
            }
        }
    }

    /// A step without dice.
    fn pass(&mut self, step: &Step, walk: &mut Walk, sink: &mut impl Sink) {
        match self.quiet(step, walk.spot.round, &mut walk.moment) {
            Quiet::Fled(role) => sink.fled(role, walk.chance),
            Quiet::Perished => walk.fought = true,
            Quiet::Nothing | Quiet::Changed => {}
        }
    }

    /// A volley by itself: every state that it leads to goes its own way.
    fn volley(&mut self, (step, fired): (usize, usize), walk: Walk, sink: &mut impl Sink) {
        let foe = self.program.fires[step].role.other();
        let mut list = self.scratch.take();
        let struck = (foe, walk.moment.live[at(foe)]);
        self.outcomes(struck, Some(fired), sink.luck(), &mut list);
        for (state, p) in list.iter().filter(|(_, p)| walk.chance * p > FAINT) {
            let moment = self.after(step, fired, state, &walk.moment);
            self.go(walk.to(moment, walk.chance * p), sink);
        }
        self.scratch.give(list);
    }

    /// Two volleys that do not change each other: every pair of their outcomes.
    fn exchange(
        &mut self,
        (steps, fired): ([usize; 2], [Option<usize>; 2]),
        walk: Walk,
        sink: &mut impl Sink,
    ) {
        let mut lists = [self.scratch.take(), self.scratch.take()];
        let mut spent = walk.moment.fired;
        for (step, fired) in steps.into_iter().zip(fired) {
            let role = self.program.fires[step].role;
            let struck = (role.other(), walk.moment.live[at(role.other())]);
            self.outcomes(struck, fired, sink.luck(), &mut lists[at(role.other())]);
            fired
                .into_iter()
                .for_each(|number| spent[at(role)] = self.fired(number).fired);
        }
        let then = walk.spot;
        if then.stage == 1 && then.ix == self.program.tail {
            sink.grid(&lists[0], &lists[1], walk.chance);
        } else {
            for (a, p) in lists[0].iter() {
                let chance = walk.chance * p;
                for (d, q) in lists[1].iter().filter(|(_, q)| chance * q > FAINT) {
                    let moment = Moment {
                        fired: spent,
                        ..Moment::of([a, d])
                    };
                    let chance = chance * q;
                    if then.stage == 0 || !sink.pause(then.ix, &moment, chance) {
                        self.go(walk.to(moment, chance), sink);
                    }
                }
            }
        }
        lists.into_iter().for_each(|list| self.scratch.give(list));
    }
}
