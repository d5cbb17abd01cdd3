//! Pieces of a source: lines, and what stands between the marks in them.

use super::node::Name;
use sandtable_diag::{FileId, Loc, Problem, Problems};

/// A piece of a source.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The source it is from.
    pub file: FileId,
    /// Where in the source it begins.
    pub at: u32,
    /// The words.
    pub text: &'a str,
}

impl<'a> Text<'a> {
    /// The whole of a source.
    pub fn new(file: FileId, text: &'a str) -> Self {
        Self { file, at: 0, text }
    }
    /// Part of it, by byte offsets.
    pub fn part(self, start: usize, end: usize) -> Self {
        // Sources beyond 4 GiB are refused when they are read.
        Self {
            at: self.at + start as u32,
            text: &self.text[start..end],
            ..self
        }
    }
    /// The same without blanks around it.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, start + self.text.trim().len())
    }
    /// Its first word and what follows it.
    pub fn first_word(self) -> (Self, Self) {
        let end = self
            .text
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(self.text.len());
        (self.part(0, end), self.part(end, self.text.len()))
    }
    /// It as a name, without quotation marks around it.
    pub fn name(self) -> Name {
        let inner = self.text.strip_prefix('"');
        let inner = inner.and_then(|text| text.strip_suffix('"'));
        Name {
            text: inner.unwrap_or(self.text).to_owned(),
            loc: self.loc(),
        }
    }
    /// Its place.
    pub fn loc(self) -> Loc {
        Loc {
            file: self.file,
            start: self.at,
            end: self.at + self.text.len() as u32,
        }
    }
}

/// The texts that are being read.
#[derive(Default)]
pub struct Desk {
    problems: Problems,
}

impl Desk {
    /// Does something that reads texts; what goes wrong comes with those that it is about.
    ///
    /// # Errors
    /// What went wrong.
    pub fn read<T>(does: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problems> {
        let mut desk = Self::default();
        does(&mut desk).map_err(|problem| desk.problems.with(problem))
    }
    /// One more text.
    pub fn typed<'t>(&mut self, name: &str, text: &'t str) -> Text<'t> {
        Text::new(self.problems.sources_mut().add(name, text), text)
    }
}

/// Cuts a text at a mark outside quotation marks; a comment (`#` after a blank) ends it.
pub(crate) fn cut(text: Text<'_>, mark: char) -> Vec<Text<'_>> {
    let (mut parts, mut start, mut quoted, mut blank) = (Vec::new(), 0, false, true);
    let mut end = text.text.len();
    for (i, c) in text.text.char_indices() {
        if c == '#' && blank && !quoted {
            end = i;
            break;
        }
        if c == mark && !quoted {
            parts.push(text.part(start, i).trim());
            start = i + c.len_utf8();
        }
        quoted ^= c == '"';
        blank = c.is_whitespace();
    }
    parts.push(text.part(start, end).trim());
    parts
}

/// A long word, cut for a message.
pub(crate) fn shorten(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}
