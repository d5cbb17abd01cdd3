//! Choices of units that a battle asks for: who may be chosen for what, and what comes of it.

use super::finish;
use super::law::Group;
use super::party::Field;
use super::queue::{beach_open, stay_aboard};
use crate::{Battle, Code, Cx, Event, Game, Marks, Pick, SpaceMark, Unit, UnitIx, UnitsAt};
use sandtable_rules::{Role, Rules, SiteKind, SpaceSet, Station, SubmergeStep, UnitTypeSet};

/// Which units submerge: they leave the battle without leaving its space.
pub const SUBMERGE: Pick = Pick {
    word: "submerge",
    about: "has units leave the battle under water",
    question: "which of {units} submerge in {space}?",
    refusal: Code::NoSubmerge,
};

/// Which units rise against raiders.
pub const INTERCEPT: Pick = Pick {
    word: "intercept",
    about: "sends units up against raiders",
    question: "which of {units} rise against the raid on {space}?",
    refusal: Code::NoIntercept,
};

/// Which ships bombard: offshore, they support the units they have landed.
pub const BOMBARD: Pick = Pick {
    word: "bombard",
    about: "has ships fire in support of a landing",
    question: "which of {units} bombard {space} (at most {max})?",
    refusal: Code::NoBombard,
};

/// Which units stay aboard that were to land, when the battle at sea is over.
pub const RECALL: Pick = Pick {
    word: "recall",
    about: "has units stay aboard that were to land",
    question: "which of {units} in {space} stay aboard instead of landing?",
    refusal: Code::NotAboard,
};

/// Every choice of units that a battle may ask for.
pub const PICKS: [Pick; 4] = [SUBMERGE, INTERCEPT, BOMBARD, RECALL];

/// Has units do what they were chosen for.
pub fn carry_out(game: &mut Game<'_>, battle: &Battle, pick: Pick, units: &[UnitIx]) {
    let Some(these) = game.state.together(units) else {
        return;
    };
    let space = battle.site.space;
    for ix in units {
        match pick {
            SUBMERGE => {
                finish::leave(game, *ix);
                game.state.unit_mut(*ix).marks.set(Marks::SUBMERGED);
            }
            INTERCEPT => game.state.unit_mut(*ix).marks.set(Marks::INTERCEPTED),
            RECALL => stay_aboard(game, *ix),
            // Ships are aimed at the territory; they fire in the plan's offshore steps.
            _ => {
                let ship = game.state.unit_mut(*ix);
                ship.marks
                    .set(Marks::BOMBARDS.and(Marks::FOUGHT).and(Marks::DONE));
                ship.goal = space;
            }
        }
    }
    game.tell(match pick {
        SUBMERGE => Event::Submerged(these),
        INTERCEPT => Event::Intercepted(these),
        RECALL => Event::Loaded(these),
        _ => Event::Bombarding(UnitsAt { space, ..these }),
    });
}

/// The units that may submerge in a step.
pub fn divers(rules: &Rules, battle: &Battle, step: &SubmergeStep, field: &Field) -> Vec<UnitIx> {
    let free = field.scene(rules, battle).may_submerge(step);
    field.those(step.role, |u| free && Group::of(u).may_submerge(step))
}

/// The defenders of these types that may rise.
pub fn interceptors(cx: Cx<'_>, battle: &Battle, units: UnitTypeSet) -> Vec<UnitIx> {
    let active = cx.active();
    cx.state.those_in(battle.site.space, |u| {
        units.has(u.kind) && cx.at_war(active, u.owner) && !u.marks.any(Marks::INTERCEPTED)
    })
}

/// The units of these types that could land from the space of a battle now.
pub fn landers(cx: Cx<'_>, battle: &Battle, units: UnitTypeSet) -> Vec<UnitIx> {
    let lands = |u: &Unit| units.has(u.kind) && u.marks.any(Marks::LANDING);
    let may = |u: &Unit| lands(u) && beach_open(cx, u.space, u.goal);
    cx.state.those_in(battle.site.space, may)
}

/// The ships that may bombard a landing, and how many of them at most.
pub fn bombarding(cx: Cx<'_>, battle: &Battle) -> (Vec<UnitIx>, u16) {
    let rule = cx.rules.battles.bombardment.as_ref();
    let Some(rule) = rule.filter(|_| battle.site.kind == SiteKind::Land) else {
        return (Vec::new(), 0);
    };
    let offshore = battle.plan(cx.rules).volleys();
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
