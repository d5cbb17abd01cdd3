//! How many orders a second the engine carries out for a program, its replies read: random legal orders of whole games,
//! given once more to an engine of their own through a pipe. A clock, not instructions: a claim about a machine.
//!
//! Run with `cargo bench --bench applies`.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]

use sandtable::protocol::Engine;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// So many orders of each game, unless it is over before.
const ORDERS: usize = 4000;
const GAMES: u64 = 3;
const ENGINE: &str = "engine";

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let reply = engine.answer(&request.to_string());
    let mut reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    assert!(reply["error"].is_null(), "{request}: {reply}");
    reply["ok"].take()
}

/// The orders of a game that chance plays.
fn orders(pack: &str, seed: u64) -> Vec<String> {
    let mut engine = Engine::new(|_| unreachable!("no save is read from a file"));
    let begin = json!({ "do": "new", "pack": pack, "seed": seed });
    let mut game = ask(&mut engine, &begin);
    for _ in 0..ORDERS {
        if game["pending"].is_null() {
            break;
        }
        game = ask(
            &mut engine,
            &json!({ "do": "delegate", "program": "random" }),
        );
    }
    let save = ask(&mut engine, &json!({ "do": "save" }));
    let lines = save["save"].as_str().expect("a save is text").lines();
    let entry = |line: &str| serde_json::from_str::<Value>(line).expect("a line is JSON");
    let order = |line: &str| entry(line)["order"].as_str().map(str::to_owned);
    lines.filter_map(order).collect()
}

/// Gives the games to an engine that runs by itself: the seconds from the first order to the last reply.
fn given(pack: &str, games: &[Vec<String>]) -> f64 {
    let own = std::env::current_exe().expect("this runs from a file");
    let mut engine = Command::new(own)
        .arg(ENGINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs again");
    let mut to = engine.stdin.take().expect("it is a pipe");
    let from = engine.stdout.take().expect("it is a pipe");
    let mut replies = BufReader::new(from).lines();
    let mut reply = || {
        let line = replies.next().expect("every request has a reply");
        let line = line.expect("it is read");
        assert!(!line.contains("\"error\""), "{line}");
    };
    let mut seconds = 0.0;
    for (seed, orders) in (1..).zip(games) {
        writeln!(to, "{}", json!({ "do": "new", "pack": pack, "seed": seed })).expect("it reads");
        reply();
        let lines: String = orders
            .iter()
            .map(|order| json!({ "do": "apply", "order": order }).to_string() + "\n")
            .collect();
        let began = Instant::now();
        std::thread::scope(|threads| {
            threads.spawn(|| to.write_all(lines.as_bytes()).expect("it reads"));
            orders.iter().for_each(|_| reply());
        });
        seconds += began.elapsed().as_secs_f64();
        writeln!(to, "{}", json!({ "do": "drop" })).expect("it reads");
        reply();
    }
    drop(to);
    engine.wait().expect("it ends");
    seconds
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(ENGINE) {
        return sandtable::cli::run();
    }
    for pack in ["1941", "pacific-1940", "global-1940"] {
        let games: Vec<_> = (1..=GAMES).map(|seed| orders(pack, seed)).collect();
        let count: usize = games.iter().map(Vec::len).sum();
        let seconds = given(pack, &games);
        let rate = count as f64 / seconds;
        println!("{pack}: {count} orders in {seconds:.2} s, {rate:.0} a second");
    }
    ExitCode::SUCCESS
}
