//! Permissions that an earlier one always decides for them: the first row that matches counts.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::{Permission, Rules, SpaceFilter};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    let rows = &rules.movement.permissions;
    let mut last = None;
    for (nth, row) in rows.iter().enumerate() {
        let covers = |first: &&usize| {
            let first = &rows[**first];
            reason.always(&first.when) && covers(first, row)
                || first.when == row.when && covers(first, row)
        };
        let earlier: Vec<usize> = (0..nth)
            .filter(|i| places.permissions[*i] != places.permissions[nth])
            .collect();
        let Some(first) = earlier.iter().find(covers) else {
            continue;
        };
        let at = places.permissions[nth];
        if last.replace(at) != Some(at) {
            let problem = Problem::warning(
                "lint/shadowed-permission",
                "this never decides anything: an earlier row comes first",
            );
            let problem = problem
                .at(at, "this one")
                .at(places.permissions[*first], "this one covers all of it");
            problems.push(
                problem.help("the first row that matches counts: put exceptions before the rule"),
            );
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
