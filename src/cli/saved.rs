//! Saved games, opened with the pack they were played with.

use super::files;
use crate::diag::{Problem, Problems};
use crate::game::save::{self, Save};
use crate::game::{Opened, Session, open_with};
use crate::kernel::Event;
use std::path::{Path, PathBuf};

/// Which game.
#[derive(clap::Args, Debug)]
pub(super) struct SaveArgs {
    /// The saved game
    file: PathBuf,
    /// The pack, if it is no longer where it was
    #[arg(long)]
    pack: Option<String>,
}

/// A saved game, ready to be played again.
pub(super) struct Loaded {
    pub save: Save,
    pub opened: Opened,
    pub session: Session,
    /// What happened before the first order.
    pub events: Vec<Event>,
    /// What is odd about the file, with the file as a source.
    pub problems: Problems,
}

impl SaveArgs {
    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }
    /// The game as it began.
    ///
    /// # Errors
    /// The file cannot be read, or its pack cannot, or is another one now.
    pub fn load(&self) -> Result<Loaded, Problems> {
        load(&self.file, self.pack.as_deref())
    }
}

fn load(path: &Path, pack: Option<&str>) -> Result<Loaded, Problems> {
    let text = files::read(path, save::LIMIT, "save/unreadable")?;
    let (mut problems, file) = Problems::about(path.display().to_string(), &*text);
    let mut save = match save::read(file, &text) {
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
        let help =
            "it has been changed since, or another one has its name; `--pack` names the right one";
        problems.push(problem.at(save.loc, "").help(help));
        return Err(problems);
    }
    let begun = Session::new(opened.rules.clone(), opened.hooks.clone(), save.header.seed);
    let (session, events) =
        begun.map_err(|r| Problem::error(r.code.name(), r.sentence(&opened.rules)))?;
    Ok(Loaded {
        save,
        opened,
        session,
        events,
        problems,
    })
}

impl Loaded {
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

/// A saved game as it stands.
///
/// # Errors
/// It cannot be read, or not be played again.
pub(super) fn last(path: &Path) -> Result<Session, Problems> {
    Ok(load(path, None)?.play()?.session)
}
