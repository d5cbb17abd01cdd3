//! What is said for nothing, because something said before or later counts all the same.

use super::{Found, View};
use crate::layer::plain;

/// Overrides that change nothing: an overlay says of something what holds without it.
pub fn idle_override(v: &View<'_>, found: &mut Found) {
    let plain = |loc| plain(v.history.sources.text(loc));
    let all = v.history.ledger.changes.then(|| v.history.items());
    for item in all.unwrap_or_default() {
        for part in &item.parts {
            // Overlays side by side may well say the same.
            let [below] = part.before[..] else { continue };
            // What is added or taken off changes something however often it is said.
            let said = plain(part.loc);
            if said.contains(['+', '-', '[']) || said != plain(below) {
                continue;
            }
            let (kind, name) = (item.kind, &item.name);
            let message = format!("this changes nothing about the {kind} `{name}`");
            found
                .note(message, part.loc, "says the same")
                .and(below, "as holds already")
                .advise("say what is to be different, or leave it out");
        }
    }
}

/// Overrides that never count, because something said later takes the place of all they say.
pub fn shadowed_override(v: &View<'_>, found: &mut Found) {
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

/// Names after `but` that are not among what stands before it: `but` takes away all that follows it, also
/// where something was meant to be added again.
pub fn idle_exception(v: &View<'_>, found: &mut Found) {
    for name in &v.places.idle_exceptions {
        let message = "`but` takes away all that follows it, and this is not there";
        found
            .note(message, name.loc, "not among what stands before `but`")
            .advise("what is to be added stands before `but`: `this, … but …`");
    }
}
