//! Pack text to rules. [`open`] finds a pack and [`load`] reads it: the manifest names the files,
//! TOML files become tables, `.rules` files become a tree, names become ids, lints look at the
//! result. All mistakes of a pack are reported in one run; nothing past this room holds a name
//! that must be looked up.

mod bundled;
mod coverage;
mod files;
mod fmt;
pub mod grammar;
mod kept;
mod language;
mod layer;
mod lint;
mod load;
mod migrate;
mod names;
mod options;
mod parse;
mod resolve;
mod rulebook;
mod tables;
mod tree;
mod words;

pub use bundled::{Bundled, bundled_names, spellings as bundled_spellings};
pub use coverage::Coverage;
pub use files::{Folder, PackFiles};
pub use fmt::format_rules;
pub use kept::{KeptPack, KeptPacks};
pub use language::{form as grammar_form, language};
pub use lint::{Finding, LINTS, Level, Levels, Lint, Reason, Sort};
pub use migrate::{Migrated, Migration, Migrations, migrate};
pub use options::{Choices, Setting, Settings};
pub use parse::{chunks as rules_chunks, trees as rules_trees};
pub use resolve::{DiceStep, Places};
pub use rulebook::{Mention, RULEBOOK, Rulebook, Statement, ids_in};
pub use tables::{named_weight, open_weights, schemas};
pub use words::words as expected_words;

use files::LARGEST;
use kept::Kept;
use sandtable_diag::{
    FileId, Loc, Problem, Problems, ReadError, Source, Sources, is_folder, without_mark,
};
use sandtable_rules::Rules;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The file that makes a folder a pack.
pub const MANIFEST: &str = "pack.toml";

/// A pack that can be played.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The compiled edition.
    pub rules: Rules,
    /// What people may want to know about it.
    pub info: PackInfo,
    /// What is probably not meant, but does no harm.
    pub warnings: Problems,
}

/// A pack as its author sees it.
#[derive(Clone, Debug, Default)]
pub struct PackInfo {
    /// What it is, in a sentence or two.
    pub description: String,
    /// Which printed rules it follows.
    pub edition: String,
    /// Its files as they were read.
    pub sources: Sources,
    /// Where its named things were named.
    pub places: Places,
    /// The packs that lie on top of each other, the base first, by their names.
    pub layers: Vec<String>,
    /// What its manifests say about the rules, by their keys.
    pub manifest: Vec<(String, String)>,
    /// The options, as this game has them.
    pub settings: Settings,
    /// Who said what; none where the pack has mistakes.
    history: layer::History,
    /// What its lints have found that is nothing if its scripts name the thing.
    pub doubts: Vec<Finding>,
    /// How much each lint weighs here.
    pub lints: Levels,
    /// Scripts that lie in the pack itself (`scripts/NAME.rhai`), by the name it uses them under.
    pub scripts: BTreeMap<String, Source>,
    /// The rules it states in words, if it does.
    pub rulebook: Option<Rulebook>,
    /// The names of its transcripts (`tests/NAME.play`), sorted.
    pub transcripts: Vec<String>,
}

impl PackInfo {
    /// Every item, with who said it and who changed it.
    pub fn resolved(&self) -> &[Resolved] {
        self.history.items()
    }
}

/// An item of a pack when all its layers are one.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// What it is: "objective", "space".
    pub kind: &'static str,
    /// What it is called; a sentence without a name has none.
    pub name: String,
    /// Whether the parts are facts of it; otherwise the one part is all of it.
    pub facts: bool,
    /// Its text, or that of each of its facts, in the order in which they were written.
    pub parts: Vec<Part>,
}

/// A text that counts, and where it stands.
#[derive(Clone, Debug)]
pub struct Part {
    /// As it was written.
    pub text: String,
    /// Where.
    pub loc: Loc,
    /// The pack that says so, by its place in [`PackInfo::layers`].
    pub pack: usize,
    /// What it takes the place of, the first saying first.
    pub before: Vec<Loc>,
}

/// Loads the pack that an argument means: a folder, its manifest, or the name of a bundled pack.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open(argument: &str) -> Result<Pack, Problems> {
    open_with(argument, &Choices::default())
}

/// Loads the pack that an argument means, with overlays laid on top and options chosen.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_with(argument: &str, choices: &Choices) -> Result<Pack, Problems> {
    load_with(&*find(argument)?, choices)
}

/// The pack that an argument means, as far as it can be read: its warnings are everything that is
/// wrong with it, errors too.
///
/// # Errors
/// There is nothing to read.
pub fn draft_with(argument: &str, choices: &Choices) -> Result<Pack, Problems> {
    draft(&*find(argument)?, choices)
}

