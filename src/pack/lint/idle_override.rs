//! Overrides that change nothing: an overlay says of something what holds without it.

use super::Layered;
use crate::diag::{Problem, Problems};

pub fn lint(layers: &Layered<'_>, problems: &mut Problems) {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut idle = Vec::new();
    for (item, part) in layers
        .resolved
        .iter()
        .flat_map(|item| item.parts.iter().map(move |part| (item, part)))
    {
        // Overlays side by side may well say the same.
        let [below] = &part.before[..] else { continue };
        // What is added or taken off changes something however often it is said.
        let said = plain(problems.sources().text(part.loc));
        if said.contains(['+', '-', '[']) || said != plain(problems.sources().text(*below)) {
            continue;
        }
        let message = format!(
            "this changes nothing about the {} `{}`",
            item.kind, item.name
        );
        let problem = Problem::warning("lint/idle-override", message)
            .at(part.loc, "says the same")
            .at(*below, "as holds already");
        idle.push(problem.help("say what is to be different, or leave it out"));
    }
    idle.into_iter().for_each(|problem| problems.push(problem));
}
