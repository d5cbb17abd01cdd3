//! The reference of the protocol and its JSON Schema, made from the types of requests and replies.

use super::ask::{REQUESTS, Request, Run};
use super::{REFUSED, VERSION};
use sandtable_rules::Rules;
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
    let one = [&schema["oneOf"], &schema["anyOf"][0]["oneOf"]];
    if let Some(words) = one.into_iter().find_map(Value::as_array) {
        let words = words.iter().map(|one| one["const"].to_string());
        return words.collect::<Vec<_>>().join(" or ");
    }
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
`sandtable docs protocol --schema` prints the JSON Schema of every request, as a line holds it (`requests`), and of what
stands in `ok` of its reply (`replies`).

A program that takes a seat of `sandtable play` (`--seat POWER=exec:COMMAND`) is asked the other way round:
a line {{\"decide\":{{\"power\":…,\"kind\":…}}}} comes in whenever it must speak. It may ask whatever
only looks at the game (all but what begins, copies, saves, plays or takes back) and gives its order by `apply`.
Refused orders come back as errors, and after {REFUSED} of them for one decision its seat ends and the game stops where it
stood; a line {{\"over\":{{…}}}} says that the game is over.

"
    );
    for (request, example) in REQUESTS.iter().zip(examples(rules)) {
        let fields = (request.fields)(&mut inlined());
        let _ = writeln!(text, "{}    {example}\n", described(request.name, &fields));
    }
    text
}

/// Something that is sent, with what it is and its fields.
pub fn described(name: &str, schema: &Schema) -> String {
    let mut text = format!("{name}\n    {}\n", about(schema.as_value()));
    for field in properties(schema) {
        let needed = if field.needed { ", needed" } else { "" };
        let (name, kind) = (field.name, field.kind);
        let about = match &*field.about {
            "" => String::new(),
            about => format!(": {about}"),
        };
        let _ = writeln!(text, "    `{name}` ({kind}{needed}){about}");
    }
    text
}

/// Schemas with everything in place.
pub fn inlined() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator()
}

/// A request as a line holds it: what is read before its fields, and these.
fn whole_line(request: &Request) -> Value {
    let mut schema = (request.fields)(&mut inlined()).to_value();
    let mut head = json!({ "do": { "const": request.name }, "id": {} });
    if !matches!(request.run, Run::Whole(_)) {
        let which = "The game; it may be left out while there is only one.";
        head["game"] = json!({ "type": "integer", "minimum": 0, "description": which });
    }
    for (part, of) in [("properties", head), ("required", json!(["do"]))] {
        match (&mut schema[part], of) {
            (Value::Object(known), Value::Object(more)) => known.extend(more),
            (Value::Array(known), Value::Array(more)) => known.extend(more),
            (none, of) => *none = of,
        }
    }
    schema["title"] = request.name.into();
    schema
}

/// The JSON Schema of every request, as it is read, and of every reply, as it is written.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let (mut requests, mut replies) = (Vec::new(), Map::new());
    for request in REQUESTS {
        requests.push(whole_line(request));
        let reply = (request.reply)(&mut generator).to_value();
        replies.insert(request.name.to_owned(), reply);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The protocol of Sandtable, version {VERSION}"),
        "requests": requests,
        "replies": replies,
        "$defs": generator.take_definitions(true),
    })
}
