//! What scripts cost, in instructions. Each bench asserts its answer.
//!
//! - `hook_call`, a small script on a small board: 13 thousand (some 2 µs; the aim is 5 µs). The engine's
//!   call and a copy of the state bound it.
//! - `stock_hook_call`, a hook of the stock pack that has no opinion: 20 thousand. Three fifths are the
//!   engine evaluating the script, a sixth is copying the state.
//! - `compile_scripts`, the five scripts of the stock pack, the functions they can call registered anew:
//!   12.7 million (some 3 ms; the aim is 10 ms).
//! - `game_with_scripts` is a game of twelve rounds by programs, `game_with_their_answers` the same game to
//!   the byte, in which what the scripts said is read from a tape: 1562 against 1513 million. Scripts add
//!   3 % (the aim is less than 10 %).
//!
//! Run with `cargo bench --bench scripts`; see `kernel.rs` for what that needs.

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::ai::{Level, Planner, Player};
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, open, ready};
use sandtable::kernel::{
    Cx, Dice, Hits, Hooks, IncomeLine, Offer, Outcome, Ruling, State, View, VolleyView, Wants,
    apply, begin, broken_invariant, pending,
};
use sandtable::pack::{self, Pack, load};
use sandtable::rules::{Moment, PowerId, SpecialId, UnitTypeId};

#[expect(dead_code, reason = "the tests need all of it")]
#[path = "../tests/all/memory.rs"]
mod memory;
use memory::Memory;

/// Rounds of the game that programs play.
const ROUNDS: u16 = 12;

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
    let view = View::new(&opened.rules, state);
    let price = opened
        .hooks
        .price(PowerId(0), UnitTypeId(0), black_box(3), view);
    assert_eq!(price, 2);
    price
}

#[library_benchmark]
#[bench::stock(setup = opening)]
fn stock_hook_call((opened, state): (&'static Opened, &'static State)) -> bool {
    let view = View::new(&opened.rules, state);
    let verdict = opened
        .hooks
        .may(Wants::Buy, PowerId(1), black_box(UnitTypeId(0)), view);
    assert_eq!(verdict, None, "no script has an opinion on this type");
    verdict.is_none()
}

#[library_benchmark]
#[bench::stock(setup = scripts_only)]
fn compile_scripts(pack: Pack) -> &'static Opened {
    let opened =
        kept(ready("pacific-1940", pack).unwrap_or_else(|_| panic!("the scripts compile")));
    assert_eq!(black_box(opened).rules.specials.len(), 5);
    opened
}

/// What scripts said, in the order in which they were asked, and the dice they rolled for it.
#[derive(Clone)]
enum Said {
    Wanted(Vec<Outcome>, Vec<u8>),
    Verdict(Option<Ruling<'static>>),
    Price(u16),
    Account(Vec<IncomeLine>, Vec<u8>),
    Values(Vec<i32>),
    Hits(Vec<Hits>),
    Holds(bool),
}

/// Scripts that are listened to while a game is played; then the same game can be played with what
/// they said, and the difference is what asking them costs.
struct Tape<'a> {
    scripts: &'a dyn Hooks,
    said: Mutex<VecDeque<Said>>,
    playing: AtomicBool,
}

/// Dice that count themselves.
struct Counted<'d>(&'d mut dyn Dice, Vec<u8>);

impl Dice for Counted<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        self.1.push(sides);
        self.0.roll(sides)
    }
}

impl Tape<'_> {
    fn heard(&self) -> Option<Said> {
        self.playing.load(Relaxed).then(|| {
            self.said()
                .pop_front()
                .expect("the same game asks the same")
        })
    }
    fn said(&self) -> MutexGuard<'_, VecDeque<Said>> {
        self.said.lock().expect("nobody fails with it in hand")
    }
    fn keep(&self, said: Said) {
        self.said().push_back(said);
    }
    fn wanted(
        &self,
        dice: &mut dyn Dice,
        ask: impl FnOnce(&mut dyn Dice) -> Vec<Outcome>,
    ) -> Vec<Outcome> {
        if let Some(Said::Wanted(outcomes, rolled)) = self.heard() {
            rolled.into_iter().for_each(|sides| _ = dice.roll(sides));
            return outcomes;
        }
        let mut counted = Counted(dice, Vec::new());
        let outcomes = ask(&mut counted);
        self.keep(Said::Wanted(outcomes.clone(), counted.1));
        outcomes
    }
    fn verdict(&self, ask: impl FnOnce() -> Option<Ruling<'static>>) -> Option<Ruling<'static>> {
        if let Some(Said::Verdict(verdict)) = self.heard() {
            return verdict;
        }
        let verdict = ask();
        self.keep(Said::Verdict(verdict.clone()));
        verdict
    }
}

