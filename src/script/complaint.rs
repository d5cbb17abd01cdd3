//! An error that a function of the script API raises: facts for a person, which the report dresses
//! with the place in the script.

use crate::diag::nearest;
use rhai::{Dynamic, EvalAltResult, Position};

/// What functions of the API return.
pub type Res<T> = Result<T, Box<EvalAltResult>>;

/// What is wrong, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// One sentence: lower case, no full stop.
    pub message: String,
    /// The known name that was probably meant.
    pub nearest: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Complaint {
    /// A complaint.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            nearest: None,
            help: None,
        }
    }
    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
    /// Names the closest candidate.
    #[must_use]
    pub fn suggest<S: AsRef<str>>(
        mut self,
        name: &str,
        candidates: impl IntoIterator<Item = S>,
    ) -> Self {
        self.nearest = nearest(name, candidates);
        self
    }
}

/// Raises a complaint that needs no more than its sentence.
///
/// # Errors
/// Always.
pub fn fail<T>(message: impl Into<String>) -> Res<T> {
    Err(Complaint::new(message).into())
}

impl From<Complaint> for Box<EvalAltResult> {
    fn from(complaint: Complaint) -> Self {
        Box::new(EvalAltResult::ErrorRuntime(
            Dynamic::from(complaint),
            Position::NONE,
        ))
    }
}
