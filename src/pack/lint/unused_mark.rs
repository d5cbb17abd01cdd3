//! Marks that no space bears.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let board = &v.rules.board;
    let unborne = board
        .tags
        .iter()
        .filter(|(tag, _)| board.tagged(*tag).is_empty());
    for (tag, name) in unborne {
        if let Some(loc) = v.places.tags[tag] {
            found.note(format!("no space is marked `{name}`"), loc, "declared here");
        }
    }
}
