//! Who may take back what. One's own orders, at any depth, and what programs answered to them; but nothing that another
//! person has done since, and no die that another person has seen.

use super::log::Entry;
use super::plans::{Plans, Tell, told};
use super::seat::{Seats, Voice};
use super::session::Session;
use sandtable_diag::{Problem, Problems};
use sandtable_rules::PowerId;
use std::sync::Arc;

/// How far back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// So many of one's own orders.
    Orders(usize),
    /// To the beginning of the phase in which one ordered last.
    Phase,
    /// To the beginning of that turn.
    Turn,
    /// Until so many orders are left of the game's.
    To(usize),
}

/// How many entries of the log are left when somebody goes back.
fn back_to(session: &Session, seats: &Seats, voice: &Voice, back: Back) -> Result<usize, Problem> {
    let entries = session.log().entries();
    let mine = |power| voice.plays(seats, power);
    let own = |nth: &usize| mine(entries[*nth].by);
    let mut last = (0..entries.len()).rev().filter(own);
    let nothing = || {
        let problem = Problem::error("undo/nothing", "nothing can be taken back");
        problem.help("you have given no order yet")
    };
    let left = match back {
        Back::Orders(0) => entries.len(),
        Back::To(left) => left.min(entries.len()),
        Back::Orders(count) => last.take(count).last().ok_or_else(nothing)?,
        of => begun(session, last.next().ok_or_else(nothing)?, of),
    };
    let gone = &entries[left..];
    if !gone.is_empty() && !gone.iter().any(|entry| mine(entry.by)) {
        return Err(nothing());
    }
    let other = |entry: &Arc<Entry>| seats.person(entry.by).is_some() && !mine(entry.by);
    if gone.iter().any(other) {
        let problem = Problem::error("undo/others", "this cannot be taken back");
        return Err(problem.help("another person has acted since"));
    }
    if !voice.is_alone(seats) && gone.iter().any(|entry| !entry.dice.is_empty()) {
        let problem = Problem::error("undo/dice", "this cannot be taken back");
        return Err(problem.help("dice were rolled since that another person has seen"));
    }
    Ok(left)
}

/// Takes back what those who speak may: what that was, the first of it first.
///
/// # Errors
/// `undo/nothing`: none of their orders is there to take back. `undo/others`, `undo/dice`: another person has acted
/// since, or has seen dice. `undo/branch`: it was before the plan began that is being tried.
pub fn take_back(
    (session, seats, plans): (&mut Session, &Seats, &Plans),
    voice: &Voice,
    back: Back,
) -> Result<Vec<Arc<Entry>>, Problems> {
    let left = back_to(session, seats, voice, back)?;
    plans.reaches(left)?;
    session.undo_to(left)
}

/// Does so many orders of people again, with what programs did after them.
///
/// # Errors
/// `redo/nothing`: nothing was taken back. One of them is refused.
pub fn do_again(
    (session, seats): (&mut Session, &Seats),
    count: usize,
    tell: Tell<'_>,
) -> Result<(), Problems> {
    let mut done = 0;
    while let Some(next) = session.log().undone() {
        let own = seats.person(next.by).is_some();
        if own && done == count {
            return Ok(());
        }
        done += usize::from(own);
        let Some((_, typed)) = session.redo() else {
            break;
        };
        told(session, typed, tell)?;
    }
    if done > 0 {
        return Ok(());
    }
    let message = "nothing was taken back that could be done again";
    Err(Problem::error("redo/nothing", message).into())
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
