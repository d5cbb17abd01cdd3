//! An error that a function of the script API raises: facts for a person, which the report dresses
//! with the place in the script.

use rhai::{Dynamic, EvalAltResult, Position};
use sandtable_diag::Problem;

/// What functions of the API return.
pub type Res<T> = Result<T, Box<EvalAltResult>>;

/// What is wrong, in a sentence and advice; the code and the place come with the report.
#[derive(Clone, Debug)]
pub struct Complaint(pub Problem);

impl Complaint {
    /// One sentence.
    pub fn raised(message: impl Into<String>) -> Self {
        Self(Problem::error("script/failed", message))
    }
    /// How to mend it.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self(self.0.help(help))
    }
    /// The nearest of these names, where one is near.
    pub fn suggest<S: AsRef<str>>(self, word: &str, names: impl IntoIterator<Item = S>) -> Self {
        Self(self.0.suggest(word, names))
    }
}

/// Raises a complaint that needs no more than its sentence.
///
/// # Errors
/// Always.
pub fn fail<T, E: From<Complaint>>(message: impl Into<String>) -> Result<T, E> {
    Err(Complaint::raised(message).into())
}

/// Fails with a message and what helps.
///
/// # Errors
/// Always.
pub fn advise<T, E: From<Complaint>>(
    message: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, E> {
    Err(Complaint::raised(message).help(help).into())
}

impl From<Complaint> for Box<EvalAltResult> {
    fn from(complaint: Complaint) -> Self {
        Box::new(EvalAltResult::ErrorRuntime(
            Dynamic::from(complaint),
            Position::NONE,
        ))
    }
}
