//! Steps that do nothing: between sides of certain types most steps of a plan never do anything, and
//! are passed over at once.

use crate::odds::field::index::ABSENT;
use crate::odds::field::program::Op;
use crate::odds::field::{Field, Moment, NOBODY};
use crate::odds::force::at;

impl Field<'_> {
    /// The first step from this one on that may do something; the end of the steps if none does. Only
    /// where nobody is dying and nobody has fired is that looked up.
    #[inline]
    pub(in crate::odds) fn onward(
        &mut self,
        stage: usize,
        ix: usize,
        round: u16,
        moment: &Moment,
    ) -> usize {
        if moment.live != moment.shown || moment.fired != self.nobody {
            return ix;
        }
        let kinds = [0, 1].map(|i| self.sides[i].kinds_ix(moment.live[i]));
        let steps = self.program.ops[0].len().max(self.program.ops[1].len()) + 1;
        let row = self.program.stretch(round) * steps + ix;
        match self.ahead.get(row, kinds) {
            ABSENT => self.first_onward(stage, ix, round, moment, (row, kinds)),
            next => next as usize,
        }
    }

    fn first_onward(
        &mut self,
        stage: usize,
        ix: usize,
        round: u16,
        moment: &Moment,
        place: (usize, [u16; 2]),
    ) -> usize {
        let mut next = ix;
        while let Some(op) = self.program.ops[stage].get(next).copied()
            && self.idle(op, round, moment)
        {
            next += 1;
        }
        self.ahead.put(place.0, place.1, next as u32);
        next
    }

    /// Whether a step does nothing between any states with the types of these, in any such round.
    fn idle(&mut self, op: Op, round: u16, moment: &Moment) -> bool {
        match op {
            Op::Remove => true,
            Op::Fire(step) => self.pattern_at(step, round, moment) == NOBODY,
            Op::Exchange(first, second) => [first, second]
                .iter()
                .all(|step| self.pattern_at(*step, round, moment) == NOBODY),
            Op::Submerge(role, units, unless) => {
                let able = self.sides[at(role)]
                    .kinds(moment.live[at(role)])
                    .meets(&units);
                !self.setup.tactics[at(role)].submerges
                    || !able
                    || unless.is_some_and(|p| self.present(moment, role, p))
            }
            Op::Defenceless(role, doomed) => !self.doomed(role, doomed, round, moment),
            Op::Retreat(role) => {
                !self.setup.retreat(role).ever() || self.setup.retreat_step(role, round).is_none()
            }
        }
    }
}
