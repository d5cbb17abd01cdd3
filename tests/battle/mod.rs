//! Small packs whose plans ask for what no bundled edition does: each step is played as it is written.

use sandtable::diag::Style;
use sandtable::game::transcript::test;
use sandtable::pack::Choices;
use sandtable::view::{Paint, describe_event};
use std::path::Path;

/// Plays the transcripts of all packs in a folder of the tests; so many there are at least.
pub fn transcripts_pass(folder: &str, least: usize) {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let tested = test(&[packs], &Choices::default(), |rules, event| {
        describe_event(rules, event, Paint::Off)
    })
    .expect("the folder is there");
    let failures: String = tested
        .failed
        .iter()
        .map(|(path, problems)| format!("{path}\n{}", problems.render(Style::Unicode, 110)))
        .collect();
    assert!(failures.is_empty(), "{failures}");
    assert!(tested.passed.len() >= least, "{:?}", tested.passed);
}

#[test]
fn steps_are_played_as_they_are_written() {
    transcripts_pass("tests/battle/packs", 42);
}
