//! What scripts cost, in instructions: one call of a small hook, the scripts of the stock pack read and
//! compiled, and rounds of the game played by programs with them and without. Each asserts its answer.
//! The last two make a ratio. In processor time of a release build, twelve rounds take 71 µs an order
//! without scripts and 142 µs with them: the aim is 10 % more at most, so this is far from its bound.
//!
//! Run with `cargo bench --bench scripts`; see `kernel.rs` for what that needs.

use std::hint::black_box;
use std::sync::Arc;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::ai::{Player, Simple};
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, open, ready};
use sandtable::kernel::{Cx, Hooks, NoHooks, State, View, apply, begin, broken_invariant, pending};
use sandtable::pack::{self, Memory, Pack, load};
use sandtable::rules::{PowerId, UnitTypeId};

/// Rounds of the game that programs play.
const ROUNDS: u16 = 2;

fn stock() -> Opened {
    open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens"))
}

/// What is never dropped: taking it apart is not what a bench is about.
fn kept<T>(thing: T) -> &'static T {
    Box::leak(Box::new(thing))
}

/// A pack of one space, with a script that knows a price.
fn duel() -> Opened {
    let files = Memory::default()
        .with("pack.toml", "format = 1\nname = \"duel\"\nfiles = [\"duel.toml\", \"duel.rules\"]\n")
        .with(
            "duel.toml",
            "sides = [\"North\"]\n[unit.infantry]\ndomain = \"land\"\ncost = 3\nmoves = 1\n[power.Red]\nside = \"North\"\n",
        )
        .with(
            "duel.rules",
            "territory Red Hills { owner Red  capital }\nturn {\n  order Red\n  phase purchase does purchase\n}\nuse cheap\n",
        )
        .with("scripts/cheap.rhai", "fn price(power, kind, price) { if kind.domain == \"land\" { price - 1 } }");
    let opened = load(&files).and_then(|pack| ready("duel", pack));
    opened.unwrap_or_else(|p| panic!("{}", p.render(sandtable::diag::Style::Plain, 100)))
}

fn small() -> (&'static Opened, &'static State) {
    let opened = kept(duel());
    let (state, _) = begin(&opened.rules, &mut Stream::new(1), &*opened.hooks).expect("it begins");
    (opened, kept(state))
}

/// The state of the stock pack is what a call of its scripts copies.
fn opening() -> (&'static Opened, &'static State) {
    let opened = kept(stock());
    let (state, _) = begin(&opened.rules, &mut Stream::new(1), &*opened.hooks).expect("it begins");
    (opened, kept(state))
}

fn scripts_only() -> Pack {
    pack::open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack loads"))
}

#[library_benchmark]
#[bench::price(setup = small)]
fn hook_call((opened, state): (&'static Opened, &'static State)) -> u16 {
    let view = View { rules: &opened.rules, state };
    let price = opened.hooks.price(PowerId(0), UnitTypeId(0), black_box(3), view).expect("no script fails");
    assert_eq!(price, 2);
    price
}

#[library_benchmark]
#[bench::stock(setup = opening)]
fn stock_hook_call((opened, state): (&'static Opened, &'static State)) -> bool {
    let view = View { rules: &opened.rules, state };
    let verdict = opened.hooks.may_buy(PowerId(1), black_box(UnitTypeId(0)), view).expect("no script fails");
    assert_eq!(verdict, None, "no script has an opinion on this type");
    verdict.is_none()
}

#[library_benchmark]
#[bench::stock(setup = scripts_only)]
fn compile_scripts(pack: Pack) -> &'static Opened {
    let opened = kept(ready("pacific-1940", pack).unwrap_or_else(|_| panic!("the scripts compile")));
    assert_eq!(black_box(opened).scripts.scripts().len(), 5);
    opened
}

fn game(opened: &Opened, hooks: &dyn Hooks) -> State {
    let rules = &opened.rules;
    let mut dice = Stream::new(1);
    let (mut state, _) = begin(rules, &mut dice, hooks).expect("it begins");
    let mut player = Simple::default();
    while state.round <= ROUNDS {
        let cx = Cx { rules, state: &state, hooks };
        let decision = pending(cx).expect("no script fails").expect("nobody wins so soon");
        let order = player.answer(rules, &state, hooks, &decision);
        apply(rules, &mut state, &order, &mut dice, hooks).expect("programs give legal orders");
    }
    assert_eq!(broken_invariant(rules, &state), None);
    state
}

#[library_benchmark]
#[bench::stock(setup = opening)]
fn rounds_with_scripts((opened, _): (&'static Opened, &'static State)) -> State {
    game(opened, &*Arc::clone(&opened.hooks))
}

#[library_benchmark]
#[bench::stock(setup = opening)]
fn rounds_without_scripts((opened, _): (&'static Opened, &'static State)) -> State {
    game(opened, &NoHooks)
}

library_benchmark_group!(
    name = scripts;
    benchmarks = hook_call, stock_hook_call, compile_scripts, rounds_with_scripts, rounds_without_scripts
);

main!(library_benchmark_groups = scripts);
