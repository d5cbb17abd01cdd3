//! Packs of older formats brought up to date: a migration a format, each a change of the text of
//! files, applied one after the other.

use super::tables::{FORMAT, Reader, parse_toml, wrong_format};
use super::{MANIFEST, PackFiles, read};
use sandtable_diag::{FileId, Problem, Problems};
use std::collections::BTreeMap;

/// A change of the format.
pub struct Migration {
    /// The format it changes; the next one comes out.
    pub from: i64,
    /// What it does, in one line, for the author of the pack.
    pub about: &'static str,
    /// The new text of a file of the pack, by its name and its text. The number in the manifest changes by itself.
    pub edit: fn(&str, &str) -> String,
}

/// What came of a migration.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// The format the pack was written in.
    pub from: i64,
    /// The format it is in now.
    pub to: i64,
    /// The files that change, with their new texts.
    pub files: BTreeMap<String, String>,
    /// What was done.
    pub notes: Vec<&'static str>,
}

/// Brings a pack up to date.
///
/// # Errors
/// The manifest cannot be read, a file is not there, or no way leads from its format to this program's.
pub fn migrate(files: &dyn PackFiles) -> Result<Migrated, Problems> {
    Migrations::SO_FAR.walk(files)
}

/// Changes of the format and where they lead.
pub struct Migrations<'m> {
    /// The changes.
    pub all: &'m [Migration],
    /// The format that a pack of today is in.
    pub newest: i64,
}

impl Migrations<'_> {
    /// Every change of the format so far.
    pub const SO_FAR: Self = Self {
        all: &[],
        newest: FORMAT,
    };

    /// Brings a pack to the newest format.
    ///
    /// # Errors
    /// Those of [`migrate`].
    pub fn walk(&self, files: &dyn PackFiles) -> Result<Migrated, Problems> {
        let mut problems = Problems::default();
        let migrated = self.walk_into(files, &mut problems);
        migrated.filter(|_| !problems.has_errors()).ok_or(problems)
    }

    fn walk_into(&self, files: &dyn PackFiles, problems: &mut Problems) -> Option<Migrated> {
        let (file, manifest) = read(files, MANIFEST, None, problems, None)?;
        let first = head(file, &manifest, problems)?;
        if first.format > self.newest || first.format < 1 {
            problems.push(wrong_format(first.format));
            return None;
        }
        let mut texts = BTreeMap::from([(MANIFEST.to_owned(), manifest.to_string())]);
        if first.format < self.newest {
            for name in &first.files {
                let (_, text) = read(files, name, None, problems, None)?;
                texts.insert(name.clone(), text.to_string());
            }
        }
        let old = texts.clone();
        let mut done = Migrated {
            from: first.format,
            to: first.format,
            ..Migrated::default()
        };
        while done.to < self.newest {
            let Some(step) = self.all.iter().find(|m| m.from == done.to) else {
                let message = format!(
                    "nothing brings a pack from format {} to {}",
                    done.to,
                    done.to + 1
                );
                problems.push(Problem::error("pack/format", message));
                return None;
            };
            texts
                .iter_mut()
                .for_each(|(name, text)| *text = (step.edit)(name, text));
            let manifest = texts.get_mut(MANIFEST)?;
            let sources = problems.sources_mut();
            let file = sources.add(files.display(MANIFEST), manifest.as_str());
            let now = head(file, manifest, problems)?;
            done.to += 1;
            manifest.replace_range(now.number, &done.to.to_string());
            done.notes.push(step.about);
        }
        texts.retain(|name, text| old.get(name) != Some(text));
        done.files = texts;
        Some(done)
    }
}

/// What every format's manifest says.
struct Head {
    format: i64,
    /// Where its number stands.
    number: std::ops::Range<usize>,
    files: Vec<String>,
}

fn head(file: FileId, text: &str, problems: &mut Problems) -> Option<Head> {
    let (table, whole) = parse_toml(file, text, problems);
    let mut top = Reader::file(file, text, table, "the manifest");
    let format = top.int("format").filter(|_| whole);
    let files = top.names("files").into_iter().flatten();
    let files = files.map(|n| n.text).collect();
    let number = top.entry("format");
    let number = number.map(|(_, v)| v.loc.start as usize..v.loc.end as usize);
    if whole && number.is_none() {
        top.missing("format", "the version of the pack format, `1`");
    }
    top.finish_partly(problems);
    Some(Head {
        format: format?,
        number: number?,
        files,
    })
}
