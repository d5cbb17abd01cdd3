//! What moved to sea in combat movement for an assault which then is not announced: the phase does not
//! end while the assault, or another reason for the move, is still within reach.

use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, UnitIx};
use super::afloat::{after, can_land, could_land_after};
use super::law::Law;
use super::load::{board, check_load};
use super::options::{loads, trips};
use sandtable_rules::{SpaceId, SpaceSet};

/// Refuses to end combat movement while a ship or an aircraft is in a zone where nothing is left of the
/// reason it moved there for, though an order could still give it one: so nobody is held up for good.
pub fn check_idle(law: &Law<'_>) -> Result<(), Refusal> {
    let units = law.cx.state.of(law.me);
    let staging: SpaceSet = units
        .clone()
        .filter(|(_, u)| u.marks.any(Marks::LANDING))
        .map(|(_, u)| u.space)
        .collect();
    let busy = |zone| staging.has(zone) || law.battle_in(zone);
    let moved = units.filter(|(_, u)| law.sea(u.space) && u.used > 0);
    for (ix, unit) in moved.filter(|(_, u)| !u.marks.any(Marks::BESET) && !busy(u.space)) {
        if assault_at_hand(law, unit.space) || leaves(law, ix, busy) || fetches(law, ix) {
            return Err(Code::IdleShip.refuse().of(unit.kind).at(unit.space));
        }
    }
    Ok(())
}

/// Whether something could still go aboard a ship where it is, for an assault.
fn fetches(law: &Law<'_>, ship: UnitIx) -> bool {
    let mut own = law.cx.state.of(law.me);
    own.any(|(ix, _)| check_load(law, &[ix], ship).is_ok())
}

/// Whether an order could still give a unit somewhere else a reason to be there.
fn leaves(law: &Law<'_>, unit: UnitIx, busy: impl Fn(SpaceId) -> bool) -> bool {
    law.muster(&[unit]).is_ok_and(|party| {
        let mut trips = trips(law, &party).into_iter();
        trips.any(|trip| trip.declares || busy(trip.end()))
    })
}

/// Whether something could still be landed from a zone: what is afloat, or could go aboard a ship where it lies or
/// where it could sail for it.
fn assault_at_hand(law: &Law<'_>, zone: SpaceId) -> bool {
    let own = law.cx.state.of(law.me);
    let mut ships = own.filter(|(_, u)| law.cx.rules.units.transports.has(u.kind));
    lands_from(law, zone) || ships.any(|(ship, _)| sails_for(law, ship, zone))
}

/// Whether a ship could sail to where something goes aboard it that could then be landed from a zone.
fn sails_for(law: &Law<'_>, ship: UnitIx, zone: SpaceId) -> bool {
    let Ok(party) = law.muster(&[ship]) else {
        return false;
    };
    let trips = trips(law, &party).into_iter();
    let mut trips = trips.filter(|t| !law.waiting(ship, t.end()).is_empty());
    trips.any(|trip| after(law, &trip, |law| lands_from(law, zone)))
}

/// Whether something could be landed from a zone that is afloat, or could go aboard a ship where it lies.
fn lands_from(law: &Law<'_>, zone: SpaceId) -> bool {
    let own = law.cx.state.of(law.me);
    let units = own.filter(|(_, u)| law.landers.has(u.kind));
    let mut afloat = units.filter_map(|(ix, u)| Some((ix, u.carrier()?)));
    let boards = |(ix, ship): (UnitIx, UnitIx)| {
        let mut state = law.cx.state.clone();
        board(&mut state, law.cx.rules, &[ix], ship, law.combat);
        lands(&law.after(law.cx.on(&state)), ix, ship, zone)
    };
    afloat.any(|(ix, ship)| lands(law, ix, ship, zone)) || loads(law).into_iter().any(boards)
}

/// Whether what is aboard a ship could be landed from a zone, now or once the ship has come there.
fn lands(law: &Law<'_>, ix: UnitIx, ship: UnitIx, zone: SpaceId) -> bool {
    if law.cx.state.unit(ship).space == zone {
        can_land(law, ix)
    } else {
        could_land_after(law, ix, ship, Some(zone))
    }
}
