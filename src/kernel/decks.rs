//! Holds: whether a load fits, and aircraft finding a deck.

use super::state::{Marks, State, UnitIx};
use crate::rules::{HoldKind, PowerId, Rules, UnitTypeId};

/// Whether these types fit together into the holds of one kind of a unit of `kind` owned by `owner`.
pub fn fits(
    rules: &Rules,
    kind: UnitTypeId,
    owner: PowerId,
    hold: HoldKind,
    load: &[UnitTypeId],
) -> bool {
    let holds: Vec<_> = rules.units[kind]
        .holds
        .iter()
        .filter(|h| h.kind == hold && h.powers.has(owner))
        .collect();
    let slots: Vec<_> = holds
        .iter()
        .filter(|h| h.room.is_none())
        .flat_map(|h| h.slots.iter())
        .collect();
    let mut taken = vec![None; slots.len()];
    let mut left = Vec::new();
    for (i, unit) in load.iter().enumerate() {
        let mut seen = vec![false; slots.len()];
        if !seat(load, &slots, i, &mut taken, &mut seen) {
            left.push(*unit);
        }
    }
    // What no slot takes goes by size into the holds that are measured so.
    let mut rooms: Vec<_> = holds
        .iter()
        .filter_map(|h| h.room.map(|room| (h, u16::from(room))))
        .collect();
    left.iter().all(|unit| {
        let size = u16::from(rules.units[*unit].size);
        let room = rooms
            .iter_mut()
            .find(|(h, room)| h.slots.iter().any(|s| s.has(*unit)) && *room >= size);
        room.map(|(_, room)| *room -= size).is_some()
    })
}

/// One augmenting step of matching units to slots.
fn seat(
    load: &[UnitTypeId],
    slots: &[&crate::rules::UnitTypeSet],
    unit: usize,
    taken: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for slot in 0..slots.len() {
        if seen[slot] || !slots[slot].has(load[unit]) {
            continue;
        }
        seen[slot] = true;
        if taken[slot].is_none_or(|other| seat(load, slots, other, taken, seen)) {
            taken[slot] = Some(unit);
            return true;
        }
    }
    false
}

impl State {
    /// What a unit carries, by type.
    pub fn load_of(&self, carrier: UnitIx) -> Vec<UnitTypeId> {
        self.aboard(carrier).map(|(_, u)| u.kind).collect()
    }

    /// Whether a deck in working order has room for one more of this type.
    pub fn deck_has_room(&self, rules: &Rules, deck: UnitIx, kind: UnitTypeId) -> bool {
        let carrier = self.unit(deck);
        let holds = &rules.units[carrier.kind].holds;
        let open = holds
            .iter()
            .any(|h| h.kind == HoldKind::Deck && h.shut_at.is_none_or(|at| carrier.damage < at));
        let mut load = self.load_of(deck);
        load.push(kind);
        open && fits(rules, carrier.kind, carrier.owner, HoldKind::Deck, &load)
    }

    /// Lands an aircraft on the first deck in its space with room whose owner `welcomes` it; says
    /// whether it found one.
    pub fn take_deck(
        &mut self,
        rules: &Rules,
        flyer: UnitIx,
        welcomes: impl Fn(PowerId, PowerId) -> bool,
    ) -> bool {
        let unit = *self.unit(flyer);
        let deck = self
            .units_in(unit.space)
            .filter(|(_, d)| rules.units.decks.has(d.kind) && welcomes(unit.owner, d.owner))
            .map(|(ix, _)| ix)
            .find(|ix| self.deck_has_room(rules, *ix, unit.kind));
        if let Some(deck) = deck {
            let unit = self.unit_mut(flyer);
            unit.link = deck;
            unit.marks.clear(Marks::ALOFT);
        }
        deck.is_some()
    }
}
