//! What keys each table of a pack has: a row says what a key is called, what it holds, where that goes and what it
//! means. Readers go by these rows, and the schemas for editors are made from them.

use super::reader::Reader;
use super::schema;
use super::value::Entry;
use crate::resolve::{Compiler, power_schema, unit_schema};
use crate::tree::Name;
use sandtable_rules::UnitTypeSet;
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
    /// What holds where it is not there.
    pub otherwise: Otherwise,
}

/// What holds where a table does not have a key.
#[derive(Clone, Copy)]
pub enum Otherwise {
    /// Nothing that the key itself could say.
    Nothing,
    Flag(bool),
    Number(i64),
    Text(&'static str),
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
    /// A table.
    One(fn() -> Value, ReadTable<T>),
    /// A list of tables, or one.
    Each(fn() -> Value, ReadTable<T>),
    /// Tables by name.
    Tables(fn() -> Value, fn(&mut T, Vec<(Name, Reader)>)),
}

/// Reads a table inside another.
pub type ReadTable<T> = fn(&mut Compiler<'_>, &mut T, &mut Reader);

/// Words, and what each does.
pub type Words<T> = &'static [(&'static str, fn(&mut T))];

impl<T> Key<T> {
    /// A key that may be there.
    pub const fn new(name: &'static str, set: Set<T>) -> Self {
        Self {
            name,
            set,
            about: "",
            needed: None,
            otherwise: Otherwise::Nothing,
        }
    }
    /// What holds without it.
    pub const fn otherwise(mut self, otherwise: Otherwise) -> Self {
        self.otherwise = otherwise;
        self
    }
    /// What it says, in one line.
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }
    /// It must be there; what is missing without it.
    pub const fn needed(mut self, what: &'static str) -> Self {
        self.needed = Some(what);
        self
    }
}

impl<T> Shape<T> {
    /// What a table describes, of which it says what is not as usual.
    pub fn read(&self, c: &mut Compiler<'_>, usual: T, table: &mut Reader) -> T {
        self.expect(table);
        let mut to = usual;
        for key in self.keys {
            if let Some(value) = table.get(key.name) {
                key.read(c, &mut to, table, &value);
            }
        }
        to
    }
    /// Notes in a table which keys it may have, and reports those that it must have and has not.
    pub fn expect(&self, table: &mut Reader) {
        for key in self.keys {
            table.expect(key.name);
            if let Some(what) = key.needed.filter(|_| !table.has(key.name)) {
                table.missing(key.name, what);
            }
        }
    }
}

impl<T> Key<T> {
    fn read(&self, c: &mut Compiler<'_>, to: &mut T, table: &mut Reader, value: &Entry) {
        let name = self.name;
        match &self.set {
            Set::Else(_) => {}
            Set::Text(set) => _ = table.text(name).map(|text| set(c, to, text)),
            Set::Flag(set) => _ = table.flag(name).map(|flag| set(to, flag)),
            Set::Small(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Medium(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Large(set) => _ = table.int(name).map(|n| set(to, n)),
            Set::Word(what, words) => {
                let word = table.word_in(name, value, what, words);
                _ = word.map(|set| set(to));
            }
            Set::Names(set) => set(c, to, table.texts(name, value)),
            Set::Units(set) => {
                let list = table.units_in(name, value);
                _ = list.map(|list| set(to, c.unit_set(&list)));
            }
            Set::UnitLists(set) => {
                let lists = table.unit_lists_in(name, value);
                _ = lists.map(|l| set(to, l.iter().map(|l| c.unit_set(l)).collect()));
            }
            Set::One(_, set) => table.table(name, |t| set(c, to, t)),
            Set::Each(_, set) => table.each(name, |t| set(c, to, t)),
            Set::Tables(_, set) => set(to, table.tables(name, name)),
        }
    }
}

/// A key that is read in a way of its own.
type PlainKey = Key<()>;

/// `pack.toml`.
pub const MANIFEST: Shape<()> = Shape {
    title: "The manifest of a pack",
    keys: &[
        PlainKey::new("format", Set::Else(schema::format))
            .needed("the version of the pack format, `1`")
            .about("The version of the pack format."),
        PlainKey::new("name", Set::Else(schema::text))
            .needed("the short name that commands use")
            .about("The short name that commands use."),
        PlainKey::new("title", Set::Else(schema::text)).about("The title as people read it."),
        PlainKey::new("description", Set::Else(schema::text))
            .about("What the pack is, in a sentence or two."),
        PlainKey::new("edition", Set::Else(schema::text)).about("Which printed rules it follows."),
        PlainKey::new("sources", Set::Else(schema::text)).about("Where its facts come from."),
        PlainKey::new("files", Set::Else(schema::names))
            .needed("the list of the pack's files")
            .about("The files of the pack, from its folder, in the order in which they are read."),
        PlainKey::new("currency", Set::Else(schema::text))
            .otherwise(Otherwise::Text("IPC"))
            .about("What the money is called."),
        PlainKey::new("die", Set::Else(schema::text))
            .otherwise(Otherwise::Text("d6"))
            .about("The dice that battles are fought with unless a plan says others: `d6`, `low luck d6`, `pooled d6`."),
        PlainKey::new("militia", Set::Else(schema::text))
            .about("The unit type that defends unowned land."),
        PlainKey::new("rulebook", Set::Else(schema::text))
            .otherwise(Otherwise::Text("RULES.md"))
            .about("The file that states the rules in words."),
        PlainKey::new("cites", Set::Else(schema::cites))
            .about("What a refused order cites, by the code of its refusal."),
        PlainKey::new("extends", Set::Else(schema::names))
            .about("What this pack changes: its base, then overlays of it in their order."),
        PlainKey::new("fits", Set::Else(schema::names))
            .about("What else it can be laid on with `--with`: packs, or `any` that has what it changes."),
        PlainKey::new("takes", Set::Else(schema::names))
            .about("The only files it takes of the packs below; without this it takes all."),
        PlainKey::new("lints", Set::Else(schema::lints)).about("How much each lint weighs."),
        PlainKey::new("weights", Set::Else(schema::weights))
            .about("What programs go by, where it is not the usual."),
    ],
};

/// Any other TOML file of a pack.
pub const TABLES: Shape<()> = Shape {
    title: "Tables of a pack",
    keys: &[
        PlainKey::new("attributes", Set::Else(schema::names))
            .about("The names of the combat values that unit types have."),
        PlainKey::new("sides", Set::Else(schema::names)).about("The names of the sides."),
        PlainKey::new("groups", Set::Else(schema::groups))
            .about("Named sets of unit types, such as `surface warships`."),
        PlainKey::new("unit", Set::Else(unit_schema))
            .about("The unit types, facilities among them."),
        PlainKey::new("power", Set::Else(power_schema)).about("The powers."),
        PlainKey::new("positions", Set::Else(schema::points))
            .about("Where spaces are drawn, `[x, y]`."),
    ],
};
