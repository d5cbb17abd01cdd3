//! Flags and counters that are asked for, but that nothing changes.

use super::{Found, Sort, View, walk};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (asked, changed) = (walk::asked(v.rules), walk::changed(v.rules));
    for (id, counter) in v.rules.counters.iter() {
        if !asked.contains(&id) || changed.contains(&id) {
            continue;
        }
        let message = format!(
            "`{}` is asked for, but nothing ever changes it",
            counter.name
        );
        found
            .note(message, v.places.counters[id], "declared here")
            .unless_named(Sort::Counter, [&counter.name])
            .advise("a trigger changes it: `then set flag …`, `then set counter … to …`");
    }
}
