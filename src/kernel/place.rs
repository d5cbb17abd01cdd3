//! Placing what was bought.
use super::Game;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
use crate::rules::{SpaceId, UnitTypeId};
/// Whether these can be placed there.
pub fn check(_cx: Cx<'_>, _kind: UnitTypeId, _count: u16, _space: SpaceId) -> Result<(), Refusal> {
    Ok(())
}
/// Places them.
pub fn place(_game: &mut Game<'_>, _kind: UnitTypeId, _count: u16, _space: SpaceId) -> Result<(), Refusal> {
    Ok(())
}
/// What can be placed.
pub fn legal(_cx: Cx<'_>, _orders: &mut Vec<Order>) -> Result<(), Refusal> {
    Ok(())
}
/// Whether the phase may end: nothing is left that could be placed.
pub fn check_end(_cx: Cx<'_>) -> Result<(), Refusal> {
    Ok(())
}
/// Pays back what is left.
pub fn refund(_game: &mut Game<'_>) {}
