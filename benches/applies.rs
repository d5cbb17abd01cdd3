//! How many orders a second the engine carries out for a program, its replies read: random legal orders
//! of games, given once more over the protocol. A clock, not instructions: a claim about a machine.
//!
//! Run with `cargo bench --bench applies`.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]

use sandtable::protocol::Engine;
use serde_json::{Value, json};
use std::time::Instant;

/// So many orders of each game.
const ORDERS: usize = 4000;

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let reply = engine.answer(&request.to_string());
    let mut reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    assert!(reply["error"].is_null(), "{request}: {reply}");
    reply["ok"].take()
}

/// The orders of a game that chance plays.
fn orders(engine: &mut Engine, pack: &str) -> Vec<String> {
    let mut game = ask(engine, &json!({ "do": "new", "pack": pack, "seed": 1 }));
    for _ in 0..ORDERS {
        if game["pending"].is_null() {
            break;
        }
        game = ask(engine, &json!({ "do": "delegate", "program": "random" }));
    }
    let save = ask(engine, &json!({ "do": "save" }));
    ask(engine, &json!({ "do": "drop" }));
    let lines = save["save"].as_str().expect("a save is text").lines();
    let entry = |line: &str| serde_json::from_str::<Value>(line).expect("a line is JSON");
    let order = |line: &str| entry(line)["order"].as_str().map(str::to_owned);
    lines.filter_map(order).collect()
}

fn main() {
    for pack in ["1941", "pacific-1940"] {
        let mut engine = Engine::new(|_| unreachable!("no save is read from a file"));
        let orders = orders(&mut engine, pack);
        ask(
            &mut engine,
            &json!({ "do": "new", "pack": pack, "seed": 1 }),
        );
        let began = Instant::now();
        let mut last = Value::Null;
        for order in &orders {
            last = ask(&mut engine, &json!({ "do": "apply", "order": order }));
        }
        let seconds = began.elapsed().as_secs_f64();
        let (count, rate) = (orders.len(), orders.len() as f64 / seconds);
        println!(
            "{pack}: {count} orders in {seconds:.2} s, {rate:.0} a second; {}",
            last["pending"]["power"]
        );
    }
}
