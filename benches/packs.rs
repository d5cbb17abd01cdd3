//! What it costs to read a pack and to draw its board, in instructions: the stock pack alone, and with three overlays on top.
//! Each asserts its answer, so that a figure is never that of a wrong result.
//!
//! - `check_stock`: 42 million, some 6 ms; a quarter of it is binding the scripts, and as much is what pest does.
//! - `check_overlays`, three overlays, one of them with a script of its own: 47 million, some 7 ms (the aim is 50 ms).
//!   What is said twice is cut into items, laid over each other and compiled once, so that an overlay costs what it says.
//! - `picture`: 307 million for the stock pack, 1.8 billion for the largest board, some 0.15 s.
//!
//! Run with `cargo bench --bench packs`; see `kernel.rs` for what that needs.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::game::{Opened, Session, open_with};
use sandtable::pack::Choices;
use sandtable::view::board_svg;

/// What `check` does: the pack read, its layers made one, compiled, looked over, its scripts bound.
fn checked(pack: &str, choices: &Choices) -> Box<Opened> {
    Box::new(open_with(pack, choices).unwrap_or_else(|_| panic!("the pack is sound")))
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
    let opened: &'static Opened = Box::leak(checked("pacific-1940", black_box(&choices)));
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

fn game(pack: &str) -> Session {
    let begun = checked(pack, &nothing()).begin(1);
    begun.unwrap_or_else(|_| panic!("a game begins")).0
}

#[library_benchmark]
#[bench::stock(game("pacific-1940"))]
#[bench::global(game("global-1940"))]
fn picture(game: Session) -> usize {
    let svg = board_svg(game.rules(), black_box(game.state()));
    assert!(svg.ends_with("</svg>\n"), "{}", svg.len());
    std::mem::forget(game);
    svg.len()
}

library_benchmark_group!(
    name = packs,
    benchmarks = [check_stock, check_overlays, picture]
);
main!(library_benchmark_groups = packs);
