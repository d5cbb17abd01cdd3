//! The examples of `scripts/README.md`, bound and played in the small pack.

use super::{failures, opened};
use sandtable::diag::Style;

const README: &str = include_str!("../../scripts/README.md");

/// The fenced blocks of the README: language and text.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    let mut rest = README;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (language, after) = after.split_once('\n').expect("a block begins with a line");
        let (text, after) = after.split_once("\n```").expect("a block ends");
        blocks.push((language, text));
        rest = after;
    }
    blocks
}

#[test]
fn the_examples_of_the_readme_work() {
    let blocks = blocks();
    let scripts: Vec<&str> = blocks
        .iter()
        .filter(|(l, _)| *l == "rhai")
        .map(|(_, t)| *t)
        .collect();
    let uses: Vec<&str> = blocks
        .iter()
        .filter(|(l, _)| *l == "rules")
        .map(|(_, t)| *t)
        .collect();
    assert!(scripts.len() >= 6 && scripts.len() == uses.len());
    for (script, lines) in scripts.iter().zip(&uses) {
        let opened = opened(script, &lines.replace("use partisans", "use rule"));
        let opened = opened.unwrap_or_else(|p| panic!("{script}\n{}", p.render(Style::Plain, 100)));
        assert!(
            opened.warnings.is_empty(),
            "{script}\n{}",
            opened.warnings.render(Style::Plain, 100)
        );
    }
}

#[test]
fn the_transcript_of_the_readme_passes() {
    let blocks = blocks();
    let script = blocks
        .iter()
        .filter(|(l, _)| *l == "rhai")
        .nth(4)
        .expect("step 5")
        .1;
    let play = blocks
        .iter()
        .find(|(l, _)| *l == "play")
        .expect("a transcript")
        .1;
    assert_eq!(failures(script, play), "");
}

#[test]
fn every_script_of_the_library_is_in_the_readme_and_says_what_it_does() {
    for name in sandtable::script::bundled_names() {
        assert!(README.contains(&format!("| `{name}` |")), "{name}");
        let text = sandtable::script::find_bundled(&name)
            .expect("it is there")
            .text;
        assert!(
            text.starts_with("// ") && text.contains("\n// Hooks: ") && text.contains("Rules: "),
            "{name} has no header"
        );
    }
}
