//! The answer that is proposed to a person.

use super::{PROGRAMS, program};
use sandtable_game::Session;
use sandtable_kernel::{Decision, DecisionKind, Order, check};

/// The answer that is proposed, only where it has to be done anyway: the next battle, the losses that a
/// program would take. What an offer costs or whom it commits cannot be known, and who agrees to
/// losses gives up units that might be another's: such a yes is nobody's but the player's.
pub fn proposed(session: &Session, decision: &Decision) -> Option<Order> {
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
