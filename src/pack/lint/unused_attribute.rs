//! Attributes that nothing asks for.

use super::{Found, View};
use sandtable_rules::{AttrId, BattlePlan};
use std::collections::BTreeSet;

pub fn lint(v: &View<'_>, found: &mut Found) {
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
