//! More aircraft at sea in the opening position than there are decks for.

use super::{Found, View};
use sandtable_kernel::{decks, fits};
use sandtable_rules::{Domain, Hold, SpaceId, UnitTypeId};
use std::collections::BTreeMap;
use std::iter::repeat_n;

/// The decks of more ships in one row are not looked at.
const SHIPS: u16 = 500;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (rules, setup) = (v.rules, &v.rules.setup.units);
    let mut zones: BTreeMap<SpaceId, Vec<usize>> = BTreeMap::new();
    for (row, units) in setup.iter().enumerate() {
        if rules.board.is_sea(units.space) && rules.units[units.kind].domain == Domain::Air {
            zones.entry(units.space).or_default().push(row);
        }
    }
    for (space, rows) in zones {
        let there = setup.iter().filter(|u| u.space == space);
        let ships = there.flat_map(|u| repeat_n(u, u.count.min(SHIPS).into()));
        let open: Vec<&Hold> = ships.flat_map(|u| decks(rules, u.kind, u.damage)).collect();
        let room = |h: &&Hold| h.room.map_or(h.slots.len(), usize::from);
        let slots: usize = open.iter().map(room).sum();
        let flying = rows.iter().map(|row| &setup[*row]);
        let aircraft: Vec<UnitTypeId> = flying
            .flat_map(|u| repeat_n(u.kind, u.count.into()))
            .take(slots + 1)
            .collect();
        if !fits(rules, open.into_iter(), &aircraft) {
            let zone = &rules.board.spaces[space].name;
            let message = format!("the aircraft in `{zone}` have too few decks there");
            let label = format!("{slots} deck slots are there");
            found.note(message, v.places.setup[rows[0]], label);
        }
    }
}
