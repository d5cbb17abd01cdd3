//! What keys each table of a pack has: the readers ask for no others, and the schemas for editors
//! are made from the same rows.

use crate::rules::{Domain, OnCapture, Reach};

/// The words for domains.
pub const DOMAINS: &[(&str, Domain)] = &[
    ("land", Domain::Land),
    ("air", Domain::Air),
    ("sea", Domain::Sea),
    ("facility", Domain::Facility),
];

/// The words for what becomes of units on capture.
pub const CAPTURES: &[(&str, OnCapture)] = &[
    ("holds", OnCapture::Holds),
    ("changes hands", OnCapture::ChangesHands),
];

/// The words for where movers start.
pub const REACHES: &[(&str, Reach)] = &[("here", Reach::Here), ("offshore", Reach::Offshore)];

/// A table.
pub struct Shape {
    /// What it describes.
    pub title: &'static str,
    pub keys: &'static [Key],
    /// Every other key is the name of an attribute, with a number.
    pub attributes: bool,
}

/// A key of a table.
pub struct Key {
    pub name: &'static str,
    pub kind: Kind,
    /// For a key that must be there: what is missing without it.
    pub needed: Option<&'static str>,
    /// What it says, in one line.
    pub about: &'static str,
}

/// What a key holds.
pub enum Kind {
    /// A text.
    Text,
    /// A colour, `#rrggbb`.
    Colour,
    /// One of a few words.
    Word(fn() -> Vec<&'static str>),
    /// True or false.
    Flag,
    /// A whole number between these two.
    Whole(i64, i64),
    /// A list of texts, or one.
    Names,
    /// Unit types, as a text.
    Units,
    /// A list of such texts.
    UnitLists,
    /// A table.
    Table(&'static Shape),
    /// Tables by name.
    Tables(&'static Shape),
    /// A list of tables, or one.
    List(&'static Shape),
    /// Sets of unit types by name.
    Groups,
    /// Points by the name of their space.
    Points,
    /// Levels by the name of their lint.
    Lints,
    /// Ids of rules by the code of a refusal: one, a list, or tables of these by what is refused.
    Cites,
}

/// A table of which every key is a name.
pub const NAMES: Shape = Shape {
    title: "names of the pack",
    keys: &[],
    attributes: false,
};

const SMALL: Kind = Kind::Whole(0, u8::MAX as i64);
const MEDIUM: Kind = Kind::Whole(0, u16::MAX as i64);
const LARGE: Kind = Kind::Whole(i32::MIN as i64, i32::MAX as i64);

/// The words of a table of words.
fn words<T>(table: &'static [(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

const fn key(name: &'static str, kind: Kind, about: &'static str) -> Key {
    Key {
        name,
        kind,
        needed: None,
        about,
    }
}
const fn needed(name: &'static str, kind: Kind, what: &'static str, about: &'static str) -> Key {
    Key {
        name,
        kind,
        needed: Some(what),
        about,
    }
}

impl Shape {
    /// The key of this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|k| k.name == name)
    }
    /// The shape of the tables under a key.
    pub fn under(&self, name: &str) -> &'static Shape {
        match self.key(name).map(|k| &k.kind) {
            Some(Kind::Table(shape) | Kind::Tables(shape) | Kind::List(shape)) => shape,
            _ => &NAMES,
        }
    }
}

/// `pack.toml`.
pub const MANIFEST: Shape = Shape {
    title: "The manifest of a pack",
    attributes: false,
    keys: &[
        needed(
            "format",
            Kind::Whole(1, super::FORMAT),
            "the version of the pack format, `1`",
            "The version of the pack format.",
        ),
        needed(
            "name",
            Kind::Text,
            "the short name that commands use",
            "The short name that commands use.",
        ),
        key("title", Kind::Text, "The title as people read it."),
        key(
            "description",
            Kind::Text,
            "What the pack is, in a sentence or two.",
        ),
        key("edition", Kind::Text, "Which printed rules it follows."),
        key("sources", Kind::Text, "Where its facts come from."),
        needed(
            "files",
            Kind::Names,
            "the list of the pack's files",
            "The files of the pack, from its folder, in the order in which they are read.",
        ),
        key(
            "militia",
            Kind::Text,
            "The unit type that defends unowned land.",
        ),
        key("lints", Kind::Lints, "How much each lint weighs."),
        key(
            "extends",
            Kind::Names,
            "What this pack changes: its base, then overlays of it in their order.",
        ),
        key(
            "takes",
            Kind::Names,
            "The only files it takes of the packs below; without this it takes all.",
        ),
        key(
            "rulebook",
            Kind::Text,
            "The file that states the rules in words; usually `RULES.md`.",
        ),
        key(
            "cites",
            Kind::Cites,
            "What a refused order cites, by the code of its refusal.",
        ),
    ],
};

/// Any other TOML file of a pack.
pub const TABLES: Shape = Shape {
    title: "Tables of a pack",
    attributes: false,
    keys: &[
        key(
            "attributes",
            Kind::Names,
            "The names of the combat values that unit types have.",
        ),
        key("sides", Kind::Names, "The names of the sides."),
        key(
            "groups",
            Kind::Groups,
            "Named sets of unit types, such as `surface warships`.",
        ),
        key(
            "unit",
            Kind::Tables(&UNIT),
            "The unit types, facilities among them.",
        ),
        key("power", Kind::Tables(&POWER), "The powers."),
        key(
            "positions",
            Kind::Points,
            "Where spaces are drawn, `[x, y]`.",
        ),
    ],
};

/// `[unit.NAME]`.
const UNIT: Shape = Shape {
    title: "A unit type",
    attributes: true,
    keys: &[
        needed(
            "domain",
            Kind::Word(|| words(DOMAINS)),
            "`land`, `air`, `sea` or `facility`",
            "Where it moves and fights.",
        ),
        key("also", Kind::Names, "Other names for it."),
        key(
            "without",
            Kind::Names,
            "In an overlay: the keys of the base that are taken away.",
        ),
        key(
            "cost",
            MEDIUM,
            "The price in IPC; without it the type is never for sale.",
        ),
        key("moves", SMALL, "Movement points a turn."),
        key(
            "hits",
            SMALL,
            "Hits that destroy it; with 0 it is never a casualty.",
        ),
        key(
            "size",
            SMALL,
            "How much room it takes in a hold measured by size.",
        ),
        key("combat_move", Kind::Flag, "It may move in combat movement."),
        key(
            "takes_ground",
            Kind::Flag,
            "It takes and holds territory by entering it.",
        ),
        key(
            "on_capture",
            Kind::Word(|| words(CAPTURES)),
            "What becomes of it when its territory is taken.",
        ),
        key(
            "stopped_by",
            Kind::Units,
            "Enemy unit types that end its move when it enters their zone.",
        ),
        key(
            "blitz",
            Kind::Table(&BLITZ),
            "It may run on through an empty hostile territory.",
        ),
        key(
            "cargo",
            Kind::List(&HOLD),
            "Holds for units that are loaded and unloaded.",
        ),
        key("deck", Kind::List(&HOLD), "Flight decks."),
        key(
            "heals",
            Kind::Flag,
            "Damage beyond a first hit heals when a battle ends.",
        ),
        key("glyph", Kind::Text, "A letter or two for pictures."),
        key(
            "slot",
            Kind::Text,
            "Facilities of one slot exclude each other on a space.",
        ),
        key(
            "max_damage",
            SMALL,
            "Damage on a facility never exceeds this.",
        ),
        key(
            "disabled_at",
            SMALL,
            "With this much damage a facility serves nobody.",
        ),
        key(
            "repair_cost",
            MEDIUM,
            "The price of removing a point of damage, in IPC.",
        ),
        key("builds", SMALL, "Units a facility mobilizes a turn."),
        key(
            "builds_income",
            Kind::Flag,
            "A facility mobilizes as many units as its territory's income.",
        ),
        key(
            "range_bonus",
            Kind::List(&RANGE),
            "Extra movement for units that start near a facility.",
        ),
        key(
            "repairs",
            Kind::Units,
            "Unit types that a facility repairs for free.",
        ),
        key(
            "upgrade",
            Kind::Table(&UPGRADE),
            "The facility it may be built upon.",
        ),
        key(
            "captured_as",
            Kind::Text,
            "The type a facility becomes on capture.",
        ),
    ],
};

const BLITZ: Shape = Shape {
    title: "A blitz",
    attributes: false,
    keys: &[
        key(
            "blockers",
            Kind::Units,
            "Enemy unit types that stop it in the first territory.",
        ),
        key(
            "beside",
            Kind::Units,
            "Unit types of which one must make the same move.",
        ),
    ],
};

const HOLD: Shape = Shape {
    title: "A hold",
    attributes: false,
    keys: &[
        needed(
            "slots",
            Kind::UnitLists,
            "a list with the unit types that fit each slot",
            "The unit types that fit each slot.",
        ),
        key("room", SMALL, "Instead of slots: the total size that fits."),
        key(
            "powers",
            Kind::Names,
            "The powers whose units have the hold.",
        ),
        key("shut_at", SMALL, "With this much damage the hold is shut."),
    ],
};

const RANGE: Shape = Shape {
    title: "Extra movement",
    attributes: false,
    keys: &[
        needed(
            "movers",
            Kind::Units,
            "the unit types that gain movement",
            "The unit types that gain movement.",
        ),
        key("points", SMALL, "The movement points gained."),
        key(
            "reach",
            Kind::Word(|| words(REACHES)),
            "Where they start: in its space, or in zones beside it.",
        ),
    ],
};

const UPGRADE: Shape = Shape {
    title: "An upgrade",
    attributes: false,
    keys: &[
        needed(
            "from",
            Kind::Text,
            "the type it is built upon",
            "The type it is built upon.",
        ),
        key("cost", MEDIUM, "The price then, in IPC."),
    ],
};

/// `[power.NAME]`.
const POWER: Shape = Shape {
    title: "A power",
    attributes: false,
    keys: &[
        key("also", Kind::Names, "Other names for it."),
        key("side", Kind::Text, "The side it wins with."),
        key(
            "without",
            Kind::Names,
            "In an overlay: the keys of the base that are taken away.",
        ),
        key("plays", Kind::Flag, "It has a player and turns of its own."),
        key("colour", Kind::Colour, "The colour of its pieces."),
        key("treasury", LARGE, "The treasury at the start, in IPC."),
        key(
            "economy",
            Kind::Tables(&ECONOMY),
            "Its economies, where it has more than one.",
        ),
    ],
};

const ECONOMY: Shape = Shape {
    title: "An economy",
    attributes: false,
    keys: &[
        key("treasury", LARGE, "The treasury at the start, in IPC."),
        key("capital", Kind::Text, "Its capital."),
        key(
            "region",
            Kind::Names,
            "The territories whose income goes here.",
        ),
    ],
};
