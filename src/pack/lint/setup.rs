//! Pieces of the opening position that no game could begin with.

use super::{Found, View};
use sandtable_kernel::{self as kernel, fits};
use sandtable_rules::{Domain, Hold, SpaceId, UnitTypeId};
use std::collections::BTreeMap;
use std::iter::repeat_n;

/// The decks of more ships in one row are not looked at.
const SHIPS: u16 = 500;

/// Pieces that stand where they can never be.
pub fn place(v: &View<'_>, found: &mut Found) {
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let space = &v.rules.board.spaces[units.space];
        let kind = &v.rules.units[units.kind];
        let sea = v.rules.board.is_sea(units.space);
        let why = match kind.domain {
            _ if space.closed => "nothing can be in a closed space",
            Domain::Land if sea => "land units are not at sea when the game starts",
            Domain::Facility if sea => "facilities stand on land",
            Domain::Sea if !sea => "sea units are not on land",
            _ => continue,
        };
        let message = format!("`{}` cannot be in `{}`: {why}", kind.name, space.name);
        found.note(message, v.places.setup[row], "placed here");
    }
}

/// Pieces with more damage than they can take.
pub fn damage(v: &View<'_>, found: &mut Found) {
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let kind = &v.rules.units[units.kind];
        let facility = kind.facility.as_ref();
        let most = facility.map_or(kind.hits.saturating_sub(1), |f| f.max_damage);
        if units.damage > most {
            let (name, damage) = (&kind.name, units.damage);
            let message = format!("`{name}` takes at most {most} damage, not {damage}");
            found.note(message, v.places.setup[row], "placed here");
        }
    }
}

/// Facilities that share a slot.
pub fn facility(v: &View<'_>, found: &mut Found) {
    let mut slots: BTreeMap<(SpaceId, u8), usize> = BTreeMap::new();
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let kind = &v.rules.units[units.kind];
        let Some(facility) = &kind.facility else {
            continue;
        };
        let first = slots.insert((units.space, facility.slot), row);
        if units.count > 1 || first.is_some() {
            let (space, kind) = (&v.rules.board.spaces[units.space].name, &kind.name);
            let message =
                format!("`{space}` has no room for `{kind}`: it holds one facility of each kind");
            let note = found.note(message, v.places.setup[row], "one too many");
            if let Some(first) = first {
                note.and(v.places.setup[first], "the first one");
            }
        }
    }
}

/// More aircraft at sea than there are decks for.
pub fn decks(v: &View<'_>, found: &mut Found) {
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
        let open: Vec<&Hold> = ships
            .flat_map(|u| kernel::decks(rules, u.kind, u.damage))
            .collect();
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
