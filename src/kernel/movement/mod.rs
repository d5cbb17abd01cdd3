//! Movement by land, sea and air. [`law::Law`] is what may be done as things stand; `path` walks
//! and searches with it, `land`, `naval` and `air` hold the law of each, `load` and `raid` their
//! orders, `landing` the proof that aircraft come down again, `carry` and `settle` what is done.

mod afloat;
mod air;
pub mod assign;
mod cargo;
mod carry;
mod docks;
mod escort;
mod gauntlet;
mod idle;
mod land;
mod landing;
mod law;
mod load;
mod naval;
mod options;
mod path;
mod points;
mod raid;
mod safe;
mod search;
mod settle;
mod staging;

use std::cell::OnceCell;

use super::Game;
use super::order::{Intent, Order};
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Unit, UnitIx};
pub use cargo::welcoming;
pub use carry::get_off;
pub use docks::new_berths;
pub use gauntlet::sail_on;
use landing::{Landing, prove};
use law::Law;
pub use path::Trip;
pub use points::Bases;
pub use safe::Risk;
use sandtable_rules::{PhaseKind, SpaceId, UnitTypeSet};

/// Whether this is an order of movement.
pub fn handles(order: &Order) -> bool {
    matches!(
        order,
        Order::Move { .. } | Order::Load { .. } | Order::Unload { .. } | Order::Raid { .. }
    )
}

/// Whether the order may be given; the trip that it makes, if it makes one.
///
/// # Errors
/// Why it may not.
pub fn judge(cx: Cx<'_>, order: &Order) -> Result<Option<Trip>, Refusal> {
    let law = Law::new(cx)?;
    match order {
        Order::Move {
            units,
            path,
            intent,
        } => {
            let trip = law.walk(law.muster(units)?, path, *intent)?;
            prove(&law, &OnceCell::new(), &trip.hop())?;
            Ok(Some(trip))
        }
        Order::Load { units, onto } => load::check_load(&law, units, *onto).map(|()| None),
        Order::Unload { units, to } => load::check_unload(&law, units, *to).map(|()| None),
        Order::Raid {
            units,
            path,
            target,
        } => raid::plan(&law, &OnceCell::new(), units, path, *target).map(Some),
        _ => Err(Code::NotNow.refuse()),
    }
}

/// Carries out an order, with the trip that judging it gave.
pub fn carry_out(game: &mut Game<'_>, order: &Order, trip: Option<Trip>) {
    let combat = game.rules.turn.phases[game.state.phase].kind == PhaseKind::CombatMove;
    match (order, trip) {
        (Order::Move { .. }, Some(trip)) => gauntlet::Voyage::new(trip, combat).sail(game),
        (Order::Raid { target, .. }, Some(trip)) => {
            raid::fly(game, &trip, *target);
        }
        (Order::Load { units, onto }, _) => {
            load::load(game, units, *onto, combat);
        }
        (Order::Unload { units, to }, _) => load::unload(game, units, *to, combat),
        // Nothing else is judged to be an order of movement.
        _ => {}
    }
}

/// The orders that may be given.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) {
    if let Ok(law) = Law::new(cx) {
        options::all(&law, orders);
    }
}

/// The moves that single units of these types of the power on turn can make: to each space they can get to, by the
/// shortest way, of units that cannot be told apart of one.
///
/// # Errors
/// This is no phase of movement.
pub fn moves(cx: Cx<'_>, kinds: UnitTypeSet) -> Result<Vec<Order>, Refusal> {
    Ok(options::singles(&Law::new(cx)?, kinds))
}

/// Whether combat movement may end.
pub fn check_end_of_combat_move(cx: Cx<'_>) -> Result<(), Refusal> {
    let law = Law::new(cx)?;
    afloat::check_landed(&law)?;
    idle::check_idle(&law)
}

/// Whether noncombat movement may end.
pub fn check_end_of_noncombat_move(cx: Cx<'_>) -> Result<(), Refusal> {
    landing::check_down(&Law::new(cx)?)
}

/// Ends noncombat movement: aircraft at sea take decks, those without a place are lost; those that
/// count on a deck that is being bought wait for [`land_rest`].
pub fn land_all(game: &mut Game<'_>) {
    settle::land(game, docks::new_decks(game.cx()))
}

