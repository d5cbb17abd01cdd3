//! Programs that play, by the names under which seats know them.

use super::{Level, Planner, Player, Random};
use crate::game::Session;
use crate::game::dice::Stream;
use crate::kernel::{Code, Decision, Event, Order, Refusal};
use crate::rules::Weights;

/// The names that a seat may have. The last is the old one of the usual program: saves, seats and letters that have it
/// stay good, and the lobby does not offer it.
pub const KNOWN: &[&str] = &[
    "planner:easy",
    "planner",
    "planner:hard",
    "random",
    "simple",
];
/// The programs that are offered, the usual one first.
pub const PROGRAMS: &[&str] = KNOWN.split_at(KNOWN.len() - 1).0;

/// The program of a name; the usual one for names that are none. Its chances come from a stream of
/// the game's seed that is not the dice's; the number tells it from those of other programs.
pub fn program(name: &str, seed: u64, number: u64) -> Box<dyn Player> {
    weighted(name, None, seed, number)
}

/// The same, going by these numbers and not by the pack's, if there are any.
pub fn weighted(name: &str, by: Option<&Weights>, seed: u64, number: u64) -> Box<dyn Player> {
    let level = match name {
        "planner" => Level::NORMAL,
        "planner:hard" => Level::HARD,
        "random" => return Box::new(Random::new(Stream::numbered(seed, number + 1))),
        _ => Level::EASY,
    };
    let planner = Planner::new(level, seed);
    Box::new(match by {
        Some(weights) => planner.by(weights.clone()),
        None => planner,
    })
}

/// Has a program answer what a game waits for. One that asks for what it may not have gets what
/// there is.
///
/// # Errors
/// Every order that should be legal is refused ([`Code::NotNow`]).
pub fn answer(
    session: &mut Session,
    player: &mut dyn Player,
    decision: &Decision,
) -> Result<Vec<Event>, Refusal> {
    let first = player.answer(session.rules(), session.state(), session.hooks(), decision);
    if let Ok(events) = session.order(&first) {
        return Ok(events);
    }
    let legal = session.legal();
    legal
        .iter()
        .rev()
        .find_map(|order| session.order(order).ok())
        .ok_or_else(|| Code::NotNow.refuse().by(decision.power))
}

/// Orders in words, each as it is said after those before it.
pub fn written(session: &Session, orders: &[Order]) -> Vec<String> {
    let mut game = session.branched();
    let said = |order: &Order| {
        let words = game.print(order);
        game.order(order).is_ok().then_some(words)
    };
    orders.iter().filter_map(said).collect()
}
