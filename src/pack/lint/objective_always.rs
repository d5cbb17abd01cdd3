//! Objectives that are met whatever happens.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let reason = Reason::new(rules);
    for (id, objective) in rules.acts.objectives.iter() {
        if reason
            .of_objective(objective)
            .is_some_and(|owner| owner.always(&objective.when))
        {
            let problem = Problem::warning(
                "lint/objective-always",
                format!("`{}` is met whatever happens", objective.name),
            );
            let problem = problem.at(places.objectives[id.index()], "its condition always holds");
            problems.push(
                problem.help("if it is a plain income, raise the income of a territory instead"),
            );
        }
    }
}
