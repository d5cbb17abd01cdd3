//! The programs that play, on the stock pack with its scripts.

use crate::many;
use sandtable::ai::{Account, Level, Planner, Player, Random, advise, answer};
use sandtable::game::Opened;
use sandtable::game::dice::Stream;
use sandtable::kernel::{
    Cx, Decision, Hooks, Order, State, apply, begin, broken_invariant, pending,
};
use sandtable::rules::{Id, Rules};

fn opened(pack: &str) -> Opened {
    sandtable::game::open(pack)
        .map_err(|_| "the pack loads")
        .unwrap()
}

pub fn stock() -> Opened {
    opened("pacific-1940")
}

/// Plays a game of one program a side; the side that has won.
fn game(
    stock: &Opened,
    seed: u64,
    mut players: [Box<dyn Player>; 2],
    rounds: u16,
) -> Option<usize> {
    let (rules, hooks) = (&*stock.rules, &*stock.hooks);
    let mut dice = Stream::new(seed);
    let (mut state, _) = begin(rules, &mut dice, hooks).unwrap();
    while let Some(decision) = pending(Cx::new(rules, &state, hooks)) {
        if state.round > rounds {
            break;
        }
        let side = rules.powers[decision.power].side.map_or(0, Id::index);
        let order = players[side].answer(rules, &state, hooks, &decision);
        apply(rules, &mut state, &order, &mut dice, hooks).unwrap_or_else(|refusal| {
            panic!("seed {seed}: {order:?}: {}", refusal.sentence(rules))
        });
        assert_eq!(
            broken_invariant(rules, &state),
            None,
            "seed {seed}: after {order:?}"
        );
    }
    state.winner.map(Id::index)
}

fn random(seed: u64) -> Box<dyn Player> {
    Box::new(Random::new(Stream::numbered(seed, 1)))
}

fn quick() -> Box<dyn Player> {
    Box::new(Planner::new(Level::EASY, 0))
}

/// How many games the quick player does not win on one side, of how many.
fn missed(side: usize) -> (usize, u64) {
    let rules = stock();
    let games = many(4);
    let won = |seed: u64| {
        let players = if side == 0 {
            [quick(), random(seed)]
        } else {
            [random(seed), quick()]
        };
        game(&rules, seed, players, 30) == Some(side)
    };
    ((0..games).filter(|seed| !won(*seed)).count(), games)
}

#[test]
fn the_quick_player_beats_chance_on_the_first_side() {
    let (missed, games) = missed(0);
    assert!(missed as u64 * 20 <= games, "{missed} of {games}");
}

#[test]
fn the_quick_player_beats_chance_on_the_second_side() {
    let (missed, games) = missed(1);
    assert!(missed as u64 * 20 <= games, "{missed} of {games}");
}

#[test]
fn games_of_two_quick_players_come_to_an_end() {
    let stock = stock();
    let games = many(2);
    let decided = (1..=games)
        .filter(|seed| game(&stock, *seed, [quick(), quick()], 50).is_some())
        .count() as u64;
    assert!(decided * 3 >= games * 2, "{decided} of {games}");
}

/// Thinks as little as it can and still try two ways.
fn planner(seed: u64) -> Box<dyn Player> {
    Box::new(Planner::new(Level::of(40), seed))
}

#[test]
fn no_order_of_the_planner_is_refused() {
    for (pack, rounds) in [("pacific-1940", 1), ("1941", 1), ("learning", 3)] {
        let opened = opened(pack);
        for seed in 1..=many(1) {
            game(&opened, seed, [planner(seed), planner(seed)], rounds);
        }
    }
}

#[test]
fn the_planner_plays_the_same_game_again_on_one_core_as_on_all() {
    let opened = opened("learning");
    let (rules, hooks) = (&*opened.rules, &*opened.hooks);
    let played = || {
        let mut player = Planner::new(Level::NORMAL, 3);
        let mut dice = Stream::new(3);
        let (mut state, _) = begin(rules, &mut dice, hooks).unwrap();
        while let Some(decision) =
            pending(Cx::new(rules, &state, hooks)).filter(|_| state.round < 4)
        {
            let order = player.answer(rules, &state, hooks, &decision);
            apply(rules, &mut state, &order, &mut dice, hooks).unwrap();
        }
        state.digest()
    };
    // Beside other games it keeps to its own core.
    let (among_others, ()) = rayon::join(played, || ());
    assert_eq!(played(), among_others);
}

/// How the planner sees the attacks of the first turn of the stock game, at its usual level; and how many powers play.
fn hinted() -> (Account, usize) {
    let opened = stock();
    let (rules, hooks) = (&*opened.rules, &*opened.hooks);
    let mut dice = Stream::new(1);
    let (mut state, _) = begin(rules, &mut dice, hooks).unwrap();
    apply(rules, &mut state, &Order::EndPhase, &mut dice, hooks).unwrap();
    let cx = Cx::new(rules, &state, hooks);
    let account = advise(cx, &pending(cx).unwrap(), Level::NORMAL).unwrap();
    (account, rules.turn.order.len())
}

#[test]
fn a_hint_says_what_was_tried_and_what_it_would_do() {
    let (account, _) = hinted();
    assert!(account.tried.len() > 1 && account.turns > 5, "{account:?}");
    assert!(
        !account.orders.is_empty() && !account.battles.is_empty(),
        "{account:?}"
    );
}

#[test]
fn each_way_is_played_on_until_all_have_replied_twice_with_two_deals_of_dice() {
    let (account, round) = hinted();
    assert_eq!(account.turns as usize, account.tried.len() * 2 * 2 * round);
}

/// Declares war on itself.
struct Mad;

impl Player for Mad {
    fn answer(&mut self, _: &Rules, _: &State, _: &dyn Hooks, decision: &Decision) -> Order {
        Order::Declare(decision.power)
    }
}

#[test]
fn an_order_that_is_refused_is_told_and_another_one_given() {
    let (mut session, _) = opened("learning").begin(1).unwrap();
    let decision = session.pending().unwrap();
    let mad = answer(&mut session, &mut Mad, &decision).unwrap();
    assert!(mad.refused.is_some() && !mad.events.is_empty());
    let decision = session.pending().unwrap();
    let sane = answer(&mut session, &mut *quick(), &decision).unwrap();
    assert!(sane.refused.is_none());
}
