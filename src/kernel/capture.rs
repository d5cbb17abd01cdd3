//! Capture and liberation: who controls a space that ground units have taken, what changes hands
//! with it, and what becomes of capitals and their treasuries.

use super::event::Event;
use super::state::{Marks, SpaceMark, Unit};
use super::{Cx, Game, treasury};
use sandtable_rules::{Cond, Id, Moment, OnCapture, PowerId, SpaceId, Who};

/// Ground units of a power take a hostile space.
pub fn take(game: &mut Game<'_>, space: SpaceId, by: PowerId) {
    let to = new_owner(game.cx(), space, by);
    if let Some(from) = hand_over(game, space, Some(to), by) {
        plunder(game, space, from, by);
    }
    restore_realm(game, space, to);
    game.then(Moment::Captured(space, by));
}

/// Ground units of a power arrive in a friendly space: a guardian takes over its ward's land.
pub fn enter(game: &mut Game<'_>, space: SpaceId, power: PowerId) {
    let Some(owner) = game.state.owner(space) else {
        return;
    };
    for row in &game.rules.politics.guardianships {
        let theirs = row.ward == owner && game.rules.board.spaces[space].original == Some(owner);
        if theirs && row.guardians.has(power) && game.cx().holds(&row.when, power) {
            hand_over(game, space, Some(power), power);
            game.then(Moment::Captured(space, power));
            break;
        }
    }
}

/// Whose a space is once this power has taken it: an ally's own land goes back to the ally, as the
/// pack's law of liberation has it.
fn new_owner(cx: Cx<'_>, space: SpaceId, by: PowerId) -> PowerId {
    let economy = &cx.rules.economy;
    let Some(first) = cx.rules.board.spaces[space].original else {
        return by;
    };
    if first == by
        || !cx.friends(first, by)
        || economy.no_liberation.has(first)
        || economy.kept_spaces.has(space)
    {
        return by;
    }
    let capital_freed = capital_of(cx, space, first);
    let stands =
        capital_freed || economy.always_liberated.has(first) || law_of_liberation(cx, space, first);
    if stands { first } else { by }
}

/// Whether land goes back to an ally who owned it first. Of one with several treasuries that asks for its capital,
/// the capital of the land's treasury counts.
fn law_of_liberation(cx: Cx<'_>, space: SpaceId, first: PowerId) -> bool {
    let liberation = &cx.rules.economy.liberation;
    match (liberation, cx.rules.powers.economy_at(first, space)) {
        (Cond::HoldsCapital(Who::Self_), Some(economy))
            if cx.rules.powers[first].economies.len() > 1 =>
        {
            treasury::open(cx, first, economy)
        }
        _ => cx.holds(liberation, first),
    }
}

fn capital_of(cx: Cx<'_>, space: SpaceId, power: PowerId) -> bool {
    cx.rules
        .powers
        .economies
        .values()
        .any(|e| e.power == power && e.capital == Some(space))
}

/// Gives a space to a power or to nobody, and tells of it; who had it before.
pub fn hand_over(
    game: &mut Game<'_>,
    space: SpaceId,
    to: Option<PowerId>,
    by: PowerId,
) -> Option<PowerId> {
    let from = game.state.owner(space);
    change_control(game, space, to);
    game.tell(Event::Captured {
        space,
        from,
        to,
        by,
    });
    from
}

/// Gives a space to a power, with its facilities and all units that change hands.
fn change_control(game: &mut Game<'_>, space: SpaceId, to: Option<PowerId>) {
    game.state.set_owner(space, to);
    game.state.mark(space, SpaceMark::Fresh);
    let Some(to) = to else { return };
    game.state.set_allegiance(space, None);
    let allies = game.cx().allies(to);
    let rules = game.rules;
    for unit in game.state.units.iter_mut().filter(|u| u.space == space) {
        let kind = &rules.units[unit.kind];
        let facility = kind.facility.as_ref();
        let falls = kind.on_capture == OnCapture::ChangesHands && !allies.has(unit.owner);
        if facility.is_some() || falls {
            unit.owner = to;
            // What was taken serves its captor from the next turn on.
            unit.marks.set(Marks::DONE);
            if let Some(becomes) = facility.and_then(|f| f.captured_as) {
                unit.kind = becomes;
                let most = rules.units.facility(becomes).map(|f| f.max_damage);
                unit.damage = unit.damage.min(most.unwrap_or(u8::MAX));
            }
        }
    }
}

fn plunder(game: &mut Game<'_>, space: SpaceId, from: PowerId, by: PowerId) {
    if !game.rules.economy.capital_yields_treasury {
        return;
    }
    // Booty goes to the treasury of the place.
    let Some(purse) = game.rules.powers.economy_at(by, space) else {
        return;
    };
    for (id, economy) in game.rules.powers.economies.iter() {
        if economy.capital == Some(space) && economy.power == from {
            let booty = std::mem::take(&mut game.state.treasury[id.index()]);
            game.state.treasury[purse.index()] += booty;
            game.tell(Event::Plundered {
                power: by,
                from,
                ipc: booty,
            });
        }
    }
}

/// A capital is free again: its owner gets back what friends have held for it. Guns outside the
/// capital stay with whoever held them, but for those that were taken in this turn: the order of its
/// battles makes no difference.
fn restore_realm(game: &mut Game<'_>, space: SpaceId, owner: PowerId) {
    if !game.rules.economy.capital_restores || !capital_of(game.cx(), space, owner) {
        return;
    }
    let powers = &game.rules.powers;
    let realm = powers.economy_at(owner, space);
    for (id, place) in game.rules.board.spaces.iter() {
        let holder = game.state.owner(id);
        let held = holder.is_some_and(|h| h != owner && game.cx().friends(h, owner));
        let same = powers.economy_at(owner, id) == realm;
        if place.original == Some(owner) && same && held && !game.rules.economy.kept_spaces.has(id)
        {
            let taken_now = holder != game.state.start_owner(id);
            game.state.set_owner(id, Some(owner));
            let types = &game.rules.units;
            let falls = |unit: &Unit| {
                let gun = types[unit.kind].on_capture == OnCapture::ChangesHands;
                types.facilities.has(unit.kind) || (gun && taken_now && Some(unit.owner) == holder)
            };
            for unit in game.state.units.iter_mut() {
                if unit.space == id && falls(unit) {
                    unit.owner = owner;
                }
            }
            game.tell(Event::Captured {
                space: id,
                from: holder,
                to: Some(owner),
                by: owner,
            });
        }
    }
}
