//! What keys each table of a pack has: a row says what a key is called, what it holds, where that goes and what it
//! means. Readers go by these rows, and the schemas for editors are made from them.

use super::reader::Reader;
use super::schema;
use crate::pack::resolve::{Compiler, power_schema, unit_schema};
use crate::pack::tree::Name;
use crate::rules::UnitTypeSet;
use serde_json::Value;

/// A table that is read into a `T`.
pub struct Shape<T: 'static> {
    /// What it describes.
    pub title: &'static str,
    pub keys: &'static [Key<T>],
}

/// A key of a table.
pub struct Key<T: 'static> {
    pub name: &'static str,
    pub set: Set<T>,
    /// What it says, in one line.
    pub about: &'static str,
    /// For a key that must be there: what is missing without it.
    pub needed: Option<&'static str>,
}

/// What a key holds, and where that goes.
pub enum Set<T: 'static> {
    /// Something read in a way of its own, described by its schema.
    Else(fn() -> Value),
    /// A text, mostly the name of something.
    Text(fn(&mut Compiler<'_>, &mut T, Name)),
    Flag(fn(&mut T, bool)),
    Small(fn(&mut T, u8)),
    Medium(fn(&mut T, u16)),
    Large(fn(&mut T, i32)),
    /// One of a few words, with what they are called in messages.
    Word(&'static str, Words<T>),
    /// A list of texts, or one.
    Names(fn(&mut Compiler<'_>, &mut T, Vec<Name>)),
    /// Unit types, as a text.
    Units(fn(&mut T, UnitTypeSet)),
    /// A list of such texts.
    UnitLists(fn(&mut T, Vec<UnitTypeSet>)),
    /// A table, or a list of tables.
    Table(
        Many,
        fn() -> Value,
        fn(&mut Compiler<'_>, &mut T, &mut Reader),
    ),
    /// Tables by name.
    Tables(fn() -> Value, fn(&mut T, Vec<(Name, Reader)>)),
}

/// Words, and what each does.
type Words<T> = &'static [(&'static str, fn(&mut T))];

/// How many tables there may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Many {
    One,
    /// A list of them, or one.
    List,
}

/// A key that may be there.
pub const fn key<T>(name: &'static str, set: Set<T>, about: &'static str) -> Key<T> {
    Key {
        name,
        set,
        about,
        needed: None,
    }
}

/// A key that must be there, and what is missing without it.
pub const fn needed<T>(
    name: &'static str,
    set: Set<T>,
    what: &'static str,
    about: &'static str,
) -> Key<T> {
    Key {
        name,
        set,
        about,
        needed: Some(what),
    }
}

impl<T> Shape<T> {
    /// Reads a table into what it describes.
    pub fn read(&self, c: &mut Compiler<'_>, to: &mut T, table: &mut Reader) {
        for key in self.keys {
            if table.has(key.name) {
                key.read(c, to, table);
            } else if let Some(what) = key.needed {
                table.missing(key.name, what);
            }
            table.expect(key.name);
        }
    }
}

impl<T> Key<T> {
    fn read(&self, c: &mut Compiler<'_>, to: &mut T, table: &mut Reader) {
        let name = self.name;
        match &self.set {
            Set::Else(_) => {}
            Set::Text(set) => _ = table.text(name).map(|text| set(c, to, text)),
            Set::Flag(set) => _ = table.flag(name).map(|flag| set(to, flag)),
            Set::Small(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Medium(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Large(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Word(what, words) => _ = table.word(name, what, words).map(|set| set(to)),
            Set::Names(set) => _ = table.names(name).map(|names| set(c, to, names)),
            Set::Units(set) => _ = table.units(name).map(|list| set(to, c.unit_set(&list))),
            Set::UnitLists(set) => {
                let lists = table.unit_lists(name);
                _ = lists.map(|l| set(to, l.iter().map(|l| c.unit_set(l)).collect()));
            }
            Set::Table(many, _, set) => {
                table.each(name, *many == Many::List, |t| set(c, to, t));
            }
            Set::Tables(_, set) => set(to, table.tables(name, name)),
        }
    }
}

/// `pack.toml`.
pub const MANIFEST: Shape<()> = Shape {
    title: "The manifest of a pack",
    keys: &[
        needed(
            "format",
            Set::Else(schema::format),
            "the version of the pack format, `1`",
            "The version of the pack format.",
        ),
        needed(
            "name",
            Set::Else(schema::text),
            "the short name that commands use",
            "The short name that commands use.",
        ),
        key(
            "title",
            Set::Else(schema::text),
            "The title as people read it.",
        ),
        key(
            "description",
            Set::Else(schema::text),
            "What the pack is, in a sentence or two.",
        ),
        key(
            "edition",
            Set::Else(schema::text),
            "Which printed rules it follows.",
        ),
        key(
            "sources",
            Set::Else(schema::text),
            "Where its facts come from.",
        ),
        needed(
            "files",
            Set::Else(schema::names),
            "the list of the pack's files",
            "The files of the pack, from its folder, in the order in which they are read.",
        ),
        key(
            "militia",
            Set::Else(schema::text),
            "The unit type that defends unowned land.",
        ),
        key(
            "lints",
            Set::Else(schema::lints),
            "How much each lint weighs.",
        ),
        key(
            "extends",
            Set::Else(schema::names),
            "What this pack changes: its base, then overlays of it in their order.",
        ),
        key(
            "takes",
            Set::Else(schema::names),
            "The only files it takes of the packs below; without this it takes all.",
        ),
        key(
            "rulebook",
            Set::Else(schema::text),
            "The file that states the rules in words; usually `RULES.md`.",
        ),
        key(
            "cites",
            Set::Else(schema::cites),
            "What a refused order cites, by the code of its refusal.",
        ),
    ],
};

/// Any other TOML file of a pack.
pub const TABLES: Shape<()> = Shape {
    title: "Tables of a pack",
    keys: &[
        key(
            "attributes",
            Set::Else(schema::names),
            "The names of the combat values that unit types have.",
        ),
        key("sides", Set::Else(schema::names), "The names of the sides."),
        key(
            "groups",
            Set::Else(schema::groups),
            "Named sets of unit types, such as `surface warships`.",
        ),
        key(
            "unit",
            Set::Else(unit_schema),
            "The unit types, facilities among them.",
        ),
        key("power", Set::Else(power_schema), "The powers."),
        key(
            "positions",
            Set::Else(schema::points),
            "Where spaces are drawn, `[x, y]`.",
        ),
    ],
};