/// After mobilization: aircraft that waited for a new deck take it, those without a place are lost.
pub fn land_rest(game: &mut Game<'_>) {
    settle::land(game, Vec::new())
}

/// How many aircraft of the power on turn would be lost if mobilization ended now.
pub fn lost_for_good(cx: Cx<'_>) -> usize {
    settle::lost(cx, Vec::new())
}

/// The shortest way for a group to a space, over others in between, on which its move may end;
/// among equally short ones that over the smallest ids.
///
/// # Errors
/// Why there is none.
pub fn route(
    cx: Cx<'_>,
    units: &[UnitIx],
    to: SpaceId,
    via: &[SpaceId],
    intent: Intent,
) -> Result<Vec<SpaceId>, Refusal> {
    if !via
        .iter()
        .chain([&to])
        .all(|s| cx.rules.board.spaces.has(*s))
    {
        return Err(Code::NoPath.refuse());
    }
    let law = Law::new(cx)?;
    law.way(&law.muster(units)?, to, via, intent)
}

/// The way for a group to a space that runs into least, and what that is.
///
/// # Errors
/// There is none.
pub fn safest(
    cx: Cx<'_>,
    units: &[UnitIx],
    to: SpaceId,
    intent: Intent,
) -> Result<(Vec<SpaceId>, Risk), Refusal> {
    let law = Law::new(cx)?;
    let party = law.muster(units)?;
    let path = law.safest(&party, to, intent);
    let path = path.ok_or_else(|| Code::NoPath.refuse().at(party.start))?;
    let risk = law.risk(&party, &path);
    Ok((path, risk))
}

/// What a group runs into on a way.
///
/// # Errors
/// They cannot move, or not together.
pub fn risk(cx: Cx<'_>, units: &[UnitIx], path: &[SpaceId]) -> Result<Risk, Refusal> {
    let law = Law::new(cx)?;
    Ok(law.risk(&law.muster(units)?, path))
}

/// The moves that these units can make together: to each space they can get to, by the shortest way.
///
/// # Errors
/// They cannot move, or not together.
pub fn destinations(cx: Cx<'_>, units: &[UnitIx]) -> Result<Vec<Order>, Refusal> {
    let law = Law::new(cx)?;
    let trips = options::trips(&law, &law.muster(units)?);
    Ok(trips
        .into_iter()
        .map(|trip| options::moved(units.to_vec(), trip))
        .collect())
}

/// Those of some aircraft of the power on turn that can come down, as many of them together as can, whoever
/// else has to.
///
/// # Errors
/// This is no phase of movement.
pub fn come_down(cx: Cx<'_>, some: &[UnitIx]) -> Result<Vec<UnitIx>, Refusal> {
    Ok(landing::come_down(&Law::new(cx)?, some))
}

/// How many aircraft of the power on turn cannot come down, however those that can and the decks
/// still move.
///
/// # Errors
/// This is no phase of movement.
pub fn shortfall(cx: Cx<'_>) -> Result<usize, Refusal> {
    let law = Law::new(cx)?;
    Ok(Landing::new(&law).shortfall(&law))
}

/// The aircraft of the power on turn that are where they cannot stay: over land that does not take them in, or
/// over the sea without a deck of their own.
///
/// # Errors
/// This is no phase of movement.
pub fn aloft(cx: Cx<'_>) -> Result<Vec<UnitIx>, Refusal> {
    let law = Law::new(cx)?;
    let up =
        |unit: &Unit| unit.owner == law.me && unit.flies(cx.rules) && !law.havens.has(unit.space);
    Ok(cx.state.those(up))
}

/// The movement points a unit has left in this phase.
///
/// # Errors
/// There is no such unit, it is not of the power on turn, or it cannot move.
pub fn range(cx: Cx<'_>, unit: UnitIx) -> Result<u8, Refusal> {
    ranges(cx)?(unit)
}

/// The same of every unit that is asked for.
///
/// # Errors
/// This is no phase of movement.
pub fn ranges<'a>(cx: Cx<'a>) -> Result<impl Fn(UnitIx) -> Result<u8, Refusal> + use<'a>, Refusal> {
    let law = Law::new(cx)?;
    Ok(move |unit| Ok(law.fit(law.own(unit)?)?.0))
}
