//! Pack text to rules. [`open`] finds a pack and [`load`] reads it: the manifest names the files,
//! TOML files become tables, `.rules` files become a tree, names become ids, lints look at the
//! result. All mistakes of a pack are reported in one run; nothing past this room holds a name
//! that must be looked up.

mod ast;
mod bundled;
mod files;
mod fmt;
mod grammar;
mod language;
mod lint;
mod migrate;
mod names;
mod parse;
mod resolve;
mod tables;
mod words;

pub use bundled::{Bundled, bundled_names};
pub use files::{Folder, Memory, PackFiles};
pub use fmt::format_rules;
pub use language::language;
pub use lint::{LINTS, Level, Levels, Lint};
pub use migrate::{Migrated, migrate};
pub use resolve::Places;
pub use tables::schemas;

use crate::diag::{FileId, Problem, Problems, ReadError, Sources, fold_name, is_folder, nearest};
use crate::rules::Rules;
use ast::Name;
use parse::Unread;
use std::collections::BTreeMap;
use std::path::Path;
use tables::{Manifest, Tables};

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
    /// How much each lint weighs here.
    pub lints: Levels,
    /// Scripts that lie in the pack itself (`scripts/NAME.rhai`), by the name it uses them under.
    pub scripts: BTreeMap<String, ScriptFile>,
}

/// A script that lies in a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptFile {
    /// How the file is called in messages.
    pub display: String,
    /// Its text.
    pub text: String,
}

/// Loads the pack that an argument means: a folder, its manifest, or the name of a bundled pack.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open(argument: &str) -> Result<Pack, Problems> {
    open_with(argument, &Levels::default())
}

/// The same with levels of lints that count above the pack's own.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_with(argument: &str, lints: &Levels) -> Result<Pack, Problems> {
    let path = Path::new(argument);
    if path.file_name().is_some_and(|f| f == MANIFEST) {
        return load_with(&Folder::new(path.parent().unwrap_or(Path::new("."))), lints);
    }
    let folder = Folder::new(path);
    if is_folder(path) && folder.has_manifest() {
        return load_with(&folder, lints);
    }
    let names = bundled_names();
    if let Some(pack) = names.iter().find(|n| fold_name(n) == fold_name(argument)).and_then(|n| Bundled::find(n)) {
        return load_with(&pack, lints);
    }
    let mut problems = Problems::default();
    let mut problem = if is_folder(path) {
        let help = format!("a pack is a folder with a `{MANIFEST}` in it");
        Problem::error("pack/no-pack", format!("the folder `{argument}` is no pack")).help(help)
    } else {
        let help = format!("bundled packs are: {}; anything else must be the path of a folder", names.join(", "));
        Problem::error("pack/no-pack", format!("there is no pack `{argument}`")).help(help)
    };
    problem.nearest = nearest(argument, names.iter().map(String::as_str)).map(str::to_owned);
    problems.push(problem);
    Err(problems)
}

/// Loads a pack, or says everything that is wrong with it.
///
/// # Errors
/// That.
pub fn load(files: &dyn PackFiles) -> Result<Pack, Problems> {
    load_with(files, &Levels::default())
}

/// The same with levels of lints that count above the pack's own.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_with(files: &dyn PackFiles, lints: &Levels) -> Result<Pack, Problems> {
    let mut problems = Problems::default();
    let mut digest = blake3::Hasher::new();
    let loaded = load_into(files, lints, &mut problems, &mut digest);
    problems.sort();
    match loaded {
        Some((mut rules, mut info)) if !problems.has_errors() => {
            rules.digest = *digest.finalize().as_bytes();
            info.sources = problems.sources().clone();
            Ok(Pack { rules, info, warnings: problems })
        }
        _ => Err(problems),
    }
}

