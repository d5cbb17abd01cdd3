//! Small packs that set what the bundled editions agree on otherwise: every choice that a row offers is played.

use sandtable::diag::Style;
use sandtable::game::transcript::test;
use sandtable::pack::Choices;
use sandtable::view::{Paint, describe_event};
use std::path::Path;

#[test]
fn what_a_row_offers_is_played() {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policy/packs");
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
    assert!(tested.passed.len() >= 4, "{:?}", tested.passed);
}