impl Hooks for Tape<'_> {
    fn listens(&self, moment: Moment) -> bool {
        self.scripts.listens(moment)
    }
    fn at(
        &self,
        script: SpecialId,
        moment: Moment,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Vec<Outcome> {
        self.wanted(dice, |dice| self.scripts.at(script, moment, dice, view))
    }
    fn resolve(
        &self,
        offer: &Offer,
        answer: &[u16],
        dice: &mut dyn Dice,
        view: View<'_>,
    ) -> Vec<Outcome> {
        self.wanted(dice, |dice| self.scripts.resolve(offer, answer, dice, view))
    }
    fn may(
        &self,
        wants: Wants,
        power: PowerId,
        unit: UnitTypeId,
        view: View<'_>,
    ) -> Option<Ruling<'static>> {
        self.verdict(|| self.scripts.may(wants, power, unit, view))
    }
    fn price(&self, power: PowerId, unit: UnitTypeId, cost: u16, view: View<'_>) -> u16 {
        if let Some(Said::Price(price)) = self.heard() {
            return price;
        }
        let price = self.scripts.price(power, unit, cost, view);
        self.keep(Said::Price(price));
        price
    }
    fn values(&self, volley: &VolleyView, values: &mut [i32], view: View<'_>) {
        if let Some(Said::Values(said)) = self.heard() {
            values.copy_from_slice(&said);
            return;
        }
        self.scripts.values(volley, values, view);
        self.keep(Said::Values(values.to_vec()));
    }
    fn hits(&self, volley: &VolleyView, hits: &mut Vec<Hits>, view: View<'_>) {
        if let Some(Said::Hits(said)) = self.heard() {
            *hits = said;
            return;
        }
        self.scripts.hits(volley, hits, view);
        self.keep(Said::Hits(hits.clone()));
    }
    fn income(
        &self,
        power: PowerId,
        lines: &mut Vec<IncomeLine>,
        dice: &mut dyn Dice,
        view: View<'_>,
    ) {
        if let Some(Said::Account(said, rolled)) = self.heard() {
            rolled.into_iter().for_each(|sides| _ = dice.roll(sides));
            *lines = said;
            return;
        }
        let mut counted = Counted(dice, Vec::new());
        self.scripts.income(power, lines, &mut counted, view);
        self.keep(Said::Account(lines.clone(), counted.1));
    }
    fn holds(&self, script: SpecialId, power: PowerId, view: View<'_>) -> bool {
        if let Some(Said::Holds(holds)) = self.heard() {
            return holds;
        }
        let holds = self.scripts.holds(script, power, view);
        self.keep(Said::Holds(holds));
        holds
    }
}

fn game(opened: &Opened, hooks: &dyn Hooks) -> State {
    let rules = &opened.rules;
    let mut dice = Stream::new(1);
    let (mut state, _) = begin(rules, &mut dice, hooks).expect("it begins");
    let mut player = Planner::new(Level::EASY, 0);
    while state.round <= ROUNDS {
        let cx = Cx::new(rules, &state, hooks);
        let Some(decision) = pending(cx) else {
            break;
        };
        let order = player.answer(rules, &state, hooks, &decision);
        apply(rules, &mut state, &order, &mut dice, hooks).expect("programs give legal orders");
    }
    assert_eq!(broken_invariant(rules, &state), None);
    state
}

/// The stock pack, and what its scripts say in the game that is played.
fn taped() -> (&'static Opened, &'static Tape<'static>, &'static State) {
    let (opened, _) = opening();
    let tape = kept(Tape {
        scripts: &*opened.hooks,
        said: Mutex::default(),
        playing: AtomicBool::new(false),
    });
    let end = kept(game(opened, tape));
    tape.playing.store(true, Relaxed);
    (opened, tape, end)
}

#[library_benchmark]
#[bench::stock(setup = taped)]
fn game_with_scripts((opened, _, end): (&'static Opened, &'static Tape<'static>, &'static State)) {
    assert_eq!(&game(opened, black_box(&*opened.hooks)), end);
}

#[library_benchmark]
#[bench::stock(setup = taped)]
fn game_with_their_answers(
    (opened, tape, end): (&'static Opened, &'static Tape<'static>, &'static State),
) {
    assert_eq!(&game(opened, black_box(tape)), end);
}

library_benchmark_group!(
    name = scripts;
    benchmarks = hook_call, stock_hook_call, compile_scripts, game_with_scripts, game_with_their_answers
);

main!(library_benchmark_groups = scripts);
