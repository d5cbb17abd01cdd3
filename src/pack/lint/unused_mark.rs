//! Marks that no space bears.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (tag, name) in rules
        .board
        .tags
        .iter()
        .filter(|(tag, _)| rules.board.tagged(*tag).is_empty())
    {
        let Some(loc) = places.tags[tag.index()] else {
            continue;
        };
        let problem = Problem::warning("lint/unused-mark", format!("no space is marked `{name}`"));
        problems.push(problem.at(loc, "declared here"));
    }
}
