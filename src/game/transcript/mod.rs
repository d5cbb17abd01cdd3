//! Transcripts (`*.play`): games in the order language with edits that lay out a position, dice
//! that are written down and expectations. Rule tests are transcripts.

mod edit;
mod expect;
mod find;
mod line;
mod run;

pub use find::{Tested, bundled, files, test};
pub use run::{Board, Tell, run};

use super::language::Text;
use crate::diag::FileId;
use crate::pack::Choices;

/// What is true of a whole transcript must be said in so many lines.
const FIRST_LINES: usize = 40;

/// What a transcript says in its first lines that it is played with: the pack, if it names one, overlays and options.
pub fn played_with(text: &str) -> (Option<String>, Choices) {
    let (mut pack, mut choices) = (None, Choices::default());
    for l in text.lines().take(FIRST_LINES) {
        match line::line(Text::new(FileId(0), l).trim()) {
            Ok(line::Line::Pack(name)) => pack = pack.or(Some(name.text)),
            Ok(line::Line::With(name)) => choices.with.push(name.text),
            Ok(line::Line::Option(name, value)) => {
                choices.set.insert(name.text, value);
            }
            _ => {}
        }
    }
    (pack, choices)
}
