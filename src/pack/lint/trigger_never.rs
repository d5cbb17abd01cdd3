//! Triggers that can never fire: their moment never comes, or their condition never holds at it.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    for (id, trigger) in rules.acts.triggers.iter() {
        let (why, label) = match reason.at(&trigger.at) {
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
        problems.push(
            Problem::warning("lint/trigger-never", message).at(places.triggers[id.index()], label),
        );
    }
}
