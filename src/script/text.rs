//! A script's text: from Rhai's lines and columns to places a report can underline, and to the
//! places of functions and of the entries in their maps.

use super::complaint::Complaint;
use rhai::Position;
use sandtable_diag::{FileId, Loc, Problem};
use std::sync::Arc;

/// A script as it was read.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name that packs use.
    pub name: String,
    /// The file it was read from.
    pub file: FileId,
    /// Its text.
    pub text: Arc<str>,
}

impl Script {
    /// Its beginning.
    pub fn start(&self) -> Loc {
        self.span(0, self.text.find('\n').unwrap_or(self.text.len()))
    }

    fn span(&self, start: usize, end: usize) -> Loc {
        Loc::within(self.file, 0, start..end.max(start))
    }

    /// The word at a place given in lines and columns of characters; the beginning if there is none.
    pub fn word(&self, position: Position) -> Loc {
        let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else {
            return self.start();
        };
        let before = self.text.split_inclusive('\n').take(line - 1);
        let from = before.map(str::len).sum::<usize>();
        let row = self.text[from..].lines().next().unwrap_or_default();
        let skipped = row
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(row.len(), |(at, _)| at);
        let rest = &row[skipped..];
        let length = match rest.chars().next() {
            Some(c) if in_word(c) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            Some('"') => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            Some(c) => c.len_utf8(),
            None => 0,
        };
        self.span(from + skipped, from + skipped + length)
    }

    /// The name in the definition of a function.
    pub fn function(&self, name: &str) -> Loc {
        self.definition(name)
            .map_or(self.start(), |at| self.span(at, at + name.len()))
    }

    fn definition(&self, name: &str) -> Option<usize> {
        let mut from = 0;
        for row in self.text.split_inclusive('\n') {
            let code = row.trim_start();
            let code = code.strip_prefix("private ").unwrap_or(code).trim_start();
            if let Some(rest) = code.strip_prefix("fn ") {
                let rest = rest.trim_start();
                let after = rest.strip_prefix(name);
                if after.is_some_and(|after| after.starts_with(|c| !in_word(c))) {
                    return Some(from + (row.len() - rest.len()));
                }
            }
            from += row.len();
        }
        None
    }

    /// The name of an entry in the map that a function makes; the function if it is not to be found.
    pub fn key(&self, function: &str, key: &str) -> Loc {
        let Some(start) = self.definition(function) else {
            return self.start();
        };
        let body = &self.text[start..];
        let body = body.find("\n}").map_or(body, |end| &body[..end]);
        for (at, _) in body.match_indices(key) {
            let before = body[..at].chars().next_back().is_some_and(in_word);
            let after = body[at + key.len()..].trim_start_matches('"').trim_start();
            if !before && after.starts_with(':') {
                return self.span(start + at, start + at + key.len());
            }
        }
        self.function(function)
    }

    /// A complaint at a place of this script.
    pub fn problem(&self, code: &'static str, complaint: Complaint, at: Loc) -> Problem {
        Problem {
            code,
            ..complaint.0
        }
        .at(at, "here")
    }
}

/// Whether a name may hold this.
fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
