//! Declaring war.
use super::Game;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
use crate::rules::{PowerId, PowerSet, Relation};
/// Whether the power on turn may declare war on this one.
pub fn check(_cx: Cx<'_>, _on: PowerId) -> Result<(), Refusal> {
    Ok(())
}
/// Declares it, with all that follows.
pub fn declare(_game: &mut Game<'_>, _on: PowerId) -> Result<(), Refusal> {
    Ok(())
}
/// The declarations that may be made.
pub fn legal(_cx: Cx<'_>, _orders: &mut Vec<Order>) -> Result<(), Refusal> {
    Ok(())
}
/// Sets a relation between all of the one and all of the other.
pub fn set_relation(_game: &mut Game<'_>, _a: PowerSet, _b: PowerSet, _relation: Relation) {}
