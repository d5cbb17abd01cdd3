//! Triggers that can never fire: their moment never comes, or their condition never holds at it.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let triggers = v.rules.acts.triggers.values();
    for (trigger, at) in triggers.zip(&v.places.triggers) {
        let (why, label) = match v.reason.at(&trigger.at) {
            None => (
                "its moment never comes",
                "no turn, declaration or capture of this pack brings it",
            ),
            Some(then) if then.never(&trigger.when) => (
                "its condition never holds then",
                "its condition contradicts itself or the rest of the pack",
            ),
            Some(_) => continue,
        };
        let message = format!("`{}` can never fire: {why}", trigger.name);
        found.note(message, *at, label);
    }
}
