//! Saved games, opened with the pack they were played with.

use super::open::{Opened, open_with};
use super::save::{self, Save};
use super::session::Session;
use crate::diag::{Problem, Problems};
use crate::kernel::Event;

/// A saved game, ready to be played again.
pub struct Loaded {
    /// The save.
    pub save: Save,
    /// Its pack.
    pub opened: Opened,
    /// The game, as far as it was played again.
    pub session: Session,
    /// What happened before the first order.
    pub events: Vec<Event>,
    /// What is odd about the save, with its text as a source.
    pub problems: Problems,
}

impl Loaded {
    /// The game of a save's text as it began, with its own pack or another place of it.
    ///
    /// # Errors
    /// It is no save, or its pack cannot be read, or is another one now.
    pub fn begin(name: &str, text: &str, pack: Option<&str>) -> Result<Self, Problems> {
        let (mut problems, file) = Problems::about(name, text);
        let mut save = match save::read(file, text) {
            Ok(save) => save,
            Err(problem) => {
                problems.push(problem);
                return Err(problems);
            }
        };
        if let Some(torn) = save.torn.take() {
            problems.push(torn);
        }
        let opened = open_with(pack.unwrap_or(&save.header.pack), &save.header.choices)?;
        if save::hex(&opened.rules.digest) != save.header.pack_digest {
            let message = format!(
                "the pack `{}` is not the one this game was played with",
                opened.pack
            );
            let problem = Problem::error("save/other-pack", message);
            let help = "it has been changed since, or another one has its name; `--pack` names the right one";
            problems.push(problem.at(save.loc, "").help(help));
            return Err(problems);
        }
        let (session, events) = opened.begin(save.header.seed)?;
        Ok(Self {
            save,
            opened,
            session,
            events,
            problems,
        })
    }

    /// Does the entry of this number again.
    ///
    /// # Errors
    /// It is refused, or comes out otherwise than it was saved.
    pub fn step(&mut self, number: usize) -> Result<Vec<Event>, Problems> {
        let Some(entry) = self.save.entry(number) else {
            return Ok(Vec::new());
        };
        let hashed = self.save.header.sandtable_save > 1;
        save::step(&mut self.session, entry, hashed).map_err(|problem| {
            let mut problems = self.problems.clone();
            problems.push(problem);
            problems
        })
    }

    /// Does everything again, and remembers what was taken back.
    ///
    /// # Errors
    /// An order is refused, or comes out otherwise than it was saved.
    pub fn play(mut self) -> Result<Self, Problems> {
        for number in 0..self.save.len() {
            self.step(number)?;
        }
        save::recall(&mut self.session, &self.save);
        Ok(self)
    }
}
