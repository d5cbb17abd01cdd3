//! The steps of a plan that roll no dice: what is done by law, and what the tactics of a side decide.
//! Between sides of certain types most steps never do anything, and are passed over at once.

use crate::field::program::Op;
use crate::field::side::Side;
use crate::field::walk::Spot;
use crate::field::{Field, Moment, NOBODY};
use crate::force::at;
use sandtable_kernel::law::leave::Way;
use sandtable_rules::{RetreatStep, Role, Step, UnitTypeSet};

/// What a quiet step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    /// Nothing.
    Nothing,
    /// Units have left under water, or losses have been taken off.
    Changed,
    /// Units have perished.
    Perished,
    /// A side has broken off, for the first time.
    Fled(Role),
}

impl Field<'_> {
    /// The first step from this one on that may do something; the end of the steps if none does. Only
    /// where nobody is dying and nobody has fired is that looked up.
    #[inline]
    pub(crate) fn onward(&mut self, spot: Spot, moment: &Moment) -> usize {
        if moment.live != moment.shown || moment.fired != Moment::NONE_FIRED {
            return spot.ix;
        }
        let kinds = [0, 1].map(|i| self.sides[i].kinds_ix(moment.live[i]));
        let stretch = self.program.stretch(spot.round);
        let place = [stretch, spot.ix, kinds[0].into(), kinds[1].into()];
        let key = place.iter().fold(0, |key, n| key << 16 | *n as u128);
        if let Some(known) = self.ahead.get(key) {
            return known as usize;
        }
        let mut next = spot.ix;
        while let Some(op) = self.program.ops[spot.stage].get(next).copied()
            && self.idle(op, spot.round, moment)
        {
            next += 1;
        }
        self.ahead.put(key, next as u32);
        next
    }

    /// Whether a step does nothing between any states with the types of these, in any such round.
    fn idle(&mut self, op: Op<'_>, round: u16, moment: &Moment) -> bool {
        match op {
            Op::Fire(step) => self.pattern_at(step, round, moment) == NOBODY,
            Op::Exchange(first, second) => [first, second]
                .iter()
                .all(|step| self.pattern_at(*step, round, moment) == NOBODY),
            Op::Quiet(step) => !self.stirs(step, round, moment),
        }
    }

    /// Whether a step without dice may change something for the living, as far as that is a matter of
    /// types and tactics.
    fn stirs(&mut self, step: &Step, round: u16, moment: &Moment) -> bool {
        match step {
            Step::Submerge(step) => {
                let kinds = self.sides[at(step.role)].kinds(moment.live[at(step.role)]);
                self.setup.tactics[at(step.role)].submerges
                    && kinds.meets(&step.units)
                    && self.scene(round, moment).may_submerge(step)
            }
            Step::Defenceless { role, units } => self.doomed(*role, *units, round, moment),
            Step::Retreat(step) => step.is_open(round) && self.setup.retreat(step).ever(),
            // Who rises is part of the set-up, there is one target, and what bombs do is counted from the
            // raiders that are left.
            _ => false,
        }
    }

    /// Does a step that rolls no dice.
    pub fn quiet(&mut self, step: &Step, round: u16, moment: &mut Moment) -> Quiet {
        if matches!(step, Step::Remove) {
            moment.shown = moment.live;
            return Quiet::Changed;
        }
        if !self.stirs(step, round, moment) {
            return Quiet::Nothing;
        }
        match step {
            Step::Submerge(submerge) => {
                self.step_out(submerge.role, moment, |side, state| side.leave(state, step));
                Quiet::Changed
            }
            Step::Defenceless { role, units } if !self.can_leave(*role, round, moment) => {
                self.step_out(*role, moment, |side, state| side.without(state, *units));
                Quiet::Perished
            }
            Step::Retreat(retreat)
                if self.wants_out(retreat, round, moment) && self.opens(retreat, round, moment) =>
            {
                let i = at(retreat.role);
                let fled = self.sides[i].has_fled(moment.live[i]);
                self.step_out(retreat.role, moment, |side, state| side.leave(state, step));
                match fled {
                    true => Quiet::Changed,
                    false => Quiet::Fled(retreat.role),
                }
            }
            _ => Quiet::Nothing,
        }
    }

    fn step_out(&mut self, role: Role, moment: &mut Moment, out: impl Fn(&mut Side, u32) -> u32) {
        let i = at(role);
        let side = &mut self.sides[i];
        let after = out(side, moment.live[i]);
        moment.shown[i] = side.follow(moment.shown[i], moment.live[i], after);
        moment.live[i] = after;
    }

    /// Whether a side could break off now, by any of its steps.
    fn can_leave(&self, role: Role, round: u16, moment: &Moment) -> bool {
        let mut retreats = self.setup.plan().retreats(role);
        retreats.any(|step| self.opens(step, round, moment))
    }

    /// Whether a retreat leads somewhere.
    fn opens(&self, step: &RetreatStep, round: u16, moment: &Moment) -> bool {
        let i = at(step.role);
        let party = self.sides[i].groups(moment.live[i]);
        match self.scene(round, moment).way(step, party) {
            Way::None => false,
            Way::Above => true,
            Way::Out => self.setup.tactics[i].way_out,
        }
    }

    /// Whether the tactics of a side say to break off, if it may.
    fn wants_out(&self, step: &RetreatStep, round: u16, moment: &Moment) -> bool {
        let (wish, role) = (self.setup.retreat(step), step.role);
        let left = self.sides[at(role)].counts(moment.live[at(role)], UnitTypeSet::FULL);
        wish.wants(self.setup.rules, round, &left)
            || (wish.below.is_some() && self.resigned(role, round, moment))
    }

    /// Whether a side has been found to have bad chances.
    fn resigned(&self, role: Role, round: u16, moment: &Moment) -> bool {
        let stretch = usize::from(round.min(self.program.settled() + 1));
        let (found, pairs) = (self.resigns.get(stretch), self.closed.unwrap_or_default());
        found.is_some_and(|found| found[at(role)].get(pairs.place(moment.live)) == Some(&true))
    }
}
