//! Names after `but` that are not among what stands before it: `but` takes away all that follows it, also
//! where something was meant to be added again.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for name in &v.places.idle_exceptions {
        let message = "`but` takes away all that follows it, and this is not there";
        found
            .note(message, name.loc, "not among what stands before `but`")
            .advise("what is to be added stands before `but`: `this, … but …`");
    }
}
