//! Flags and counters that are asked for, but that nothing changes.

use super::{Places, walk};
use crate::diag::{Problem, Problems};
use crate::rules::{Id, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may write whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let (asked, changed) = (walk::asked(rules), walk::changed(rules));
    for (id, counter) in rules
        .counters
        .iter()
        .filter(|(id, _)| asked.contains(id) && !changed.contains(id))
    {
        let message = format!(
            "`{}` is asked for, but nothing ever changes it",
            counter.name
        );
        let problem = Problem::warning("lint/constant-flag", message)
            .at(places.counters[id.index()], "declared here");
        problems.push(
            problem.help("a trigger changes it: `then set flag …`, `then set counter … to …`"),
        );
    }
}
