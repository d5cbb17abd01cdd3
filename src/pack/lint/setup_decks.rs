//! More aircraft at sea in the opening position than there are decks for.

use super::{Found, View};
use sandtable_rules::{Domain, HoldKind, Rules, SpaceId, UnitTypeId, UnitTypeSet};
use std::collections::BTreeMap;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let rules = v.rules;
    let mut zones: BTreeMap<SpaceId, Vec<usize>> = BTreeMap::new();
    for (row, units) in rules.setup.units.iter().enumerate() {
        if rules.board.is_sea(units.space) && rules.units[units.kind].domain == Domain::Air {
            zones.entry(units.space).or_default().push(row);
        }
    }
    for (space, rows) in zones {
        let slots = slots(rules, space);
        let flying = rows.iter().map(|r| &rules.setup.units[*r]);
        let aircraft: Vec<UnitTypeId> = flying
            .flat_map(|u| std::iter::repeat_n(u.kind, usize::from(u.count)))
            .take(slots.len() + 1)
            .collect();
        if !fits(&aircraft, &slots) {
            let zone = &rules.board.spaces[space].name;
            let message = format!("the aircraft in `{zone}` have too few decks there");
            let label = format!("{} deck slots are there", slots.len());
            found.note(message, v.places.setup[rows[0]], label);
        }
    }
}

/// The deck slots in a zone.
fn slots(rules: &Rules, space: SpaceId) -> Vec<UnitTypeSet> {
    let mut slots = Vec::new();
    for units in rules.setup.units.iter().filter(|u| u.space == space) {
        let decks = rules.units[units.kind]
            .holds
            .iter()
            .filter(|h| h.kind == HoldKind::Deck);
        for hold in decks.filter(|h| h.shut_at.is_none_or(|at| units.damage < at)) {
            let room = usize::from(hold.room.unwrap_or(0));
            let one_ship = if hold.room.is_some() {
                vec![hold.slots.first().copied().unwrap_or_default(); room]
            } else {
                hold.slots.clone()
            };
            (0..units.count.min(500)).for_each(|_| slots.extend(one_ship.iter().copied()));
        }
    }
    slots
}

/// Whether every aircraft finds a slot of its own.
fn fits(aircraft: &[UnitTypeId], slots: &[UnitTypeSet]) -> bool {
    let mut taken: Vec<Option<usize>> = vec![None; slots.len()];
    aircraft.len() <= slots.len()
        && (0..aircraft.len()).all(|i| {
            place(
                i,
                aircraft,
                slots,
                &mut taken,
                &mut vec![false; slots.len()],
            )
        })
}

fn place(
    i: usize,
    aircraft: &[UnitTypeId],
    slots: &[UnitTypeSet],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for s in 0..slots.len() {
        if !tried[s] && slots[s].has(aircraft[i]) {
            tried[s] = true;
            if taken[s].is_none_or(|other| place(other, aircraft, slots, taken, tried)) {
                taken[s] = Some(i);
                return true;
            }
        }
    }
    false
}
