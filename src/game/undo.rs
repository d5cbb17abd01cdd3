//! Who may take back what. One's own orders, at any depth, and what programs answered to them; but nothing that another
//! person has done since, and no die that another person has seen.

use super::session::Session;
use crate::diag::Problem;
use crate::rules::PowerId;

/// How far back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// So many of one's own orders.
    Orders(usize),
    /// To the beginning of the phase in which one ordered last.
    Phase,
    /// To the beginning of that turn.
    Turn,
}

/// Who asks to go back.
pub struct Asker<'a> {
    /// Whether they play a power.
    pub plays: &'a dyn Fn(PowerId) -> bool,
    /// Whether another person plays it.
    pub other: &'a dyn Fn(PowerId) -> bool,
    /// Whether there is another person at all.
    pub watched: bool,
}

/// How many entries of the log are left when somebody goes back.
///
/// # Errors
/// `undo/nothing`: none of their orders is there to take back. `undo/others`, `undo/dice`: another
/// person has acted since, or has seen dice.
pub fn back_to(session: &Session, asker: &Asker<'_>, back: Back) -> Result<usize, Problem> {
    let entries = session.log().entries();
    let own = |nth: &usize| (asker.plays)(entries[*nth].by);
    let mut mine = (0..entries.len()).rev().filter(own);
    let nothing = || {
        let problem = Problem::error("undo/nothing", "nothing can be taken back");
        problem.help("you have given no order yet")
    };
    let left = match back {
        Back::Orders(0) => entries.len(),
        Back::Orders(count) => {
            let mut last = None;
            mine.take(count).for_each(|nth| last = Some(nth));
            last.ok_or_else(nothing)?
        }
        of => begun(session, mine.next().ok_or_else(nothing)?, of),
    };
    let gone = &entries[left..];
    if gone.iter().any(|entry| (asker.other)(entry.by)) {
        let problem = Problem::error("undo/others", "this cannot be taken back");
        return Err(problem.help("another person has acted since"));
    }
    if asker.watched && gone.iter().any(|entry| !entry.dice.is_empty()) {
        let problem = Problem::error("undo/dice", "this cannot be taken back");
        return Err(problem.help("dice were rolled since that another person has seen"));
    }
    Ok(left)
}

/// Where the phase of an entry began, or its turn.
fn begun(session: &Session, entry: usize, of: Back) -> usize {
    let first = session.rules().turn.order.first();
    let before = session.log().entries()[..entry].iter().enumerate();
    let ends = before.filter_map(|(nth, e)| Some((nth + 1, e.reached?)));
    let mut phases = vec![(0, 1, first.copied())];
    phases.extend(ends.map(|(at, r)| (at, r.round, Some(r.turn))));
    let last = phases[phases.len() - 1];
    let same = |phase: &&(usize, u16, Option<PowerId>)| match of {
        Back::Turn => (phase.1, phase.2) == (last.1, last.2),
        _ => phase.0 == last.0,
    };
    let phases = phases.iter().rev().take_while(same);
    phases.last().map_or(0, |phase| phase.0)
}
