//! Requests with something wrong in them, by chance and by intent.

use super::{edition, fine};
use crate::cli::{out, sandtable};
use sandtable::game::dice::Stream;
use sandtable::protocol::{Engine, LINE};
use serde_json::{Value, json};

/// A request with something wrong in it: bytes changed, left out, doubled or put in, or a value of another kind.
pub fn mutated(request: &str, chance: &mut Stream) -> String {
    const ODD: [&str; 8] = [
        "null",
        "-1",
        "1e99",
        "\"\"",
        "[]",
        "{}",
        "99999999999999999999",
        "\"\\ud800\"",
    ];
    let mut bytes = request.as_bytes().to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u64 + 1) as usize;
        let rest = bytes.split_off(at);
        let odd = ODD[chance.below(ODD.len() as u64) as usize].as_bytes();
        match chance.below(5) {
            0 => bytes.extend(rest.iter().skip(1)),
            1 => bytes.extend([&[chance.below(256) as u8], &rest[..]].concat()),
            2 => bytes.extend([&rest[..rest.len() / 2], &rest[..]].concat()),
            3 => bytes.extend([odd, &rest[..]].concat()),
            _ => {
                let value = rest.iter().position(|b| b",}]".contains(b)).unwrap_or(0);
                bytes.extend([odd, &rest[value..]].concat());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many requests are mutated; `MUTATED=10000 cargo test --test all -- protocol::` is the full count.
pub fn mutants() -> u64 {
    std::env::var("MUTATED").map_or(600, |n| n.parse().expect("MUTATED is a number"))
}

#[test]
fn mutated_requests_are_answered_and_change_nothing_that_is_refused() {
    let asked = std::fs::read_to_string("tests/protocol/session.jsonl").expect("it is there");
    let asked: Vec<&str> = asked.lines().collect();
    let mut chance = Stream::new(1);
    let mut engine = Engine::new(|_| Ok("no save".to_owned()));
    let (mut wrong, count) = (0, mutants());
    for nth in 0..count {
        // Requests that went well have changed it.
        if nth % 50 == 0 {
            engine = Engine::new(|_| Ok("no save".to_owned()));
            fine(
                &mut engine,
                &json!({ "do": "new", "pack": "tests/edition" }),
            );
        }
        let all = |engine: &mut Engine| {
            [1, 2].map(|game| engine.answer(&json!({ "do": "state", "game": game }).to_string()))
        };
        let before = all(&mut engine);
        let request = mutated(
            asked[chance.below(asked.len() as u64) as usize],
            &mut chance,
        );
        let answer = engine.answer(&request);
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        if answer["ok"].is_null() {
            wrong += 1;
            assert!(answer["error"]["code"].is_string(), "{request}: {answer:#}");
            assert!(
                answer["error"]["message"].is_string(),
                "{request}: {answer:#}"
            );
            assert_eq!(all(&mut engine), before, "{request}");
        }
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}

#[test]
fn deep_long_and_broken_lines_are_refused() {
    let mut engine = edition();
    let deep = format!("{{\"do\":\"apply\",\"order\":{}", "[".repeat(100_000));
    let long = json!({ "do": "apply", "order": "buy 1 walker, ".repeat(100_000) }).to_string();
    let units = json!({ "do": "legal", "units": vec![65_535; 10_000] }).to_string();
    let form = json!({ "do": "apply", "order": { "buy": { "walker": 65_535 } } }).to_string();
    for (line, code) in [
        (deep, "protocol/json"),
        (long, "order/too-long"),
        // Nothing moves while units are bought.
        (units, "order/not-now"),
        (form, "buy/too-poor"),
        (
            r#"{"do":"legal"} {"do":"quit"}"#.to_owned(),
            "protocol/json",
        ),
    ] {
        let answer: Value = serde_json::from_str(&engine.answer(&line)).expect("JSON");
        assert_eq!(answer["error"]["code"], code, "{answer:#}");
    }
    // Over standard input: what is no text, a line that is too long, and one that nobody ended.
    let mut input = b"\xff\xfe\n".to_vec();
    input.resize(input.len() + LINE + 10, b'x');
    input.extend(b"\n{\"id\":1,\"do\":\"hello\"}\n\n{\"id\":2,\"do\":");
    let done = sandtable(&["engine"], &input);
    let told = out(&done);
    let codes: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|answer| answer["error"]["code"].clone())
        .collect();
    let expected = [
        json!("protocol/json"),
        json!("protocol/too-long"),
        Value::Null,
    ];
    assert_eq!(codes[..3], expected);
    assert_eq!(codes[3..], [json!("protocol/json")]);
    assert_eq!(done.status.code(), Some(0));
}
