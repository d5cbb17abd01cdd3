//! What Enter alone stands for at a terminal, and questions that have one answer.

use crate::ai::{PROGRAMS, program};
use crate::game::Session;
use crate::kernel::{Choice, Decision, DecisionKind, Order, check};

/// The answer that is proposed: yes, the next battle, the losses that a program would take.
pub(super) fn proposed(session: &Session, decision: &Decision) -> Option<Order> {
    let order = match &decision.kind {
        DecisionKind::Agree { .. } => Order::Agree,
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
        DecisionKind::Offer(offer) => {
            let yes = |choice: &Choice| matches!(choice, Choice::Word(word) if word == "yes");
            let at = offer.choices.iter().position(yes)?;
            Order::Answer(vec![u16::try_from(at).ok()?])
        }
        _ => return None,
    };
    check(session.cx(), &order).is_ok().then_some(order)
}

/// The answer of a question that has no other; the end of a phase is said by the player.
pub(super) fn only(session: &Session, decision: &Decision) -> Option<Order> {
    if matches!(decision.kind, DecisionKind::Phase(_)) {
        return None;
    }
    let mut orders = session.legal();
    orders.truncate(2);
    let only = orders.pop();
    only.filter(|_| orders.is_empty())
}
