//! JSON Schemas of the TOML files, for editors.

use super::shape::{Key, MANIFEST, Otherwise, Set, Shape, TABLES};
use crate::lint::{LINTS, Level};
use sandtable_rules::{self as rules, MOST_WEIGHT, Weight};
use serde_json::{Map, Value, json};

/// The schemas: the name of each file and what is in it.
pub fn schemas() -> Vec<(&'static str, Value)> {
    let some = |title, names: &[&str]| {
        let keys = TABLES.keys.iter().filter(|k| names.contains(&k.name));
        whole(title, keys)
    };
    let units = ["attributes", "groups", "unit"];
    vec![
        ("pack.schema.json", whole(MANIFEST.title, MANIFEST.keys)),
        (
            "units.schema.json",
            some("The unit types of a pack", &units),
        ),
        (
            "powers.schema.json",
            some("The powers of a pack", &["sides", "power"]),
        ),
        (
            "positions.schema.json",
            some("Where the spaces of a pack are drawn", &["positions"]),
        ),
        ("tables.schema.json", whole(TABLES.title, TABLES.keys)),
    ]
}

fn whole<'k>(title: &str, keys: impl IntoIterator<Item = &'k Key<()>>) -> Value {
    let mut schema = table(title, described(keys), json!(false));
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema
}

/// Keys by their names, and the names of those that must be there.
type Keys = (Map<String, Value>, Vec<&'static str>);

fn described<'k, T: 'static>(keys: impl IntoIterator<Item = &'k Key<T>>) -> Keys {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for key in keys {
        let mut value = key.set.schema();
        value["description"] = key.about.into();
        match key.otherwise {
            Otherwise::Nothing => {}
            Otherwise::Flag(on) => value["default"] = on.into(),
            Otherwise::Number(n) => value["default"] = n.into(),
            Otherwise::Text(text) => value["default"] = text.into(),
        }
        properties.insert(key.name.to_owned(), value);
        required.extend(key.needed.map(|_| key.name));
    }
    (properties, required)
}

fn table(title: &str, (properties, required): Keys, others: Value) -> Value {
    json!({ "title": title, "type": "object", "properties": properties, "required": required, "additionalProperties": others })
}

impl<T> Shape<T> {
    /// The schema of such a table.
    pub fn schema(&self) -> Value {
        table(self.title, described(self.keys), json!(false))
    }
    /// The schema of a table that has the keys of another one too; every other key is an attribute.
    pub fn schema_with<U>(&self, other: &Shape<U>) -> Value {
        let (mut keys, mut more) = (described(self.keys), described(other.keys));
        keys.0.append(&mut more.0);
        keys.1.append(&mut more.1);
        let value = json!({ "type": "number", "description": "The value of an attribute." });
        table(self.title, keys, value)
    }
}

impl<T> Set<T> {
    fn schema(&self) -> Value {
        let whole =
            |least: i64, most: i64| json!({ "type": "integer", "minimum": least, "maximum": most });
        match self {
            Self::Else(schema) | Self::One(schema, _) => schema(),
            Self::Text(_) | Self::Units(_) => text(),
            Self::Flag(_) => json!({ "type": "boolean" }),
            Self::Small(_) => whole(0, u8::MAX.into()),
            Self::Medium(_) => whole(0, u16::MAX.into()),
            Self::Large(_) => whole(i32::MIN.into(), i32::MAX.into()),
            Self::Word(_, words) => {
                let words: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
                json!({ "enum": words })
            }
            Self::Names(_) => names(),
            Self::UnitLists(_) => texts(),
            Self::Each(schema, _) => one_or_more(&schema()),
            Self::Tables(schema, _) => by_name(schema()),
        }
    }
}

/// An object whose keys are names.
pub fn by_name(value: Value) -> Value {
    json!({ "type": "object", "additionalProperties": value })
}
fn one_or_more(value: &Value) -> Value {
    json!({ "oneOf": [value, { "type": "array", "items": value }] })
}
/// A text.
pub fn text() -> Value {
    json!({ "type": "string" })
}
fn texts() -> Value {
    json!({ "type": "array", "items": { "type": "string" } })
}
/// A list of texts, or one.
pub fn names() -> Value {
    one_or_more(&text())
}
/// The version of the pack format.
pub fn format() -> Value {
    json!({ "type": "integer", "minimum": 1, "maximum": super::FORMAT })
}
/// A colour, `#rrggbb`.
pub fn colour() -> Value {
    json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
}
/// Sets of unit types by name.
pub fn groups() -> Value {
    by_name(text())
}
/// Points by the name of their space.
pub fn points() -> Value {
    by_name(
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }),
    )
}
/// Ids of rules by the code of a refusal: one, a list, or tables of these by what is refused.
pub fn cites() -> Value {
    let (one, many) = (text(), texts());
    by_name(json!({ "oneOf": [one, many, by_name(json!({ "oneOf": [one, many] }))] }))
}
/// Levels by the name of their lint.
pub fn lints() -> Value {
    let words: Vec<&str> = Level::WORDS.iter().map(|(word, _)| *word).collect();
    let level = |about: &str| json!({ "enum": words, "description": about });
    let free = LINTS.iter().filter(|l| l.is_free());
    let lints: Map<String, Value> = free
        .map(|l| (l.name().to_owned(), level(l.about)))
        .collect();
    json!({ "type": "object", "properties": lints, "additionalProperties": false })
}
/// Figures by the name of their weight.
pub fn weights() -> Value {
    let figure = |w: &Weight| json!({ "type": "number", "minimum": 0, "maximum": MOST_WEIGHT, "default": w.usual, "description": w.about });
    let all = rules::weights().iter();
    let weights: Map<String, Value> = all.map(|w| (w.name.to_owned(), figure(w))).collect();
    json!({ "type": "object", "properties": weights, "additionalProperties": false })
}
