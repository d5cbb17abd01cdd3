//! Who takes part in a battle of a game, and who speaks for a side. A step looks at the field once and
//! asks everything of that look; what the law says of it is asked of the groups that the field is.

use super::law::{Group, Scene, end::ROLES};
use crate::{Battle, Cx, Marks, Site, Unit, UnitIx};
use sandtable_rules::{PlanId, PowerId, PowerSet, Role, Rules, SiteKind, UnitTypeSet};

/// Who is who in a site: looked up once, asked of every unit.
pub struct Lines {
    types: UnitTypeSet,
    active: PowerId,
    foes: PowerSet,
    raid: bool,
}

impl Lines {
    /// The lines of a site fought by a plan.
    pub fn new(cx: Cx<'_>, site: Site, plan: PlanId) -> Self {
        let active = cx.active();
        Self {
            types: cx.rules.battles.plans[plan].participants,
            active,
            foes: cx.foes(active),
            raid: site.kind == SiteKind::Raid,
        }
    }

    /// The side that a unit in the space fights on, if it does.
    pub fn role(&self, cx: Cx<'_>, unit: &Unit) -> Option<Role> {
        if !self.types.has(unit.kind) || unit.marks.any(Marks::GONE) {
            return None;
        }
        let (role, belongs) = if unit.owner == self.active {
            (Role::Attacker, unit.marks.any(Marks::RAIDERS) == self.raid)
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
}

impl Field {
    /// Looks at a battle.
    pub fn new(cx: Cx<'_>, battle: &Battle) -> Self {
        let lines = Lines::new(cx, battle.site, battle.plan);
        let mut sides = [Vec::with_capacity(24), Vec::with_capacity(24)];
        for (ix, unit) in cx.state.units_in(battle.site.space) {
            if let Some(role) = lines.role(cx, unit) {
                sides[role as usize].push((ix, *unit));
            }
        }
        Self { sides }
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

    /// The units of a side that are so.
    pub fn those(&self, role: Role, are: impl Fn(&Unit) -> bool) -> Vec<UnitIx> {
        let side = self.side(role).filter(|(_, unit)| are(unit));
        side.map(|(ix, _)| ix).collect()
    }

    /// The units of a side as the law sees them.
    pub fn groups(&self, role: Role) -> impl Iterator<Item = Group> {
        self.sides[role as usize].iter().map(|(_, u)| Group::of(u))
    }

    /// The moment as the law sees it.
    pub fn scene<'a>(&self, rules: &'a Rules, battle: &Battle) -> Scene<'a> {
        let parties = ROLES.map(|role| self.groups(role));
        Scene::new(rules, battle.plan(rules), battle.round, parties)
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
        let powers = cx.rules.powers.powers.ids();
        let most = powers.map(|p| (count(p), std::cmp::Reverse(p))).max();
        most.filter(|(n, _)| *n > 0)
            .map(|(_, p)| p.0)
            .or(owner)
            .unwrap_or(cx.active())
    }
}
