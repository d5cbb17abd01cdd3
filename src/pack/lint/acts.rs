//! Objectives, triggers and victories that never come true, or always do.

use super::{Found, View};

/// Objectives that can never be met.
pub fn objective_never(v: &View<'_>, found: &mut Found) {
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

/// Objectives that are met whatever happens.
pub fn objective_always(v: &View<'_>, found: &mut Found) {
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

/// Triggers that can never fire: their moment never comes, or their condition never holds at it.
pub fn trigger_never(v: &View<'_>, found: &mut Found) {
    let triggers = v.rules.acts.triggers.values();
    for (trigger, at) in triggers.zip(&v.places.triggers) {
        if let Some((why, label)) = v.reason.never_at(&trigger.at, &trigger.when) {
            let message = format!("`{}` can never fire: {why}", trigger.name);
            found.note(message, *at, label);
        }
    }
}

/// Victories that can never be won.
pub fn victory_never(v: &View<'_>, found: &mut Found) {
    for (victory, place) in v.rules.acts.victories.iter().zip(&v.places.victories) {
        if let Some((why, _)) = v.reason.never_at(&victory.at, &victory.when) {
            let message = format!("`{}` can never be won: {why}", victory.name);
            found.note(message, *place, "this victory");
        }
    }
}

/// Victories that are won the first time they are asked for.
pub fn victory_always(v: &View<'_>, found: &mut Found) {
    for (victory, place) in v.rules.acts.victories.iter().zip(&v.places.victories) {
        let then = v.reason.at(&victory.at);
        if then.is_some_and(|then| then.always(&victory.when)) {
            let message = format!("`{}` is won the first time it is asked for", victory.name);
            found.note(message, *place, "its condition always holds");
        }
    }
}
