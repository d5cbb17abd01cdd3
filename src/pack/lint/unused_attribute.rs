//! Attributes that nothing asks for.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{AttrId, BattlePlan, Id, Rules};
use std::collections::BTreeSet;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may read whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let plans = rules.battles.plans.values();
    let asked: BTreeSet<AttrId> = plans
        .chain(&rules.movement.passing_shots)
        .flat_map(BattlePlan::volleys)
        .map(|fire| fire.value)
        .collect();
    for (id, name) in rules
        .units
        .attrs
        .iter()
        .filter(|(id, _)| !asked.contains(id))
    {
        let problem = Problem::warning(
            "lint/unused-attribute",
            format!("nothing ever fires at `{name}`"),
        );
        problems.push(problem.at(places.attributes[id.index()], "declared here"));
    }
}
