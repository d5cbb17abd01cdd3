//! The reference of the protocol and its JSON Schema, made from the types of requests and replies.

use super::VERSION;
use super::ask::REQUESTS;
use crate::rules::Rules;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// A field.
pub(super) struct Property {
    pub name: String,
    kind: String,
    about: String,
    needed: bool,
}

/// The fields that a schema describes.
pub(super) fn properties(schema: &Schema) -> Vec<Property> {
    let needed = |name: &str| {
        let all = schema.get("required").and_then(Value::as_array);
        all.is_some_and(|all| all.iter().any(|n| n == name))
    };
    let fields = schema.get("properties").and_then(Value::as_object);
    let property = |(name, field): (&String, &Value)| Property {
        kind: kind(field),
        about: about(field),
        needed: needed(name),
        name: name.clone(),
    };
    fields.into_iter().flatten().map(property).collect()
}

fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.replace('\n', " ")
}

/// What may stand there, in a word or two.
fn kind(schema: &Value) -> String {
    let word = |v: &Value| v.as_str().filter(|w| *w != "null").map(str::to_owned);
    match &schema["type"] {
        Value::String(word) => word.clone(),
        Value::Array(all) => all.iter().filter_map(word).collect::<Vec<_>>().join(" or "),
        _ => {
            let named = schema["$ref"]
                .as_str()
                .or(schema["anyOf"][0]["$ref"].as_str());
            let named = named.and_then(|r| r.rsplit('/').next());
            named.unwrap_or("value").to_owned()
        }
    }
}

/// An example of each request, in a game of a pack.
pub fn examples(rules: &Rules) -> Vec<String> {
    let unit = rules
        .units
        .types
        .values()
        .next()
        .map_or("", |kind| &kind.name);
    let space = rules.board.spaces.values().next().map_or("", |s| &s.name);
    let filled = |text: &str| {
        let text = text.replace("PACK", &rules.name).replace("UNIT", unit);
        text.replace("SPACE", space)
    };
    REQUESTS.iter().map(|r| filled(r.example)).collect()
}

/// The reference as text, with examples from a pack.
pub fn reference(rules: &Rules) -> String {
    let [pack, power] = [&rules.name, &rules.powers[rules.turn.order[0]].name];
    let mut text = format!(
        "The protocol for programs, version {VERSION}: `sandtable engine` reads a request from each line of
standard input and answers it with a line on standard output. Requests and replies are JSON objects.

  {{\"id\":1,\"do\":\"new\",\"pack\":\"{pack}\",\"seed\":7}}
  {{\"id\":1,\"ok\":{{\"game\":1,\"pending\":{{\"power\":\"{power}\",\"kind\":\"purchase\",…}},…}}}}

`do` names the request. `id`, whatever it is, comes back with the reply. `game` says which game is meant and
may be left out while there is only one. What went well is in `ok`; else there is an `error` with `code`,
`message`, `help`, `nearest` (the name that was probably meant), `rules` (the printed rules it comes
from) and places, and nothing has changed. What scripts of the pack failed at stands beside either in `faults`.
`sandtable docs protocol --schema` prints the JSON Schema of every request and reply.

A program that takes a seat of `sandtable play` (`--seat POWER=exec:COMMAND`) is asked the other way round:
a line {{\"decide\":{{\"power\":…,\"kind\":…}}}} comes in whenever it must speak. It may ask whatever
only looks at the game (all but what begins, copies, saves, plays or takes back) and gives its order by `apply`.
Refused orders come back as errors; a line {{\"over\":{{…}}}} says that the game is over.

"
    );
    for (request, example) in REQUESTS.iter().zip(examples(rules)) {
        let [fields, _] = (request.schemas)(&mut inlined());
        let _ = writeln!(text, "{}\n    {}", request.name, about(fields.as_value()));
        for field in properties(&fields) {
            let needed = if field.needed { ", needed" } else { "" };
            let Property {
                name, kind, about, ..
            } = field;
            let _ = writeln!(text, "    `{name}` ({kind}{needed}): {about}");
        }
        let _ = writeln!(text, "    {example}\n");
    }
    text
}

/// Schemas with everything in place.
fn inlined() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator()
}

/// The JSON Schema of every request and reply.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let (mut requests, mut replies) = (Vec::new(), Map::new());
    for request in REQUESTS {
        let [fields, reply] = (request.schemas)(&mut generator);
        let head = json!({ "properties": { "do": { "const": request.name } }, "required": ["do"] });
        requests.push(json!({ "title": request.name, "allOf": [head, fields] }));
        replies.insert(request.name.to_owned(), reply.to_value());
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The protocol of Sandtable, version {VERSION}"),
        "requests": requests,
        "replies": replies,
        "$defs": generator.take_definitions(true),
    })
}
