//! Spaces without a position on a map that has positions.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
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
