//! Victories that can never be won.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (victory, place) in v.rules.acts.victories.iter().zip(&v.places.victories) {
        let why = match v.reason.at(&victory.at) {
            None => "its moment never comes",
            Some(then) if then.never(&victory.when) => "its condition never holds then",
            Some(_) => continue,
        };
        let message = format!("`{}` can never be won: {why}", victory.name);
        found.note(message, *place, "this victory");
    }
}
