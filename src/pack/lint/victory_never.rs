//! Victories that can never be won.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::Rules;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    for (victory, place) in rules.acts.victories.iter().zip(&places.victories) {
        let why = match reason.at(&victory.at) {
            None => "its moment never comes",
            Some(then) if then.never(&victory.when) => "its condition never holds then",
            Some(_) => continue,
        };
        let message = format!("`{}` can never be won: {why}", victory.name);
        problems.push(Problem::warning("lint/victory-never", message).at(*place, "this victory"));
    }
}
