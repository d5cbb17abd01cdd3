//! Phases by their kinds: what begins with one, which orders it takes, what it does by itself and what
//! belongs to its end. The phase machine ([`super::turn`]) knows no kind.

use super::agenda::Frame;
use super::order::Order;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::{Game, income, movement, place, politics, purchase, repair};
use crate::rules::{Moment, PhaseKind};

/// Whether a phase of this kind waits for its player until he ends it, if there is anything to do.
pub fn waits(kind: PhaseKind) -> bool {
    matches!(
        kind,
        PhaseKind::Purchase
            | PhaseKind::CombatMove
            | PhaseKind::NoncombatMove
            | PhaseKind::Mobilize
    )
}

/// Puts on the agenda what happens when a phase begins, before its player is asked.
pub fn begin(game: &mut Game<'_>, kind: PhaseKind) {
    let agenda = &mut game.state.agenda;
    match kind {
        PhaseKind::Combat => {
            agenda.push(Frame::Muster);
            agenda.push(Frame::Moment(Moment::MovesCommitted, 0));
        }
        PhaseKind::NoncombatMove => agenda.push(Frame::Stranded),
        _ => {}
    }
}

/// Does what a phase does by itself; says whether that was all of it.
///
/// # Errors
/// A script failed.
pub fn play(game: &mut Game<'_>, kind: PhaseKind) -> Result<bool, Refusal> {
    match kind {
        PhaseKind::Income => income::collect(game)?,
        PhaseKind::Mobilize if game.state.bought.is_empty() => {}
        kind => return Ok(!waits(kind)),
    }
    Ok(true)
}

/// Carries out the answer to a question that a phase has put as an offer, by the number of the question.
/// No kind puts any yet.
pub fn answered(_: &mut Game<'_>, _question: u8, _choices: &[u16]) {}

/// Does what belongs to the end of a phase.
///
/// # Errors
/// A script failed.
pub fn end(game: &mut Game<'_>, kind: PhaseKind) -> Result<(), Refusal> {
    match kind {
        PhaseKind::NoncombatMove => movement::land_all(game),
        PhaseKind::Mobilize => {
            place::refund(game);
            movement::land_rest(game)
        }
        _ => Ok(()),
    }
}

/// Judges an order in a phase, with what judging a move has found out.
///
/// # Errors
/// Why it may not be given.
pub fn judge(
    cx: Cx<'_>,
    kind: PhaseKind,
    order: &Order,
) -> Result<Option<movement::Trip>, Refusal> {
    match (kind, order) {
        (_, Order::Declare(on)) => politics::check(cx, *on)?,
        (kind, Order::EndPhase) => check_end(cx, kind)?,
        (PhaseKind::Purchase, Order::Buy(units)) => purchase::check(cx, units)?,
        (PhaseKind::Purchase, Order::Repair { facility, points }) => {
            repair::check(cx, *facility, *points)?;
        }
        (PhaseKind::Purchase, Order::Upgrade(facility)) => purchase::check_upgrade(cx, *facility)?,
        (PhaseKind::CombatMove | PhaseKind::NoncombatMove, order) if movement::handles(order) => {
            return movement::judge(cx, order);
        }
        (PhaseKind::Mobilize, Order::Place { kind, count, space }) => {
            place::check(cx, *kind, *count, *space)?;
        }
        _ => return Err(Code::NotNow.refuse()),
    }
    Ok(None)
}

/// Every kind of order that may be given in a phase.
///
/// # Errors
/// A script failed.
pub fn legal(cx: Cx<'_>, kind: PhaseKind, orders: &mut Vec<Order>) -> Result<(), Refusal> {
    politics::legal(cx, orders)?;
    match kind {
        PhaseKind::Purchase => {
            purchase::legal(cx, orders)?;
            repair::legal(cx, orders)?;
        }
        PhaseKind::CombatMove | PhaseKind::NoncombatMove => movement::legal(cx, orders)?,
        PhaseKind::Mobilize => place::legal(cx, orders)?,
        _ => {}
    }
    if check_end(cx, kind).is_ok() {
        orders.push(Order::EndPhase);
    }
    Ok(())
}

fn check_end(cx: Cx<'_>, kind: PhaseKind) -> Result<(), Refusal> {
    match kind {
        PhaseKind::CombatMove => movement::check_end_of_combat_move(cx),
        PhaseKind::NoncombatMove => movement::check_end_of_noncombat_move(cx),
        PhaseKind::Mobilize => place::check_end(cx),
        _ => Ok(()),
    }
}
