//! Permissions that an earlier one always decides for them: the first row that matches counts.

use super::{Found, View};
use crate::rules::{Permission, SpaceFilter};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (rows, places) = (&v.rules.movement.permissions, &v.places.permissions);
    let mut last = None;
    for (nth, row) in rows.iter().enumerate() {
        let at = places[nth];
        let decides = |first: &usize| {
            let (first, place) = (&rows[*first], places[*first]);
            let holds = v.reason.always(&first.when) || first.when == row.when;
            place != at && holds && covers(first, row)
        };
        let Some(first) = (0..nth).find(decides) else {
            continue;
        };
        if last.replace(at) != Some(at) {
            let message = "this never decides anything: an earlier row comes first";
            found
                .note(message, at, "this one")
                .and(places[first], "this one covers all of it")
                .advise("the first row that matches counts: put exceptions before the rule");
        }
    }
}

/// Whether the first is about everything that the second is about, conditions aside.
fn covers(first: &Permission, row: &Permission) -> bool {
    let places = match (&first.spaces, &row.spaces) {
        (SpaceFilter::Any, _) => true,
        (SpaceFilter::In(more), SpaceFilter::In(less)) => less.within(more),
        (more, less) => more == less,
    };
    places
        && first.action == row.action
        && row.powers.within(&first.powers)
        && row.units.within(&first.units)
}
