//! Questions that have one answer.

use sandtable_game::Session;
use sandtable_kernel::{Decision, DecisionKind, Order};

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
