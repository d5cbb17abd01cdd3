//! What the spine costs, in instructions: loading the stock pack, cloning a state, a round of battle,
//! the legal orders of a first combat move, a round of the game played by programs. Each asserts its
//! answer, so that a figure is never that of a wrong result.
//!
//! Run with `cargo bench`; it needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sandtable::ai::{Level, Planner, Player};
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, open};
use sandtable::kernel::{
    BOMBARD, Battle, Cx, Frame, Order, PhaseStage, Site, State, Wait, apply, begin,
    broken_invariant, legal, pending,
};
use sandtable::pack::{self, Pack};
use sandtable::rules::{Id, Rules, SiteKind, Table};

/// A pack that is never dropped: taking it apart is not what a bench is about.
type Stock = &'static Opened;

fn opening() -> (Stock, State) {
    let stock: Stock = Box::leak(Box::new(
        open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens")),
    ));
    let (state, _) =
        begin(&stock.rules, &mut Stream::new(1), &*stock.hooks).expect("the game begins");
    (stock, state)
}

fn named<I: Id, T>(table: &Table<I, T>, name: &str, of: impl Fn(&T) -> &str) -> I {
    table
        .iter()
        .find(|(_, t)| of(t) == name)
        .map(|(id, _)| id)
        .expect("the pack has it")
}

/// Fifteen units attack fifteen; the attacker is asked whether to go on.
fn thirty_units() -> (Stock, State) {
    let (stock, mut state) = opening();
    let rules = &stock.rules;
    let space = |name| named(&rules.board.spaces, name, |s| &s.name);
    let kind = |name| named(&rules.units.types, name, |t| &t.name);
    let power = |name| named(&rules.powers.powers, name, |p| &p.name);
    let (field, from) = (space("Anhwe"), space("Kiangsu"));
    for (name, count) in [
        ("infantry", 8),
        ("artillery", 4),
        ("tank", 2),
        ("fighter", 1),
    ] {
        for _ in 0..count {
            let ix = state
                .add(kind(name), power("Japan"), field)
                .expect("there is room");
            state.unit_mut(ix).came = from;
        }
    }
    for _ in 0..15 {
        state
            .add(kind("infantry"), power("China"), field)
            .expect("there is room");
    }
    let plan = rules
        .battles
        .usual(SiteKind::Land)
        .expect("the pack has land battles");
    let step = u8::try_from(rules.battles.plans[plan].round.len()).expect("a plan is short");
    let battle = Battle {
        site: Site {
            space: field,
            kind: SiteKind::Land,
            assault: false,
        },
        plan,
        round: 1,
        step,
        wait: Wait::Bombard,
        ways: vec![from],
        fired: true,
        over: false,
    };
    state.agenda = vec![
        Frame::Phase(PhaseStage::End),
        Frame::Combat(None),
        Frame::Battle(battle),
    ];
    (stock, state)
}

fn first_combat_move() -> (Stock, State) {
    let (stock, mut state) = opening();
    apply(
        &stock.rules,
        &mut state,
        &Order::EndPhase,
        &mut Stream::new(1),
        &*stock.hooks,
    )
    .expect("a phase can be ended");
    (stock, state)
}

#[library_benchmark]
fn pack_load() -> Rules {
    let Ok(Pack { rules, .. }) = black_box(pack::open("pacific-1940")) else {
        panic!("the stock pack loads")
    };
    assert_eq!(rules.board.spaces.len(), 147);
    rules
}

#[library_benchmark]
#[bench::opening(setup = opening)]
fn state_clone((_, state): (Stock, State)) -> (State, State) {
    let copy = black_box(state.clone());
    assert!(copy.bytes() <= 8 * 1024);
    (state, copy)
}

#[library_benchmark]
#[bench::thirty_units(setup = thirty_units)]
fn battle_round((stock, mut state): (Stock, State)) -> State {
    let events = apply(
        &stock.rules,
        &mut state,
        &Order::Pick(BOMBARD, Vec::new()),
        &mut Stream::new(7),
        &*stock.hooks,
    )
    .expect("nobody need bombard");
    assert!(!black_box(events).is_empty());
    state
}

#[library_benchmark]
#[bench::opening(setup = first_combat_move)]
fn legal_combat_moves((stock, state): (Stock, State)) -> (State, usize) {
    let orders = legal(Cx::new(&stock.rules, &state, &*stock.hooks));
    assert!(orders.len() > 100, "{} orders", orders.len());
    (state, black_box(orders.len()))
}

#[library_benchmark]
#[bench::opening(setup = opening)]
fn program_round((stock, mut state): (Stock, State)) -> State {
    let (rules, hooks) = (&*stock.rules, &*stock.hooks);
    let mut dice = Stream::new(1);
    let mut player = Planner::new(Level::EASY, 0);
    while state.round == 1 {
        let cx = Cx::new(rules, &state, hooks);
        let decision = pending(cx).expect("the game goes on");
        let order = player.answer(rules, &state, hooks, &decision);
        apply(rules, &mut state, &order, &mut dice, hooks).expect("programs give legal orders");
    }
    assert_eq!(broken_invariant(rules, &state), None);
    state
}

library_benchmark_group!(
    name = spine;
    benchmarks = pack_load, state_clone, battle_round, legal_combat_moves, program_round
);

main!(library_benchmark_groups = spine);
