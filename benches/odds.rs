//! What odds cost, in instructions: exact readings of the reference battles and of a large one, the
//! pack's plan compiled anew each time; ten thousand sampled battles, and what drawing their dice alone
//! costs. Each asserts its answer, so that a figure is never that of a wrong result.
//!
//! - `exact_odds`. Probability flows round by round from each pair of states to every pair that a round
//!   leads to, with a multiplication and an addition each: that is the bound. The rest is who fires at what
//!   (found once for the types of both sides), distributions (worked out once for each sum of dice), the
//!   table of states, and the survivors in the answer. How long the battle lasts is part of the answer.
//! - `ten_thousand_battles`. The same walk through the plan, where a word is drawn for each group of hits
//!   instead of following all of them. A battle on land rolls 77 dice; `dice_alone::a_die_a_shot` draws a
//!   random word for each of them from the same generator, and does nothing with it, and
//!   `dice_alone::a_word_a_volley` one for each volley: what the battles cost more is following the hits.
//!
//! Run with `cargo bench --bench odds`; it needs valgrind and
//! `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::odds::{Case, Field, Force, How, Setup, Xoshiro};
use sandtable::pack::{self, Pack};
use sandtable::rules::{Role, Rules, SiteKind};

const LAND: [&str; 2] = [
    "10 infantry, 4 artillery, 4 tank, 2 fighter, 1 strategic_bomber",
    "12 infantry, 3 tank, 2 fighter",
];
const SEA: [&str; 2] = [
    "2 battleship, 2 carrier, 4 fighter, 3 destroyer, 3 submarine",
    "1 battleship, 2 carrier, 4 fighter, 4 destroyer, 2 submarine, 2 transport",
];
const LARGE: [&str; 2] = [
    "40 infantry, 12 artillery, 10 tank, 5 fighter, 2 strategic_bomber",
    "40 infantry, 6 artillery, 8 tank, 4 fighter",
];
const BATTLES: u32 = 10_000;
/// Units that fire in ten thousand land battles, round by round: 77.25 a battle.
const DICE: u64 = 772_500;
/// Volleys in them: two in each of 3.3 rounds.
const WORDS: u64 = 66_106;

fn force(rules: &Rules, text: &str) -> Force {
    text.split(", ").fold(Force::default(), |force, part| {
        let (count, name) = part.split_once(' ').expect("a count and a name");
        let kind = rules
            .units
            .types
            .iter()
            .find(|(_, t)| t.name == name)
            .map(|(id, _)| id)
            .expect("the pack has it");
        force.with(kind, count.parse().expect("a number"))
    })
}

/// Rules that are never dropped: taking them apart is not what a bench is about.
fn battle(site: SiteKind, forces: [&str; 2]) -> &'static Setup<'static> {
    let Ok(Pack { rules, .. }) = pack::open("pacific-1940") else {
        panic!("the stock pack loads")
    };
    let rules: &'static Rules = Box::leak(Box::new(rules));
    let [attacker, defender] = forces.map(|text| force(rules, text));
    Box::leak(Box::new(
        Setup::new(rules, site, attacker, defender).expect("the pack has the plan"),
    ))
}

/// A field on which everything that battles need has been worked out.
fn warm(site: SiteKind, forces: [&str; 2]) -> &'static mut Field<'static> {
    let field = Box::leak(Box::new(
        Field::new(battle(site, forces).clone()).expect("it can be reckoned"),
    ));
    fight(field);
    field
}

fn fight(field: &mut Field<'_>) -> u32 {
    let mut words = Xoshiro::new(1);
    let start = [field.sides[0].start(), field.sides[1].start()];
    let mut won = 0;
    for _ in 0..BATTLES {
        let end = field.fight(start, &mut words).live;
        let stands =
            [Role::Attacker, Role::Defender].map(|role| field.stands(role, end[role as usize]));
        won += u32::from(stands == [true, false]);
    }
    won
}

#[library_benchmark]
#[bench::land(args = (SiteKind::Land, LAND), setup = battle)]
#[bench::sea(args = (SiteKind::Sea, SEA), setup = battle)]
#[bench::large(args = (SiteKind::Land, LARGE), setup = battle)]
fn exact_odds(setup: &'static Setup<'static>) -> f64 {
    let case = Case::One(Box::new(setup.clone()));
    let odds = black_box(case.odds(How::Exact).expect("it is not too large"));
    let known = [0.897_011_330_6, 0.542_316_453_9, 0.948_883_852_9];
    assert!(
        known.iter().any(|win| (odds.win - win).abs() < 1e-9),
        "{} is the chance of none of these",
        odds.win
    );
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

// Random words, in the number that the land battles would take.
#[library_benchmark]
#[bench::a_die_a_shot(DICE)]
#[bench::a_word_a_volley(WORDS)]
fn dice_alone(words: u64) -> u64 {
    let mut source = Xoshiro::new(1);
    let all = black_box((0..black_box(words)).fold(0, |all, _| all ^ source.word()));
    assert_ne!(all, 0);
    all
}

library_benchmark_group!(name = odds; benchmarks = exact_odds, ten_thousand_battles, dice_alone);

main!(library_benchmark_groups = odds);
