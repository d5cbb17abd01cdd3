//! Bombardment: ships offshore support the units they have landed.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::decision::Pick;
use super::super::event::{Event, UnitsAt};
use super::super::query::Cx;
use super::super::refusal::Code;
use super::super::state::{Marks, SpaceMark, Unit, UnitIx};
use super::party::Field;
use sandtable_rules::{Role, SiteKind, SpaceSet, Station, UnitTypeSet};

/// Which ships bombard.
pub const BOMBARD: Pick = Pick {
    word: "bombard",
    about: "has ships fire in support of a landing",
    question: "which of {units} bombard {space} (at most {max})?",
    refusal: Code::NoBombard,
};

/// The ships that may bombard a landing, and how many of them at most.
pub fn able(cx: Cx<'_>, battle: &Battle) -> (Vec<UnitIx>, u16) {
    let rule = cx.rules.battles.bombardment.as_ref();
    let Some(rule) = rule.filter(|_| battle.site.kind == SiteKind::Land) else {
        return (Vec::new(), 0);
    };
    let offshore = super::plan(cx, battle).volleys();
    let fire = offshore
        .filter(|step| step.station == Station::Offshore)
        .fold(UnitTypeSet::EMPTY, |all, step| all.union(step.shooters));
    let able = rule.ships.intersect(fire);
    let landed: Vec<_> = Field::new(cx, battle)
        .side(Role::Attacker)
        .filter(|(_, u)| u.marks.any(Marks::SEABORNE))
        .map(|(_, u)| u.came)
        .collect();
    let zones: SpaceSet = landed.iter().copied().collect();
    let spent = Marks::BOMBARDS.and(Marks::OUT);
    // Who fought here is as free as its zone is quiet; who fought elsewhere has retreated and is done.
    let free = |ship: &Unit| match cx.state.marked(ship.space, SpaceMark::Fought) {
        true => !rule.quiet_zone,
        false => !ship.marks.any(Marks::FOUGHT),
    };
    let active = cx.active();
    let near = |u: &Unit| u.owner == active && able.has(u.kind) && zones.has(u.space);
    let silent = |u: &Unit| cx.state.marked(u.space, SpaceMark::Silent);
    let fires = |u: &Unit| near(u) && !u.marks.any(spent) && free(u) && !silent(u);
    let ships = cx.state.those(fires);
    let max = if rule.one_per_landed {
        ships.len().min(landed.len())
    } else {
        ships.len()
    };
    (ships, u16::try_from(max).unwrap_or(u16::MAX))
}

/// Aims ships at the territory; they fire in the plan's offshore steps.
pub fn aim(game: &mut Game<'_>, battle: &Battle, ships: &[UnitIx]) {
    let Some(these) = game.state.together(ships) else {
        return;
    };
    let space = battle.site.space;
    for ix in ships {
        let ship = game.state.unit_mut(*ix);
        ship.marks
            .set(Marks::BOMBARDS.and(Marks::FOUGHT).and(Marks::DONE));
        ship.goal = space;
    }
    game.tell(Event::Bombarding(UnitsAt { space, ..these }));
}
