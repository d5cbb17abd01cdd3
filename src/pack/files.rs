//! Where the files of a pack come from: a folder, memory, or the packs inside the program.

use crate::diag::{ReadError, is_file, list_files, read_file};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of one pack, by their names inside it.
pub trait PackFiles {
    /// How a file is called in messages.
    fn display(&self, name: &str) -> String;
    /// The bytes of a file.
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError>;
    /// The names of the files in a folder of the pack; none where there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// No file of a pack is larger.
pub const LARGEST: usize = 4 << 20;

/// A pack in a folder.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The pack in this folder.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }
    /// Whether there is a manifest in it.
    pub fn has_manifest(&self) -> bool {
        is_file(&self.path.join(super::MANIFEST))
    }
}

impl PackFiles for Folder {
    fn display(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        read_file(&self.path.join(Path::new(name)), LARGEST).map(Cow::Owned)
    }
    fn list(&self, folder: &str) -> Vec<String> {
        list_files(&self.path.join(folder))
    }
}

/// A pack in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Adds a file, or replaces it.
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(name.to_owned(), text.into());
        self
    }
}

impl PackFiles for Memory {
    fn display(&self, name: &str) -> String {
        name.to_owned()
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        let bytes = self.files.get(name).ok_or(ReadError::Missing)?;
        if bytes.len() > LARGEST { Err(ReadError::TooLarge(LARGEST)) } else { Ok(Cow::Owned(bytes.clone())) }
    }
    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |name: &String| name.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
        self.files.keys().filter_map(inside).filter(|name| !name.contains('/')).collect()
    }
}
