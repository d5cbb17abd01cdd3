//! Objectives that are met whatever happens.

use super::{Found, View};
use sandtable_rules::Id;

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (id, objective) in v.rules.acts.objectives.iter() {
        let owner = v.reason.of_objective(objective);
        if owner.is_some_and(|owner| owner.always(&objective.when)) {
            let message = format!("`{}` is met whatever happens", objective.name);
            let at = v.places.objectives[id.index()];
            found
                .note(message, at, "its condition always holds")
                .advise("if it is a plain income, raise the income of a territory instead");
        }
    }
}
