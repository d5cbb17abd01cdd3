//! Leaving a battle: who may submerge or retreat, and whether a retreat takes somewhere.

use super::{Group, Scene};
use crate::Marks;
use sandtable_rules::{RetreatStep, Role, Step, SubmergeStep, UnitTypeSet};

/// Where a retreat would take a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Nobody may leave.
    None,
    /// Only aircraft would, which wait above the space until they fly home.
    Above,
    /// To another space, if there is one.
    Out,
}

impl Group {
    /// Whether they may retreat in a step.
    pub fn may_retreat(&self, step: &RetreatStep) -> bool {
        let stuck = step.seaborne_stay && self.marks.any(Marks::SEABORNE);
        step.units.has(self.kind) && !stuck && !self.marks.any(Marks::DYING)
    }
    /// Whether they may submerge in a step.
    pub fn may_submerge(&self, step: &SubmergeStep) -> bool {
        step.units.has(self.kind) && !self.marks.any(Marks::DYING)
    }
    /// Whether they may leave the battle alive by this step.
    pub fn may_leave(&self, step: &Step) -> bool {
        match step {
            Step::Submerge(step) => self.may_submerge(step),
            Step::Retreat(step) => self.may_retreat(step),
            _ => false,
        }
    }
}

impl Scene<'_> {
    /// Whether nothing keeps the units of a step from submerging. Who came to sink what is lost without a die is
    /// not asked.
    pub fn may_submerge(&self, step: &SubmergeStep) -> bool {
        let lost = |s: &Step| match s {
            Step::Defenceless { role, units } => {
                *role == Role::Defender && self.doomed(*role, *units)
            }
            _ => false,
        };
        let came = step.role == Role::Attacker && self.plan.round.iter().any(lost);
        !self.stalled() && !came && !step.unless.is_some_and(|p| self.present(step.role, p))
    }

    /// Where a retreat of these groups leads.
    pub fn way(&self, step: &RetreatStep, party: impl Iterator<Item = Group>) -> Way {
        let leavers: UnitTypeSet = party
            .filter(|g| g.may_retreat(step))
            .map(|g| g.kind)
            .collect();
        let idle = || self.stalled() && !step.is_due(self.round);
        if leavers.is_empty() || !step.is_open(self.round) || idle() {
            Way::None
        } else if leavers.within(&self.rules.units.air) {
            Way::Above
        } else {
            Way::Out
        }
    }
}
