//! Volleys that can never hit.

use super::{Found, View};
use sandtable_rules::{FireStep, Rules, Step, UnitTypeSet, Value};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (id, plan) in v.rules.battles.plans.iter() {
        for step in plan.start.iter().chain(&plan.round) {
            let Step::Fire(fire) = step else { continue };
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
        rules
            .battles
            .modifiers
            .iter()
            .any(|m| m.value == fire.value && m.units.meets(&kinds))
    };
    let armed = fire
        .shooters
        .iter()
        .any(|k| rules.units[k].values[fire.value] > Value(0));
    if !armed && !lifted(fire.shooters) {
        return Some("none of its shooters has a value to fire at");
    }
    let mortal = fire.targets.iter().any(|k| rules.units[k].hits > 0);
    (!mortal).then_some("none of its targets can be a casualty")
}
