//! Objectives that can never be met.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let objectives = v.rules.acts.objectives.values();
    for (objective, at) in objectives.zip(&v.places.objectives) {
        let name = &objective.name;
        let Some(owner) = v.reason.of_objective(objective) else {
            let power = &v.rules.powers[objective.power].name;
            let message = format!("nobody collects for `{name}`: `{power}` has no turn");
            found.note(message, *at, "this objective");
            continue;
        };
        if owner.never(&objective.when) {
            let label = "its condition contradicts itself or the rest of the pack";
            found.note(format!("`{name}` can never be met"), *at, label);
        }
    }
}
