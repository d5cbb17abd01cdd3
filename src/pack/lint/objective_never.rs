//! Objectives that can never be met.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    for (id, objective) in rules.acts.objectives.iter() {
        let Some(owner) = reason.of_objective(objective) else {
            let power = &rules.powers[objective.power].name;
            let message = format!(
                "nobody collects for `{}`: `{power}` has no turn",
                objective.name
            );
            problems.push(
                Problem::warning("lint/objective-never", message)
                    .at(places.objectives[id.index()], "this objective"),
            );
            continue;
        };
        if owner.never(&objective.when) {
            let message = format!("`{}` can never be met", objective.name);
            let problem = Problem::warning("lint/objective-never", message);
            problems.push(problem.at(
                places.objectives[id.index()],
                "its condition contradicts itself or the rest of the pack",
            ));
        }
    }
}
