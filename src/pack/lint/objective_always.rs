//! Objectives that are met whatever happens.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let objectives = v.rules.acts.objectives.values();
    for (objective, at) in objectives.zip(&v.places.objectives) {
        let owner = v.reason.of_objective(objective);
        if owner.is_some_and(|owner| owner.always(&objective.when)) {
            let message = format!("`{}` is met whatever happens", objective.name);
            found
                .note(message, *at, "its condition always holds")
                .advise("if it is a plain income, raise the income of a territory instead");
        }
    }
}
