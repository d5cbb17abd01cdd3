//! Files that commands read and write besides packs.

use crate::diag::{Problem, read_file};
use std::path::Path;

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

/// Writes a file where the user wants it.
///
/// # Errors
/// `code`: it cannot be written.
pub(super) fn write(path: &Path, text: &str, code: &'static str) -> Result<(), Problem> {
    #[expect(
        clippy::disallowed_methods,
        reason = "results go where the user wants them"
    )]
    std::fs::write(path, text).map_err(|e| unwritable(path, &e, code))
}

/// The problem of a file that cannot be written.
pub(super) fn unwritable(path: &Path, error: &std::io::Error, code: &'static str) -> Problem {
    let path = path.display();
    Problem::error(code, format!("`{path}` cannot be written: {error}"))
}
