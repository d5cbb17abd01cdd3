//! Buying units and building facilities up. What was bought waits until units are mobilized.

use super::Game;
use super::event::Event;
use super::hooks::{Ruling, Wants};
use super::order::Order;
use super::place;
use super::production::held;
use super::query::{Cx, Row};
use super::refusal::{Code, Refusal};
use super::state::{Bought, Marks, Unit, UnitIx};
use super::treasury;
use sandtable_rules::{Figure, Id, PowerId, UnitTypeId, UnitTypeSet};

/// More units of a type than this are never bought in one turn, whatever they cost.
const MOST: u16 = 999;

/// Whether these can be bought.
///
/// # Errors
/// Why they cannot; a script failed.
pub fn check(cx: Cx<'_>, units: &[(UnitTypeId, u16)]) -> Result<(), Refusal> {
    let me = cx.active();
    if units.is_empty() {
        return Err(Code::Nothing.refuse());
    }
    let mut seen = UnitTypeSet::EMPTY;
    for &(kind, count) in units {
        if !cx.rules.units.types.has(kind) {
            return Err(Code::NoSuchUnit.refuse());
        }
        if count == 0 {
            return Err(Code::Nothing.refuse().of(kind));
        }
        if seen.has(kind) {
            return Err(Code::Twice.refuse().of(kind));
        }
        seen.insert(kind);
    }
    treasury::share(cx, me, &priced(cx, me, units)?)?;
    units
        .iter()
        .try_for_each(|&(kind, count)| check_room(cx, me, kind, count))
}

/// These with what each of them costs now.
fn priced(
    cx: Cx<'_>,
    me: PowerId,
    units: &[(UnitTypeId, u16)],
) -> Result<Vec<treasury::Wish>, Refusal> {
    let cost = |kind| price(cx, me, kind, listed(cx, me, kind)?);
    let priced = units.iter();
    priced
        .map(|&(kind, count)| Ok((kind, count, cost(kind)?)))
        .collect()
}

/// The price of a type as the pack lists it for a power, in IPC.
fn listed(cx: Cx<'_>, me: PowerId, kind: UnitTypeId) -> Result<u16, Refusal> {
    let cost = cx.rules.units[kind].cost;
    cost.map(|cost| cx.whole(Figure::Cost, kind, me, cost))
        .ok_or_else(|| Code::NotForSale.refuse().of(kind).by(me))
}

/// What a type of this listed price costs this power now, if it may buy it.
fn price(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, cost: u16) -> Result<u16, Refusal> {
    let refusal = || Code::NotForSale.refuse().of(kind).by(me);
    let cost = cx.hooks.price(me, kind, cost, cx.view());
    let said = |ruling: Ruling<'_>| ruling.or(refusal()).map(|()| cost);
    if let Some(ruling) = cx.hooks.may(Wants::Buy, me, kind, cx.view()) {
        return said(ruling);
    }
    let rows = cx.rules.economy.purchases.iter();
    let own = rows.filter(|r| r.by.has(me)).map(|r| Row {
        about: r.units.has(kind),
        verdict: r.verdict,
        when: &r.when,
        reason: &r.reason,
    });
    said(cx.decided(me, own))
}

/// What a type costs the power on turn now; `None`: it may not buy it.
pub fn price_of(cx: Cx<'_>, kind: UnitTypeId) -> Option<u16> {
    let me = cx.active();
    let listed = listed(cx, me, kind).ok()?;
    price(cx, me, kind, listed).ok()
}

