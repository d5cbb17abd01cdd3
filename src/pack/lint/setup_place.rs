//! Pieces of the opening position that stand where they can never be.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Domain, Rules, SetupUnits};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (row, units) in rules.setup.units.iter().enumerate() {
        if let Some(problem) = misplaced(rules, units) {
            problems.push(problem.at(places.setup[row], "placed here"));
        }
    }
}

fn misplaced(rules: &Rules, units: &SetupUnits) -> Option<Problem> {
    let (space, kind) = (&rules.board.spaces[units.space], &rules.units[units.kind]);
    let sea = rules.board.is_sea(units.space);
    let why = match kind.domain {
        _ if space.closed => "nothing can be in a closed space",
        Domain::Land if sea => "land units are not at sea when the game starts",
        Domain::Facility if sea => "facilities stand on land",
        Domain::Sea if !sea => "sea units are not on land",
        _ => return None,
    };
    Some(Problem::error(
        "pack/setup-place",
        format!("`{}` cannot be in `{}`: {why}", kind.name, space.name),
    ))
}
