//! Overrides that never count, because something said later takes the place of all they say.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for covered in v.covered {
        let what = covered.thing.with(&covered.fact);
        let message = format!("what this overlay says of {what} never counts");
        let help = "leave one of them out; where a pack changes another overlay on purpose, `[lints]` can allow it";
        found
            .note(message, covered.loc, "said here")
            .and(covered.by, "said otherwise later, and that counts")
            .advise(help);
    }
}
