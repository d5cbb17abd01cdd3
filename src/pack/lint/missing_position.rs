//! Spaces without a position on a map that has positions.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let spaces = &rules.board.spaces;
    if spaces.values().all(|s| s.at == (0, 0)) {
        return;
    }
    for (id, space) in spaces.iter().filter(|(_, s)| s.at == (0, 0)) {
        let problem = Problem::warning("lint/missing-position", format!("`{}` has no position on the map", space.name));
        problems.push(problem.at(places.spaces[id.index()], "this space").help("add it to `[positions]`"));
    }
}
