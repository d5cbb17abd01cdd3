//! Packs of older formats brought up to date: a migration a format, each a change of the text of
//! files, applied one after the other.

use super::tables::{FORMAT, Reader, parse_toml, wrong_format};
use super::{MANIFEST, PackFiles};
use sandtable_diag::{Problem, Problems};
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

/// Every change of the format so far.
pub const MIGRATIONS: &[Migration] = &[];

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
    Steps {
        all: MIGRATIONS,
        newest: FORMAT,
    }
    .walk(files)
}

/// Changes of the format and where they lead.
struct Steps<'m> {
    all: &'m [Migration],
    newest: i64,
}

impl Steps<'_> {
    fn walk(&self, files: &dyn PackFiles) -> Result<Migrated, Problems> {
        let mut problems = Problems::default();
        let migrated = self.walk_into(files, &mut problems);
        migrated.filter(|_| !problems.has_errors()).ok_or(problems)
    }

    fn walk_into(&self, files: &dyn PackFiles, problems: &mut Problems) -> Option<Migrated> {
        let mut texts = BTreeMap::from([(MANIFEST.to_owned(), read(files, MANIFEST, problems)?)]);
        let first = head(&files.display(MANIFEST), &texts[MANIFEST], problems)?;
        if first.format > self.newest || first.format < 1 {
            problems.push(wrong_format(first.format));
            return None;
        }
        if first.format < self.newest {
            for name in &first.files {
                texts.insert(name.clone(), read(files, name, problems)?);
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
            let now = head(&files.display(MANIFEST), manifest, problems)?;
            done.to += 1;
            manifest.replace_range(now.number, &done.to.to_string());
            done.notes.push(step.about);
        }
        texts.retain(|name, text| old.get(name) != Some(text));
        done.files = texts;
        Some(done)
    }
}

fn read(files: &dyn PackFiles, name: &str, problems: &mut Problems) -> Option<String> {
    let text = files.read(name).map(|b| String::from_utf8(b.into_owned()));
    let why = match text {
        Ok(Ok(text)) => return Some(text),
        Ok(Err(_)) => "it is not UTF-8 text".to_owned(),
        Err(error) => error.to_string(),
    };
    let message = format!("`{}` cannot be read: {why}", files.display(name));
    problems.push(Problem::error("pack/unreadable", message));
    None
}

/// What every format's manifest says.
struct Head {
    format: i64,
    /// Where its number stands.
    number: std::ops::Range<usize>,
    files: Vec<String>,
}

fn head(shown: &str, text: &str, problems: &mut Problems) -> Option<Head> {
    let file = problems.sources_mut().add(shown, text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_diag::{ReadError, Style};
    use std::borrow::Cow;

    const UP: &[Migration] = &[
        Migration {
            from: 1,
            about: "`worth` is called `income`",
            edit: |_, text| text.replace("worth", "income"),
        },
        Migration {
            from: 2,
            about: "nothing",
            edit: |_, text| text.to_owned(),
        },
    ];

    /// A manifest and two small files.
    #[derive(Clone)]
    struct Files(String);

    impl PackFiles for Files {
        fn display(&self, name: &str) -> String {
            name.to_owned()
        }
        fn read(&self, name: &str) -> Result<Cow<'static, [u8]>, ReadError> {
            let text = match name {
                MANIFEST => &*self.0,
                "a.rules" => "territory A { worth 3 } # kept\n",
                "b.rules" => "",
                _ => return Err(ReadError::Missing),
            };
            Ok(Cow::Owned(text.as_bytes().to_vec()))
        }
        fn list(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
        fn copy(&self) -> Box<dyn PackFiles> {
            Box::new(self.clone())
        }
        fn id(&self) -> String {
            String::new()
        }
        fn base(&self, _: &str) -> Option<Box<dyn PackFiles>> {
            None
        }
    }

    fn pack(manifest: &str) -> Files {
        Files(manifest.to_owned())
    }

    #[test]
    fn changes_are_made_one_after_the_other() {
        let files =
            pack("# mine\nformat = 1 # old\nname = \"x\"\nfiles = [\"a.rules\", \"b.rules\"]\n");
        let done = Steps { all: UP, newest: 3 }
            .walk(&files)
            .expect("there is a way");
        assert_eq!((done.from, done.to), (1, 3));
        assert_eq!(done.notes, ["`worth` is called `income`", "nothing"]);
        let manifest =
            "# mine\nformat = 3 # old\nname = \"x\"\nfiles = [\"a.rules\", \"b.rules\"]\n";
        let wanted = [
            ("a.rules", "territory A { income 3 } # kept\n"),
            ("pack.toml", manifest),
        ];
        assert_eq!(
            done.files,
            wanted
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .into()
        );
    }

    #[test]
    fn a_pack_of_today_stays_as_it_is() {
        let done = migrate(&pack(
            "format = 1\nname = \"x\"\nfiles = [\"gone.rules\"]\n",
        ))
        .expect("it is up to date");
        assert_eq!(
            done,
            Migrated {
                from: FORMAT,
                to: FORMAT,
                ..Migrated::default()
            }
        );
    }

    #[test]
    fn what_cannot_be_migrated_is_explained() {
        let says = |manifest: &str, newest, words: &str| {
            let problems = Steps { all: UP, newest }
                .walk(&pack(manifest))
                .expect_err("there is no way");
            let text = problems.render(Style::Plain, 100);
            assert!(text.contains(words), "{text}");
        };
        says("format = 7\nfiles = []\n", 3, "a newer program may read it");
        says("files = []\n", 3, "has no `format`");
        says(
            "format = 1\nfiles = [\"c.rules\"]\n",
            3,
            "`c.rules` cannot be read",
        );
        says(
            "format = 3\nfiles = []\n",
            4,
            "nothing brings a pack from format 3 to 4",
        );
        says("format = = 1", 3, "this is not TOML");
    }

    #[test]
    fn every_older_format_has_a_migration() {
        assert!((1..FORMAT).all(|from| MIGRATIONS.iter().filter(|m| m.from == from).count() == 1));
    }
}
