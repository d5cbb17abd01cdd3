//! The recorded session and the examples of the reference.

use super::ask;
use crate::cli::{out, sandtable};
use sandtable::game::open;
use sandtable::protocol::{Engine, examples};
use serde_json::{Value, json};

#[test]
fn a_recorded_session() {
    let asked = std::fs::read_to_string("tests/protocol/session.jsonl").expect("it is there");
    let done = sandtable(&["engine"], asked.as_bytes());
    let answers = out(&done);
    let pairs = asked.lines().zip(answers.lines());
    // Whatever packs come along.
    let packs = format!("\"packs\":{},", json!(sandtable::pack::bundled_names()));
    let record: String = pairs
        .map(|(ask, answer)| format!("> {ask}\n< {answer}\n"))
        .collect();
    assert_eq!(asked.lines().count(), answers.lines().count());
    insta::assert_snapshot!(record.replace(&packs, ""));
}

#[test]
fn every_example_of_the_reference_works() {
    let opened = open("pacific-1940").expect("it loads");
    let mut engine = Engine::new(|_| Ok("not a save".to_owned()));
    for example in examples(&opened.rules) {
        let request: Value = serde_json::from_str(&example).expect("an example is JSON");
        let answer = ask(&mut engine, &request);
        match request["do"].as_str() {
            // There is no such file here.
            Some("load") => assert_eq!(answer["error"]["code"], "save/not-a-save"),
            _ => assert!(answer["error"].is_null(), "{request}: {answer:#}"),
        }
    }
}
