//! Raids on facilities: raiders and their escorts fly to a territory for its facility alone.

use std::cell::OnceCell;

use super::super::Game;
use super::super::event::{Event, tally};
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
use super::carry::{relocate, tell_moved};
use super::landing::{Landing, prove};
use super::law::Law;
use super::path::{Party, Trip};
use sandtable_rules::{SpaceId, UnitTypeId};

/// Whether a raid may be flown; the flight.
pub fn plan(
    law: &Law<'_>,
    base: &OnceCell<Landing>,
    units: &[UnitIx],
    path: &[SpaceId],
    target: UnitIx,
) -> Result<Trip, Refusal> {
    if !law.combat {
        return Err(Code::NotNow.refuse());
    }
    let party = law.muster(units)?;
    let end = *path.last().ok_or(Code::Stay.refuse())?;
    let facility = law.cx.state.named(target)?;
    check_crew(law, &party, facility, end)?;
    law.follow(&party, path)?;
    for kind in party.kinds.iter() {
        law.assail(kind, end)?;
    }
    let trip = Trip {
        party,
        path: path.to_vec(),
        through: Vec::new(),
        declares: false,
    };
    prove(law, base, &trip.hop())?;
    Ok(trip)
}

/// Whether these units can raid this target there.
fn check_crew(law: &Law<'_>, party: &Party, facility: &Unit, end: SpaceId) -> Result<(), Refusal> {
    let battles = &law.cx.rules.battles;
    let raidable = battles.raiders.iter().any(|r| r.targets.has(facility.kind));
    if facility.space != end || !raidable || !law.cx.at_war(law.me, facility.owner) {
        let refusal = Code::RaidWhat.refuse();
        return Err(match law.cx.rules.board.spaces.has(end) {
            true => refusal.at(end),
            false => refusal,
        });
    }
    let raids = |kind| battles.raids(kind, facility.kind);
    if let Some(other) = party
        .kinds
        .iter()
        .find(|k| !raids(*k) && !battles.escorts.has(*k))
    {
        return Err(Code::NoRaider.refuse().of(other));
    }
    let raiding = |(_, u): (UnitIx, &Unit)| u.owner == law.me && u.marks.any(Marks::RAIDING);
    if !party.kinds.iter().any(raids) && !law.cx.state.units_in(end).any(raiding) {
        return Err(Code::RaidAlone.refuse().at(end));
    }
    Ok(())
}

/// Whether a type takes part in raids at all.
pub fn flies_raids(law: &Law<'_>, kind: UnitTypeId) -> bool {
    let battles = &law.cx.rules.battles;
    battles.escorts.has(kind) || battles.raiders.iter().any(|r| r.units.has(kind))
}

/// Sends the raid off.
pub fn fly(game: &mut Game<'_>, trip: &Trip, target: UnitIx) {
    let me = game.state.active(game.rules);
    let facility = game.state.unit(target).kind;
    relocate(game.state, game.rules, &trip.hop(), true);
    for mover in &trip.party.movers {
        let raider = game.rules.battles.raids(mover.kind, facility);
        let unit = game.state.unit_mut(mover.ix);
        if raider {
            unit.link = target;
        }
        unit.marks.set(if raider {
            Marks::RAIDING
        } else {
            Marks::ESCORTING
        });
    }
    tell_moved(game, trip, 0, trip.path.len() - 1);
    game.tell(Event::Raid {
        power: me,
        units: tally(trip.party.movers.iter().map(|m| m.kind)),
        target: facility,
        space: trip.end(),
    });
}
