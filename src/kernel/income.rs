//! Collecting income.
use super::Game;
use super::refusal::Refusal;
/// Collects the income of the power on turn.
pub fn collect(_game: &mut Game<'_>) -> Result<(), Refusal> {
    Ok(())
}
