//! Spaces and marks that nothing has to do with.

use super::{Found, View};
use sandtable_rules::SpaceSet;

/// Spaces that no unit can ever get to.
pub fn unreachable_space(v: &View<'_>, found: &mut Found) {
    let (board, spaces) = (&v.rules.board, &v.rules.board.spaces);
    let mut parts: Vec<SpaceSet> = Vec::new();
    for start in spaces.ids() {
        if !spaces[start].closed && !parts.iter().any(|p| p.has(start)) {
            let part = board.spread([start], |_, _| true, |_, to| !spaces[to].closed);
            parts.push(part.into_iter().map(|(space, _)| space).collect());
        }
    }
    // The main board is the largest part; everything else is cut off from it.
    let Some(main) = parts.iter().max_by_key(|p| p.len()).copied() else {
        return;
    };
    for cut_off in parts.iter().filter(|p| **p != main).flat_map(|p| p.iter()) {
        let message = format!("nobody can ever reach `{}`", spaces[cut_off].name);
        found
            .note(message, v.places.spaces[cut_off], "no way leads here")
            .advise("state its borders, or say `closed`");
    }
}

/// Spaces without a position on a map that has positions.
pub fn missing_position(v: &View<'_>, found: &mut Found) {
    if v.places.positioned.is_empty() {
        return;
    }
    let spaces = v.rules.board.spaces.iter();
    for (id, space) in spaces.filter(|(id, _)| !v.places.positioned.has(*id)) {
        let message = format!("`{}` has no position on the map", space.name);
        found
            .note(message, v.places.spaces[id], "this space")
            .advise("add it to `[positions]`");
    }
}

/// Marks that no space bears.
pub fn unused_mark(v: &View<'_>, found: &mut Found) {
    let board = &v.rules.board;
    let marks = board.tags.iter();
    for (tag, name) in marks.filter(|(tag, _)| board.tagged(*tag).is_empty()) {
        if let Some(loc) = v.places.tags[tag] {
            found.note(format!("no space is marked `{name}`"), loc, "declared here");
        }
    }
}
