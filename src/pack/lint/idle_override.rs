//! Overrides that change nothing: an overlay says of something what holds without it.

use super::{Found, View};
use crate::layer::plain;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let plain = |loc| plain(v.sources.text(loc));
    let all = v.history.ledger.changes.then(|| v.history.items(v.sources));
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
