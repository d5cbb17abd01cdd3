//! Attributes that nothing asks for.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{AttrId, Id, Rules, Step};
use std::collections::BTreeSet;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may read whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let steps = rules
        .battles
        .plans
        .values()
        .flat_map(|plan| plan.start.iter().chain(&plan.round));
    let fired = steps.filter_map(|step| {
        if let Step::Fire(fire) = step {
            Some(fire.value)
        } else {
            None
        }
    });
    let asked: BTreeSet<AttrId> = fired
        .chain(rules.movement.passing_shots.iter().map(|shot| shot.value))
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
