//! Saved games, opened with the pack they were played with.

use super::files;
use crate::diag::Problems;
use crate::game::save;
use crate::game::{Loaded, Session};
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
    Loaded::begin(&path.display().to_string(), &text, pack)
}

/// A saved game as it stands.
///
/// # Errors
/// It cannot be read, or not be played again.
pub(super) fn last(path: &Path) -> Result<Session, Problems> {
    Ok(load(path, None)?.play()?.session)
}
