//! Transcripts (`*.play`): games in the order language with edits that lay out a position, dice
//! that are written down and expectations. Rule tests are transcripts.

mod expect;
mod find;
mod run;
mod skip;

pub use find::{Tested, bundled, files, test};
pub use run::{Board, Played, Tell, run};

use super::forms::{Line, line};
use super::language::{Rule, Text};
use sandtable_diag::FileId;
use sandtable_pack::Choices;

/// What is true of a whole transcript must be said in so many lines.
const FIRST_LINES: usize = 40;

/// What a transcript says in its first lines that it is played with: the pack, if it names one, overlays and options.
pub fn played_with(text: &str) -> (Option<String>, Choices) {
    let (mut pack, mut choices) = (None, Choices::default());
    for l in text.lines().take(FIRST_LINES) {
        let Ok(Line::Form(verb, word, said)) = line(Text::new(FileId(0), l).trim()) else {
            continue;
        };
        let words = |rule| said.find(rule).map(|n| n.text.clone()).unwrap_or_default();
        match (verb, word) {
            ("pack", _) => pack = pack.or(Some(words(Rule::words))),
            ("with", _) => choices.with.push(words(Rule::words)),
            ("set", "option") => {
                let (name, value) = (words(Rule::but_last), words(Rule::word));
                choices.set.insert(name, value);
            }
            _ => {}
        }
    }
    (pack, choices)
}
