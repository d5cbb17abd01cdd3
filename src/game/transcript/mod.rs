//! Transcripts (`*.play`): games in the order language with edits that lay out a position, dice
//! that are written down and expectations. Rule tests are transcripts.

mod edit;
mod expect;
mod find;
mod line;
mod run;

pub use find::{Tested, files, test};
pub use run::{Board, Tell, run};

use super::language::Text;
use crate::diag::FileId;

/// The pack that a transcript names in its first lines, if it does.
pub fn pack_of(text: &str) -> Option<String> {
    text.lines().take(40).find_map(|l| match line::line(Text::new(FileId(0), l).trim()) {
        Ok(line::Line::Pack(name)) => Some(name.text),
        _ => None,
    })
}
