//! The end of a battle: who is beaten, what perishes without a die, and when going on is of no use.

use super::Scene;
use sandtable_rules::{BattlePlan, OnCapture, Role, SiteKind, UnitTypeSet, UnitTypes};

/// Both parties, attackers first.
pub const ROLES: [Role; 2] = [Role::Attacker, Role::Defender];

/// No battle has more rounds than this: no dice keep one going for so long unless they are loaded, and
/// then it ends undecided.
pub const LONGEST: u16 = 500;

/// Types that hold the field: who has some left wins if the other has not.
pub fn holders(units: &UnitTypes) -> UnitTypeSet {
    let holds: UnitTypeSet = units.types.those(|t| t.on_capture == OnCapture::Holds);
    holds.intersect(units.mortal)
}

/// Who wins, where each of the parties holds the field or does not.
pub const fn winner(holds: [bool; 2]) -> Option<Role> {
    match holds {
        [true, false] => Some(Role::Attacker),
        [false, true] => Some(Role::Defender),
        _ => None,
    }
}

/// Whether a round is the last one of a plan.
pub fn is_last(plan: &BattlePlan, round: u16) -> bool {
    round >= LONGEST || plan.max_rounds.is_some_and(|most| round >= most) || plan.round.is_empty()
}

impl Scene<'_> {
    /// Whether a party has nothing left that could be hit, so that the battle is over.
    pub fn beaten(&self) -> bool {
        match self.plan.kind {
            SiteKind::Raid => !self.shown(Role::Attacker).meets(&self.raiding),
            SiteKind::Land | SiteKind::Sea => ROLES
                .iter()
                .any(|role| !self.shown(*role).meets(&self.rules.units.mortal)),
        }
    }

    /// Whether neither party can hit anything of the other any more: more rounds would change nothing.
    pub fn harmless(&self) -> bool {
        let modifiers = &self.rules.battles.modifiers;
        let idle = |role: Role, kind| {
            !modifiers
                .iter()
                .any(|m| m.role == role && m.units.has(kind))
                && !self.reach(role, kind).meets(&self.shown(role.other()))
        };
        self.plan.kind != SiteKind::Raid
            && ROLES
                .iter()
                .all(|role| self.shown(*role).iter().all(|kind| idle(*role, kind)))
    }

    /// Whether the battle is over though some could still fire, since neither party can hit anything of the
    /// other: nobody is asked about leaving any more. Where nobody could fire at anything they are.
    pub fn stalled(&self) -> bool {
        let armed = |role: Role| {
            let mut own = self.shown(role).iter();
            own.any(|kind| !self.reach(role, kind).is_empty())
        };
        self.round > 0 && self.harmless() && ROLES.into_iter().any(armed)
    }

    /// Whether units of these types perish without a die, unless their party can break off: it can hit
    /// nobody any more, some enemy can hit them, and no enemy can hit anything else of it.
    pub fn doomed(&self, role: Role, doomed: UnitTypeSet) -> bool {
        let (own, enemy) = (self.shown(role), self.shown(role.other()));
        let harmless = || own.iter().all(|k| !self.reach(role, k).meets(&enemy));
        if !own.meets(&doomed) || !harmless() {
            return false;
        }
        let threat = enemy.iter().fold(UnitTypeSet::EMPTY, |all, k| {
            all.union(self.reach(role.other(), k))
        });
        let aimed = threat.intersect(own);
        aimed.meets(&doomed) && aimed.within(&doomed)
    }
}
