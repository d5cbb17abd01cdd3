//! Players without a turn.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, power) in rules
        .powers
        .powers
        .iter()
        .filter(|(id, p)| p.plays && !rules.turn.order.contains(id))
    {
        let problem = Problem::warning(
            "lint/turnless-power",
            format!("`{}` has a player but no turn", power.name),
        );
        let problem = problem.at(places.powers[id.index()], "this power");
        problems.push(problem.help("add it to the order of play, or say `plays = false`"));
    }
}
