//! Aircraft of the other powers that a battle has left without a place land nearby or are lost,
//! before the power on turn moves on.

use crate::{
    Cx, Decision, DecisionKind, Event, Game, Marks, NOWHERE, Standing, Unit, UnitIx, movement,
};
use sandtable_rules::{Action, PowerId, SpaceId, UnitTypeSet};

/// The next decision on a homeless aircraft.
pub fn pending(cx: Cx<'_>) -> Option<Decision> {
    let unit = next_homeless(cx)?;
    let power = cx.state.unit(unit).owner;
    Some(Decision {
        power,
        kind: DecisionKind::Land {
            unit,
            to: places(cx, unit),
        },
    })
}

/// Lands what has one place or none; says whether the agenda goes on.
pub fn land_stranded(game: &mut Game<'_>) -> bool {
    while let Some(ix) = next_homeless(game.cx()) {
        match shelters(game.cx(), ix)[..] {
            [] => {
                let gone = game.state.together(&[ix]);
                game.state.destroy(ix);
                gone.into_iter()
                    .for_each(|gone| game.tell(Event::Crashed(gone)));
            }
            [only] => land(game, ix, only),
            _ => return false,
        }
    }
    game.state.agenda.pop();
    true
}

/// Those of some aircraft of powers not on turn that find a place one after the other, if they have none.
pub fn sheltered(cx: Cx<'_>, some: &[UnitIx]) -> Vec<UnitIx> {
    let mut down = some.to_vec();
    let landed = Game::tried(cx, |game| {
        down.retain(|ix| {
            let to = shelters(game.cx(), *ix);
            let ashore = to.iter().find(|to| !cx.rules.board.is_sea(**to));
            let to = ashore.or(to.first()).copied();
            to.into_iter().for_each(|to| land(game, *ix, to));
            to.is_some()
        });
        Ok(())
    });
    landed.map_or(Vec::new(), |_| down)
}

/// Lands an aircraft: on a deck at sea, else on the ground.
pub fn land(game: &mut Game<'_>, ix: UnitIx, to: SpaceId) {
    let unit = game.state.unit_mut(ix);
    unit.space = to;
    unit.marks.clear(Marks::ALOFT.and(Marks::SCRAMBLED));
    let (owner, kind) = (unit.owner, unit.kind);
    if game.rules.board.is_sea(to) {
        let hosts = movement::welcoming(game.cx(), owner, kind, to);
        game.state
            .take_deck(game.rules, ix, |_, deck| hosts.has(deck));
    }
    game.tell(Event::Landed {
        power: owner,
        unit: kind,
        space: to,
    });
}

/// The first aircraft of a power not on turn that has nowhere to stay.
fn next_homeless(cx: Cx<'_>) -> Option<UnitIx> {
    let active = cx.active();
    let homeless = |u: &Unit| {
        u.owner != active
            && u.flies(cx.rules)
            && (cx.rules.board.is_sea(u.space)
                || u.marks.any(Marks::SCRAMBLED)
                || !safe(cx, u.space, u.owner))
    };
    cx.state.all().find(|(_, u)| homeless(u)).map(|(ix, _)| ix)
}

/// Whether aircraft of a power can stay in a territory.
fn safe(cx: Cx<'_>, space: SpaceId, power: PowerId) -> bool {
    !cx.rules.board.is_sea(space) && cx.standing(space, power) == Standing::Friendly
}

/// Where an aircraft without a place can land: where it rose, else nearby.
fn shelters(cx: Cx<'_>, ix: UnitIx) -> Vec<SpaceId> {
    let unit = cx.state.unit(ix);
    let rose = unit.marks.any(Marks::SCRAMBLED) && unit.came != NOWHERE;
    match rose && safe(cx, unit.came, unit.owner) {
        true => vec![unit.came],
        false => places(cx, ix),
    }
}

/// Where an aircraft can land within the range of stranded aircraft, and may.
fn places(cx: Cx<'_>, ix: UnitIx) -> Vec<SpaceId> {
    let unit = cx.state.unit(ix);
    let near = |space| {
        cx.rules
            .board
            .distance(unit.space, space)
            .is_some_and(|d| d <= cx.rules.movement.stranded_range)
    };
    let mut places = Vec::new();
    for (space, _) in cx
        .rules
        .board
        .spaces
        .iter()
        .filter(|(id, s)| !s.closed && near(*id))
    {
        let open = if cx.rules.board.is_sea(space) {
            let hosts = movement::welcoming(cx, unit.owner, unit.kind, space);
            let welcomes = |_, deck| hosts.has(deck);
            let deck = cx.state.free_deck(cx.rules, unit, space, welcomes);
            deck.is_some()
        } else {
            safe(cx, space, unit.owner)
        };
        let kind = UnitTypeSet::only(unit.kind);
        if open && cx.unforbidden(Action::Fly, unit.owner, kind, space) {
            places.push(space);
        }
    }
    places
}
