//! What odds cost, in instructions: exact readings of the reference battles and of a large one, pack
//! plan compiled anew each time; ten thousand sampled battles; and the random words those draw alone.
//! Each asserts its answer, so that a figure is never that of a wrong result.
//!
//! What bounds the figures. An exact reading sends the chance of each pair of states to every pair that
//! a round leads to, so it cannot do less than one multiplication and one addition for each such pair
//! of pairs that is likely enough to matter. A sampled battle cannot do less than draw one word for each
//! group of equal targets in each volley: `words` is that bound.
//!
//! Run with `cargo bench --bench odds`; it needs valgrind and
//! `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::odds::{Field, Force, Fought, Setup, Words, exact};
use sandtable::pack::{self, Pack};
use sandtable::rules::{Rules, SiteKind};

const LAND: [&str; 2] = ["10 infantry, 4 artillery, 4 tank, 2 fighter, 1 strategic_bomber", "12 infantry, 3 tank, 2 fighter"];
const SEA: [&str; 2] = [
    "2 battleship, 2 carrier, 4 fighter, 3 destroyer, 3 submarine",
    "1 battleship, 2 carrier, 4 fighter, 4 destroyer, 2 submarine, 2 transport",
];
const LARGE: [&str; 2] =
    ["40 infantry, 12 artillery, 10 tank, 5 fighter, 2 strategic_bomber", "40 infantry, 6 artillery, 8 tank, 4 fighter"];
const BATTLES: u32 = 10_000;

fn force(rules: &Rules, text: &str) -> Force {
    text.split(", ").fold(Force::default(), |force, part| {
        let (count, name) = part.split_once(' ').expect("a count and a name");
        let kind = rules.units.types.iter().find(|(_, t)| t.name == name).map(|(id, _)| id).expect("the pack has it");
        force.with(kind, count.parse().expect("a number"))
    })
}

/// Rules that are never dropped: taking them apart is not what a bench is about.
fn battle(site: SiteKind, forces: [&str; 2]) -> &'static Setup<'static> {
    let Ok(Pack { rules, .. }) = pack::open("pacific-1940") else { panic!("the stock pack loads") };
    let rules: &'static Rules = Box::leak(Box::new(rules));
    let [attacker, defender] = forces.map(|text| force(rules, text));
    Box::leak(Box::new(Setup::new(rules, site, attacker, defender).expect("the pack has the plan")))
}

/// A field on which everything that battles need has been worked out.
fn warm(site: SiteKind, forces: [&str; 2]) -> &'static mut Field<'static> {
    let field = Box::leak(Box::new(Field::new(battle(site, forces)).expect("it can be reckoned")));
    fight(field);
    field
}

fn fight(field: &mut Field<'_>) -> u32 {
    let (mut words, mut fought) = (Words::new(1), Fought::default());
    let start = [field.sides[0].start(), field.sides[1].start()];
    (0..BATTLES)
        .map(|_| {
            u32::from({
                let end = field.fight(start, &mut words, &mut fought);
                field.succeeds(end, false)
            })
        })
        .sum()
}

#[library_benchmark]
#[bench::land(args = (SiteKind::Land, LAND), setup = battle)]
#[bench::sea(args = (SiteKind::Sea, SEA), setup = battle)]
#[bench::large(args = (SiteKind::Land, LARGE), setup = battle)]
fn exact_odds(setup: &'static Setup<'static>) -> f64 {
    let odds = black_box(exact(setup).expect("it is not too large"));
    assert!((odds.win + odds.draw + odds.lose - 1.0).abs() < 1e-9);
    odds.win
}

#[library_benchmark]
#[bench::land(args = (SiteKind::Land, LAND), setup = warm)]
#[bench::sea(args = (SiteKind::Sea, SEA), setup = warm)]
fn ten_thousand_battles(field: &'static mut Field<'static>) -> u32 {
    let won = black_box(fight(field));
    assert!((1000..BATTLES).contains(&won), "{won} won");
    won
}

// About as many words as ten thousand battles on land draw: two in each of 3.3 rounds.
#[library_benchmark]
fn words() -> u64 {
    let mut words = Words::new(1);
    black_box((0..66_000).fold(0, |all, _| all ^ words.word()))
}

library_benchmark_group!(name = odds; benchmarks = exact_odds, ten_thousand_battles, words);

main!(library_benchmark_groups = odds);
