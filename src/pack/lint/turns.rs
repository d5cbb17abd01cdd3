//! Players without a turn, and capitals that mean nothing.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, power) in rules.powers.powers.iter() {
        if power.plays && !rules.turn.order.contains(&id) {
            let problem = Problem::warning("pack/no-turn", format!("`{}` has a player but no turn", power.name));
            let problem = problem.at(places.powers[id.index()], "this power");
            problems.push(problem.help("add it to the order of play, or say `plays = false`"));
        }
    }
    for (id, space) in rules.board.spaces.iter() {
        if let Some(power) = space.capital_of
            && space.start != Some(power)
        {
            let name = &rules.powers[power].name;
            let problem = Problem::warning("pack/capital", format!("`{name}` does not hold its capital when the game starts"));
            problems.push(problem.at(places.spaces[id.index()], "this is its capital"));
        }
    }
}
