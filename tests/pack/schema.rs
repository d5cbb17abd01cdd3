//! The schemas for editors against the files they are for.

use super::small::{self, MANIFEST, TABLES, changed};
use sandtable::pack::{load, schemas};
use serde_json::{Value, json};
use std::path::Path;

/// What of a value does not fit its schema: the part of JSON Schema that the program writes.
fn faults(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(ways) = schema["oneOf"].as_array() {
        let fits = |way: &&Value| {
            let mut found = Vec::new();
            faults(way, value, at, &mut found);
            found.is_empty()
        };
        if ways.iter().filter(fits).count() != 1 {
            found.push(format!("{at}: fits not exactly one of {ways:?}"));
        }
        return;
    }
    if let Some(words) = schema["enum"].as_array() {
        if !words.contains(value) {
            found.push(format!("{at}: {value} is none of {words:?}"));
        }
        return;
    }
    let kind = schema["type"]
        .as_str()
        .unwrap_or_else(|| panic!("{at}: no type in {schema}"));
    let fits = match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.as_f64().is_some_and(|n| {
            schema["minimum"].as_f64().is_none_or(|m| n >= m)
                && schema["maximum"].as_f64().is_none_or(|m| n <= m)
        }),
        "integer" => value.as_i64().is_some_and(|n| {
            schema["minimum"].as_i64().is_none_or(|m| n >= m)
                && schema["maximum"].as_i64().is_none_or(|m| n <= m)
        }),
        other => panic!("{at}: the checker does not know the type {other}"),
    };
    if !fits {
        found.push(format!("{at}: {value} is no {kind}"));
        return;
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str()) {
        assert_eq!(
            pattern, "^#[0-9a-fA-F]{6}$",
            "the checker knows one pattern"
        );
        if text.len() != 7
            || !text.starts_with('#')
            || !text[1..].bytes().all(|b| b.is_ascii_hexdigit())
        {
            found.push(format!("{at}: {text} does not match {pattern}"));
        }
    }
    for key in schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if value.get(key).is_none() {
            found.push(format!("{at}: no {key}"));
        }
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        let at = format!("{at}/{key}");
        match (
            schema["properties"].get(key),
            &schema["additionalProperties"],
        ) {
            (Some(schema), _) => faults(schema, inner, &at, found),
            (None, Value::Bool(true)) => {}
            (None, schema @ Value::Object(_)) => faults(schema, inner, &at, found),
            (None, _) => found.push(format!("{at}: unknown")),
        }
    }
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let bound = |key: &str, otherwise| schema[key].as_u64().unwrap_or(otherwise);
    if !items.is_empty()
        && !(bound("minItems", 0)..=bound("maxItems", u64::MAX)).contains(&(items.len() as u64))
    {
        found.push(format!("{at}: {} items", items.len()));
    }
    items
        .iter()
        .enumerate()
        .for_each(|(nth, item)| faults(&schema["items"], item, &format!("{at}/{nth}"), found));
}

fn against(name: &str, text: &str) -> Vec<String> {
    let schema = schemas()
        .into_iter()
        .find(|(file, _)| *file == format!("{name}.schema.json"))
        .expect("there is such a schema")
        .1;
    let value: toml::Table = toml::from_str(text).expect("it is TOML");
    let mut found = Vec::new();
    faults(
        &schema,
        &serde_json::to_value(value).expect("TOML fits into JSON"),
        name,
        &mut found,
    );
    found
}

#[test]
fn bundled_packs_fit_their_schemas() {
    let mut files = 0;
    for pack in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"))
        .expect("there are packs")
    {
        let folder = pack.expect("it can be read").path();
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        // What is laid over another pack says only what differs.
        let manifest = std::fs::read_to_string(folder.join("pack.toml")).unwrap_or_default();
        let whole = !manifest.contains("\nextends = ");
        for path in entries
            .map(|e| e.expect("it can be read").path())
            .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        {
            let name = path
                .file_stem()
                .expect("files have names")
                .to_string_lossy()
                .into_owned();
            let name = if matches!(&*name, "pack" | "units" | "powers" | "positions") {
                name
            } else {
                "tables".to_owned()
            };
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let mut found = against(&name, &text);
            found.retain(|fault| whole || !fault.contains(": no "));
            assert!(found.is_empty(), "{}: {found:#?}", path.display());
            files += 1;
        }
    }
    assert!(files >= 4, "{files} files");
    assert_eq!(against("tables", TABLES), Vec::<String>::new());
    assert_eq!(against("pack", MANIFEST), Vec::<String>::new());
}

