//! How much each lint weighs: its own level, what the pack says in `[lints]`, what the command says.

use super::{LINTS, Lint};
use sandtable_diag::{Problem, Problems, Severity};
use std::collections::BTreeMap;

/// How much a lint weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// It says nothing.
    Allow,
    /// It warns.
    Warn,
    /// What it finds is a mistake.
    Deny,
}

impl Level {
    /// The words for the levels, in their order.
    pub const WORDS: &[(&str, Self)] = &[
        ("allow", Self::Allow),
        ("warn", Self::Warn),
        ("deny", Self::Deny),
    ];

    /// The word for this level.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// The levels that differ from the lints' own, by code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Levels {
    chosen: BTreeMap<&'static str, Level>,
}

impl Levels {
    /// Chooses the level of a lint by its name.
    ///
    /// # Errors
    /// There is no such lint, or its level cannot be chosen.
    pub fn choose(&mut self, name: &str, level: Level) -> Result<(), Problem> {
        let Some(lint) = LINTS.iter().find(|l| l.name() == name || l.code == name) else {
            let problem = Problem::error("pack/unknown-lint", format!("there is no lint `{name}`"));
            let problem = problem.suggest(name, LINTS.iter().map(Lint::name));
            return Err(problem.help("`sandtable docs lints` lists them"));
        };
        if !lint.is_free() && level != Level::Deny {
            let message = format!("`{name}` is always a mistake: no game can begin with it");
            return Err(
                Problem::error("pack/fixed-lint", message).help("correct what it finds instead")
            );
        }
        self.chosen.insert(lint.code, level);
        Ok(())
    }

    /// These levels, and the others over them.
    #[must_use]
    pub fn under(&self, others: &Self) -> Self {
        let mut chosen = self.chosen.clone();
        chosen.extend(others.chosen.iter().map(|(code, level)| (*code, *level)));
        Self { chosen }
    }

    /// The level of a lint.
    pub fn of(&self, lint: &Lint) -> Level {
        *self.chosen.get(lint.code).unwrap_or(&lint.level)
    }

    /// Gives what the lints found its weight, and takes out what nobody wants to hear.
    pub fn settle(&self, problems: &mut Problems) {
        problems.retain_mut(|problem| {
            match self.chosen.get(problem.code) {
                Some(Level::Allow) => return false,
                Some(Level::Warn) => problem.severity = Severity::Warning,
                Some(Level::Deny) => problem.severity = Severity::Error,
                None => {}
            }
            true
        });
    }
}
