//! Victories that are won the first time they are asked for.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::Rules;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    for (victory, place) in rules.acts.victories.iter().zip(&places.victories) {
        if reason
            .at(&victory.at)
            .is_some_and(|then| then.always(&victory.when))
        {
            let message = format!("`{}` is won the first time it is asked for", victory.name);
            problems.push(
                Problem::warning("lint/victory-always", message)
                    .at(*place, "its condition always holds"),
            );
        }
    }
}
