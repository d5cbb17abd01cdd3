//! The examples of the language reference are read by the program itself.

use super::small::pack;
use crate::overlay::over;
use sandtable::pack::load;

const REFERENCE: &str = include_str!("../../grammar/README.md");

/// The fenced blocks of a kind, with the line each begins in.
fn blocks(kind: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in REFERENCE.lines().enumerate() {
        match &mut open {
            Some((_, text)) if line != "```" => {
                text.push_str(line);
                text.push('\n');
            }
            Some(_) => blocks.extend(open.take()),
            None if line == format!("```{kind}") => open = Some((number + 2, String::new())),
            None => {}
        }
    }
    blocks
}

/// Whether the only things wrong are names the example does not explain.
fn reads(files: &crate::memory::Memory) -> Result<(), String> {
    let Err(problems) = load(files) else {
        return Ok(());
    };
    let wrong = |code: &str| {
        matches!(
            code,
            "pack/syntax"
                | "pack/toml-syntax"
                | "pack/unknown-key"
                | "pack/wrong-type"
                | "pack/missing-key"
        )
    };
    if problems.iter().any(|p| wrong(p.code)) {
        Err(problems.render(sandtable::diag::Style::Unicode, 100))
    } else {
        Ok(())
    }
}

#[test]
fn every_example_parses() {
    let rules = blocks("rules");
    assert!(
        rules.len() >= 12,
        "the reference has {} examples",
        rules.len()
    );
    // What stands behind this heading, up to the tables, is said over a pack.
    let heading = |h: &str| {
        REFERENCE
            .lines()
            .position(|l| l == h)
            .expect("the heading is there")
    };
    let overlays = heading("## Overlays")..heading("## Tables");
    for (line, text) in rules {
        let files = if overlays.contains(&line) {
            over(&text)
        } else {
            pack().with("rest.rules", text)
        };
        reads(&files).unwrap_or_else(|e| panic!("example at line {line} of the reference:\n{e}"));
    }
    for (line, text) in blocks("toml") {
        let files = if text.starts_with("format") {
            pack().with("pack.toml", text)
        } else {
            pack().with("tables.toml", text)
        };
        reads(&files).unwrap_or_else(|e| panic!("example at line {line} of the reference:\n{e}"));
    }
}

#[test]
fn every_keyword_is_explained() {
    let grammar = concat!(
        include_str!("../../grammar/rules.pest"),
        include_str!("../../grammar/board.pest"),
        include_str!("../../grammar/battles.pest"),
    );
    let keywords = grammar
        .lines()
        .filter_map(|l| l.strip_prefix("k_")?.split_whitespace().next())
        .map(|k| k.replace('_', " "));
    let plain: String = REFERENCE.split_whitespace().collect::<Vec<_>>().join(" ");
    let missing: Vec<String> = keywords.filter(|k| !plain.contains(k.as_str())).collect();
    assert!(
        missing.is_empty(),
        "the reference does not mention {missing:?}"
    );
}
