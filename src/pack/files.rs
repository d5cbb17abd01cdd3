//! Where the files of a pack come from: a folder, memory, or the packs inside the program.

use super::bundled::Bundled;
use sandtable_diag::{ReadError, is_file, is_folder, list_files, read_file, real_path};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The files of one pack, by their names inside it.
pub trait PackFiles {
    /// How a file is called in messages.
    fn display(&self, name: &str) -> String;
    /// The bytes of a file.
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError>;
    /// The names of the files in a folder of the pack; none where there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;
    /// The same files once more.
    fn copy(&self) -> Box<dyn PackFiles>;
    /// What tells this pack from every other.
    fn id(&self) -> String;
    /// The pack that `extends` means by a name.
    fn base(&self, name: &str) -> Option<Box<dyn PackFiles>>;
    /// The pack that a player means who lays it on top of this one.
    fn overlay(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        let paths = [PathBuf::from(name), Path::new("scenarios").join(name)];
        let mut folders = paths.into_iter().map(Folder::new);
        if let Some(found) = folders.find(Folder::has_manifest) {
            return Some(Box::new(found));
        }
        let bundled = Bundled::named(name).map(|b| b.copy());
        bundled.or_else(|| self.base(name))
    }
}

/// No file of a pack is larger.
pub const LARGEST: usize = 4 << 20;

/// The last part of a name or a path: what packs call each other by.
pub fn last_part(name: &str) -> &str {
    let name = name.trim_end_matches(['/', '\\']);
    name.rsplit(['/', '\\', ':']).next().unwrap_or(name)
}

/// Those of some files that lie in a folder, by their names in it.
pub fn inside(files: impl Iterator<Item = impl AsRef<str>>, folder: &str) -> Vec<String> {
    let folder = format!("{folder}/");
    let inside = files.filter_map(|f| f.as_ref().strip_prefix(&folder).map(str::to_owned));
    inside.filter(|name| !name.contains('/')).collect()
}

/// A pack in a folder.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The pack in this folder.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }
    /// Whether there is such a folder, and a manifest in it.
    pub fn has_manifest(&self) -> bool {
        is_folder(&self.path) && is_file(&self.path.join(super::MANIFEST))
    }
}

impl PackFiles for Folder {
    fn display(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }
    fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        let path = self.path.join(Path::new(name));
        // A link that leads out of the pack could show what is none of its business.
        if path.exists() && !real_path(&path).starts_with(real_path(&self.path)) {
            let why = "it is a link that leads out of the pack";
            return Err(ReadError::Other(why.to_owned()));
        }
        read_file(&path, LARGEST).map(Cow::Owned)
    }
    fn list(&self, folder: &str) -> Vec<String> {
        list_files(&self.path.join(folder))
    }
    fn copy(&self) -> Box<dyn PackFiles> {
        Box::new(self.clone())
    }
    fn id(&self) -> String {
        real_path(&self.path).display().to_string()
    }
    fn base(&self, name: &str) -> Option<Box<dyn PackFiles>> {
        let beside = self.path.parent().map(|p| p.join(name));
        let paths = [Some(self.path.join(name)), beside];
        let mut folders = paths.into_iter().flatten().map(Folder::new);
        let found = folders.find(Folder::has_manifest);
        let found = found.filter(|f| f.id() != self.id() || name.contains(['.', '/']));
        match found {
            Some(folder) if name.contains(['.', '/', '\\']) => Some(Box::new(folder)),
            found => {
                let bundled = Bundled::named(name).map(|b| b.copy());
                bundled.or_else(|| found.map(|f| f.copy()))
            }
        }
    }
}
