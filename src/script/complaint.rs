//! An error that a function of the script API raises: facts for a person, which the report dresses
//! with the place in the script.

use crate::diag::Problem;
use rhai::{Dynamic, EvalAltResult, Position};

/// What functions of the API return.
pub type Res<T> = Result<T, Box<EvalAltResult>>;

impl Problem {
    /// A complaint: one sentence; the code and the place come with the report.
    pub(super) fn raised(message: impl Into<String>) -> Self {
        Self::error("script/failed", message)
    }
}

/// Raises a complaint that needs no more than its sentence.
///
/// # Errors
/// Always.
pub fn fail<T>(message: impl Into<String>) -> Res<T> {
    Err(Problem::raised(message).into())
}

/// Fails with a message and what helps.
///
/// # Errors
/// Always.
pub fn advise<T>(message: impl Into<String>, help: impl Into<String>) -> Res<T> {
    Err(Problem::raised(message).help(help).into())
}

impl From<Problem> for Box<EvalAltResult> {
    fn from(complaint: Problem) -> Self {
        Box::new(EvalAltResult::ErrorRuntime(
            Dynamic::from(complaint),
            Position::NONE,
        ))
    }
}
