//! Movement by land, sea and air.
use super::Game;
use super::order::Order;
use super::query::Cx;
use super::refusal::Refusal;
/// Whether this is an order of movement.
pub fn handles(order: &Order) -> bool {
    matches!(order, Order::Move { .. } | Order::Load { .. } | Order::Unload { .. } | Order::Raid { .. })
}
/// Whether the order may be given.
pub fn check(_cx: Cx<'_>, _order: &Order) -> Result<(), Refusal> {
    Ok(())
}
/// Carries it out.
pub fn carry_out(_game: &mut Game<'_>, _order: &Order) -> Result<(), Refusal> {
    Ok(())
}
/// The orders that may be given.
pub fn legal(_cx: Cx<'_>, _orders: &mut Vec<Order>) -> Result<(), Refusal> {
    Ok(())
}
/// Whether combat movement may end.
pub fn check_end_of_combat_move(_cx: Cx<'_>) -> Result<(), Refusal> {
    Ok(())
}
/// Ends noncombat movement: aircraft at sea take decks, those without a place are lost.
pub fn land_all(_game: &mut Game<'_>) -> Result<(), Refusal> {
    Ok(())
}
/// After mobilization: new decks take the aircraft that waited for them; the rest are lost.
pub fn land_rest(_game: &mut Game<'_>) {}
