//! Where nothing changes: the one way through a round on which nobody is hit. What happens on it is a
//! matter of the types of both sides alone, and is written down for them; how likely it is, is not.

use crate::odds::exact::walk::{Pair, Walker};
use crate::odds::field::classes::Classes;
use crate::odds::field::index::ABSENT;
use crate::odds::field::program::Op;
use crate::odds::field::quiet::Quiet;
use crate::odds::field::side::StateId;
use crate::odds::field::{Moment, NOBODY};
use crate::odds::force::at;

/// Dice that are rolled on the way.
#[derive(Clone, Copy, Debug)]
pub struct Miss {
    /// The step after them.
    pub then: usize,
    /// The volleys.
    pub pair: Pair,
    /// The types that have fired when they are done.
    pub fired: [u16; 2],
    /// The chance that nobody is hit from there on.
    pub rest: f64,
}

/// The way through a round on which nobody is hit, from the end of one to the end of the next.
#[derive(Default)]
pub struct Still {
    /// How likely it is.
    pub stay: f64,
    /// The dice that are rolled on it by both sides at once.
    pub misses: Vec<Miss>,
    /// Whether nothing else is done on it.
    pub plain: bool,
}

/// What happens on the ways between sides of certain types.
#[derive(Default)]
pub struct Ways {
    by_types: Classes,
    legs: Vec<Leg>,
    /// Where the legs of each way stand, and how many there are.
    ways: Vec<(usize, usize)>,
}

/// Dice on a way, before it is known who exactly is there.
#[derive(Clone, Copy)]
struct Leg {
    then: usize,
    steps: [usize; 2],
    patterns: [u32; 2],
    fired: [u16; 2],
}

impl Ways {
    /// No ways yet, between sides of so many types.
    pub fn new(types: [usize; 2]) -> Self {
        Self {
            by_types: Classes::new(types),
            ..Self::default()
        }
    }
}

impl Walker<'_, '_> {
    /// Finds the way from the end of a round to the end of the next, once all rounds are alike.
    pub fn still(&mut self, round: u16, live: [StateId; 2], still: &mut Still) {
        let kinds = [0, 1].map(|i| self.field.sides[i].kinds_ix(live[i]));
        let known = self.ways.by_types.get(0, kinds);
        if known != ABSENT && self.follow(known as usize, live, still) {
            return;
        }
        let first = self.ways.legs.len();
        still.begin();
        let mut moment = self.field.moment(live);
        if self.is_last(round)
            || self.field.harmless(round, &moment)
            || !self.stands_still(round, &mut moment, still)
        {
            still.plain = false;
            still.narrow(0.0);
        }
        if known == ABSENT && still.plain {
            self.ways
                .by_types
                .put(0, kinds, self.ways.ways.len() as u32);
            self.ways.ways.push((first, self.ways.legs.len() - first));
        } else {
            self.ways.legs.truncate(first);
        }
    }

    /// Follows a way that is known; `false` if the states are not like those it is known from.
    fn follow(&self, way: usize, live: [StateId; 2], still: &mut Still) -> bool {
        still.begin();
        let (first, len) = self.ways.ways[way];
        for leg in &self.ways.legs[first..first + len] {
            let mut fired = [None; 2];
            let mut none = 1.0;
            for i in [0, 1].into_iter().filter(|i| leg.patterns[*i] != NOBODY) {
                let own = at(self.field.program.fires[leg.steps[i]].role);
                let number = self.field.known_fire(leg.patterns[i], live[own]);
                if number == ABSENT
                    || number == NOBODY
                    || self.field.fired(number as usize).fired != leg.fired[own]
                {
                    return false;
                }
                fired[i] = Some(number as usize);
                none *= self.field.fired(number as usize).none;
            }
            still.narrow(none);
            still.misses.push(Miss {
                then: leg.then,
                pair: (leg.steps, fired),
                fired: leg.fired,
                rest: 1.0,
            });
        }
        true
    }

    /// Whether everybody gets through, hits aside.
    fn stands_still(&mut self, round: u16, moment: &mut Moment, still: &mut Still) -> bool {
        let (tail, end) = (self.field.program.tail, self.field.program.ops[1].len());
        for (from, to) in [(tail, end), (0, tail)] {
            let mut ix = self.field.onward(1, from, round, moment);
            while ix < to {
                if self.field.beaten(moment) {
                    return false;
                }
                if let Op::Exchange(one, other) = self.field.program.ops[1][ix] {
                    self.miss((round, ix), [one, other], moment, still);
                } else {
                    still.plain = false;
                    if !self.passes((round, ix), moment, still) {
                        return false;
                    }
                }
                ix = self.field.onward(1, ix + 1, round, moment);
            }
        }
        true
    }

    /// Goes past a step, unless it changes something.
    fn passes(
        &mut self,
        (round, ix): (u16, usize),
        moment: &mut Moment,
        still: &mut Still,
    ) -> bool {
        let op = self.field.program.ops[1][ix];
        if let Op::Fire(step) = op {
            if let Some(number) = self.field.fire(step, round, moment) {
                let fired = self.field.fired(number);
                still.narrow(fired.none);
                moment.fired[at(self.field.program.fires[step].role)] = fired.fired;
            }
            return true;
        }
        let Op::Quiet(step) = op else { return true };
        let before = moment.live;
        self.field.quiet(step, round, moment) == Quiet::Nothing || moment.live == before
    }

    /// Two volleys that hit nobody.
    fn miss(
        &mut self,
        (round, ix): (u16, usize),
        steps: [usize; 2],
        moment: &mut Moment,
        still: &mut Still,
    ) {
        let fired = steps.map(|step| self.field.fire(step, round, moment));
        if fired == [None, None] {
            return;
        }
        let patterns = steps.map(|step| self.field.pattern_at(step, round, moment));
        fired
            .into_iter()
            .flatten()
            .for_each(|number| still.narrow(self.field.fired(number).none));
        moment.fired = self.spent((steps, fired), moment);
        self.ways.legs.push(Leg {
            then: ix + 1,
            steps,
            patterns,
            fired: moment.fired,
        });
        still.misses.push(Miss {
            then: ix + 1,
            pair: (steps, fired),
            fired: moment.fired,
            rest: 1.0,
        });
    }
}

impl Still {
    fn begin(&mut self) {
        (self.stay, self.plain) = (1.0, true);
        self.misses.clear();
    }

    fn narrow(&mut self, none: f64) {
        self.stay *= none;
        self.misses.iter_mut().for_each(|miss| miss.rest *= none);
    }

    /// The dice before a step that follows when these types have fired, if the way comes by there.
    pub fn at(&self, then: usize, fired: [u16; 2]) -> Option<usize> {
        self.misses
            .iter()
            .position(|miss| (miss.then, miss.fired) == (then, fired))
    }
}
