//! Repairing facilities for money, and ships for free where a facility serves them.

use super::Game;
use super::event::Event;
use super::order::Order;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Unit, UnitIx};
use super::treasury;
use sandtable_rules::{Action, Figure, UnitTypeSet};

/// Whether so many points of damage can be repaired.
///
/// # Errors
/// Why they cannot; a script failed.
pub fn check(cx: Cx<'_>, facility: UnitIx, points: u8) -> Result<(), Refusal> {
    let me = cx.active();
    let unit = cx.state.named(facility)?;
    if cx.rules.units[unit.kind].facility.is_none() {
        return Err(Code::RepairWhat.refuse().of(unit.kind));
    }
    if unit.owner != me {
        return Err(Code::NotYours.refuse().of(unit.kind).by(unit.owner));
    }
    if points == 0 || points > unit.damage {
        let refusal = Code::RepairNothing.refuse().of(unit.kind).at(unit.space);
        return Err(match unit.damage {
            0 => refusal.because("the {unit} in {space} is not damaged"),
            damage => refusal.numbers(points, damage),
        });
    }
    let ruling = cx.permission(Action::Repair, me, UnitTypeSet::only(unit.kind), unit.space);
    if let Some(ruling) = ruling {
        ruling.or(Code::Permission.refuse())?;
    }
    treasury::check(cx, me, unit.space, price(cx, unit, points).into())
}

/// What so many points of damage to a facility cost its owner, a part of an IPC counting as a whole one.
fn price(cx: Cx<'_>, unit: &Unit, points: u8) -> i32 {
    let facility = cx.rules.units.facility(unit.kind);
    let listed = facility.map_or(0, |f| f.repair_cost);
    let each = cx.figure(Figure::RepairCost, unit.kind, unit.owner, listed);
    i32::from(points).saturating_mul(each).saturating_add(99) / 100
}

/// Repairs them; checked before.
pub fn repair(game: &mut Game<'_>, facility: UnitIx, points: u8) {
    let unit = *game.state.unit(facility);
    let cost = price(game.cx(), &unit, points);
    treasury::pay(game, unit.owner, unit.space, cost);
    game.state.unit_mut(facility).damage -= points;
    game.tell(Event::Repaired {
        power: unit.owner,
        space: unit.space,
        unit: unit.kind,
        points,
        ipc: cost,
    });
}

/// What can be repaired: one point, or all that the treasury pays for.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) {
    let me = cx.active();
    let facilities = cx.rules.units.facilities;
    let damaged = |u: &Unit| u.damage > 0 && facilities.has(u.kind);
    for (ix, unit) in cx.state.of(me).filter(|(_, u)| damaged(u)) {
        if check(cx, ix, 1).is_ok() {
            let affordable = (2..=unit.damage)
                .rev()
                .find(|points| check(cx, ix, *points).is_ok());
            let points = std::iter::once(1).chain(affordable);
            orders.extend(points.map(|points| Order::Repair {
                facility: ix,
                points,
            }));
        }
    }
}

/// Free repairs of the power on turn's ships at operative facilities: at the end of its purchase phase.
pub fn mend(game: &mut Game<'_>) {
    let me = game.state.active(game.rules);
    let damaged = |u: &Unit| u.owner == me && u.damage > 0;
    let types = &game.rules.units;
    let hurt = |u: &Unit| damaged(u) && !types.facilities.has(u.kind);
    for ix in game.state.those(hurt) {
        let ship = *game.state.unit(ix);
        if served(game.cx(), &ship) {
            game.state.unit_mut(ix).damage = 0;
            game.tell(Event::Mended {
                power: me,
                space: ship.space,
                unit: ship.kind,
            });
        }
    }
}

/// Whether a facility in the unit's space or in one that borders it repairs the unit.
fn served(cx: Cx<'_>, ship: &Unit) -> bool {
    let near = |space| space == ship.space || cx.rules.board.adjacent(space, ship.space);
    let repairs = |unit: &Unit| {
        let facility = cx.rules.units.facility(unit.kind);
        facility.is_some_and(|f| f.repairs.has(ship.kind)) && cx.operative(unit)
    };
    let mut near = cx.state.all().filter(|(_, u)| near(u.space));
    near.any(|(_, u)| repairs(u) && cx.serves(u.space, ship.owner))
}
