//! Programs that play, by the names under which seats know them.

use super::{Level, Planner, Player, Random, Simple};
use crate::game::Session;
use crate::game::dice::Stream;
use crate::kernel::{Code, Decision, Event, Order, Refusal};

/// The names of the programs, the usual one first.
pub const PROGRAMS: &[&str] = &[
    "simple",
    "planner",
    "planner:easy",
    "planner:hard",
    "random",
];

/// The program of a name; the usual one for names that are none. Its chances come from a stream of
/// the game's seed that is not the dice's; the number tells it from those of other programs.
pub fn program(name: &str, seed: u64, number: u64) -> Box<dyn Player> {
    let planner = |level| Box::new(Planner::new(level, seed));
    match name {
        "planner" => planner(Level::NORMAL),
        "planner:easy" => planner(Level::EASY),
        "planner:hard" => planner(Level::HARD),
        "random" => Box::new(Random::new(Stream::numbered(seed, number + 1))),
        _ => Box::new(Simple::new()),
    }
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
