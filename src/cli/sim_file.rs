//! The file of a run on disk: games are added as they end, so that an interruption loses none.

use super::files;
use sandtable_diag::{Problem, Problems, is_file, to_line};
use sandtable_sim::{self as sim, Header, Row, Stored};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The largest file of a run that is read, in bytes.
const LIMIT: usize = 1 << 30;

/// Where the games of a run are kept, if anywhere.
pub(super) struct RunFile(Option<(PathBuf, File)>);

/// Reads the file of a run.
pub(super) fn read(path: &Path) -> Result<Stored, Problems> {
    let text = files::read(path, LIMIT, "sim/unreadable")?;
    let (problems, file) = Problems::about(path.display().to_string(), &*text);
    sim::read(file, &text).map_err(|problem| problems.with(problem))
}

impl RunFile {
    /// Opens the file and reads the games that are in it; a new one begins with its header.
    pub fn open(path: Option<&Path>, header: &Header) -> Result<(Self, Vec<Row>), Problems> {
        let Some(path) = path else {
            return Ok((Self(None), Vec::new()));
        };
        let unwritable = |e: std::io::Error| failed(path, &e);
        let begun = is_file(path) && std::fs::metadata(path).is_ok_and(|m| m.len() > 0);
        let stored = if begun { Some(read(path)?) } else { None };
        if let Some(stored) = &stored
            && stored.header != *header
        {
            let message = format!("`{}` holds another run", path.display());
            let help = sim::difference(&stored.header, header);
            return Err(Problem::error("sim/other-run", message).help(help).into());
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(unwritable)?;
        match &stored {
            // What an interruption tore at the end of the file goes.
            Some(stored) => file.set_len(stored.whole as u64).map_err(unwritable)?,
            None => file
                .write_all(to_line(header).as_bytes())
                .map_err(unwritable)?,
        }
        file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        Ok((
            Self(Some((path.to_owned(), file))),
            stored.map(|s| s.rows).unwrap_or_default(),
        ))
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) -> Result<(), Problem> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        file.write_all(to_line(row).as_bytes()).map_err(|e| {
            failed(path, &e).help(
                "the games before are kept; the same command goes on from there once there is room",
            )
        })
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Problem {
    files::unwritable(path, error, "sim/unwritable")
}
