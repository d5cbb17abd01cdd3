//! Capitals in other hands when the game starts.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, space) in rules.board.spaces.iter() {
        if let Some(power) = space.capital_of
            && space.start != Some(power)
        {
            let message = format!(
                "`{}` does not hold its capital when the game starts",
                rules.powers[power].name
            );
            let problem = Problem::warning("lint/captive-capital", message);
            problems.push(problem.at(places.spaces[id.index()], "this is its capital"));
        }
    }
}
