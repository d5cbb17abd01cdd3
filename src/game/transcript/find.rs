//! Finds transcripts, on disk or in a bundled pack, finds the pack of each, plays them all.

use super::{Played, Tell, With, run};
use crate::open::{Opened, open_with};
use sandtable_diag::{Problem, Problems, ReadError, Severity, read_file, without_mark};
use sandtable_pack::{Bundled, Choices, MANIFEST, bundled_spellings};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A transcript is no larger than this, in bytes.
const LIMIT: usize = 4 << 20;
/// Folders are searched no deeper than this.
const DEPTH: usize = 12;

/// What came of playing transcripts.
#[derive(Debug, Default)]
pub struct Tested {
    /// Those that passed, by their paths.
    pub passed: Vec<String>,
    /// Those that failed, with the reasons.
    pub failed: Vec<(String, Problems)>,
    /// What transcripts show of themselves.
    pub shown: Vec<(String, Vec<String>)>,
}

/// The packs opened so far, each with what was chosen; or what is wrong with them, until it has been told.
type Packs = BTreeMap<(String, Choices), Result<Opened, Option<Problems>>>;

/// Every file below a path whose name ends so, sorted; the path itself if it is a file.
pub fn files(path: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    if path.is_file() {
        found.push(path.to_path_buf());
    } else if path.is_dir() {
        walk(path, wanted, DEPTH, &mut found)?;
        found.sort();
    } else {
        let shown = path.display().to_string();
        let problem = Problem::error(
            "path/missing",
            format!("there is no file, folder or bundled pack `{shown}`"),
        );
        return Err(problem.suggest(&shown, bundled_spellings()));
    }
    Ok(found)
}

fn walk(
    folder: &Path,
    wanted: &dyn Fn(&Path) -> bool,
    depth: usize,
    found: &mut Vec<PathBuf>,
) -> Result<(), Problem> {
    let unreadable = |e: std::io::Error| {
        Problem::error(
            "path/unreadable",
            format!("`{}` cannot be read: {e}", folder.display()),
        )
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "transcripts are searched on disk here and nowhere else"
    )]
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // Links are not followed: they may lead in circles.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => walk(&path, wanted, depth - 1, found)?,
            Ok(kind) if kind.is_file() && wanted(&path) => found.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// A transcript that was found.
struct Transcript {
    /// How it is called in messages.
    shown: String,
    /// What is in it.
    bytes: Result<Cow<'static, [u8]>, ReadError>,
    /// The pack it belongs to.
    pack: Option<String>,
}

/// The bundled pack that a path names where there is nothing on disk, as it was called.
pub fn bundled(path: &Path) -> Option<(&str, Bundled)> {
    let name = path.to_str().filter(|_| !path.exists())?;
    Some((name, Bundled::named(name)?))
}

/// The transcripts below a path, or those of a bundled pack of this name.
fn transcripts(path: &Path) -> Result<Vec<Transcript>, Problem> {
    if let Some((name, pack)) = bundled(path) {
        let found = |(shown, bytes)| Transcript {
            shown,
            bytes: Ok(bytes),
            pack: Some(name.to_owned()),
        };
        return Ok(pack.ending(".play").into_iter().map(found).collect());
    }
    let found = |file: PathBuf| Transcript {
        shown: file.display().to_string(),
        bytes: read_file(&file, LIMIT).map(Cow::Owned),
        pack: pack_above(&file),
    };
    let files = files(path, &|p| p.extension().is_some_and(|e| e == "play"))?;
    Ok(files.into_iter().map(found).collect())
}

/// Plays every transcript below the paths, which may be names of bundled packs. What is chosen here counts for all of them; each may choose more, and
/// otherwise.
pub fn test(paths: &[PathBuf], chosen: &Choices, tell: Tell) -> Result<Tested, Problem> {
    let mut tested = Tested::default();
    let mut packs: Packs = BTreeMap::new();
    for path in paths {
        for found in transcripts(path)? {
            let mut problems = Problems::default();
            let played = played(&found, chosen, tell, &mut packs, &mut problems);
            let played = played.unwrap_or_else(|problem| {
                problems.push(problem);
                Played::default()
            });
            if !played.shown.is_empty() {
                tested.shown.push((found.shown.clone(), played.shown));
            }
            if played.passed {
                tested.passed.push(found.shown);
            } else {
                tested.failed.push((found.shown, problems));
            }
        }
    }
    Ok(tested)
}

/// Plays one transcript with the pack it belongs to.
///
/// # Errors
/// It cannot be read, or its pack cannot be opened.
fn played(
    found: &Transcript,
    chosen: &Choices,
    tell: Tell,
    packs: &mut Packs,
    problems: &mut Problems,
) -> Result<Played, Problem> {
    let shown = found.shown.as_str();
    let bytes = found.bytes.as_ref().map_err(|error| {
        let message = format!("`{shown}` cannot be read: {error}");
        Problem::error("transcript/unreadable", message)
    })?;
    let text = std::str::from_utf8(bytes).map_err(|_| {
        let message = format!("`{shown}` is not UTF-8 text");
        Problem::error("transcript/not-utf8", message)
    })?;
    let text = without_mark(text);
    let id = problems.sources_mut().add(shown, text);
    let With {
        pack, choices: own, ..
    } = With::read(text);
    let choices = chosen.and(own);
    let pack = pack.or_else(|| found.pack.clone()).ok_or_else(|| {
        let message = format!("`{shown}` does not say which pack it is played with");
        Problem::error("transcript/no-pack", message)
            .help("its first line can be `pack NAME`; inside a pack's folder none is needed")
    })?;
    let opened = packs
        .entry((pack.clone(), choices.clone()))
        .or_insert_with(|| open_with(&pack, &choices).map_err(Some));
    let opened = match opened {
        Ok(opened) => opened,
        Err(wrong) => {
            // What is wrong with a pack is told once, however many transcripts it has.
            let untold = wrong.take();
            let told = untold.map(|wrong| unopened(&pack, &choices, &wrong));
            return told.map_or_else(|| Ok(Played::default()), Err);
        }
    };
    Ok(run(opened, tell, (id, text), problems))
}

/// The problem that a pack cannot be opened, with the first of its own.
fn unopened(pack: &str, choices: &Choices, wrong: &Problems) -> Problem {
    let mistake = wrong.iter().find(|p| p.severity == Severity::Error);
    let first = mistake.map_or_else(String::new, |p| format!(": {}", p.message));
    let with = choices.with.iter().map(|w| format!(" --with {w}"));
    let set = choices.set.iter().map(|(n, v)| format!(" --set {n}={v}"));
    let chosen: String = with.chain(set).collect();
    let message = format!("the pack `{pack}` cannot be loaded{first}");
    Problem::error("transcript/pack", message).help(format!(
        "`sandtable check {pack}{chosen}` says what is wrong with it"
    ))
}

/// The nearest folder above a file that is a pack, also above the folder in which the program runs.
fn pack_above(file: &Path) -> Option<String> {
    let is_pack = |f: &&Path| f.join(MANIFEST).is_file();
    if let Some(folder) = file.ancestors().skip(1).find(is_pack) {
        let here = folder.as_os_str().is_empty();
        return Some(if here {
            ".".to_owned()
        } else {
            folder.display().to_string()
        });
    }
    let whole = std::path::absolute(file).ok()?;
    let folder = whole.ancestors().skip(1).find(is_pack)?;
    Some(folder.display().to_string())
}
