//! Spaces without a position on a map that has positions, and marks that no space bears.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let spaces = &rules.board.spaces;
    if spaces.values().any(|s| s.at != (0, 0)) {
        for (id, space) in spaces.iter().filter(|(_, s)| s.at == (0, 0)) {
            let problem = Problem::warning("pack/no-position", format!("`{}` has no position on the map", space.name));
            problems.push(problem.at(places.spaces[id.index()], "this space").help("add it to `[positions]`"));
        }
    }
    for (tag, name) in rules.board.tags.iter() {
        if rules.board.tagged(tag).is_empty() {
            let problem = Problem::warning("pack/unused", format!("no space is marked `{name}`"));
            problems.push(problem.at(places.tags[tag.index()], "declared here"));
        }
    }
}
