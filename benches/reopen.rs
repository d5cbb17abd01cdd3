//! How large the save of a game of 20 rounds is, and how long it takes to open it again. A clock, not instructions: a
//! claim about a machine.
//!
//! Run with `cargo bench --bench reopen`.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]

use sandtable::ai::{SEATED, answer, program};
use sandtable::game::save::{self, Header};
use sandtable::game::{Loaded, Seats, Session, open};
use std::collections::BTreeMap;
use std::time::Instant;

const ROUNDS: u16 = 20;
/// The best of so many tries counts: others may use the machine.
const TRIES: usize = 9;

/// A game between quick programs, as a save.
fn played(pack: &str) -> String {
    let opened = open(pack).expect("it is bundled");
    let (mut session, _): (Session, _) = opened.begin(1).expect("it begins");
    let mut player = program("simple", 1, 1);
    while let Some(decision) = session.pending() {
        if session.state().round > ROUNDS {
            break;
        }
        answer(&mut session, &mut *player, &decision).expect("it is legal");
    }
    let people = ["all=human".to_owned()];
    let seats = Seats::read(&opened.rules, &BTreeMap::new(), &people, SEATED).expect("a person");
    save::write(&session, &Header::of(&session, &opened, &seats)).0
}

fn main() {
    for pack in ["1941", "pacific-1940", "global-1940"] {
        let text = played(pack);
        let opened = |_| {
            let began = Instant::now();
            let loaded = Loaded::begin("game", &text, None).and_then(Loaded::play);
            assert!(loaded.is_ok(), "{pack} opens again");
            began.elapsed().as_secs_f64()
        };
        let best = (0..TRIES).map(opened).fold(f64::INFINITY, f64::min);
        let (size, orders) = (text.len() / 1000, text.lines().count() - 1);
        let time = best * 1000.0;
        println!("{pack}: {ROUNDS} rounds, {orders} orders, {size} KB, open again in {time:.0} ms");
    }
}
