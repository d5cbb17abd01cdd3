//! `sandtable test`: plays transcripts.

use super::Exit;
use super::out::Out;
use crate::game::transcript;
use crate::view::{Paint, describe_event};
use std::path::PathBuf;

/// Plays every transcript below the paths.
pub(super) fn run(paths: &[PathBuf], out: &mut Out) -> Exit {
    let tested = match transcript::test(paths, |rules, event| describe_event(rules, event, Paint::Off)) {
        Ok(tested) => tested,
        Err(problem) => return out.problem(problem),
    };
    for (path, problems) in &tested.failed {
        out.problems(problems);
        out.say(&format!("failed: {path}"));
    }
    out.say(&format!("{} passed, {} failed", tested.passed.len(), tested.failed.len()));
    if tested.failed.is_empty() { Exit::Fine } else { Exit::AtFault }
}
