//! Leaving a battle: who may submerge or retreat, and whether a retreat takes somewhere.

use super::super::super::unit::Marks;
use super::{Group, Scene};
use crate::rules::{RetreatStep, Role, Step, SubmergeStep, UnitTypeSet};

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

impl RetreatStep {
    /// Whether the step is open in a round.
    pub const fn is_open(&self, round: u16) -> bool {
        round >= self.from_round
    }
    /// Whether who can leave in a round must.
    pub fn is_due(&self, round: u16) -> bool {
        self.latest.is_some_and(|latest| round >= latest)
    }
    /// Whether a group may leave.
    pub fn takes(&self, group: &Group) -> bool {
        let stuck = self.seaborne_stay && group.marks.any(Marks::SEABORNE);
        self.units.has(group.kind) && !stuck && !group.marks.any(Marks::DYING)
    }
}

impl SubmergeStep {
    /// Whether a group may leave.
    pub fn takes(&self, group: &Group) -> bool {
        self.units.has(group.kind) && !group.marks.any(Marks::DYING)
    }
}

impl Step {
    /// Whether a group may leave the battle alive by this step.
    pub fn lets_out(&self, group: &Group) -> bool {
        match self {
            Self::Submerge(step) => step.takes(group),
            Self::Retreat(step) => step.takes(group),
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
        let leavers: UnitTypeSet = party.filter(|g| step.takes(g)).map(|g| g.kind).collect();
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
