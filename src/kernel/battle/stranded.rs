//! Aircraft of the other powers that a battle has left without a place land nearby or are lost,
//! before the power on turn moves on.

use super::super::Game;
use super::super::decision::{Decision, DecisionKind};
use super::super::event::Event;
use super::super::query::{Cx, Standing};
use super::super::state::{Marks, NOWHERE, Unit, UnitIx};
use crate::rules::{PowerId, SpaceId};

/// The next decision on a homeless aircraft.
pub fn pending(cx: Cx<'_>) -> Option<Decision> {
    let unit = next_homeless(cx)?;
    let power = cx.state.unit(unit).owner;
    Some(Decision { power, kind: DecisionKind::Land { unit, to: places(cx, unit) } })
}

/// Lands what has one place or none; says whether the agenda goes on.
pub fn land_stranded(game: &mut Game<'_>) -> bool {
    while let Some(ix) = next_homeless(game.cx()) {
        let unit = *game.state.unit(ix);
        if unit.marks.any(Marks::SCRAMBLED) && unit.came != NOWHERE && safe(game.cx(), unit.came, unit.owner) {
            land(game, ix, unit.came);
            continue;
        }
        match places(game.cx(), ix)[..] {
            [] => {
                game.state.destroy(ix);
                game.tell(Event::Crashed(unit.owner, vec![(unit.kind, 1)], unit.space));
            }
            [only] => land(game, ix, only),
            _ => return false,
        }
    }
    game.state.agenda.pop();
    true
}

/// Lands an aircraft: on a deck at sea, else on the ground.
pub fn land(game: &mut Game<'_>, ix: UnitIx, to: SpaceId) {
    let unit = game.state.unit_mut(ix);
    unit.space = to;
    unit.marks.clear(Marks::ALOFT.and(Marks::SCRAMBLED));
    let (owner, kind) = (unit.owner, unit.kind);
    if game.rules.board.is_sea(to) {
        let cx = game.cx();
        let friends = cx.allies(owner);
        let own = game.state.take_deck(game.rules, ix, |flyer, deck| flyer == deck);
        if !own {
            game.state.take_deck(game.rules, ix, |_, deck| friends.has(deck));
        }
    }
    game.tell(Event::Landed(owner, kind, to));
}

/// The first aircraft of a power not on turn that has nowhere to stay.
fn next_homeless(cx: Cx<'_>) -> Option<UnitIx> {
    let active = cx.active();
    let homeless = |u: &Unit| {
        let flies = u.owner != active && cx.rules.units.air.has(u.kind) && u.carrier().is_none();
        flies && (cx.rules.board.is_sea(u.space) || u.marks.any(Marks::SCRAMBLED) || !safe(cx, u.space, u.owner))
    };
    cx.state.all().find(|(_, u)| homeless(u)).map(|(ix, _)| ix)
}

/// Whether aircraft of a power can stay in a territory.
fn safe(cx: Cx<'_>, space: SpaceId, power: PowerId) -> bool {
    !cx.rules.board.is_sea(space) && cx.standing(space, power) == Standing::Friendly
}

/// Where an aircraft can land within the range of stranded aircraft.
fn places(cx: Cx<'_>, ix: UnitIx) -> Vec<SpaceId> {
    let unit = cx.state.unit(ix);
    let deck = |space| {
        cx.state.units_in(space).any(|(deck, d)| {
            cx.rules.units.decks.has(d.kind)
                && (d.owner == unit.owner || (cx.rules.movement.allied_decks && cx.friends(d.owner, unit.owner)))
                && cx.state.deck_has_room(cx.rules, deck, unit.kind)
        })
    };
    let near = |space| cx.rules.board.distance(unit.space, space).is_some_and(|d| d <= cx.rules.movement.stranded_range);
    let spaces = cx.rules.board.spaces.iter().filter(|(id, s)| !s.closed && near(*id)).map(|(id, _)| id);
    spaces.filter(|id| if cx.rules.board.is_sea(*id) { deck(*id) } else { safe(cx, *id, unit.owner) }).collect()
}
