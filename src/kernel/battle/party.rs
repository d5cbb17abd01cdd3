//! Who takes part in a battle, who speaks for a side, and who could still hit whom. A step looks at
//! the field once and asks everything of that look.

use super::super::agenda::{Battle, Site};
use super::super::query::Cx;
use super::super::state::{Marks, Unit, UnitIx};
use super::plan;
use crate::rules::{
    FireStep, PowerId, PowerSet, Presence, Role, SiteKind, Station, Step, UnitTypeId, UnitTypeSet,
};

const OUT: Marks = Marks::SUBMERGED.and(Marks::OUT);
const RAIDERS: Marks = Marks::RAIDING.and(Marks::ESCORTING);

/// Who is who in a site: looked up once, asked of every unit.
pub struct Lines {
    types: UnitTypeSet,
    active: PowerId,
    foes: PowerSet,
    raid: bool,
}

impl Lines {
    /// The lines of a site fought by a plan with these participants.
    pub fn new(cx: Cx<'_>, site: Site, types: UnitTypeSet) -> Self {
        let active = cx.active();
        Self {
            types,
            active,
            foes: cx.foes(active),
            raid: site.kind == SiteKind::Raid,
        }
    }

    /// The side that a unit in the space fights on, if it does.
    pub fn role(&self, cx: Cx<'_>, unit: &Unit) -> Option<Role> {
        if !self.types.has(unit.kind) || unit.marks.any(OUT) {
            return None;
        }
        let (role, belongs) = if unit.owner == self.active {
            (Role::Attacker, unit.marks.any(RAIDERS) == self.raid)
        } else if self.foes.has(unit.owner) {
            (
                Role::Defender,
                unit.marks.any(Marks::INTERCEPTED) == self.raid,
            )
        } else {
            return None;
        };
        (belongs && !cx.is_cargo(unit)).then_some(role)
    }
}

/// The units of both sides, those included that are lost but may still answer.
pub struct Field {
    sides: [Vec<(UnitIx, Unit)>; 2],
    kinds: [UnitTypeSet; 2],
}

impl Field {
    /// Looks at a battle.
    pub fn new(cx: Cx<'_>, battle: &Battle) -> Self {
        let lines = Lines::new(cx, battle.site, plan(cx, battle).participants);
        let sides = [Vec::with_capacity(24), Vec::with_capacity(24)];
        let mut field = Self {
            sides,
            kinds: [UnitTypeSet::EMPTY; 2],
        };
        for (ix, unit) in cx.state.units_in(battle.site.space) {
            if let Some(role) = lines.role(cx, unit) {
                field.sides[role as usize].push((ix, *unit));
                field.kinds[role as usize].insert(unit.kind);
            }
        }
        field
    }

    /// The units of a side.
    pub fn side(&self, role: Role) -> impl Iterator<Item = (UnitIx, &Unit)> + Clone {
        self.sides[role as usize]
            .iter()
            .map(|(ix, unit)| (*ix, unit))
    }

    /// The units of both sides, the attacker's first.
    pub fn both(&self) -> impl Iterator<Item = (UnitIx, &Unit)> {
        self.side(Role::Attacker).chain(self.side(Role::Defender))
    }

    /// The types of a side.
    pub fn kinds(&self, role: Role) -> UnitTypeSet {
        self.kinds[role as usize]
    }

    /// Whether something is present, seen from a side.
    pub fn present(&self, role: Role, what: Presence) -> bool {
        let side = if what.enemy { role.other() } else { role };
        self.kinds(side).meets(&what.units)
    }

    /// Whether a side has nothing left that could be hit, so that the battle is over.
    pub fn beaten(&self, cx: Cx<'_>, kind: SiteKind) -> bool {
        let stands = |role: Role| self.kinds(role).iter().any(|k| cx.rules.units[k].hits > 0);
        match kind {
            SiteKind::Raid => !self
                .side(Role::Attacker)
                .any(|(_, u)| u.marks.any(Marks::RAIDING)),
            SiteKind::Land | SiteKind::Sea => !stands(Role::Attacker) || !stands(Role::Defender),
        }
    }

    /// Whether neither side can hit anything of the other any more: more rounds would change nothing.
    pub fn harmless(&self, cx: Cx<'_>, battle: &Battle) -> bool {
        let modified = |role, kind| {
            cx.rules
                .battles
                .modifiers
                .iter()
                .any(|m| m.role == role && m.units.has(kind))
        };
        let idle = |role: Role, kind| {
            !modified(role, kind)
                && !self
                    .reach(cx, battle, role, kind)
                    .meets(&self.kinds(role.other()))
        };
        battle.site.kind != SiteKind::Raid
            && [Role::Attacker, Role::Defender]
                .iter()
                .all(|role| self.kinds(*role).iter().all(|kind| idle(*role, kind)))
    }

    /// Who speaks for a side: the attacker; among defenders the territory's owner if it has units
    /// in the battle, else the power with the most.
    pub fn speaker(&self, cx: Cx<'_>, battle: &Battle, role: Role) -> PowerId {
        if role == Role::Attacker {
            return cx.active();
        }
        let owner = cx.state.owner(battle.site.space);
        let count = |power| self.side(role).filter(|(_, u)| u.owner == power).count();
        if let Some(owner) = owner.filter(|o| count(*o) > 0) {
            return owner;
        }
        let most = cx
            .rules
            .powers
            .powers
            .ids()
            .map(|p| (count(p), std::cmp::Reverse(p)))
            .max();
        most.filter(|(n, _)| *n > 0)
            .map(|(_, p)| p.0)
            .or(owner)
            .unwrap_or(cx.active())
    }

    /// Whether the conditions of a volley are met.
    pub fn happens(&self, battle: &Battle, step: &FireStep) -> bool {
        let in_time = battle.round == 0 || (step.rounds.0..=step.rounds.1).contains(&battle.round);
        in_time
            && step.only_if.iter().all(|p| self.present(step.role, *p))
            && !step.unless.iter().any(|p| self.present(step.role, *p))
    }

    /// The types that a shooter of this type can hit in a step.
    pub fn targets(&self, step: &FireStep, shooter: UnitTypeId) -> UnitTypeSet {
        let spared = step.spares.iter().filter(|s| s.shooters.has(shooter));
        let spared = spared.filter(|s| s.unless.is_none_or(|p| !self.present(step.role, p)));
        spared.fold(step.targets, |left, spare| left.minus(spare.targets))
    }

    /// The types that a unit type of a side can hit in some step of a round.
    pub fn reach(
        &self,
        cx: Cx<'_>,
        battle: &Battle,
        role: Role,
        shooter: UnitTypeId,
    ) -> UnitTypeSet {
        let mut all = UnitTypeSet::EMPTY;
        for step in &plan(cx, battle).round {
            let Step::Fire(fire) = step else { continue };
            let fires =
                fire.role == role && fire.station == Station::Battle && fire.shooters.has(shooter);
            if fires
                && cx.rules.units[shooter].values[fire.value].0 > 0
                && self.happens(battle, fire)
            {
                all = all.union(self.targets(fire, shooter));
            }
        }
        all
    }
}
