//! What proves and what expresses the statements of a rulebook, and which of them nothing does.

use super::{Mention, PackInfo};
use sandtable_rules::rule_id;

/// What a rulebook's statements lack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// How many statements there are.
    pub statements: usize,
    /// Statements without a transcript.
    pub unproved: Vec<String>,
    /// Statements that no comment of the pack and no mechanism carries.
    pub unexpressed: Vec<String>,
    /// Transcripts named after statements that do not exist.
    pub strangers: Vec<String>,
}

impl Coverage {
    /// Whether nothing is lacking.
    pub fn is_full(&self) -> bool {
        self.unproved.is_empty() && self.unexpressed.is_empty() && self.strangers.is_empty()
    }
}

impl PackInfo {
    /// Where comments in the pack's files and scripts say that they carry statements of its rulebook.
    pub fn mentions(&self) -> Vec<Mention> {
        let book = self.rulebook.as_ref();
        book.map_or_else(Vec::new, |book| book.mentions(&self.sources))
    }
    /// The transcripts that prove a statement: those whose names begin with its id.
    pub fn proofs(&self, id: &str) -> Vec<&str> {
        let names = self.transcripts.iter().map(String::as_str);
        names.filter(|name| rule_id(name) == Some(id)).collect()
    }
    /// What the statements lack; `None`: the pack states no rules.
    pub fn coverage(&self) -> Option<Coverage> {
        let book = self.rulebook.as_ref()?;
        let mentions = self.mentions();
        let expressed = |id: &str| mentions.iter().any(|m| m.id == id);
        let mut coverage = Coverage {
            statements: book.statements.len(),
            ..Coverage::default()
        };
        for statement in &book.statements {
            if self.proofs(&statement.id).is_empty() {
                coverage.unproved.push(statement.id.clone());
            }
            if statement.mechanisms.is_empty() && !expressed(&statement.id) {
                coverage.unexpressed.push(statement.id.clone());
            }
        }
        let strange = |name: &&String| rule_id(name).is_some_and(|id| book.get(id).is_none());
        coverage.strangers = self.transcripts.iter().filter(strange).cloned().collect();
        Some(coverage)
    }
}
