//! Carrying out effects; offers and their answers.
use super::Game;
use super::agenda::Offer;
use super::order::Order;
use super::refusal::Refusal;
use crate::rules::{Moment, SpaceId};
/// Asks the triggers, victories and scripts of a moment, from the `next`th on. Returns the index to
/// go on with when an offer was pushed, `None` when all have been asked.
pub fn ask(_game: &mut Game<'_>, _moment: Moment, _next: u16) -> Result<Option<u16>, Refusal> {
    Ok(None)
}
/// Whether an answer fits an offer.
pub fn check_answer(_offer: &Offer, _choices: &[u16]) -> Result<(), Refusal> {
    Ok(())
}
/// The answers to an offer.
pub fn legal_answers(_offer: &Offer, _orders: &mut Vec<Order>) {}
/// Carries out the answer to the offer on top of the agenda, which it pops.
pub fn answer(_game: &mut Game<'_>, _choices: &[u16]) -> Result<(), Refusal> {
    Ok(())
}
/// The space a moment is about.
pub fn here(moment: Moment) -> Option<SpaceId> {
    if let Moment::Captured(s, _) = moment { Some(s) } else { None }
}
