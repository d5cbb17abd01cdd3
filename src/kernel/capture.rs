//! Capture and liberation.
use super::Game;
use super::refusal::Refusal;
use crate::rules::{PowerId, SpaceId};
/// The power on turn's ground units take a space: control, facilities, treasury, liberation.
pub fn take(_game: &mut Game<'_>, _space: SpaceId, _by: PowerId) -> Result<(), Refusal> {
    Ok(())
}
/// A ground unit of a power came into a friendly space in noncombat movement: guardianship.
pub fn enter(_game: &mut Game<'_>, _space: SpaceId, _by: PowerId) -> Result<(), Refusal> {
    Ok(())
}
