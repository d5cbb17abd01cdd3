//! Files that commands read and write besides packs. What is written is whole or not written at
//! all, and nothing that somebody may want is written over without asking.

use super::prompt::agreed;
use sandtable_diag::{Problem, read_file};
use std::io::Write;
use std::path::Path;

/// What of a file that is there already may be written over without asking.
pub(super) enum Over<'a> {
    /// All of it: the person said so, or named it as what the command makes.
    Anything,
    /// What this says is no loss: a picture for a picture, an earlier moment of the same game.
    Only(&'a dyn Fn(&str) -> bool),
}

/// Pictures may be drawn again.
pub(super) const PICTURES: Over<'static> = Over::Only(&|text| text.starts_with("<svg"));

impl Over<'_> {
    /// All of it after all, where the person insists.
    pub fn or_forced(self, force: bool) -> Self {
        if force { Self::Anything } else { self }
    }
}

/// The text of a file of at most so many bytes.
///
/// # Errors
/// `code`: it is not there, too large, or not UTF-8.
pub(super) fn read(path: &Path, limit: usize, code: &'static str) -> Result<String, Problem> {
    let bytes = read_file(path, limit).map_err(|e| e.to_string());
    let text = bytes
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned()));
    text.map_err(|why| Problem::error(code, format!("`{}` cannot be read: {why}", path.display())))
}

/// Writes a file where the user wants it; what may be written over is asked for at a terminal.
///
/// # Errors
/// `code`: it cannot be written. `file/exists`: something else is there.
pub(super) fn write(
    path: &Path,
    text: &str,
    code: &'static str,
    over: &Over<'_>,
) -> Result<(), Problem> {
    may_replace(path, over)?;
    replace(path, text).map_err(|e| unwritable(path, &e, code))
}

/// Whether a file may be written, after asking if need be.
///
/// # Errors
/// `file/exists`: something else is there, and nobody said that it may go.
pub(super) fn may_replace(path: &Path, over: &Over<'_>) -> Result<(), Problem> {
    /// Larger files are not looked into: they are something else.
    const LIMIT: usize = 64 << 20;
    let Over::Only(ours) = over else {
        return Ok(());
    };
    if !is_plain(path) {
        return Ok(());
    }
    let there = read_file(path, LIMIT).ok().map(String::from_utf8);
    if matches!(there, Some(Ok(text)) if text.is_empty() || ours(&text)) {
        return Ok(());
    }
    let name = path.display();
    if agreed(&format!("`{name}` is there already. Write over it?")) {
        return Ok(());
    }
    let problem = Problem::error("file/exists", format!("`{name}` is there already"));
    Err(problem.help("another name keeps both; `--force` writes over it"))
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether something is there that is an ordinary file.
pub(super) fn is_plain(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| m.is_file())
}

/// Puts a text in the place of a file: written beside it first, so that at every moment there is
/// the old file or the new one. What is no ordinary file (a pipe, a device) is written to.
///
/// # Errors
/// It cannot be written; the old file is as it was.
pub(super) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if path.exists() && !is_plain(path) {
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        return file.write_all(text.as_bytes());
    }
    // A link stays one: what it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = folder_of(&path);
    std::fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sandtable-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let kept = std::fs::metadata(&path).map(|m| m.permissions());
        builder.permissions(kept.unwrap_or(PermissionsExt::from_mode(0o666)));
    }
    // The name of the file that was to take its place says nothing to anybody.
    let new = builder.tempfile_in(folder);
    let mut new = new.map_err(|e| std::io::Error::from(e.kind()))?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|e| e.error)?;
    Ok(())
}

/// Writes another text into a file of a pack, where it stands.
///
/// # Errors
/// `cli/unwritable`: it cannot be written.
pub(super) fn correct(path: &Path, text: &str) -> Result<(), Problem> {
    #[expect(
        clippy::disallowed_methods,
        reason = "formatting a pack, or bringing it up to date, means writing its files"
    )]
    let written = std::fs::write(path, text);
    written.map_err(|e| unwritable(path, &e, "cli/unwritable"))
}

/// The problem of a file that cannot be written.
pub(super) fn unwritable(path: &Path, error: &std::io::Error, code: &'static str) -> Problem {
    let path = path.display();
    Problem::error(code, format!("`{path}` cannot be written: {error}"))
}
