//! A problem: facts in one sentence, the places it is about, and what to do.

use super::source::{FileId, Loc, Sources};
use super::suggest::nearest;
use std::sync::Arc;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used, but something in it is probably not meant.
    Warning,
}

/// A place with what to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub loc: Loc,
    /// What.
    pub text: String,
}

/// Something wrong with what was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for this kind of problem, `room/kind`.
    pub code: &'static str,
    /// One sentence: lower case, without a full stop, the user's words in backticks.
    pub message: String,
    /// The places, the one it is about first.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// The known name that was probably meant.
    pub nearest: Option<String>,
    /// The ids of the rules it enforces.
    pub rules: Vec<String>,
}

impl Problem {
    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            nearest: None,
            rules: Vec::new(),
        }
    }
    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }
    /// An error: something is said a second time.
    pub fn twice(message: impl Into<String>, again: Loc, first: Loc) -> Self {
        Self::error("pack/duplicate", message)
            .at(again, "again here")
            .at(first, "first here")
    }
    /// An error: a name is that of something else already.
    pub fn taken(name: &str, of: &str, again: (Loc, &str), first: (Loc, &str)) -> Self {
        let message = format!("`{name}` is already the name of {of}");
        Self::error("pack/duplicate", message)
            .at(again.0, again.1)
            .at(first.0, first.1)
    }
    /// Adds a place; the first one added is the one the problem is about.
    #[must_use]
    pub fn at(mut self, loc: Loc, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            loc,
            text: text.into(),
        });
        self
    }
    /// The same, but of no place.
    #[must_use]
    pub fn unplaced(mut self) -> Self {
        self.labels.clear();
        self
    }
    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
    /// Says which rules it enforces.
    #[must_use]
    pub fn cite<I: Into<String>>(mut self, rules: impl IntoIterator<Item = I>) -> Self {
        self.rules.extend(rules.into_iter().map(Into::into));
        self
    }
    /// The sentence with the rules it enforces in brackets behind it.
    pub fn sentence(&self) -> String {
        if self.rules.is_empty() {
            self.message.clone()
        } else {
            format!("{} [{}]", self.message, self.rules.join(", "))
        }
    }
    /// Names the candidate closest to the name that was not found, if there is one.
    #[must_use]
    pub fn suggest<S: AsRef<str>>(
        mut self,
        name: &str,
        candidates: impl IntoIterator<Item = S>,
    ) -> Self {
        self.nearest = nearest(name, candidates);
        self
    }
    /// The help and the nearest name as one text.
    pub fn advice(&self) -> Option<String> {
        match (&self.nearest, &self.help) {
            (Some(name), Some(help)) => Some(format!("did you mean `{name}`? {help}")),
            (Some(name), None) => Some(format!("did you mean `{name}`?")),
            (None, help) => help.clone(),
        }
    }
    fn place(&self) -> Option<Loc> {
        self.labels.first().map(|l| l.loc)
    }
}

/// Problems collected in one run, with the sources they point into.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    sources: Sources,
    list: Vec<Problem>,
    left_out: usize,
}

impl Problems {
    /// More than this many are counted but not kept: nobody reads them, and each costs a rendering.
    pub const LIMIT: usize = 200;

    /// None yet, with a text that they may point into.
    pub fn about(name: impl Into<String>, text: impl Into<Arc<str>>) -> (Self, FileId) {
        let mut problems = Self::default();
        let file = problems.sources.add(name, text);
        (problems, file)
    }
    /// Adds one; an error takes the place of a warning where there is no room for both.
    pub fn push(&mut self, problem: Problem) {
        if self.list.len() < Self::LIMIT {
            self.list.push(problem);
            return;
        }
        self.left_out += 1;
        let warning = |p: &&mut Problem| p.severity == Severity::Warning;
        if problem.severity == Severity::Error
            && let Some(place) = self.list.iter_mut().rfind(warning)
        {
            *place = problem;
        }
    }
    /// These and one more.
    #[must_use]
    pub fn with(mut self, problem: Problem) -> Self {
        self.push(problem);
        self
    }
    /// The sources, to add to or to read.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
    /// The sources, to add to.
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }
    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// How many problems were found, those beyond [`Self::LIMIT`] included.
    pub fn len(&self) -> usize {
        self.list.len() + self.left_out
    }
    /// How many were found but not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }
    /// How many of those that were kept are so bad.
    pub fn count(&self, severity: Severity) -> usize {
        let so_bad = self.list.iter().filter(|p| p.severity == severity);
        so_bad.count()
    }
    /// Whether no more will be kept.
    pub fn is_full(&self) -> bool {
        self.list.len() >= Self::LIMIT
    }
    /// The problems; in the order of their places after [`Self::sort`].
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }
    /// Keeps what the test keeps; it may change the others.
    pub fn retain_mut(&mut self, keep: impl FnMut(&mut Problem) -> bool) {
        self.list.retain_mut(keep);
    }
    /// Sorts by file and place; problems without a place come first.
    pub fn sort(&mut self) {
        self.list
            .sort_by(|a, b| (a.place(), a.severity, a.code).cmp(&(b.place(), b.severity, b.code)));
        self.list.dedup();
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, more: I) {
        more.into_iter().for_each(|problem| self.push(problem));
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self::default().with(problem)
    }
}
