//! Capture and liberation.
use super::Game;
use super::refusal::Refusal;
use crate::rules::{PowerId, SpaceId};
/// The power on turn's ground units take a space: control, facilities, treasury, liberation.
pub fn take(_game: &mut Game<'_>, _space: SpaceId, _by: PowerId) -> Result<(), Refusal> {
    Ok(())
}
