//! Requests and replies are what the JSON Schema of the protocol says, all that it says: by a checker that knows no more
//! keywords than are used.

use super::protocol::ask;
use sandtable::game::dice::Stream;
use sandtable::game::open;
use sandtable::protocol::{Engine, examples, schema};
use serde_json::{Value, json};

/// What of a value is not as a schema says, and where.
fn wrong(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let Value::Object(rules) = schema else {
        return (*schema != json!(true)).then(|| format!("{at}: nothing may stand here"));
    };
    let broken = |(word, rule): (&String, &Value)| {
        let inside = inside(root, schema, (word, rule), value, at);
        inside.unwrap_or_else(|| {
            let fits = holds(root, (word, rule), value, at);
            (!fits).then(|| format!("{at}: `{word}` {rule} does not hold for {value}"))
        })
    };
    rules.iter().find_map(broken)
}

/// What is wrong inside a value; `None`: the keyword is not about what is inside.
fn inside(
    root: &Value,
    schema: &Value,
    (word, rule): (&str, &Value),
    value: &Value,
    at: &str,
) -> Option<Option<String>> {
    let fields = value.as_object().into_iter().flatten();
    let items = value.as_array().into_iter().flatten().enumerate();
    let first = schema["prefixItems"].as_array().map_or(0, Vec::len);
    let field = |schema: &Value, (name, value): (&String, &Value)| {
        wrong(root, schema, value, &format!("{at}/{name}"))
    };
    let item = |schema: &Value, (nth, value): (usize, &Value)| {
        wrong(root, schema, value, &format!("{at}/{nth}"))
    };
    Some(match word {
        "properties" => {
            let mut known = fields.filter_map(|f| Some((rule.get(f.0)?, f)));
            known.find_map(|(schema, f)| field(schema, f))
        }
        "additionalProperties" => {
            let known = &schema["properties"];
            let mut more = fields.filter(|(name, _)| known.get(name).is_none());
            more.find_map(|f| field(rule, f))
        }
        "items" => items.skip(first).find_map(|i| item(rule, i)),
        "prefixItems" => items.take(first).find_map(|i| item(&rule[i.0], i)),
        "$ref" => {
            let pointer = rule.as_str().expect("a reference is a text");
            let found = root.pointer(pointer.trim_start_matches('#'));
            wrong(
                root,
                found.expect("what is referred to is there"),
                value,
                at,
            )
        }
        _ => return None,
    })
}

/// Whether a keyword about a value itself holds.
fn holds(root: &Value, (word, rule): (&str, &Value), value: &Value, at: &str) -> bool {
    let all = || rule.as_array().expect("a list of schemas");
    let fitting = || {
        all()
            .iter()
            .filter(|s| wrong(root, s, value, at).is_none())
            .count()
    };
    let number = value.as_f64().zip(rule.as_f64());
    let length = value.as_array().map(Vec::len).zip(rule.as_u64());
    match word {
        "title" | "description" | "format" | "default" | "$schema" => true,
        "type" => match rule {
            Value::Array(kinds) => kinds.iter().any(|kind| is_a(kind, value)),
            kind => is_a(kind, value),
        },
        "const" => rule == value,
        "enum" => all().contains(value),
        "anyOf" => fitting() > 0,
        "oneOf" => fitting() == 1,
        "allOf" => fitting() == all().len(),
        "required" => {
            let mut names = all().iter().filter_map(Value::as_str);
            !value.is_object() || names.all(|name| value.get(name).is_some())
        }
        "minimum" => number.is_none_or(|(n, least)| n >= least),
        "maximum" => number.is_none_or(|(n, most)| n <= most),
        "minItems" => length.is_none_or(|(n, least)| n as u64 >= least),
        "maxItems" => length.is_none_or(|(n, most)| n as u64 <= most),
        word => panic!("the checker does not know `{word}`"),
    }
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a type is a word") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        kind => panic!("the checker does not know the type `{kind}`"),
    }
}

