//! Attributes that nothing asks for.

use super::{Found, View};
use crate::rules::{AttrId, Id, Step};
use std::collections::BTreeSet;

pub fn lint(v: &View<'_>, found: &mut Found) {
    // A script may read whatever it likes.
    if !v.rules.specials.is_empty() {
        return;
    }
    let plans = v.rules.battles.plans.values();
    let steps = plans.flat_map(|plan| plan.start.iter().chain(&plan.round));
    let fired = steps.filter_map(|step| match step {
        Step::Fire(fire) => Some(fire.value),
        _ => None,
    });
    let shots = v.rules.movement.passing_shots.iter().map(|shot| shot.value);
    let asked: BTreeSet<AttrId> = fired.chain(shots).collect();
    let attrs = v.rules.units.attrs.iter();
    for (id, name) in attrs.filter(|(id, _)| !asked.contains(id)) {
        let message = format!("nothing ever fires at `{name}`");
        found.note(message, v.places.attributes[id.index()], "declared here");
    }
}
