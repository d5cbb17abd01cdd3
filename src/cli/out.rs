//! What the program says: results on standard output, diagnostics on standard error. A reader that
//! goes away early (`| head`) is no mistake.

use super::{Colour, ErrorFormat, Exit};
use crate::diag::{Problem, Problems, Style};
use crate::view::Paint;
use std::io::{IsTerminal, Write};

/// Where and how to say things.
pub(super) struct Out {
    errors: ErrorFormat,
    colour: Colour,
    /// Why not everything could be said.
    broken: Option<std::io::Error>,
}

impl Out {
    /// Sets the colours up.
    pub fn new(colour: Colour, errors: ErrorFormat) -> Self {
        match colour {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        Self {
            errors,
            colour,
            broken: None,
        }
    }
    /// Colours as text carries them; where they are not wanted the stream takes them out again.
    pub fn paint(&self) -> Paint {
        if self.colour == Colour::Never {
            Paint::Off
        } else {
            Paint::On
        }
    }
    /// Says a line, or several.
    pub fn say(&mut self, text: &str) {
        let mut stdout = anstream::stdout().lock();
        let said =
            writeln!(stdout, "{}", text.trim_end_matches('\n')).and_then(|()| stdout.flush());
        // Where nobody is left to hear it there is nobody to tell about that.
        let broken = said
            .err()
            .filter(|e| e.kind() != std::io::ErrorKind::BrokenPipe);
        self.broken = self.broken.take().or(broken);
    }
    /// Says a value.
    pub fn json(&mut self, value: &serde_json::Value) {
        self.say(&value.to_string());
    }
    /// Says a line beside the results.
    pub fn whisper(&mut self, text: &str) {
        let mut stderr = anstream::stderr().lock();
        let _ = writeln!(stderr, "{}", self.paint().dim(text)).and_then(|()| stderr.flush());
    }
    /// Reports problems.
    pub fn problems(&mut self, problems: &Problems) {
        let colour = match self.colour {
            Colour::Auto => std::io::stderr().is_terminal(),
            Colour::Always => true,
            Colour::Never => false,
        };
        let text = match self.errors {
            ErrorFormat::Human if colour => problems.render(Style::Colour, 100),
            ErrorFormat::Human => problems.render(Style::Unicode, 100),
            ErrorFormat::Plain => problems.render(Style::Plain, 100),
            ErrorFormat::Json => problems
                .to_json()
                .iter()
                .map(|p| format!("{p}\n"))
                .collect(),
        };
        let mut stderr = anstream::stderr().lock();
        let _ = write!(stderr, "{text}").and_then(|()| stderr.flush());
    }
    /// How the program ends: not well if something could not be said.
    pub fn close(&mut self, exit: Exit) -> Exit {
        match self.broken.take() {
            None => exit,
            Some(e) => self.problem(Problem::error(
                "out/unwritable",
                format!("the results cannot be written: {e}"),
            )),
        }
    }
    /// Reports one problem without a source of its own.
    pub fn problem(&mut self, problem: Problem) -> Exit {
        let mut problems = Problems::default();
        problems.push(problem);
        self.problems(&problems);
        Exit::AtFault
    }
}
