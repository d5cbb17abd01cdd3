//! Who takes part in a battle, who speaks for a side, and who could still hit whom.

use super::super::agenda::{Battle, Site};
use super::super::query::Cx;
use super::super::state::{Marks, Unit, UnitIx};
use super::{ROLES, plan};
use crate::rules::{FireStep, PowerId, Presence, Role, SiteKind, Station, Step, UnitTypeSet};

const OUT: Marks = Marks::SUBMERGED.and(Marks::OUT);
const RAIDERS: Marks = Marks::RAIDING.and(Marks::ESCORTING);

/// Whether a unit in the space of a site fights there for a side.
pub fn takes_part(cx: Cx<'_>, site: Site, types: UnitTypeSet, role: Role, unit: &Unit) -> bool {
    if !types.has(unit.kind) || unit.marks.any(OUT) {
        return false;
    }
    let active = cx.active();
    let belongs = match (site.kind, role) {
        (SiteKind::Raid, Role::Attacker) => unit.owner == active && unit.marks.any(RAIDERS),
        (SiteKind::Raid, Role::Defender) => unit.marks.any(Marks::INTERCEPTED) && cx.at_war(active, unit.owner),
        (_, Role::Attacker) => unit.owner == active && !unit.marks.any(RAIDERS),
        (_, Role::Defender) => cx.at_war(active, unit.owner) && !unit.marks.any(Marks::INTERCEPTED),
    };
    belongs && !cx.is_cargo(unit)
}

/// The units of a side, those included that are lost but may still answer.
pub fn party<'a>(cx: Cx<'a>, battle: &Battle, role: Role) -> impl Iterator<Item = (UnitIx, &'a Unit)> + use<'a> {
    let (site, types) = (battle.site, plan(cx, battle).participants);
    cx.state.units_in(site.space).filter(move |(_, u)| takes_part(cx, site, types, role, u))
}

/// Whether a side has nothing left that could be hit, so that the battle is over.
pub fn beaten(cx: Cx<'_>, battle: &Battle) -> bool {
    let stands = |role| party(cx, battle, role).any(|(_, u)| cx.rules.units[u.kind].hits > 0);
    match battle.site.kind {
        SiteKind::Raid => !party(cx, battle, Role::Attacker).any(|(_, u)| u.marks.any(Marks::RAIDING)),
        SiteKind::Land | SiteKind::Sea => !ROLES.into_iter().all(stands),
    }
}

/// Who speaks for a side: the attacker; among defenders the territory's owner if it has units in
/// the battle, else the power with the most.
pub fn speaker(cx: Cx<'_>, battle: &Battle, role: Role) -> PowerId {
    if role == Role::Attacker {
        return cx.active();
    }
    let owner = cx.state.owner(battle.site.space);
    let mut counts = vec![0u16; cx.rules.powers.powers.len()];
    party(cx, battle, role).for_each(|(_, u)| counts[usize::from(u.owner.0)] += 1);
    if let Some(owner) = owner.filter(|o| counts[usize::from(o.0)] > 0) {
        return owner;
    }
    let most = cx.rules.powers.powers.ids().max_by_key(|p| (counts[usize::from(p.0)], std::cmp::Reverse(*p)));
    most.filter(|p| counts[usize::from(p.0)] > 0).or(owner).unwrap_or(cx.active())
}

/// Whether something is present, seen from a side.
pub fn present(cx: Cx<'_>, battle: &Battle, role: Role, what: Presence) -> bool {
    let side = if what.enemy { role.other() } else { role };
    party(cx, battle, side).any(|(_, u)| what.units.has(u.kind))
}

/// Whether the conditions of a volley are met.
pub fn happens(cx: Cx<'_>, battle: &Battle, step: &FireStep) -> bool {
    let in_time = battle.round == 0 || (step.rounds.0..=step.rounds.1).contains(&battle.round);
    in_time
        && step.only_if.iter().all(|p| present(cx, battle, step.role, *p))
        && !step.unless.iter().any(|p| present(cx, battle, step.role, *p))
}

/// The types that a shooter of this type can hit in a step.
pub fn targets(cx: Cx<'_>, battle: &Battle, step: &FireStep, shooter: crate::rules::UnitTypeId) -> UnitTypeSet {
    let spared = step.spares.iter().filter(|s| s.shooters.has(shooter));
    let spared = spared.filter(|s| s.unless.is_none_or(|p| !present(cx, battle, step.role, p)));
    spared.fold(step.targets, |left, spare| left.minus(spare.targets))
}

/// The types among the enemies of a side that a unit type of that side can hit in some round.
pub fn reach(cx: Cx<'_>, battle: &Battle, role: Role, shooter: crate::rules::UnitTypeId) -> UnitTypeSet {
    let mut all = UnitTypeSet::EMPTY;
    for step in &plan(cx, battle).round {
        let Step::Fire(fire) = step else { continue };
        let fires = fire.role == role && fire.station == Station::Battle && fire.shooters.has(shooter);
        if fires && cx.rules.units[shooter].values[fire.value].0 > 0 && happens(cx, battle, fire) {
            all = all.union(targets(cx, battle, fire, shooter));
        }
    }
    all
}

/// The types of a side.
pub fn kinds(cx: Cx<'_>, battle: &Battle, role: Role) -> UnitTypeSet {
    party(cx, battle, role).map(|(_, u)| u.kind).collect()
}
