//! The phase machine.
use super::decision::Decision;
use super::query::Cx;
use super::refusal::Refusal;
use super::{Dice, Event, Game, Hooks, State};
use crate::rules::Rules;
/// The opening position, run on to the first decision, and what happened on the way.
///
/// # Errors
/// A script failed.
pub fn begin(_rules: &Rules, _dice: &mut dyn Dice, _hooks: &dyn Hooks) -> Result<(State, Vec<Event>), Refusal> {
    Err(super::Code::NotNow.refuse())
}
/// What the game waits for.
pub fn pending(_cx: Cx<'_>) -> Result<Option<Decision>, Refusal> {
    Ok(None)
}
/// Runs the agenda until it waits.
pub fn run(_game: &mut Game<'_>) -> Result<(), Refusal> {
    Ok(())
}
/// Ends the phase that is being played.
pub fn end_phase(_game: &mut Game<'_>) {}
