//! JSON Schemas of the TOML files, for editors.

use super::shape::{Key, Kind, MANIFEST, Shape, TABLES};
use crate::pack::lint::{LINTS, Level};
use serde_json::{Map, Value, json};

/// The schemas: the name of each file and what is in it.
pub fn schemas() -> Vec<(&'static str, Value)> {
    let some = |title, names: &[&str]| {
        whole(
            title,
            TABLES.keys.iter().filter(|k| names.contains(&k.name)),
        )
    };
    vec![
        (
            "pack.schema.json",
            whole(MANIFEST.title, MANIFEST.keys.iter()),
        ),
        (
            "units.schema.json",
            some(
                "The unit types of a pack",
                &["attributes", "groups", "unit"],
            ),
        ),
        (
            "powers.schema.json",
            some("The powers of a pack", &["sides", "power"]),
        ),
        (
            "positions.schema.json",
            some("Where the spaces of a pack are drawn", &["positions"]),
        ),
        (
            "tables.schema.json",
            whole(TABLES.title, TABLES.keys.iter()),
        ),
    ]
}

fn whole<'k>(title: &str, keys: impl Iterator<Item = &'k Key>) -> Value {
    let mut schema = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema" });
    if let (Some(schema), Value::Object(table)) =
        (schema.as_object_mut(), table(title, keys, json!(false)))
    {
        schema.extend(table);
    }
    schema
}

fn table<'k>(title: &str, keys: impl Iterator<Item = &'k Key>, others: Value) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for key in keys {
        let mut value = kind(&key.kind);
        if let Some(value) = value.as_object_mut() {
            value.insert("description".to_owned(), key.about.into());
        }
        properties.insert(key.name.to_owned(), value);
        required.extend(key.needed.map(|_| key.name));
    }
    json!({ "title": title, "type": "object", "properties": properties, "required": required, "additionalProperties": others })
}

fn of(shape: &Shape) -> Value {
    let others = if shape.attributes {
        json!({ "type": "number", "description": "The value of an attribute." })
    } else {
        json!(false)
    };
    table(shape.title, shape.keys.iter(), others)
}

fn kind(kind: &Kind) -> Value {
    let by_name = |value: Value| json!({ "type": "object", "additionalProperties": value });
    let one_or_more =
        |value: Value| json!({ "oneOf": [value, { "type": "array", "items": value }] });
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Colour => json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" }),
        Kind::Word(words) => json!({ "enum": words() }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Names => one_or_more(json!({ "type": "string" })),
        Kind::Units => json!({ "type": "string" }),
        Kind::UnitLists => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Table(shape) => of(shape),
        Kind::Tables(shape) => by_name(of(shape)),
        Kind::List(shape) => one_or_more(of(shape)),
        Kind::Groups => by_name(json!({ "type": "string" })),
        Kind::Cites => {
            let (one, many) = (
                json!({ "type": "string" }),
                json!({ "type": "array", "items": { "type": "string" } }),
            );
            by_name(json!({ "oneOf": [one, many, by_name(json!({ "oneOf": [one, many] }))] }))
        }
        Kind::Points => by_name(
            json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }),
        ),
        Kind::Lints => {
            let words: Vec<&str> = Level::WORDS.iter().map(|(word, _)| *word).collect();
            let level = |about: &str| json!({ "enum": words, "description": about });
            let lints: Map<String, Value> = LINTS
                .iter()
                .filter(|l| l.is_free())
                .map(|l| (l.name().to_owned(), level(l.about)))
                .collect();
            json!({ "type": "object", "properties": lints, "additionalProperties": false })
        }
    }
}
