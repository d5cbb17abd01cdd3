//! Flags and counters that no condition asks for.

use super::{Found, Sort, View, walk};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (asked, changed) = (walk::asked(v.rules), walk::changed(v.rules));
    for (id, counter) in v
        .rules
        .counters
        .iter()
        .filter(|(id, _)| !asked.contains(id))
    {
        let name = &counter.name;
        let message = if changed.contains(&id) {
            format!("`{name}` is changed, but nothing ever asks for it")
        } else {
            format!("`{name}` is declared, but never used")
        };
        found
            .note(message, v.places.counters[id], "declared here")
            .unless_named(Sort::Counter, [name]);
    }
}
