//! Every transcript of every bundled pack, as `sandtable test` plays them.

use sandtable::diag::Style;
use sandtable::game::transcript::test;
use sandtable::pack::Choices;
use sandtable::view::{Paint, describe_event};
use std::path::Path;

#[test]
fn every_transcript_passes() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let tested = test(&[scenarios], &Choices::default(), |rules, event| {
        describe_event(rules, event, Paint::Off)
    })
    .expect("the folder is there");
    let failures: String = tested
        .failed
        .iter()
        .map(|(path, problems)| format!("{path}\n{}", problems.render(Style::Unicode, 110)))
        .collect();
    println!(
        "{} passed, {} failed",
        tested.passed.len(),
        tested.failed.len()
    );
    assert!(failures.is_empty(), "{failures}");
}
