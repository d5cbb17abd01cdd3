//! Victories that are won the first time they are asked for.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (victory, place) in v.rules.acts.victories.iter().zip(&v.places.victories) {
        let then = v.reason.at(&victory.at);
        if then.is_some_and(|then| then.always(&victory.when)) {
            let message = format!("`{}` is won the first time it is asked for", victory.name);
            found.note(message, *place, "its condition always holds");
        }
    }
}
