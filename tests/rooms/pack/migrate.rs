//! What `pack/migrate.rs` promises: packs of older formats are brought up to date.

use std::borrow::Cow;

use sandtable::diag::{ReadError, Style};
use sandtable::pack::{MANIFEST, Migrated, Migration, Migrations, PackFiles, migrate};

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
    let done = Migrations { all: UP, newest: 3 }
        .walk(&files)
        .expect("there is a way");
    assert_eq!((done.from, done.to), (1, 3));
    assert_eq!(done.notes, ["`worth` is called `income`", "nothing"]);
    let manifest = "# mine\nformat = 3 # old\nname = \"x\"\nfiles = [\"a.rules\", \"b.rules\"]\n";
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
            from: Migrations::SO_FAR.newest,
            to: Migrations::SO_FAR.newest,
            ..Migrated::default()
        }
    );
}

#[test]
fn what_cannot_be_migrated_is_explained() {
    let says = |manifest: &str, newest, words: &str| {
        let problems = Migrations { all: UP, newest }
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
    let Migrations { all, newest } = Migrations::SO_FAR;
    assert!((1..newest).all(|from| all.iter().filter(|m| m.from == from).count() == 1));
}
