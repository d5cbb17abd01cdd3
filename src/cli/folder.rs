//! The folder where games are kept without being asked: the platform's own for data of programs.

use crate::diag::{FileId, Problem, list_files};
use crate::game::save::{self, Save, SavedReached};
use etcetera::BaseStrategy as _;
use std::fs::File;
use std::path::{Path, PathBuf};

/// How names of kept games end.
const SUFFIX: &str = "save";

/// The folder for what the program keeps; `SANDTABLE_DATA` names another one.
pub(super) fn data() -> Option<PathBuf> {
    match std::env::var_os("SANDTABLE_DATA") {
        Some(folder) => Some(folder.into()),
        None => {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(base.data_dir().join("sandtable"))
        }
    }
}

fn games() -> Option<PathBuf> {
    Some(data()?.join("games"))
}

/// A new file for a game of a pack: nobody else gets the same one.
///
/// # Errors
/// `save/unwritable`: there is no folder for it.
pub(super) fn fresh(pack: &str) -> Result<PathBuf, Problem> {
    let unwritable = |why: String| {
        let problem = Problem::error("save/unwritable", format!("games cannot be kept: {why}"));
        problem.help("`--save FILE` keeps this one in a file, `--no-save` keeps none")
    };
    let folder = games().ok_or_else(|| unwritable("there is no folder for data".to_owned()))?;
    std::fs::create_dir_all(&folder).map_err(|e| unwritable(e.to_string()))?;
    let name = Path::new(pack).file_name().and_then(|n| n.to_str());
    let name = name.unwrap_or("game");
    for number in 1..=u32::MAX {
        let path = folder.join(format!("{name}-{number}.{SUFFIX}"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(unwritable(e.to_string())),
        }
    }
    Err(unwritable("there are too many".to_owned()))
}

/// A game that is kept.
pub(super) struct KeptGame {
    /// Its file.
    pub path: PathBuf,
    /// When it was played last, to the nanosecond.
    stamp: String,
    /// What is in it.
    pub save: Save,
}

impl KeptGame {
    /// What it is called: the name of its file without the end.
    pub fn name(&self) -> String {
        let name = self.path.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
    /// Where it stands, as far as its save says.
    pub fn reached(&self) -> Option<&SavedReached> {
        self.save
            .entries()
            .filter_map(|e| e.reached.as_ref())
            .last()
    }
    /// The same for people, with its pack.
    pub fn stands(&self) -> String {
        let pack = &self.save.header.pack;
        match self.reached() {
            None => format!("{pack}, round 1"),
            Some(SavedReached { won: Some(won), .. }) => format!("{pack}, won by the {won}"),
            Some(reached) => format!("{pack}, round {}, {}", reached.round, reached.turn),
        }
    }
    /// When it was played last, for people.
    pub fn played(&self) -> String {
        self.stamp[..self.stamp.len().min(16)].replace('T', " ")
    }
    /// Whether nobody has won yet.
    pub fn goes_on(&self) -> bool {
        self.reached().is_none_or(|r| r.won.is_none())
    }
}

/// The kept games, the one played last first. What cannot be read is none.
pub(super) fn kept() -> Vec<KeptGame> {
    let folder = games().unwrap_or_default();
    let names = list_files(&folder).into_iter();
    let mut found: Vec<KeptGame> = names.filter_map(|name| game(folder.join(name))).collect();
    found.sort_by(|a, b| (&b.stamp, &b.path).cmp(&(&a.stamp, &a.path)));
    found
}

fn game(path: PathBuf) -> Option<KeptGame> {
    if path.extension()? != SUFFIX {
        return None;
    }
    let text = super::files::read(&path, save::LIMIT, "save/unreadable").ok()?;
    let save = save::read(FileId(0), &text).ok()?;
    let changed = path.metadata().ok()?.modified().ok()?;
    let stamp = humantime::format_rfc3339_nanos(changed).to_string();
    Some(KeptGame { path, stamp, save })
}

/// The file of the kept game of this name, if there is one.
pub(super) fn named(name: &Path) -> Option<PathBuf> {
    let plain = name.parent().is_none_or(|p| p.as_os_str().is_empty());
    let folder = games().filter(|_| plain)?;
    let with_end = folder.join(format!("{}.{SUFFIX}", name.display()));
    [folder.join(name), with_end]
        .into_iter()
        .find(|p| p.is_file())
}
