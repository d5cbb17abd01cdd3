//! Repairing facilities for money, and ships for free where a facility serves them.

use super::Game;
use super::event::Event;
use super::order::Order;
use super::purchase::treasury_of;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Unit, UnitIx};
use crate::rules::{Action, UnitTypeSet, Verdict};

/// Whether so many points of damage can be repaired.
///
/// # Errors
/// Why they cannot; a script failed.
pub fn check(cx: Cx<'_>, facility: UnitIx, points: u8) -> Result<(), Refusal> {
    let me = cx.active();
    let unit = cx.state.get(facility).ok_or(Code::NoSuchUnit.refuse())?;
    let Some(kind) = &cx.rules.units[unit.kind].facility else { return Err(Code::RepairWhat.refuse().of(unit.kind)) };
    if unit.owner != me {
        return Err(Code::NotYours.refuse().of(unit.kind).by(unit.owner));
    }
    if points == 0 || points > unit.damage {
        return Err(Code::RepairNothing.refuse().of(unit.kind).at(unit.space).numbers(points, unit.damage));
    }
    let verdict = cx.permission(Action::Repair, me, UnitTypeSet::only(unit.kind), unit.space)?;
    if let Some((Verdict::Forbid, reason)) = verdict {
        return Err(Code::Permission.refuse().because(reason));
    }
    let (cost, have) = (i64::from(points) * i64::from(kind.repair_cost), treasury_of(cx, me));
    if cost > have {
        return Err(Code::TooPoor.refuse().numbers(cost, have));
    }
    Ok(())
}

/// Repairs them; checked before.
pub fn repair(game: &mut Game<'_>, facility: UnitIx, points: u8) {
    let unit = *game.state.unit(facility);
    let price = game.rules.units[unit.kind].facility.as_ref().map_or(0, |f| f.repair_cost);
    let cost = i32::from(points) * i32::from(price);
    if let Some(economy) = game.rules.powers[unit.owner].economies.first() {
        game.state.treasury[usize::from(economy.0)] -= cost;
    }
    game.state.unit_mut(facility).damage -= points;
    game.tell(Event::Repaired(unit.owner, unit.space, unit.kind, points, cost));
}

/// What can be repaired: one point, or all that the treasury pays for.
///
/// # Errors
/// A script failed.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) -> Result<(), Refusal> {
    let me = cx.active();
    let facilities = cx.rules.units.facilities;
    for (ix, unit) in cx.state.all().filter(|(_, u)| u.owner == me && u.damage > 0 && facilities.has(u.kind)) {
        match check(cx, ix, 1) {
            Ok(()) => {
                orders.push(Order::Repair { facility: ix, points: 1 });
                let affordable = (2..=unit.damage).rev().find(|points| check(cx, ix, *points).is_ok());
                orders.extend(affordable.map(|points| Order::Repair { facility: ix, points }));
            }
            Err(refusal) if refusal.code == Code::Script => return Err(refusal),
            Err(_) => {}
        }
    }
    Ok(())
}

/// Free repairs of the power on turn's ships at operative facilities: at the end of its purchase phase.
///
/// # Errors
/// A script failed.
pub fn mend(game: &mut Game<'_>) -> Result<(), Refusal> {
    let me = game.state.active(game.rules);
    let damaged = |u: &Unit| u.owner == me && u.damage > 0;
    let types = &game.rules.units;
    let hurt: Vec<UnitIx> =
        game.state.all().filter(|(_, u)| damaged(u) && !types.facilities.has(u.kind)).map(|(i, _)| i).collect();
    for ix in hurt {
        let ship = *game.state.unit(ix);
        if served(game.cx(), &ship)? {
            game.state.unit_mut(ix).damage = 0;
            game.tell(Event::Mended(me, ship.space, ship.kind));
        }
    }
    Ok(())
}

/// Whether a facility in the unit's space or in one that borders it repairs the unit.
fn served(cx: Cx<'_>, ship: &Unit) -> Result<bool, Refusal> {
    let near = |space| space == ship.space || cx.rules.board.adjacent(space, ship.space);
    for (_, unit) in cx.state.all().filter(|(_, u)| near(u.space)) {
        let repairs = cx.rules.units[unit.kind].facility.as_ref().is_some_and(|f| f.repairs.has(ship.kind));
        if repairs && cx.operative(unit) && cx.serves(unit.space, ship.owner)? {
            return Ok(true);
        }
    }
    Ok(false)
}
