//! Repairing facilities and ships.
use super::Game;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
use super::state::UnitIx;
/// Whether so many points can be repaired.
pub fn check(_cx: Cx<'_>, _facility: UnitIx, _points: u8) -> Result<(), Refusal> {
    Ok(())
}
/// Repairs them.
pub fn repair(_game: &mut Game<'_>, _facility: UnitIx, _points: u8) {}
/// What can be repaired.
pub fn legal(_cx: Cx<'_>, _orders: &mut Vec<Order>) -> Result<(), Refusal> {
    Ok(())
}
/// Free repairs of the power on turn's ships at operative facilities: at the end of its purchase phase.
pub fn mend(_game: &mut Game<'_>) -> Result<(), Refusal> {
    Ok(())
}