/// The packs of a game as text, to be kept with it: the one that an argument means, what it stands
/// on, and overlays laid on top.
///
/// # Errors
/// There is nothing to read, or two packs go by one name.
pub fn keep(argument: &str, choices: &Choices) -> Result<KeptPacks, Problems> {
    let files = find(argument)?;
    let gone = || Problem::error("pack/unreadable", format!("`{argument}` cannot be read"));
    let (stack, top) = load::stack(&*files, choices).ok_or_else(gone)?;
    let packs: Vec<KeptPack> = stack.layers.iter().map(KeptPack::of).collect();
    let mut names: Vec<&str> = packs.iter().map(|p| p.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("two packs of this game are called `{}`", twice[0]);
        let problem = Problem::error("pack/two-of-a-name", message);
        return Err(problem.help("rename the folder of one of them").into());
    }
    Ok(KeptPacks {
        packs,
        top,
        scripts: BTreeMap::new(),
    })
}

/// A pack that was kept as text, as far as it can be read.
///
/// # Errors
/// There is nothing to read.
pub fn draft_kept(kept: &KeptPacks, choices: &Choices) -> Result<Pack, Problems> {
    let none = || Problem::error("pack/no-pack", "no pack is kept here");
    draft(&Kept::top(kept.clone()).ok_or_else(none)?, choices)
}

/// The files that an argument means.
fn find(argument: &str) -> Result<Box<dyn PackFiles>, Problems> {
    let path = Path::new(argument);
    if path.file_name().is_some_and(|f| f == MANIFEST) {
        return Ok(Box::new(Folder::new(
            path.parent().unwrap_or(Path::new(".")),
        )));
    }
    let folder = Folder::new(path);
    if folder.has_manifest() {
        return Ok(Box::new(folder));
    }
    if let Some(bundled) = Bundled::named(argument) {
        return Ok(Box::new(bundled));
    }
    let problem = if is_folder(path) {
        let help = format!("a pack is a folder with a `{MANIFEST}` in it");
        let message = format!("the folder `{argument}` is no pack");
        Problem::error("pack/no-pack", message).help(help)
    } else {
        let help = format!(
            "bundled packs are: {}; anything else must be the path of a folder",
            bundled::in_short()
        );
        Problem::error("pack/no-pack", format!("there is no pack `{argument}`")).help(help)
    };
    Err(problem.suggest(argument, bundled::spellings()).into())
}

/// Loads a pack, or says everything that is wrong with it.
///
/// # Errors
/// That.
pub fn load(files: &dyn PackFiles) -> Result<Pack, Problems> {
    load_with(files, &Choices::default())
}

/// Loads a pack with overlays laid on top and options chosen.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_with(files: &dyn PackFiles, choices: &Choices) -> Result<Pack, Problems> {
    let pack = draft(files, choices)?;
    if pack.warnings.has_errors() {
        Err(pack.warnings)
    } else {
        Ok(pack)
    }
}

/// A pack as far as it can be read, like [`draft_with`].
///
/// # Errors
/// There is nothing to read.
pub fn draft(files: &dyn PackFiles, choices: &Choices) -> Result<Pack, Problems> {
    let mut problems = Problems::default();
    let loaded = load::load_into(files, choices, &mut problems);
    problems.sort();
    let Some((rules, info)) = loaded else {
        return Err(problems);
    };
    Ok(Pack {
        rules,
        info,
        warnings: problems,
    })
}

/// Reads a file, which may be listed somewhere, into the sources; the digest of its bytes goes to `texts`, if anybody wants it.
fn read(
    files: &dyn PackFiles,
    file: &str,
    listed: Option<Loc>,
    problems: &mut Problems,
    texts: Option<&mut Vec<(String, [u8; 32])>>,
) -> Option<(FileId, Arc<str>)> {
    let shown = files.display(file);
    let bytes = match read_small(files, file) {
        Ok(bytes) => bytes,
        Err(error) => {
            let code = match error {
                ReadError::Missing => "pack/missing-file",
                _ => "pack/unreadable",
            };
            let problem = Problem::error(code, format!("`{shown}` cannot be read: {error}"));
            let at = |problem: Problem, loc: Loc| problem.at(loc, "listed here");
            problems.push(listed.into_iter().fold(problem, at));
            return None;
        }
    };
    if let Some(texts) = texts {
        texts.push((file.to_owned(), *blake3::hash(&bytes).as_bytes()));
    }
    match String::from_utf8(bytes.into_owned()) {
        Ok(text) => {
            let text: Arc<str> = without_mark(&text).into();
            Some((problems.sources_mut().add(shown, text.clone()), text))
        }
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let problem = Problem::error("pack/not-utf8", format!("`{shown}` is not UTF-8 text"));
            let file = problems.sources_mut().add(shown, lossy);
            let loc = Loc::within(file, valid, 0..3);
            let line = problems.sources().position(loc);
            let line = line.map_or(1, |(_, line, _)| line);
            let label = format!("the first wrong byte is in line {line}");
            problems.push(problem.at(loc, label).help("save the file as UTF-8"));
            None
        }
    }
}

/// The bytes of a file, if it is no larger than files of packs may be.
fn read_small(files: &dyn PackFiles, file: &str) -> Result<Cow<'static, [u8]>, ReadError> {
    match files.read(file)? {
        bytes if bytes.len() > LARGEST => Err(ReadError::TooLarge(LARGEST)),
        bytes => Ok(bytes),
    }
}