/// An engine whose requests and replies are held against the schema.
struct Checked {
    engine: Engine,
    schema: Value,
}

impl Checked {
    fn new() -> Self {
        Self {
            engine: Engine::new(|_| Ok("not a save".to_owned())),
            schema: schema(),
        }
    }
    /// What the schema says against a request.
    fn against(&self, request: &Value) -> Option<String> {
        let all = self.schema["requests"].as_array().expect("a list");
        let schema = all.iter().find(|s| s["title"] == request["do"]);
        match schema {
            Some(schema) => wrong(&self.schema, schema, request, ""),
            None => Some("there is no such request".to_owned()),
        }
    }
    /// The reply to a request, both as the schema says, if it went well.
    fn ask(&mut self, request: &Value) -> Value {
        let mut reply = ask(&mut self.engine, request);
        if reply["error"].is_null() {
            assert_eq!(self.against(request), None, "{request}");
            let name = request["do"].as_str().expect("a name");
            let schema = &self.schema["replies"][name];
            let wrong = wrong(&self.schema, schema, &reply["ok"], "");
            assert_eq!(wrong, None, "{request}: {:.2000}", reply["ok"].to_string());
        }
        reply["ok"].take()
    }
}

#[test]
fn examples_and_the_recorded_session_are_as_the_schema_says() {
    let mut checked = Checked::new();
    let opened = open("pacific-1940").expect("it loads");
    for example in examples(&opened.rules) {
        let request = serde_json::from_str(&example).expect("an example is JSON");
        assert_eq!(checked.against(&request), None, "{example}");
        checked.ask(&request);
    }
    let mut checked = Checked::new();
    let asked = std::fs::read_to_string("tests/protocol/session.jsonl").expect("it is there");
    for request in asked
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
    {
        checked.ask(&request);
    }
    for odd in [
        json!({ "do": "apply", "ordr": "end phase" }),
        json!({ "do": "apply" }),
        json!({ "do": "pending", "game": "one" }),
        json!({ "do": "legal", "by": "space" }),
        json!({ "do": "hello", "game": 1 }),
        json!({ "do": "apply", "order": { "buy": { "tank": -1 } } }),
    ] {
        assert!(checked.against(&odd).is_some(), "{odd}");
    }
}

/// Whatever comes up in games by chance, with orders in words and in their JSON form by turns.
#[test]
fn games_are_as_the_schema_says() {
    for (pack, steps) in [("tests/edition", 100), ("1941", 100), ("pacific-1940", 40)] {
        let (mut checked, mut chance) = (Checked::new(), Stream::new(5));
        checked.ask(&json!({ "do": "new", "pack": pack, "seed": 3 }));
        for step in 0..steps {
            let looks = [
                "pending", "turns", "politics", "goals", "income", "shop", "movable", "threat",
                "battle", "state", "units", "log", "events", "stats", "save", "rules",
            ];
            let look = looks[chance.below(looks.len() as u64) as usize];
            checked.ask(&json!({ "do": look }));
            let by = ["unit", "destination"][step % 2];
            let legal = checked.ask(&json!({ "do": "legal", "forms": true, "by": by }));
            let orders = legal["orders"].as_array().map_or(&[][..], Vec::as_slice);
            if orders.is_empty() {
                break;
            }
            let ends = orders.iter().position(|o| o == "end phase");
            let ends = ends.filter(|_| chance.below(5) == 0);
            let any = chance.below(orders.len() as u64) as usize;
            let nth = ends.unwrap_or(any);
            let order = match chance.below(2) {
                0 => &orders[nth],
                _ => &legal["forms"][nth]["order"],
            };
            checked.ask(&json!({ "do": "apply", "order": order, "digest": true }));
            if step == steps / 2 {
                checked.ask(&json!({ "do": "edit", "edit": "set round 9" }));
                checked.ask(&json!({ "do": "hint" }));
                checked.ask(&json!({ "do": "undo" }));
            }
        }
    }
}
