//! Saved games, opened with the pack they were played with.

use super::out::Out;
use super::{files, folder};
use sandtable_diag::{Problem, Problems, real_path};
use sandtable_game::{Loaded, Opened, Session, save};
use sandtable_view as view;
use std::path::{Path, PathBuf};

/// Which game.
#[derive(clap::Args, Debug)]
pub(super) struct SaveArgs {
    /// The saved game: a file, or the name of a game that was kept. The one played last where none is named
    file: Option<PathBuf>,
    /// The pack to play it with, if it is not the one in the save or where it was
    #[arg(long)]
    pack: Option<String>,
}

impl SaveArgs {
    /// This file.
    pub fn of(file: PathBuf) -> Self {
        let file = Some(file);
        Self { file, pack: None }
    }
    /// The file.
    ///
    /// # Errors
    /// None is named, and no game was kept.
    pub fn file(&self) -> Result<PathBuf, Problem> {
        let Some(file) = &self.file else {
            return folder::last().map(|game| game.path).ok_or_else(|| {
                let problem = Problem::error("save/none", "no game has been kept yet");
                problem.help("`play` on a terminal keeps every game; a file can be named")
            });
        };
        let kept = (!file.exists()).then(|| folder::named(file)).flatten();
        Ok(kept.unwrap_or_else(|| file.clone()))
    }
    /// The game as it began.
    ///
    /// # Errors
    /// The file cannot be read, or its pack cannot.
    pub fn load(&self, out: &mut Out) -> Result<Loaded, Problems> {
        let loaded = load(&self.file()?, self.pack.as_deref())?;
        out.problems(&loaded.problems);
        if let Some(now) = &loaded.now {
            tell_changes(&loaded.opened, now, out);
        }
        Ok(loaded)
    }
}

/// The name of a pack that is a folder, as it is found from anywhere.
pub(super) fn whole_path(name: &mut String) {
    let folder = Path::new(name.as_str());
    if folder.is_dir() {
        *name = real_path(folder).display().to_string();
    }
}

/// Says what is different about a pack now.
fn tell_changes(before: &Opened, now: &Opened, out: &mut Out) {
    const TOLD: usize = 20;
    let changes = view::diff(&before.info, &now.info);
    let lines: Vec<String> = changes.iter().flat_map(view::Change::lines).collect();
    lines.iter().take(TOLD).for_each(|line| out.whisper(line));
    if lines.len() > TOLD {
        out.whisper(&format!("and {} lines more", lines.len() - TOLD));
    }
}

fn load(path: &Path, pack: Option<&str>) -> Result<Loaded, Problems> {
    let text = files::read(path, save::LIMIT, "save/unreadable")?;
    Loaded::begin(&path.display().to_string(), &text, pack)
}

/// A saved game as it stands.
///
/// # Errors
/// It cannot be read, or not be played again.
pub(super) fn last(path: &Path) -> Result<Session, Problems> {
    Ok(load(path, None)?.play()?.session)
}

/// Whether a file is a saved game.
pub(super) fn is_save(path: &Path) -> bool {
    let text = files::read(path, save::LIMIT, "save/unreadable");
    text.is_ok_and(|text| save::read_header(text.lines().next().unwrap_or_default()).is_ok())
}
