//! Transcripts (`*.play`): games in the order language with edits that lay out a position, dice
//! that are written down and expectations. Rule tests are transcripts.

mod expect;
mod find;
mod run;
mod skip;

pub use find::{Tested, bundled, files, test};
pub use run::{Played, Tell, run};

use super::forms::{Line, faces, line};
use super::language::{Rule, Text};
use sandtable_diag::FileId;
use sandtable_pack::Choices;

/// What is true of a whole transcript must be said in so many lines.
const FIRST_LINES: usize = 40;

/// What a transcript is played with, as its first lines say it.
#[derive(Default)]
pub struct With {
    /// The pack, if it names one.
    pub pack: Option<String>,
    /// Overlays and options.
    pub choices: Choices,
    /// Dice of the opening position.
    pub dice: Vec<u8>,
}

impl With {
    /// Reads the first lines of a transcript.
    pub fn read(text: &str) -> Self {
        let mut with = Self::default();
        for l in text.lines().take(FIRST_LINES) {
            let Ok(Line::Form(verb, word, said)) = line(Text::new(FileId(0), l).trim()) else {
                continue;
            };
            let words = |rule| said.find(rule).map(|n| n.text.clone()).unwrap_or_default();
            match (verb, word) {
                ("pack", _) => _ = with.pack.get_or_insert_with(|| words(Rule::words)),
                ("with", _) => with.choices.with.push(words(Rule::words)),
                ("set", "option") => {
                    let (name, value) = (words(Rule::but_last), words(Rule::word));
                    with.choices.set.insert(name, value);
                }
                ("setup", _) => with.dice.extend(faces(&said).unwrap_or_default()),
                _ => {}
            }
        }
        with
    }
}
