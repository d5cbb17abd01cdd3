//! Buying units.
use super::Game;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
use crate::rules::UnitTypeId;
/// Whether these can be bought.
pub fn check(_cx: Cx<'_>, _units: &[(UnitTypeId, u16)]) -> Result<(), Refusal> {
    Ok(())
}
/// Buys them.
pub fn buy(_game: &mut Game<'_>, _units: &[(UnitTypeId, u16)]) {}
/// What can be bought.
pub fn legal(_cx: Cx<'_>, _orders: &mut Vec<Order>) -> Result<(), Refusal> {
    Ok(())
}
