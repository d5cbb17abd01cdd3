//! A game kept in a file while it is played: every order is in it before the next one is asked for.
//! Lines are only added at the end, also for what is taken back; only other rules or other people
//! have the file written anew.

use super::files::{self, Over};
use super::folder;
use sandtable_diag::Problem;
use sandtable_game::save::{self, Header};
use sandtable_game::{Chain, Record, Session};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of a game.
pub(super) struct Keeper {
    /// Where it is; empty while it has none yet.
    path: PathBuf,
    header: Header,
    /// The file at its end, and locked; `None`: it must be written anew.
    file: Option<File>,
    /// So many records are in it.
    written: usize,
    /// The last of them.
    last: Option<Record>,
    /// The hash of the last of them.
    chain: Chain,
    /// The file is as it was found, while the game has no more records than these.
    untouched: Option<usize>,
}

impl Keeper {
    /// Begins to keep a game; what was in the file goes, if it may.
    ///
    /// # Errors
    /// `file/exists`: another game or something else is there. `save/in-use`: it is being played.
    /// `save/unwritable`: it cannot be written.
    pub fn begin(
        path: &Path,
        header: Header,
        session: &Session,
        over: &Over<'_>,
    ) -> Result<Self, Problem> {
        files::may_replace(path, over)?;
        let mut keeper = Self::of(path, header);
        keeper.anew(session)?;
        Ok(keeper)
    }

    /// Keeps a game from its first order on, in a file of its own where `resume --list` finds it.
    pub fn later(header: Header) -> Self {
        Self::of(Path::new(""), header)
    }

    /// One that has done nothing yet.
    fn of(path: &Path, header: Header) -> Self {
        Self {
            path: path.to_owned(),
            chain: header.chain(),
            header,
            file: None,
            written: 0,
            last: None,
            untouched: None,
        }
    }

    /// Goes on keeping a game in its own file. Where only its pack is another one now, the file stays as it is until
    /// something is done: who only looks changes nothing.
    ///
    /// # Errors
    /// As of [`Self::begin`].
    pub fn go_on(path: &Path, header: Header, session: &Session) -> Result<Self, Problem> {
        let text = files::read(path, save::LIMIT, "save/unreadable")?;
        let before = save::read_header(text.lines().next().unwrap_or_default())?;
        let other_pack = before.pack_digest != header.pack_digest;
        if !(other_pack && before.of_pack(&header) == header) {
            return Self::begin(path, header, session, &Over::Anything);
        }
        let mut keeper = Self::of(path, header);
        keeper.untouched = Some(session.log().records().len());
        keeper.file = Some(keeper.open()?);
        Ok(keeper)
    }

    /// The file, once there is one.
    pub fn path(&self) -> Option<&Path> {
        Some(&*self.path).filter(|path| !path.as_os_str().is_empty())
    }

    /// Whether this is the file.
    pub fn is_in(&self, path: &Path) -> bool {
        let canonical = |path: &Path| path.canonicalize().ok();
        canonical(path).is_some_and(|path| Some(path) == canonical(&self.path))
    }

    /// Puts into the file what was ordered since.
    ///
    /// # Errors
    /// `save/unwritable`: it cannot be written; what was in the file still is.
    pub fn keep(&mut self, session: &Session) -> Result<(), Problem> {
        let records = session.log().records();
        if self.path().is_none() && records.is_empty() {
            return Ok(());
        }
        if let Some(found) = self.untouched {
            return if found == records.len() {
                Ok(())
            } else {
                self.anew(session)
            };
        }
        let new = records.get(self.written..);
        // Secrets of several people find their places among each other.
        let new =
            new.filter(|_| self.last.as_ref() == self.written.checked_sub(1).map(|n| &records[n]));
        let (Some(new), Some(file)) = (new, &mut self.file) else {
            return self.anew(session);
        };
        if new.is_empty() {
            return Ok(());
        }
        let mut chain = self.chain.clone();
        let text = save::written(session.rules(), new, &mut chain);
        let before = file.metadata().map(|m| m.len());
        if let Err(error) = file.write_all(text.as_bytes()) {
            // Half a line would be in the way of the next one.
            let _ = before.and_then(|length| file.set_len(length));
            self.file = None;
            return Err(self.unwritable(&error));
        }
        self.is_written(session, chain);
        Ok(())
    }

    /// Puts the game into the file under a new header; without a file it gets that once it has one.
    ///
    /// # Errors
    /// As of [`Self::keep`].
    pub fn keep_as(&mut self, header: Header, session: &Session) -> Result<(), Problem> {
        self.header = header;
        match self.path() {
            Some(_) => self.anew(session),
            None => Ok(()),
        }
    }

    fn anew(&mut self, session: &Session) -> Result<(), Problem> {
        if self.path().is_none() {
            self.path = folder::fresh(&self.header.pack)?;
        }
        if self.file.is_none() && files::is_plain(&self.path) {
            self.file = Some(self.open()?);
        }
        let (text, chain) = save::write(session, &self.header);
        files::replace(&self.path, &text).map_err(|e| self.unwritable(&e))?;
        self.file = Some(self.open()?);
        self.untouched = None;
        self.is_written(session, chain);
        Ok(())
    }

    fn is_written(&mut self, session: &Session, chain: Chain) {
        let records = session.log().records();
        (self.written, self.last) = (records.len(), records.last().cloned());
        self.chain = chain;
    }

    /// The file, to write at its end, for nobody else.
    fn open(&self) -> Result<File, Problem> {
        let file = OpenOptions::new().append(true).open(&self.path);
        let file = file.map_err(|e| self.unwritable(&e))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let message = format!("the game in `{}` is being played", self.path.display());
                let problem = Problem::error("save/in-use", message);
                Err(problem.help("leave it there first, or keep this game in another file"))
            }
            // Not every file system has locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    fn unwritable(&self, error: &std::io::Error) -> Problem {
        files::unwritable(&self.path, error, "save/unwritable")
    }
}
