//! Flags and counters that no condition asks for.

use super::{Places, walk};
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may read whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let (asked, changed) = (walk::asked(rules), walk::changed(rules));
    for (id, counter) in rules.counters.iter().filter(|(id, _)| !asked.contains(id)) {
        let message = if changed.contains(&id) {
            format!(
                "`{}` is changed, but nothing ever asks for it",
                counter.name
            )
        } else {
            format!("`{}` is declared, but never used", counter.name)
        };
        problems.push(
            Problem::warning("lint/unused-flag", message)
                .at(places.counters[id.index()], "declared here"),
        );
    }
}
