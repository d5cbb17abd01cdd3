//! The protocol for programs: a recorded session, its reference, what a board asks, and what clients do wrong.

pub mod mutated;
mod orders;
mod past;
mod session;
mod targets;

use sandtable::protocol::Engine;
use serde_json::{Value, json};

/// An engine that reads no files.
fn engine() -> Engine {
    Engine::new(|file| panic!("nobody asks for `{file}`"))
}

/// An engine with a game of these.
fn begun(new: &Value) -> Engine {
    let mut engine = engine();
    fine(&mut engine, new);
    engine
}

fn edition() -> Engine {
    begun(&json!({ "do": "new", "pack": "tests/edition" }))
}

fn seeded(pack: &str, seed: u64) -> Engine {
    begun(&json!({ "do": "new", "pack": pack, "seed": seed }))
}

pub fn ask(engine: &mut Engine, request: &Value) -> Value {
    let answer = engine.answer(&request.to_string());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// What went well.
fn fine(engine: &mut Engine, request: &Value) -> Value {
    let mut answer = ask(engine, request);
    assert!(answer["error"].is_null(), "{request}: {answer:#}");
    answer["ok"].take()
}
