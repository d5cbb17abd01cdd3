//! The programs that play, on the stock pack.

use sandtable::ai::{Player, Random, Simple};
use sandtable::game::dice::Stream;
use sandtable::kernel::{Cx, NoHooks, apply, begin, broken_invariant, pending};
use sandtable::rules::{Id, Rules};

fn stock() -> Rules {
    sandtable::pack::open("pacific-1940").map_err(|_| "the stock pack loads").unwrap().rules
}

/// Plays a game of one program a side; the side that has won.
fn game(rules: &Rules, seed: u64, mut players: [Box<dyn Player>; 2], rounds: u16) -> Option<usize> {
    let mut dice = Stream::new(seed);
    let (mut state, _) = begin(rules, &mut dice, &NoHooks).unwrap();
    while let Some(decision) = pending(Cx { rules, state: &state, hooks: &NoHooks }).unwrap() {
        if state.round > rounds {
            break;
        }
        let side = rules.powers[decision.power].side.map_or(0, Id::index);
        let order = players[side].answer(rules, &state, &NoHooks, &decision);
        apply(rules, &mut state, &order, &mut dice, &NoHooks)
            .unwrap_or_else(|refusal| panic!("seed {seed}: {order:?}: {}", refusal.sentence(rules)));
        assert_eq!(broken_invariant(rules, &state), None, "seed {seed}: after {order:?}");
    }
    state.winner.map(Id::index)
}

fn random(seed: u64) -> Box<dyn Player> {
    Box::new(Random::new(Stream::numbered(seed, 1)))
}

fn simple() -> Box<dyn Player> {
    Box::new(Simple::new())
}

/// How many of these games the simple player wins from either side.
fn wins(seeds: std::ops::Range<u64>) -> [usize; 2] {
    let rules = stock();
    let won = |seed, side| {
        let players = if side == 0 { [simple(), random(seed)] } else { [random(seed), simple()] };
        game(&rules, seed, players, 30) == Some(side)
    };
    [0, 1].map(|side| seeds.clone().filter(|seed| won(*seed, side)).count())
}

#[test]
fn simple_beats_random() {
    assert_eq!(wins(1..3), [2, 2]);
}

#[test]
#[ignore = "a hundred games from either side: a minute or two in a release build"]
fn simple_beats_random_nearly_always() {
    let won = wins(0..100);
    assert!(won.iter().all(|n| *n >= 95), "{won:?}");
}
