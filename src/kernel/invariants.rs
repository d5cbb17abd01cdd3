//! What must always hold, whatever was ordered: asked of a position laid out by hand, and by tests after every order of
//! random games.

use super::facts::tally;
use super::holds::can_hold;
use super::state::{State, Unit, UnitIx};
use sandtable_rules::{Domain, Rules, counts};

/// The first invariant that does not hold, in words; `None` when all do.
pub fn broken_invariant(rules: &Rules, state: &State) -> Option<String> {
    if state.treasury.iter().any(|t| *t < 0) {
        return Some("a treasury is negative".to_owned());
    }
    if state.agenda.is_empty() {
        return Some("the agenda is empty".to_owned());
    }
    state
        .all()
        .find_map(|(ix, _)| broken_unit(rules, state, ix))
}

fn broken_unit(rules: &Rules, state: &State, ix: UnitIx) -> Option<String> {
    let unit = state.unit(ix);
    let kind = &rules.units[unit.kind];
    let name = &kind.name;
    let space = &rules.board.spaces[unit.space];
    let at_sea = rules.board.is_sea(unit.space);
    let aboard = kind.domain == Domain::Land && unit.carrier().is_some();
    if !(aboard || kind.domain.fits(at_sea)) || space.closed {
        return Some(format!("{name} #{} cannot be in {}", ix.0, space.name));
    }
    if kind.facility.is_none() && kind.hits > 0 && unit.damage >= kind.hits {
        return Some(format!(
            "{name} #{} has {} damage and should be gone",
            ix.0, unit.damage
        ));
    }
    if let Some(facility) = kind
        .facility
        .as_ref()
        .filter(|f| unit.damage > f.max_damage)
    {
        return Some(format!(
            "{name} #{} has {} damage, more than {}",
            ix.0, unit.damage, facility.max_damage
        ));
    }
    let twin = |(other, u): (UnitIx, &Unit)| other < ix && rules.units.exclude(unit.kind, u.kind);
    if kind.facility.is_some() && state.units_in(unit.space).any(twin) {
        return Some(format!(
            "{name} #{} is in {}, where there is such a facility already",
            ix.0, space.name
        ));
    }
    let carrier = unit.carrier()?;
    let Some(ship) = state.get(carrier) else {
        return Some(format!("{name} #{} is aboard a lost ship", ix.0));
    };
    if ship.space != unit.space {
        return Some(format!(
            "{name} #{} is aboard a ship that is elsewhere",
            ix.0
        ));
    }
    let load = state.load_of(carrier);
    (!can_hold(rules, ship.kind, &load)).then(|| {
        let aboard = tally(load.iter().copied());
        let name = &rules.units[ship.kind].name;
        format!(
            "{name} #{} cannot carry {}",
            carrier.0,
            counts(rules, &aboard)
        )
    })
}
