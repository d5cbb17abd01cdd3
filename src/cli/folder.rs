//! The folder where games are kept without being asked: the platform's own for data of programs.

use super::files::{self, Over};
use etcetera::BaseStrategy as _;
use sandtable_diag::{Problem, Problems, list_files};
use sandtable_game::joint::{Secret, chance};
use sandtable_game::save::{self, Header, Save, SavedReached};
use sandtable_game::{Session, Step, Typed};
use sandtable_kernel::Event;
use serde::{Deserialize, Serialize};
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
    /// Whose turn the first one is, once something was done.
    pub fn first(&self) -> Option<&String> {
        self.save.entries().next().map(|entry| &entry.by)
    }
    /// The same for people, with its pack.
    pub fn stands(&self) -> String {
        let pack = &self.save.header.pack;
        match self.reached() {
            None => match self.first() {
                Some(power) => format!("{pack}, round 1, {power}"),
                None => format!("{pack}, round 1"),
            },
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

/// The kept games, the one played last first; and why others cannot be read.
pub(super) fn kept() -> (Vec<KeptGame>, Vec<Problems>) {
    let folder = games().unwrap_or_default();
    let paths = list_files(&folder)
        .into_iter()
        .map(|name| folder.join(name));
    let saves = paths.filter(|path| path.extension().is_some_and(|end| end == SUFFIX));
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for path in saves {
        match game(path) {
            Ok(game) => found.extend(game),
            Err(problems) => unread.push(problems),
        }
    }
    found.sort_by(|a, b| (&b.stamp, &b.path).cmp(&(&a.stamp, &a.path)));
    (found, unread)
}

/// The kept game that was played last.
pub(super) fn last() -> Option<KeptGame> {
    kept().0.into_iter().next()
}

/// A kept game; `None`: its file was made just now, and nothing is in it yet.
fn game(path: PathBuf) -> Result<Option<KeptGame>, Problems> {
    let unread = "save/unreadable";
    let text = files::read(&path, save::LIMIT, unread)?;
    if text.is_empty() {
        return Ok(None);
    }
    let (problems, file) = Problems::about(path.display().to_string(), text.as_str());
    let save = save::read(file, &text).map_err(|problem| problems.with(problem))?;
    let changed = path.metadata().and_then(|m| m.modified());
    let changed = changed.map_err(|e| Problem::error(unread, e.to_string()))?;
    let stamp = humantime::format_rfc3339_nanos(changed).to_string();
    Ok(Some(KeptGame { path, stamp, save }))
}

/// What has to be said to go on with the game in a file; nothing for the one kept last.
pub(super) fn named_so(path: &Path) -> Option<String> {
    let inside = games().is_some_and(|folder| path.parent() == Some(&folder));
    (!inside).then(|| path.display().to_string())
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

/// Who sits here in a game whose dice are several people's, and the root of their secrets: nobody else has it, and
/// without it the game cannot go on.
#[derive(Serialize, Deserialize)]
pub(super) struct Owner {
    name: String,
    root: Secret,
}

impl Owner {
    fn file(header: &Header) -> Result<PathBuf, Problem> {
        let none = || Problem::error("mail/no-folder", "there is no folder to keep secrets in");
        let folder = data().ok_or_else(none)?.join("secrets");
        Ok(folder.join(format!("{}.json", header.chain().id())))
    }
    /// Sits down in a game.
    ///
    /// # Errors
    /// `mail/no-folder`, `save/unwritable`: the secrets cannot be kept.
    pub fn begin(header: &Header, name: &str) -> Result<Self, Problem> {
        let owner = Self {
            name: name.to_owned(),
            root: Secret::new(chance()?),
        };
        let path = Self::file(header)?;
        if let Ok(there) = Self::of(header) {
            // The file of the game may be lost, and comes back with a letter.
            return there.named(name);
        }
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)
            .map_err(|e| files::unwritable(folder, &e, "save/unwritable"))?;
        let text = serde_json::to_string(&owner).expect("plain texts always become JSON");
        files::write(&path, &text, "save/unwritable", &Over::Anything)?;
        Ok(owner)
    }
    /// Who sits here in a game.
    ///
    /// # Errors
    /// `mail/no-secrets`: nobody does, as far as this computer knows.
    pub fn of(header: &Header) -> Result<Self, Problem> {
        const LIMIT: usize = 4096;
        let path = Self::file(header)?;
        let text = files::read(&path, LIMIT, "mail/no-secrets");
        let owner = text.ok().and_then(|text| serde_json::from_str(&text).ok());
        owner.ok_or_else(|| {
            let message = "your secrets for the dice of this game are not here";
            let help = "they are in the folder for data (the platform's, or the one that `SANDTABLE_DATA` names) of the computer where you began the game or took in its first letter; copied from there, `secrets` goes on here";
            Problem::error("mail/no-secrets", message).help(help)
        })
    }
    /// The same, if this is what they are called.
    ///
    /// # Errors
    /// `mail/seated`: somebody else sits here.
    pub fn named(self, name: &str) -> Result<Self, Problem> {
        if self.name == name {
            return Ok(self);
        }
        let message = format!("{} sits in this game here, not {name}", self.name);
        Err(Problem::error("mail/seated", message).help(
            "the secrets for the dice are kept once for each game; `SANDTABLE_DATA` names another folder for another person",
        ))
    }
    /// What they are called.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Says where their chain of secrets begins, if the game wants to know.
    ///
    /// # Errors
    /// As of [`Session::step_dice`].
    pub fn begin_chain(&self, session: &mut Session) -> Result<(), Problem> {
        let missing = session
            .joint()
            .is_some_and(|j| j.missing().contains(&&*self.name));
        match self.root.link(0).filter(|_| missing) {
            Some(tip) => session.step_dice(&Step::Begin {
                who: self.name.clone(),
                tip,
            }),
            None => Ok(()),
        }
    }
    /// Does the next thing that follows by itself: a secret is opened, an order rolled, a standing order answers for whoever is
    /// away. What happened; `None`: nothing follows.
    ///
    /// # Errors
    /// As of [`Session::open`].
    pub fn follow(&self, session: &mut Session) -> Result<Option<Vec<Event>>, Problem> {
        let opened = self.open(session)?.map(|typed| typed.events);
        Ok(opened.or_else(|| session.stand_in()))
    }
    /// Opens the secret that is asked for, and rolls if it was the last one; `None`: nothing more happens.
    fn open(&self, session: &mut Session) -> Result<Option<Typed>, Problem> {
        let nth = session.joint().and_then(|joint| {
            let mut awaited = joint.awaited().into_iter();
            awaited.find_map(|(name, nth)| (name == self.name).then_some(nth))
        });
        let rolled = match nth.and_then(|nth| self.root.link(nth)) {
            Some(secret) => session.open(&self.name, secret)?,
            None => session.roll(),
        };
        let problems = rolled.as_ref().and_then(|typed| typed.problems.as_ref());
        match problems.and_then(|p| p.iter().next()) {
            Some(problem) => Err(problem.clone()),
            None => Ok(rolled),
        }
    }
}
