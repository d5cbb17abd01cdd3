//! Spaces without a position on a map that has positions.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let spaces = &rules.board.spaces;
    if places.positioned.is_empty() {
        return;
    }
    for (id, space) in spaces.iter().filter(|(id, _)| !places.positioned.has(*id)) {
        let problem = Problem::warning(
            "lint/missing-position",
            format!("`{}` has no position on the map", space.name),
        );
        problems.push(
            problem
                .at(places.spaces[id.index()], "this space")
                .help("add it to `[positions]`"),
        );
    }
}
