//! `pack.toml`: what a pack is called, which format it is written in and which files it has.

use super::reader::Reader;
use super::shape::MANIFEST;
use super::value::parse_toml;
use super::weights::read_weights;
use crate::lint::{Level, Levels};
use crate::tree::Name;
use sandtable_diag::{FileId, Problem, Problems};
use sandtable_rules::SomeWeights;

/// The version of the pack format this program reads.
pub const FORMAT: i64 = 1;

/// Which statements of the rulebook a refusal enforces, by its code.
#[derive(Clone, Debug)]
pub struct CiteRow {
    /// The code.
    pub code: Name,
    /// Ids by the type of unit, group, power, side or script that a refusal is about.
    pub finer: Vec<(Name, Vec<Name>)>,
    /// Ids for all others.
    pub otherwise: Vec<Name>,
}

/// What a manifest says.
#[derive(Clone)]
pub struct Manifest {
    pub name: Name,
    pub title: String,
    pub description: String,
    pub edition: String,
    pub files: Vec<Name>,
    /// What the money is called.
    pub currency: Option<Name>,
    /// The die of plans that name none.
    pub die: Option<Name>,
    pub militia: Option<Name>,
    /// The file that states the rules in words.
    pub rulebook: Option<Name>,
    pub cites: Vec<CiteRow>,
    /// What it changes: the base, then overlays of it in their order; a pack of its own extends nothing.
    pub extends: Vec<Name>,
    /// What else it can be laid on: packs by their names, or any.
    pub fits: Vec<Name>,
    /// The only files it takes of the packs below; without this it takes all.
    pub takes: Option<Vec<Name>>,
    pub lints: Levels,
    pub weights: SomeWeights,
}

impl Manifest {
    /// What it says about the rules, by its keys.
    pub fn said(&self) -> Vec<(String, String)> {
        let rules = [
            ("currency", &self.currency),
            ("die", &self.die),
            ("militia", &self.militia),
        ];
        let said = |(key, name): (&str, &Option<Name>)| {
            Some((key.to_owned(), name.as_ref()?.text.clone()))
        };
        let weights = self.weights.iter();
        let weights = weights.map(|(name, n)| (format!("weights.{name}"), n.to_string()));
        rules.into_iter().filter_map(said).chain(weights).collect()
    }
}

/// Reads a manifest; without a usable one there is no pack.
pub fn read_manifest(file: FileId, text: &str, problems: &mut Problems) -> Option<Manifest> {
    let (table, whole) = parse_toml(file, text, problems);
    if !whole {
        return None;
    }
    let mut top = Reader::file(file, text, table, "the manifest");
    // The keys are listed in this order where one is unknown.
    MANIFEST.expect(&mut top);
    let format: Option<i64> = top.int("format");
    let place = top.entry("format").map(|(k, _)| k.loc);
    let (name, files, _) = (top.text("name"), top.names("files"), top.text("sources"));
    let whole = name.is_some() && files.is_some();
    let name = name.unwrap_or_else(|| Name::new("", top.header()));
    let words = |said: Option<Name>| said.map(|n| n.text).unwrap_or_default();
    let manifest = Manifest {
        title: words(top.text("title").or_else(|| Some(name.clone()))),
        name,
        description: words(top.text("description")),
        edition: words(top.text("edition")),
        files: files.unwrap_or_default(),
        currency: top.text("currency"),
        die: top.text("die"),
        militia: top.text("militia"),
        rulebook: top.text("rulebook"),
        cites: top.table("cites", read_cites),
        extends: top.names("extends").unwrap_or_default(),
        fits: top.names("fits").unwrap_or_default(),
        takes: top.names("takes"),
        lints: top.table("lints", read_lints),
        weights: top.table("weights", read_weights),
    };
    top.finish(problems);
    if let (Some(format), Some(place)) = (format, place)
        && format != FORMAT
    {
        problems.push(wrong_format(format).at(place, "the format of the pack"));
        return None;
    }
    whole.then_some(manifest)
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
fn read_lints(table: &mut Reader) -> Levels {
    let mut levels = Levels::default();
    for (name, value) in table.take_entries() {
        let level = table.word_in(&name.text, &value, "level of a lint", Level::WORDS);
        if let Some(Err(problem)) = level.map(|level| levels.choose(&name.text, level)) {
            table.complain(problem.at(name.loc, "named here"));
        }
    }
    levels
}

/// Reads `[cites]`: ids, or tables of ids by what is refused.
fn read_cites(table: &mut Reader) -> Vec<CiteRow> {
    let mut rows = Vec::new();
    for (code, value) in table.take_entries() {
        let mut row = CiteRow {
            code,
            finer: Vec::new(),
            otherwise: Vec::new(),
        };
        match value.table() {
            None => row.otherwise = table.texts(&row.code.text, &value),
            Some(inner) => {
                for (whom, value) in inner.iter() {
                    let ids = table.texts(&whom.text, value);
                    match whom.text == "default" {
                        true => row.otherwise = ids,
                        false => row.finer.push((whom.clone(), ids)),
                    }
                }
            }
        }
        rows.push(row);
    }
    rows
}
