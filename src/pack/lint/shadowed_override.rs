//! Overrides that never count, because something said later takes the place of all they say.

use super::Layered;
use crate::diag::{Problem, Problems};

pub fn lint(layers: &Layered<'_>, problems: &mut Problems) {
    for covered in layers.covered {
        let what = match &*covered.fact {
            "" => format!("the {} `{}`", covered.kind, covered.name),
            fact => format!("`{fact}` of the {} `{}`", covered.kind, covered.name),
        };
        let message = format!("what this overlay says of {what} never counts");
        let problem = Problem::warning("lint/shadowed-override", message)
            .at(covered.loc, "said here")
            .at(covered.by, "said otherwise later, and that counts");
        let help = "leave one of them out; where a pack changes another overlay on purpose, `[lints]` can allow it";
        problems.push(problem.help(help));
    }
}
