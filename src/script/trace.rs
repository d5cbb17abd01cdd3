//! What scripts print, for whoever traces a game. It never reaches the game itself, and it is
//! bounded: a script that prints without end costs nothing but its own lines.

use std::sync::{Arc, Mutex, PoisonError};

/// Lines kept; later ones are dropped until somebody takes these.
const LINES: usize = 1000;

/// The printed lines of all scripts of a game.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    lines: Arc<Mutex<Vec<String>>>,
    prefix: Arc<str>,
}

impl Trace {
    /// The same trace under the name of a script.
    pub fn named(&self, name: &str) -> Self {
        Self {
            lines: self.lines.clone(),
            prefix: format!("{name}: ").into(),
        }
    }
    /// Adds a line.
    pub fn push(&self, text: &str) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < LINES {
            lines.push(format!("{}{text}", self.prefix));
        }
    }
    /// The lines since this was last asked.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
