//! Battles without a plan, plans without a battle, and dice for nothing.

use super::permits::places_cover;
use super::{Found, View};
use sandtable_rules::{
    AttrId, BattlePlan, FireStep, PlanId, Rules, SiteKind, UnitTypeSet, Value, fires,
};
use std::collections::BTreeSet;

/// Battles that can happen and have no plan.
pub fn missing_battle_plan(v: &View<'_>, found: &mut Found) {
    let (battles, board) = (&v.rules.battles, &v.rules.board);
    for (happens, kind, site, words) in [
        (
            !board.land.is_empty(),
            SiteKind::Land,
            "on land",
            "land battles",
        ),
        (
            !board.sea.is_empty(),
            SiteKind::Sea,
            "at sea",
            "sea battles",
        ),
        (
            !battles.raiders.is_empty(),
            SiteKind::Raid,
            "in raids",
            "raids",
        ),
    ] {
        if happens && battles.usual(kind).is_none() {
            found
                .note_of_all(format!("the pack has no plan for {words}"))
                .advise(format!("say `battle \"…\" {site} {{ … }}`"));
        }
    }
}

/// Battle plans by which nothing is ever fought, because an earlier one is for the same places and times.
pub fn shadowed_plan(v: &View<'_>, found: &mut Found) {
    let battles = &v.rules.battles;
    for kind in [SiteKind::Raid, SiteKind::Sea, SiteKind::Land] {
        let plans: Vec<PlanId> = battles.plans_of(kind).collect();
        for (nth, id) in plans.iter().enumerate() {
            let plan = &battles.plans[*id];
            let covers = |first: &&PlanId| {
                let first = &battles.plans[**first];
                let holds = v.reason.always(&first.when) || first.when == plan.when;
                holds && places_cover(&first.spaces, &plan.spaces)
            };
            let at = |id: &PlanId| v.places.plans[*id];
            if let Some(first) = plans[..nth].iter().find(covers) {
                let message = format!("no battle is ever fought by `{}`", plan.name);
                found
                    .note(message, at(id), "this plan")
                    .and(at(first), "this one, which comes first, is for all that it is for")
                    .advise("a battle is fought by the first plan for its place and time: change the places or the `when` of one of them");
            } else if v.reason.never(&plan.when) {
                let message = format!("the `when` of the plan `{}` never holds", plan.name);
                found.note(message, at(id), "no battle is fought by it");
            }
        }
    }
}

/// Volleys that can never hit.
pub fn silent_volley(v: &View<'_>, found: &mut Found) {
    for (id, plan) in v.rules.battles.plans.iter() {
        for fire in fires(plan.start.iter().chain(&plan.round)) {
            if let Some(why) = silent(v.rules, fire) {
                let (volley, plan) = (&fire.name, &plan.name);
                let message = format!("the volley `{volley}` of `{plan}` can never hit: {why}");
                found.note(message, v.places.plans[id], "in this plan");
            }
        }
    }
}

fn silent(rules: &Rules, fire: &FireStep) -> Option<&'static str> {
    let lifted = |kinds: UnitTypeSet| {
        let mut rows = rules.battles.modifiers.iter();
        rows.any(|m| m.value == fire.value && m.units.meets(&kinds))
    };
    let value = |kind| rules.units[kind].values[fire.value];
    let armed = fire.shooters.iter().any(|kind| value(kind) > Value(0));
    if !armed && !lifted(fire.shooters) {
        return Some("none of its shooters has a value to fire at");
    }
    let mortal = fire.targets.meets(&rules.units.mortal);
    (!mortal).then_some("none of its targets can be a casualty")
}

/// Rows of passing shots of which each fires at the same passing units: they are hit twice.
pub fn doubled_shots(v: &View<'_>, found: &mut Found) {
    let rows = &v.rules.movement.passing_shots;
    for (nth, row) in rows.iter().enumerate() {
        let meets = |first: &BattlePlan| {
            let mut fires = first.volleys().zip(row.volleys());
            fires.any(|(a, b)| a.shooters.meets(&b.shooters) && a.targets.meets(&b.targets))
        };
        if let Some(first) = rows[..nth].iter().position(meets) {
            let message = "some units fire twice at the same passing units: both rows count";
            found
                .note(message, v.places.shots[nth], "this row")
                .and(v.places.shots[first], "this one has them fire, too")
                .advise("say in one of the rows `but` the types that the other is about");
        }
    }
}

/// Attributes that nothing asks for.
pub fn unused_attribute(v: &View<'_>, found: &mut Found) {
    // A script may read whatever it likes.
    if !v.rules.specials.is_empty() {
        return;
    }
    let plans = v.rules.battles.plans.values();
    let plans = plans.chain(&v.rules.movement.passing_shots);
    let fired = plans.flat_map(BattlePlan::volleys).map(|fire| fire.value);
    let asked: BTreeSet<AttrId> = fired.collect();
    let attrs = v.rules.units.attrs.iter();
    for (id, name) in attrs.filter(|(id, _)| !asked.contains(id)) {
        let message = format!("nothing ever fires at `{name}`");
        found.note(message, v.places.attributes[id], "declared here");
    }
}
