//! What Enter alone stands for at a terminal, and questions that have one answer.

use crate::ai::{PROGRAMS, program};
use crate::game::Session;
use crate::kernel::{Decision, DecisionKind, Order, check};

/// The answer that is proposed, only where it has to be done anyway: the next battle, the losses that a
/// program would take. What an offer costs or whom it commits cannot be known, and who agrees to
/// losses gives up units that might be another's: such a yes is typed.
pub(super) fn proposed(session: &Session, decision: &Decision) -> Option<Order> {
    let order = match &decision.kind {
        DecisionKind::Fight { sites } => {
            let next = sites.first()?;
            let (space, kind) = (next.space, next.kind);
            Order::Fight { space, kind }
        }
        DecisionKind::Casualties { .. } => {
            let mut player = program(PROGRAMS[0], session.seed(), 0);
            let cx = session.cx();
            player.answer(cx.rules, cx.state, cx.hooks, decision)
        }
        _ => return None,
    };
    check(session.cx(), &order).is_ok().then_some(order)
}

/// The answer of a question that has no other; the end of a phase and the answer to an offer, of
/// which not all are listed, are said by the player.
pub(super) fn only(session: &Session, decision: &Decision) -> Option<Order> {
    if matches!(
        decision.kind,
        DecisionKind::Phase(_) | DecisionKind::Offer(_)
    ) {
        return None;
    }
    let mut orders = session.legal();
    orders.truncate(2);
    let only = orders.pop();
    only.filter(|_| orders.is_empty())
}
