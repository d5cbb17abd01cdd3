//! Every transcript of every bundled pack, as `sandtable test` plays them.

use crate::pack::small;
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

#[test]
fn a_transcript_is_tested_from_inside_its_folder_also_in_a_pack_with_hundreds_of_warnings() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path();
    let far: String = (0..250)
        .map(|n| format!("territory Far {n} {{ }}\n"))
        .collect();
    for (name, text) in [
        ("pack.toml", small::MANIFEST),
        ("tables.toml", small::TABLES),
        ("board.rules", &format!("{}\n{far}", small::BOARD)),
        ("rest.rules", small::REST),
        // What some editors put first is no word of it.
        ("tests/a.play", "\u{feff}expect turn Red\n"),
    ] {
        crate::scripts::write(pack, name, text);
    }
    for (place, path) in [
        ("", "."),
        ("", "tests/a.play"),
        ("tests", "a.play"),
        ("tests", "."),
    ] {
        let tested = std::process::Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["test", path])
            .current_dir(pack.join(place))
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&tested.stdout);
        assert!(
            said.contains("1 passed, 0 failed"),
            "{place} {path}: {said}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_pack_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("pack.toml", small::MANIFEST),
        ("tests/a.play", "expect turn Red\n"),
        ("tests/b.play", "expect turn Red\n"),
    ] {
        crate::scripts::write(folder.path(), name, text);
    }
    let tested = std::process::Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["test", "."])
        .current_dir(folder.path())
        .output()
        .expect("the program starts");
    assert_eq!(tested.status.code(), Some(1));
    let said = String::from_utf8_lossy(&tested.stdout);
    assert!(said.contains("0 passed, 2 failed"), "{said}");
    let said = String::from_utf8_lossy(&tested.stderr);
    assert_eq!(said.matches("cannot be loaded").count(), 1, "{said}");
}
