//! Decks that were bought for aircraft already in the air: what is placed must leave as many of these a
//! deck as there can be.

use super::super::movement::lost_for_good;
use super::super::query::Cx;
use super::super::refusal::{Code, Refusal};
use super::super::{Game, State};
use super::{allowed, place};
use sandtable_rules::{SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};

/// Whether placing these dooms no aircraft that could have a new deck; the placement is allowed otherwise.
///
/// # Errors
/// It dooms one.
pub fn check(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Result<(), Refusal> {
    let zones = waiting(cx);
    let deck = cx
        .state
        .bought
        .iter()
        .map(|b| b.kind)
        .find(|k| cx.rules.units.decks.has(*k));
    let Some(deck) = deck.filter(|_| !zones.is_empty()) else {
        return Ok(());
    };
    let before = fewest_lost(cx, zones)?;
    let after = fewest_lost(cx.on(&placed(cx, kind, count, space)?), zones)?;
    if after > before {
        Err(Code::DeckPromised.refuse().of(deck).at(space))
    } else {
        Ok(())
    }
}

/// The zones over which aircraft of the power on turn are without a deck.
fn waiting(cx: Cx<'_>) -> SpaceSet {
    let own = cx.state.of(cx.active()).map(|(_, u)| u);
    let aloft = own.filter(|u| u.flies(cx.rules));
    let spaces: SpaceSet = aloft.map(|u| u.space).collect();
    spaces.intersect(cx.rules.board.sea)
}

/// How many aircraft are lost if the decks still to be placed go where they save the most.
fn fewest_lost(cx: Cx<'_>, zones: SpaceSet) -> Result<usize, Refusal> {
    let bought: UnitTypeSet = cx.state.bought.iter().map(|b| b.kind).collect();
    let decks = bought.intersect(cx.rules.units.decks);
    let in_zones = |deck| zones.iter().map(move |zone| (deck, zone));
    let places: Vec<_> = decks.iter().flat_map(in_zones).collect();
    fewest_from(cx, &places)
}

/// The same, with decks put into these places only, each as often as it helps. The order in which
/// decks are placed saves nobody, so places that were passed over are not come back to.
fn fewest_from(cx: Cx<'_>, places: &[(UnitTypeId, SpaceId)]) -> Result<usize, Refusal> {
    let lost = lost_for_good(cx);
    let mut fewest = lost;
    for (nth, (kind, zone)) in places.iter().enumerate() {
        if fewest == 0 {
            break;
        }
        if allowed(cx, *kind, 1, *zone).is_ok() {
            let state = placed(cx, *kind, 1, *zone)?;
            let cx = cx.on(&state);
            if lost_for_good(cx) < lost {
                fewest = fewest.min(fewest_from(cx, &places[nth..])?);
            }
        }
    }
    Ok(fewest)
}

fn placed(cx: Cx<'_>, kind: UnitTypeId, count: u16, space: SpaceId) -> Result<State, Refusal> {
    Game::tried(cx, |game| place(game, kind, count, space))
}
