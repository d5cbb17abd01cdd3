//! Files as they were read, and places in them. The only code of this room that meets the disk.

use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A file among the [`Sources`] of one run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u16);

/// A stretch of a file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

impl Loc {
    /// A stretch of a text that begins so far into a file.
    pub fn within(file: FileId, base: usize, range: Range<usize>) -> Self {
        let at = |i: usize| u32::try_from(base + i).unwrap_or(u32::MAX);
        let (start, end) = (at(range.start), at(range.end));
        Self { file, start, end }
    }
    /// The beginning of the first file, for what stands nowhere.
    pub const START: Self = Self {
        file: FileId(0),
        start: 0,
        end: 0,
    };

    /// From here to the end of another place in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            end: other.end.max(self.end),
            ..self
        }
    }
}

/// A file with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name as people know it.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
}

/// Every file of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u16::try_from(self.files.len()).unwrap_or(u16::MAX));
        self.files.push(Source {
            name: name.into(),
            text: text.into(),
        });
        id
    }
    /// The file, if it is one of these.
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.files.get(usize::from(file.0))
    }
    /// Every file, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files
            .iter()
            .enumerate()
            .map(|(nth, source)| (FileId(u16::try_from(nth).unwrap_or(u16::MAX)), source))
    }
    /// The words at a place.
    pub fn text(&self, loc: Loc) -> &str {
        self.get(loc.file)
            .and_then(|s| s.text.get(loc.start as usize..loc.end as usize))
            .unwrap_or_default()
    }
    /// Name, line and column of a place, counted from one, columns in characters.
    pub fn position(&self, loc: Loc) -> Option<(&str, usize, usize)> {
        let source = self.get(loc.file)?;
        let before = source.text.get(..loc.start as usize)?;
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        Some((&source.name, line, before[line_start..].chars().count() + 1))
    }
}

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It has more bytes than the caller accepts.
    #[error("it is larger than {0} bytes")]
    TooLarge(usize),
    /// The system says no.
    #[error("{0}")]
    Other(String),
}

/// The bytes of an ordinary file on disk, if it has at most `limit` of them. Devices and pipes have no
/// length and perhaps no end.
pub fn read_file(path: &Path, limit: usize) -> Result<Vec<u8>, ReadError> {
    let from = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => ReadError::Missing,
        _ => ReadError::Other(e.to_string()),
    };
    let meta = std::fs::metadata(path).map_err(from)?;
    if meta.is_dir() {
        return Err(ReadError::Other("it is a folder, not a file".to_owned()));
    }
    if !meta.is_file() {
        return Err(ReadError::Other("it is no ordinary file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(from)?;
    // It may grow while it is read.
    let most = limit as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(from)?;
    if bytes.len() > limit {
        return Err(ReadError::TooLarge(limit));
    }
    Ok(bytes)
}

/// A path without detours, if it leads anywhere.
pub fn real_path(path: &Path) -> std::path::PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Whether there is a folder of this name on disk.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Whether there is a file of this name on disk.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The names of the files in a folder on disk, in no order; none where it cannot be read.
pub fn list_files(folder: &Path) -> Vec<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the files beside sources are listed here and nowhere else"
    )]
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|e| e.path().is_file())
        .filter_map(|e| e.file_name().into_string().ok())
        .collect()
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