/// Facilities need a space to stand on already when they are bought.
fn check_room(cx: Cx<'_>, me: PowerId, kind: UnitTypeId, count: u16) -> Result<(), Refusal> {
    let waiting = |kind| cx.state.waiting(kind);
    let asked = waiting(kind) + u32::from(count);
    if asked > u32::from(MOST) {
        return Err(Code::Overflow.refuse().of(kind).numbers(asked, MOST));
    }
    let facilities = cx.rules.units.facilities;
    if !facilities.has(kind) {
        return Ok(());
    }
    let rivals = facilities.iter().filter(|k| *k != kind);
    let same_slot = rivals.filter(|k| cx.rules.units.exclude(kind, *k));
    let asked = asked + same_slot.map(waiting).sum::<u32>();
    let sites = cx
        .rules
        .board
        .land
        .iter()
        .filter(|s| place::facility_fits(cx, me, kind, *s).is_ok())
        .count();
    if u64::from(asked) > sites as u64 {
        return Err(Code::NoSite.refuse().of(kind).numbers(asked, sites));
    }
    Ok(())
}

/// Buys them; checked before.
///
/// # Errors
/// No treasury can pay for one of them.
pub fn buy(game: &mut Game<'_>, units: &[(UnitTypeId, u16)]) -> Result<(), Refusal> {
    let me = game.state.active(game.rules);
    let cx = game.cx();
    let wishes = priced(cx, me, units)?;
    let mut total = 0;
    for part in treasury::share(cx, me, &wishes)? {
        let price = i32::from(part.count) * i32::from(part.price);
        total += price;
        game.state.treasury[part.economy.index()] -= price;
        let alike =
            |b: &&mut Bought| (b.kind, b.economy, b.price) == (part.kind, part.economy, part.price);
        match game.state.bought.iter_mut().find(alike) {
            Some(entry) => entry.count += part.count,
            None => game.state.bought.push(part),
        }
    }
    game.tell(Event::Bought {
        power: me,
        units: units.to_vec(),
        ipc: total,
    });
    Ok(())
}

/// Whether this facility can be built up.
///
/// # Errors
/// Why it cannot; a script failed.
pub fn check_upgrade(cx: Cx<'_>, facility: UnitIx) -> Result<(), Refusal> {
    let me = cx.active();
    let unit = cx.state.named(facility)?;
    let refusal = |code: Code| code.refuse().of(unit.kind).at(unit.space);
    let (kind, price) = cx
        .rules
        .units
        .upgrade_of(unit.kind)
        .ok_or_else(|| refusal(Code::UpgradeWhat))?;
    if unit.owner != me {
        return Err(Code::NotYours.refuse().of(unit.kind).by(unit.owner));
    }
    if unit.damage > 0 {
        return Err(refusal(Code::UpgradeDamaged).numbers(0, unit.damage));
    }
    let site = place::sited(cx, me, kind, unit.space);
    if unit.marks.any(Marks::UPGRADING) || !site || !held(cx, me, unit.space) {
        return Err(refusal(Code::UpgradeWhat));
    }
    let price = self::price(cx, me, kind, price)?;
    treasury::check(cx, me, unit.space, price.into())
}

/// Pays for building it up; checked before. [`place::finish_upgrades`] does it.
///
/// # Errors
/// It is not for sale.
pub fn upgrade(game: &mut Game<'_>, facility: UnitIx) -> Result<(), Refusal> {
    let Unit {
        owner, kind, space, ..
    } = *game.state.unit(facility);
    let Some((to, price)) = game.rules.units.upgrade_of(kind) else {
        return Ok(());
    };
    let price = self::price(game.cx(), owner, to, price)?;
    treasury::pay(game, owner, space, price.into());
    game.state.unit_mut(facility).marks.set(Marks::UPGRADING);
    game.tell(Event::Bought {
        power: owner,
        units: vec![(to, 1)],
        ipc: price.into(),
    });
    Ok(())
}

/// What can be bought, one at a time.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) {
    let me = cx.active();
    let mut keep = |verdict: Result<(), Refusal>, order: Order| {
        orders.extend(verdict.is_ok().then_some(order));
    };
    for kind in cx.rules.units.types.ids() {
        keep(check(cx, &[(kind, 1)]), Order::Buy(vec![(kind, 1)]));
    }
    let facilities = cx.rules.units.facilities;
    for (ix, _) in cx.state.of(me).filter(|(_, u)| facilities.has(u.kind)) {
        keep(check_upgrade(cx, ix), Order::Upgrade(ix));
    }
}
