//! What a simulated game costs, in instructions: twelve rounds of the stock pack between `planner:easy`
//! programs, seed 1, through the code that `sandtable sim` runs on each thread, the row of figures
//! included: 1571 million, some 0.2 s.
//!
//! What bounds it is what the programs think, 84 % of it: they try the orders they plan on a copy of the
//! state (28 %) and have what may be done listed (23 %), by the code that every order goes through.
//! Carrying out the orders that are given takes 15 %, and the figures less than 1 %: a program that gave
//! the same orders without thinking would play six times as fast, and no faster. Games share nothing, so
//! that each thread plays as many.
//!
//! Run with `cargo bench --bench sim`; see `kernel.rs` for what that needs.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::collections::BTreeMap;

use sandtable::ai::SEATED;
use sandtable::game::{Seats, open};
use sandtable::sim::{Arm, Row, Task, play};

const ROUNDS: u16 = 12;

fn stock() -> &'static Arm {
    let opened = open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens"));
    let seats = Seats::read(
        &opened.rules,
        &BTreeMap::new(),
        &["all=ai".to_owned()],
        SEATED,
    )
    .expect("there is such a program");
    Box::leak(Box::new(Arm {
        label: String::new(),
        rules: opened.rules,
        hooks: opened.hooks,
        seats,
        weights: BTreeMap::new(),
        watched: false,
    }))
}

#[library_benchmark]
#[bench::stock(setup = stock)]
fn twelve_rounds(arm: &'static Arm) -> Row {
    let row = play(
        arm,
        Task {
            arm: 0,
            game: 0,
            seed: 1,
        },
        ROUNDS,
    )
    .expect("the game begins");
    assert!(row.winner.is_some() || row.rounds == ROUNDS);
    assert!(
        row.orders > 500 && row.battles > 20,
        "{} orders, {} battles",
        row.orders,
        row.battles
    );
    black_box(row)
}

library_benchmark_group!(name = sim; benchmarks = twelve_rounds);

main!(library_benchmark_groups = sim);
