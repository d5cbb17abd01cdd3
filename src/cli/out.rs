//! What the program says: results on standard output, diagnostics on standard error. A reader that
//! goes away early (`| head`) is no mistake.

use super::{Colour, Done, ErrorFormat, Exit};
use indicatif::{ProgressBar, ProgressStyle};
use sandtable_diag::{Problem, Problems, Style};
use sandtable_game::Session;
use sandtable_kernel::{Event, Fault};
use sandtable_view::{self as view, Paint, describe_event};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use textwrap::WordSplitter;

/// Columns of a report, where the screen has so many.
const WIDEST: u16 = 100;

/// A text whose lines are no longer than the screen is wide; what goes on is set in.
fn broken(text: &str, width: usize) -> String {
    let line = |line: &str| {
        let body = line.trim_start();
        let first = &line[..line.len() - body.len()];
        let rest = format!("{first}    ");
        let options = textwrap::Options::new(width).word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(body, options.initial_indent(first).subsequent_indent(&rest))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Where and how to say things.
pub(super) struct Out {
    errors: ErrorFormat,
    colour: Colour,
    /// Where scripts failed, as far as it has been told.
    faults: BTreeSet<String>,
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
            faults: BTreeSet::new(),
            broken: None,
        }
    }
    /// Colours as text carries them; where they are not wanted the stream takes them out again.
    pub fn paint(&self) -> Paint {
        Paint::On
    }
    /// Says a line, or several; on a screen they break between words.
    pub fn say(&mut self, text: &str) {
        let text = text.trim_end_matches('\n');
        let mut stdout = anstream::stdout().lock();
        let said = match std::io::stdout().is_terminal() {
            true => writeln!(stdout, "{}", broken(text, self.width(WIDEST).into())),
            false => writeln!(stdout, "{text}"),
        };
        let said = said.and_then(|()| stdout.flush());
        self.said(said);
    }
    /// Says a line that a program reads, as it is and at once.
    pub fn line(&mut self, line: &str) {
        let mut stdout = std::io::stdout().lock();
        let said = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
        self.said(said);
    }
    /// Where nobody is left to hear it there is nobody to tell about that.
    fn said(&mut self, said: std::io::Result<()>) {
        let gone = std::io::ErrorKind::BrokenPipe;
        let broken = said.err().filter(|e| e.kind() != gone);
        self.broken = self.broken.take().or(broken);
    }
    /// Says a value.
    pub fn json(&mut self, value: &serde_json::Value) {
        self.line(&value.to_string());
    }
    /// Says a line beside the results.
    pub fn whisper(&mut self, text: &str) {
        let mut stderr = anstream::stderr().lock();
        let _ = writeln!(stderr, "{}", self.paint().dim(text)).and_then(|()| stderr.flush());
    }
    /// Reports problems.
    pub fn problems(&mut self, problems: &Problems) -> Exit {
        let colour = match self.colour {
            Colour::Auto => std::io::stderr().is_terminal(),
            Colour::Always => true,
            Colour::Never => false,
        };
        let width = self.width(WIDEST).min(WIDEST).into();
        let text = match self.errors {
            ErrorFormat::Human if colour => problems.render(Style::Colour, width),
            ErrorFormat::Human => problems.render(Style::Unicode, width),
            ErrorFormat::Plain => problems.render(Style::Plain, width),
            ErrorFormat::Json => problems
                .to_json()
                .iter()
                .map(|p| format!("{p}\n"))
                .collect(),
        };
        let mut stderr = anstream::stderr().lock();
        let _ = write!(stderr, "{text}").and_then(|()| stderr.flush());
        Exit::AtFault
    }
    /// How a command ends, once the problems that it came to are reported.
    pub fn ended(&mut self, done: Done) -> Exit {
        done.unwrap_or_else(|problems| self.problems(&problems))
    }
    /// Does something with each of several things; how the last of those that went wrong ended.
    pub fn each<T>(
        &mut self,
        things: impl IntoIterator<Item = T>,
        mut does: impl FnMut(T, &mut Self) -> Done,
    ) -> Exit {
        let ends = things.into_iter().map(|thing| {
            let done = does(thing, self);
            self.ended(done)
        });
        let wrong = ends.filter(|end| *end != Exit::Fine);
        wrong.last().unwrap_or(Exit::Fine)
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
    /// Reports failures of scripts, those of a place once however often it fails; says whether there were any.
    pub fn faults(&mut self, faults: impl IntoIterator<Item = Fault>) -> bool {
        let mut stderr = anstream::stderr().lock();
        let mut any = false;
        for fault in faults {
            any = true;
            if self.faults.insert(fault.place) {
                let _ = write!(stderr, "{}", fault.report);
            }
        }
        let _ = stderr.flush();
        any
    }
    /// Reports one problem without a source of its own.
    pub fn problem(&mut self, problem: Problem) -> Exit {
        self.problems(&problem.into())
    }
    /// The columns of the screen, or so many where there is none.
    pub fn width(&self, without: u16) -> u16 {
        terminal_size::terminal_size().map_or(without, |(width, _)| width.0)
    }
    /// Says what happened.
    pub fn events<'e>(
        &mut self,
        session: &Session,
        events: impl IntoIterator<Item = &'e Event>,
        json: bool,
    ) {
        for event in events {
            if json {
                self.json(&view::event_json(session.rules(), event));
            } else {
                self.say(&describe_event(session.rules(), event, self.paint()));
            }
        }
    }
    /// Says whose turn it is.
    pub fn turn(&mut self, session: &Session) {
        let (rules, state) = (session.rules(), session.state());
        self.say(&view::turn_banner(rules, state, self.paint()));
    }
    /// Whose turn it is and how the powers stand.
    pub fn position(&self, session: &Session) -> String {
        let (rules, state, paint) = (session.rules(), session.state(), self.paint());
        let turn = view::turn_banner(rules, state, paint);
        let table = view::board_table(rules, state, Some(self.width(100)), paint);
        format!("{turn}\n{table}")
    }
    /// Says how a game stands in the end, and one thing more about it.
    pub fn summary(&mut self, session: &Session, key: &str, value: serde_json::Value) {
        let state = session.state();
        let mut summary = json!(view::Summary::of(session.rules(), state));
        summary[key] = value;
        summary["digest"] = view::digest(state).into();
        self.json(&summary);
    }
    /// A bar for work of so many steps, hidden by itself where standard error is no terminal.
    pub fn progress(steps: Option<u64>, template: &str) -> ProgressBar {
        let bar = steps.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let style = ProgressStyle::with_template(template);
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}
