//! Battles.
use super::Game;
use super::decision::DecisionKind;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
/// Whether an order answers this decision.
pub fn check(_cx: Cx<'_>, _kind: &DecisionKind, _order: &Order) -> Result<(), Refusal> {
    Ok(())
}
/// The answers to it.
pub fn legal(_cx: Cx<'_>, _kind: &DecisionKind, _orders: &mut Vec<Order>) {}
/// Carries it out.
pub fn carry_out(_game: &mut Game<'_>, _order: &Order) -> Result<(), Refusal> {
    Ok(())
}
