//! The end of a battle: who holds the field, what is taken, what heals, where aircraft go.

use super::law::end;
use super::party::Field;
use crate::{Battle, Event, Game, Marks, Standing, Unit, UnitIx, capture, movement};
use sandtable_rules::{Moment, Role, SiteKind, SpaceId};

/// Ends a battle.
pub fn finish(game: &mut Game<'_>, battle: &Battle) {
    let space = battle.site.space;
    if battle.site.kind == SiteKind::Land {
        movement::get_off(game, space);
    }
    let cx = game.cx();
    let field = Field::new(cx, battle);
    let shown = field.scene(cx.rules, battle).shown;
    let holders = end::holders(&cx.rules.units);
    let winner = end::winner(shown.map(|types| types.meets(&holders)));
    let active = cx.active();
    let takers = shown[0].meets(&cx.rules.units.takers);
    let takes = takers && cx.standing(space, active) != Standing::Friendly;
    let present: Vec<UnitIx> = field.both().map(|(ix, _)| ix).collect();
    for ix in present {
        leave(game, ix);
        let unit = game.state.unit_mut(ix);
        if unit.marks.any(Marks::RAIDING) {
            unit.link = UnitIx::NONE;
        }
    }
    rested(game, space);
    game.tell(Event::BattleEnded {
        space,
        kind: battle.site.kind,
        winner,
    });
    game.announce(Moment::BattleEnd(space, battle.site.kind));
    match battle.site.kind {
        SiteKind::Land if winner == Some(Role::Attacker) && takes => {
            capture::take(game, space, active)
        }
        SiteKind::Sea => come_down(game, battle),
        SiteKind::Land | SiteKind::Raid => {}
    }
}

/// The battle is over for a unit, whether it stayed or left: what heals by itself is whole again.
pub fn leave(game: &mut Game<'_>, ix: UnitIx) {
    let heals = game.rules.units[game.state.unit(ix).kind].heals;
    let unit = game.state.unit_mut(ix);
    unit.marks.set(Marks::FOUGHT);
    if heals {
        unit.damage = 0;
    }
}

/// Everybody in a space may fire again.
pub fn rested(game: &mut Game<'_>, space: SpaceId) {
    for unit in game.state.units.iter_mut().filter(|u| u.space == space) {
        unit.marks.clear(Marks::FIRED);
    }
}

/// Defending aircraft return to decks in the zone, their own power's first.
fn come_down(game: &mut Game<'_>, battle: &Battle) {
    let cx = game.cx();
    let own = |u: &Unit| u.flies(cx.rules) && !u.marks.any(Marks::SCRAMBLED);
    let mut flyers = Field::new(cx, battle).those(Role::Defender, own);
    // Nobody's aircraft take the place of those whose own deck it is.
    let own_deck = |owner, deck| owner == deck;
    flyers.retain(|ix| !game.state.take_deck(game.rules, *ix, own_deck));
    for ix in flyers {
        let unit = *game.state.unit(ix);
        let hosts = movement::welcoming(game.cx(), unit.owner, unit.kind, unit.space);
        game.state
            .take_deck(game.rules, ix, |_, deck| hosts.has(deck));
    }
}
