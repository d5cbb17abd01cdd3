//! What is aboard for an assault and could still be landed, now or after its ship has moved.

use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, UnitIx};
use super::law::Law;
use super::load::check_unload;
use super::options::{coasts, trips};
use super::path::Trip;
use sandtable_rules::SpaceId;

/// Refuses to end combat movement while something that came aboard for an assault could still be
/// landed, by an order now or after a move of its ship.
pub fn check_landed(law: &Law<'_>) -> Result<(), Refusal> {
    for (ix, unit) in law.cx.state.of(law.me) {
        let afloat = unit.marks.any(Marks::LOADED) && !unit.marks.any(Marks::LANDING);
        let Some(ship) = unit.carrier().filter(|_| afloat) else {
            continue;
        };
        if can_land(law, ix) || could_land_after(law, ix, ship, None) || law.awaits_escort(unit) {
            return Err(Code::UnitsAfloat.refuse().of(unit.kind).at(unit.space));
        }
    }
    Ok(())
}

/// Whether a unit aboard could be landed now.
pub fn can_land(law: &Law<'_>, ix: UnitIx) -> bool {
    let mut coasts = coasts(law, law.cx.state.unit(ix).space);
    coasts.any(|to| check_unload(law, &[ix], to).is_ok())
}

/// Whether a unit aboard could be landed once its ship has moved, to this zone or to any.
pub fn could_land_after(law: &Law<'_>, ix: UnitIx, ship: UnitIx, zone: Option<SpaceId>) -> bool {
    if law.cx.state.unit(ship).owner != law.me {
        return false;
    }
    let Ok(party) = law.muster(&[ship]) else {
        return false;
    };
    let kind = law.cx.state.unit(ix).kind;
    let lands =
        |trip: &Trip| law.shore_for(kind, trip.end()) && after(law, trip, |law| can_land(law, ix));
    let trips = trips(law, &party);
    let mut trips = trips.iter().filter(|t| zone.is_none_or(|z| t.end() == z));
    trips.any(lands)
}

/// Whether something holds once a ship has made this trip.
pub fn after(law: &Law<'_>, trip: &Trip, holds: impl FnOnce(&Law<'_>) -> bool) -> bool {
    let mut state = law.cx.state.clone();
    super::carry::relocate(&mut state, law.cx.rules, &trip.hop(), law.combat);
    Law::new(law.cx.on(&state)).is_ok_and(|law| holds(&law))
}
