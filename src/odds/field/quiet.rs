//! The steps of a plan that roll no dice: what is done by law, and what the tactics of a side decide.

use crate::odds::field::program::Op;
use crate::odds::field::{Field, Moment};
use crate::odds::force::at;
use crate::rules::Role;

/// What a quiet step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiet {
    /// Nothing.
    Nothing,
    /// Units have left under water, or losses have been taken off.
    Changed,
    /// Units have perished.
    Perished,
    /// A side has broken off.
    Fled(Role),
}

impl Field<'_> {
    /// Does a step that rolls no dice.
    pub fn quiet(&mut self, op: Op, round: u16, moment: &mut Moment) -> Quiet {
        match op {
            Op::Remove => {
                moment.shown = moment.live;
                Quiet::Changed
            }
            Op::Submerge(role, units, unless) => {
                let able = self.sides[at(role)]
                    .kinds(moment.live[at(role)])
                    .meets(&units);
                if !self.setup.tactics[at(role)].submerges
                    || !able
                    || unless.is_some_and(|p| self.present(moment, role, p))
                {
                    return Quiet::Nothing;
                }
                self.step_out(role, moment, |side, state| side.leave(state, units, false));
                Quiet::Changed
            }
            Op::Defenceless(role, doomed) => {
                if !self.perishes(role, doomed, round, moment) {
                    return Quiet::Nothing;
                }
                self.step_out(role, moment, |side, state| side.without(state, doomed));
                Quiet::Perished
            }
            Op::Retreat(role) if !self.setup.retreat(role).ever() => Quiet::Nothing,
            Op::Retreat(role) => {
                let Some(step) = self.setup.retreat_step(role, round) else {
                    return Quiet::Nothing;
                };
                if !self.wants_out(role, round, moment) || !self.can_leave(role, round, moment) {
                    return Quiet::Nothing;
                }
                self.step_out(role, moment, |side, state| {
                    side.leave(state, step.units, step.seaborne_stay)
                });
                Quiet::Fled(role)
            }
            Op::Fire(_) | Op::Exchange(..) => Quiet::Nothing,
        }
    }

    fn step_out(
        &mut self,
        role: Role,
        moment: &mut Moment,
        out: impl Fn(&mut crate::odds::field::side::Side, u32) -> u32,
    ) {
        let i = at(role);
        let side = &mut self.sides[i];
        let after = out(side, moment.live[i]);
        moment.shown[i] = side.follow(moment.shown[i], moment.live[i], after);
        moment.live[i] = after;
    }

    /// Whether the tactics of a side say to break off, if it may.
    fn wants_out(&self, role: Role, round: u16, moment: &Moment) -> bool {
        let wish = self.setup.retreat(role);
        wish.after.is_some_and(|n| round >= n)
            || (wish.only_air && self.only_air(role, moment.live[at(role)]))
            || (wish.below.is_some() && self.resigned(role, round, moment))
    }

    /// Whether a side has been found to have bad chances.
    fn resigned(&self, role: Role, round: u16, moment: &Moment) -> bool {
        let Some(found) = self
            .resigns
            .get(usize::from(round.min(self.program.settled() + 1)))
        else {
            return false;
        };
        let place = moment.live[0] as usize * self.width() + moment.live[1] as usize;
        found[at(role)].get(place).copied().unwrap_or(false)
    }
}
