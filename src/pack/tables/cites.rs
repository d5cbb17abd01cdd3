//! `[cites]` of a manifest: which statements of the rulebook each refusal enforces.

use super::reader::{Entry, Reader};
use crate::diag::Problems;
use crate::pack::ast::Name;

/// A code with what it cites.
#[derive(Clone, Debug)]
pub struct CiteRow {
    /// The code.
    pub code: Name,
    /// Ids by the type of unit, group, power or side that a refusal names.
    pub finer: Vec<(Name, Vec<Name>)>,
    /// Ids for all others.
    pub otherwise: Vec<Name>,
}

/// Reads the table.
pub fn read_cites(table: &Reader<'_>, problems: &mut Problems) -> Vec<CiteRow> {
    let read = |(code, value): (Name, Entry<'_>)| {
        let mut row = CiteRow {
            code,
            finer: Vec::new(),
            otherwise: Vec::new(),
        };
        match table.inside(&row.code, value) {
            None => row.otherwise = table.texts(&row.code.text, value, problems),
            Some(finer) => {
                for (whom, value) in finer.entries() {
                    let ids = finer.texts(&whom.text, value, problems);
                    if whom.text == "default" {
                        row.otherwise = ids
                    } else {
                        row.finer.push((whom, ids))
                    }
                }
            }
        }
        row
    };
    table.entries().into_iter().map(read).collect()
}