#[test]
fn what_the_reader_refuses_the_schema_refuses() {
    for (from, to) in [
        ("cost = 3", "cost = \"three\""),
        ("cost = 3", "cost = -3"),
        ("moves = 4", "moves = 400"),
        ("domain = \"air\"\n", ""),
        ("domain = \"air\"", "domain = \"aer\""),
        ("#c02020", "red"),
        ("[power.Red]", "[powers.Red]"),
        ("side = \"North\"", "sid = \"North\""),
        ("slots = [\"fighter\", \"fighter\"]", "slot = []"),
    ] {
        assert!(
            !against("tables", &changed(TABLES, from, to)).is_empty(),
            "{from} -> {to}"
        );
    }
    assert!(!against("pack", &changed(MANIFEST, "format = 1", "format = 2")).is_empty());
    assert!(
        !against(
            "pack",
            &format!("{MANIFEST}[lints]\nunused-marks = \"allow\"")
        )
        .is_empty()
    );
    assert!(
        against(
            "pack",
            &format!("{MANIFEST}[lints]\nunused-mark = \"allow\"")
        )
        .is_empty()
    );
    let weighed = |text: &str| against("pack", &format!("{MANIFEST}[weights]\n{text}"));
    assert!(weighed("attack_worn = 2\nhold_risk = 0.5").is_empty());
    for wrong in [
        "attack_wron = 2",
        "attack_worn = -1",
        "attack_worn = \"2\"",
        "attack_worn = 1e9",
    ] {
        assert!(!weighed(wrong).is_empty(), "{wrong}");
    }
}

#[test]
fn schemas_say_which_dialect_they_are_in() {
    for (name, schema) in schemas() {
        assert_eq!(
            schema["$schema"],
            json!("https://json-schema.org/draft/2020-12/schema"),
            "{name}"
        );
        assert!(
            schema["properties"]
                .as_object()
                .is_some_and(|p| p.values().all(|v| v["description"].is_string())),
            "{name}"
        );
    }
}

/// What a schema says of the keys of the tables of a kind.
fn keys<'s>(schema: &'s Value, kind: &str) -> &'s serde_json::Map<String, Value> {
    let tables = &schema["properties"][kind]["additionalProperties"]["properties"];
    tables.as_object().expect("such tables have keys")
}

#[test]
fn what_holds_without_a_key_is_what_its_default_says() {
    let schemas = schemas();
    let tables = &schemas
        .iter()
        .find(|s| s.0 == "tables.schema.json")
        .expect("it is there")
        .1;
    let read = |tables: String| {
        let pack = load(&small::pack().with("tables.toml", tables));
        let rules = pack.unwrap_or_else(|p| panic!("{p:?}")).rules;
        format!("{:?} {:?}", rules.units, rules.powers)
    };
    let mut told = 0;
    for (kind, name, of) in [
        ("unit", "infantry", None),
        ("unit", "factory", Some("repair_cost")),
        ("power", "Red", None),
    ] {
        let head = format!("[{kind}.{name}]\n");
        let said = TABLES
            .split(&head)
            .nth(1)
            .and_then(|t| t.split("\n\n").next());
        let said: Vec<&str> = said
            .expect("it is there")
            .lines()
            .filter_map(|l| l.split(" =").next())
            .collect();
        for (key, schema) in keys(tables, kind) {
            let about = schema["description"].as_str().unwrap_or_default();
            // Keys of facilities are for facilities.
            let fits = of.map_or(!about.contains("facility"), |of| of == key);
            let Some(default) = schema
                .get("default")
                .filter(|_| fits && !said.contains(&key.as_str()))
            else {
                continue;
            };
            told += 1;
            let stated = changed(TABLES, &head, &format!("{head}{key} = {default}\n"));
            assert_eq!(read(stated), read(TABLES.to_owned()), "{name} {key}");
        }
    }
    assert!(told >= 5, "{told}");
}