fn load_into(
    files: &dyn PackFiles,
    lints: &Levels,
    problems: &mut Problems,
    digest: &mut blake3::Hasher,
) -> Option<(Rules, PackInfo)> {
    let mut texts = Vec::new();
    let manifest_name = Name { text: MANIFEST.to_owned(), loc: crate::diag::Loc { file: FileId(0), start: 0, end: 0 } };
    let file = read(files, &manifest_name, false, problems, &mut texts)?;
    let text = problems.sources().get(file)?.text.clone();
    let manifest = tables::read_manifest(file, &text, problems)?;
    let (mut tables, mut items, mut unread) = (Tables::default(), Vec::new(), Unread::default());
    for name in listed(&manifest, problems) {
        let Some(file) = read(files, &name, true, problems, &mut texts) else {
            unread.add_file();
            continue;
        };
        let Some(text) = problems.sources().get(file).map(|s| s.text.clone()) else { continue };
        match name.text.rsplit_once('.') {
            Some((_, "toml")) => tables.read(file, &text, problems, &mut unread),
            Some((_, "rules")) => items.extend(parse::parse_rules(file, &text, problems, &mut unread)),
            _ => {
                let problem = Problem::error("pack/file-kind", format!("`{}` is neither a .toml nor a .rules file", name.text));
                problems.push(problem.at(name.loc, "listed here"));
            }
        }
    }
    let (rules, places) = resolve::compile(&manifest, &tables, &items, unread, problems);
    let scripts = own_scripts(files, &rules, &mut texts);
    texts.sort();
    for (name, hash) in &texts {
        digest.update(name.as_bytes()).update(&[0]).update(hash);
    }
    let lints = manifest.lints.under(lints);
    if !problems.has_errors() {
        lint::run(&rules, &places, &lints, problems);
    }
    let (description, edition) = (manifest.description, manifest.edition);
    let info = PackInfo { description, edition, sources: Sources::default(), places, lints, scripts };
    Some((rules, info))
}

/// The scripts in use that lie in the pack; the others come with the program.
fn own_scripts(files: &dyn PackFiles, rules: &Rules, texts: &mut Vec<(String, [u8; 32])>) -> BTreeMap<String, ScriptFile> {
    let mut scripts = BTreeMap::new();
    for special in rules.specials.values() {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let file = format!("scripts/{}.rhai", special.name.replace(' ', "_"));
        let Some(bytes) = special.name.chars().all(plain).then(|| files.read(&file).ok()).flatten() else { continue };
        texts.push((file.clone(), *blake3::hash(&bytes).as_bytes()));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        scripts.insert(special.name.clone(), ScriptFile { display: files.display(&file), text });
    }
    scripts
}

/// The files of the manifest, without doubles and without ways out of the pack.
fn listed(manifest: &Manifest, problems: &mut Problems) -> Vec<Name> {
    let mut kept: Vec<Name> = Vec::new();
    for name in &manifest.files {
        let parts: Vec<&str> = name.text.split('/').collect();
        let strange = |p: &&str| p.is_empty() || *p == "." || *p == ".." || p.contains(['\\', ':', '\0']);
        if parts.iter().any(strange) {
            let problem = Problem::error("pack/file-name", format!("`{}` is not a file of this pack", name.text));
            problems.push(problem.at(name.loc, "files are named from the pack's folder, with `/`, and never outside it"));
        } else if let Some(first) = kept.iter().find(|k| k.text == name.text) {
            let problem = Problem::error("pack/duplicate", format!("`{}` is listed twice", name.text));
            problems.push(problem.at(name.loc, "again here").at(first.loc, "first here"));
        } else if kept.len() >= 1000 {
            problems.push(Problem::error("pack/too-many", "a pack has at most 1000 files").at(name.loc, "this is one too many"));
            break;
        } else {
            kept.push(name.clone());
        }
    }
    kept
}

/// Reads a file into the sources; the digest of its bytes goes to `texts`.
fn read(
    files: &dyn PackFiles,
    name: &Name,
    listed: bool,
    problems: &mut Problems,
    texts: &mut Vec<(String, [u8; 32])>,
) -> Option<FileId> {
    let shown = files.display(&name.text);
    let at = |p: Problem| if listed { p.at(name.loc, "listed here") } else { p };
    let bytes = match files.read(&name.text) {
        Ok(bytes) => bytes,
        Err(error) => {
            let code = if error == ReadError::Missing { "pack/missing-file" } else { "pack/unreadable" };
            problems.push(at(Problem::error(code, format!("`{shown}` cannot be read: {error}"))));
            return None;
        }
    };
    texts.push((name.text.clone(), *blake3::hash(&bytes).as_bytes()));
    match String::from_utf8(bytes.into_owned()) {
        Ok(text) => Some(problems.sources_mut().add(shown, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..valid].iter().filter(|b| **b == b'\n').count() + 1;
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let file = problems.sources_mut().add(shown.clone(), lossy);
            let loc =
                crate::diag::Loc { file, start: u32::try_from(valid).unwrap_or(0), end: u32::try_from(valid).unwrap_or(0) + 3 };
            let problem = Problem::error("pack/not-utf8", format!("`{shown}` is not UTF-8 text"));
            problems.push(problem.at(loc, format!("the first wrong byte is in line {line}")).help("save the file as UTF-8"));
            None
        }
    }
}
