//! `pack.toml`: what a pack is called, which format it is written in and which files it has.

use super::cites::{CiteRow, read_cites};
use super::reader::{Reader, parse_toml};
use super::shape::MANIFEST;
use crate::diag::{FileId, Problem, Problems};
use crate::pack::ast::Name;
use crate::pack::lint::{Level, Levels};

/// The version of the pack format this program reads.
pub const FORMAT: i64 = 1;

/// What a manifest says.
pub struct Manifest {
    pub name: Name,
    pub title: String,
    pub description: String,
    pub edition: String,
    pub files: Vec<Name>,
    pub militia: Option<Name>,
    /// The file that states the rules in words.
    pub rulebook: Option<Name>,
    pub cites: Vec<CiteRow>,
    /// What it changes: the base, then overlays of it in their order; a pack of its own extends nothing.
    pub extends: Vec<Name>,
    /// The only files it takes of the packs below; without this it takes all.
    pub takes: Option<Vec<Name>>,
    pub lints: Levels,
}

/// Reads a manifest; without a usable one there is no pack.
pub fn read_manifest(file: FileId, text: &str, problems: &mut Problems) -> Option<Manifest> {
    let (table, whole) = parse_toml(file, text, problems);
    if !whole {
        return None;
    }
    let mut top = Reader::new(file, text, table.get_ref(), None, "the manifest", &MANIFEST);
    let format: Option<i64> = top.int("format");
    let name = top.text("name");
    let title = top.text("title");
    let description = top.text("description").map(|n| n.text).unwrap_or_default();
    let edition = top.text("edition").map(|n| n.text).unwrap_or_default();
    let _ = top.text("sources");
    let files = top.names("files");
    let militia = top.text("militia");
    let rulebook = top.text("rulebook");
    let cites = top
        .table("cites", "`cites`")
        .map(|t| read_cites(&t, problems))
        .unwrap_or_default();
    let extends = top.names("extends").unwrap_or_default();
    let takes = top.names("takes");
    let lints = read_lints(&mut top, problems);
    if format.is_none() {
        top.missing("format");
    }
    if name.is_none() {
        top.missing("name");
    }
    if files.is_none() {
        top.missing("files");
    }
    let place = top
        .entries()
        .into_iter()
        .find(|(k, _)| k.text == "format")
        .map(|(k, _)| k.loc);
    top.finish(problems);
    if let (Some(format), Some(place)) = (format, place)
        && format != FORMAT
    {
        problems.push(wrong_format(format).at(place, "the format of the pack"));
        return None;
    }
    let name = name?;
    let title = title.map_or_else(|| name.text.clone(), |t| t.text);
    Some(Manifest {
        name,
        title,
        description,
        edition,
        files: files?,
        militia,
        rulebook,
        cites,
        extends,
        takes,
        lints,
    })
}

/// The problem that a pack is not written in the format of this program.
pub fn wrong_format(format: i64) -> Problem {
    let message =
        format!("this pack is written in format {format}, and this program reads format {FORMAT}");
    let help = if format > FORMAT {
        "a newer program may read it"
    } else {
        "`sandtable migrate` brings it up to date"
    };
    Problem::error("pack/format", message).help(help)
}

/// Reads `[lints]`: the level of each by its name.
fn read_lints(top: &mut Reader<'_>, problems: &mut Problems) -> Levels {
    let mut levels = Levels::default();
    let Some(table) = top.table("lints", "the lints") else {
        return levels;
    };
    for (name, value) in table.entries() {
        let Some(level) = table.word(&name, value, "level of a lint", Level::WORDS, problems)
        else {
            continue;
        };
        if let Err(problem) = levels.choose(&name.text, level) {
            problems.push(problem.at(name.loc, "named here"));
        }
    }
    levels
}
