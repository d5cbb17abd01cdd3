//! What it costs to read a pack, in instructions: the stock pack alone, and with three overlays on top.
//! Each asserts its answer, so that a figure is never that of a wrong result.
//!
//! - `check_stock`: 76.3 million, some 9 ms; a sixth of it is binding the scripts.
//! - `check_overlays`, three overlays, one of them with a script of its own: 83.0 million, some 10 ms (the aim is 50 ms).
//!   What is said twice is cut into items, laid over each other and compiled once, so that an overlay costs what it says.
//!
//! Run with `cargo bench --bench packs`; see `kernel.rs` for what that needs.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::game::{Opened, open_with};
use sandtable::pack::Choices;

/// What `check` does: the pack read, its layers made one, compiled, looked over, its scripts bound.
fn checked(choices: &Choices) -> Box<Opened> {
    Box::new(open_with("pacific-1940", choices).unwrap_or_else(|_| panic!("the pack is sound")))
}

fn nothing() -> Choices {
    Choices::default()
}

fn three_overlays() -> Choices {
    let with = ["low-luck", "technology", "convoy-dice"]
        .map(str::to_owned)
        .to_vec();
    Choices {
        with,
        ..Choices::default()
    }
}

/// The result is never dropped: taking it apart is not what this bench is about.
fn read(choices: Choices, layers: usize) -> &'static Opened {
    let opened: &'static Opened = Box::leak(checked(black_box(&choices)));
    assert_eq!(
        (opened.info.layers.len(), opened.warnings.len()),
        (layers, 0)
    );
    opened
}

#[library_benchmark]
#[bench::alone(nothing())]
fn check_stock(choices: Choices) -> &'static Opened {
    read(choices, 1)
}

#[library_benchmark]
#[bench::three(three_overlays())]
fn check_overlays(choices: Choices) -> &'static Opened {
    read(choices, 4)
}

library_benchmark_group!(name = packs, benchmarks = [check_stock, check_overlays]);
main!(library_benchmark_groups = packs);
