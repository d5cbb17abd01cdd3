//! Holds: whether a load fits, and aircraft finding a deck.

use super::state::{Marks, State, Unit, UnitIx};
use sandtable_rules::{Hold, HoldKind, PowerId, Rules, SpaceId, UnitTypeId, UnitTypeSet};
use std::cmp::Reverse;

/// Pairs as many of the left as possible with the right; those paired early stay paired. `can[i]`
/// lists what the `i`th may have, in the order of preference.
pub fn pairing(can: &[Vec<usize>], rights: usize) -> Vec<Option<usize>> {
    let mut taken = vec![None; rights];
    let choices = |left: usize| can[left].iter().copied();
    for left in 0..can.len() {
        augment(&choices, &mut taken, &mut vec![false; rights], left);
    }
    let mut pairs = vec![None; can.len()];
    for (right, left) in taken.iter().enumerate() {
        if let Some(left) = left {
            pairs[*left] = Some(right);
        }
    }
    pairs
}

/// Pairs one more of the left with something on the right that it may have, if others of the left move on to others of
/// theirs; says whether that went. Nothing is tried that has been seen.
pub fn augment<C: Iterator<Item = usize>>(
    can: &impl Fn(usize) -> C,
    taken: &mut [Option<usize>],
    seen: &mut [bool],
    left: usize,
) -> bool {
    for right in can(left) {
        if std::mem::replace(&mut seen[right], true) {
            continue;
        }
        if taken[right].is_none_or(|other| augment(can, taken, seen, other)) {
            taken[right] = Some(left);
            return true;
        }
    }
    false
}

/// Whether these types fit together into holds: what finds no slot goes, the largest first, into
/// holds that are measured by size.
pub fn fits<'h>(rules: &Rules, holds: impl Iterator<Item = &'h Hold>, load: &[UnitTypeId]) -> bool {
    let size = |k: UnitTypeId| rules.units[k].size;
    let mut load = load.to_vec();
    load.sort_unstable_by_key(|k| (Reverse(size(*k)), *k));
    let (rooms, slotted): (Vec<&Hold>, Vec<&Hold>) = holds.partition(|h| h.room.is_some());
    let slots: Vec<UnitTypeSet> = slotted
        .iter()
        .flat_map(|h| h.slots.iter().copied())
        .collect();
    let can: Vec<Vec<usize>> = load
        .iter()
        .map(|k| (0..slots.len()).filter(|i| slots[*i].has(*k)).collect())
        .collect();
    let mut left: Vec<u8> = rooms.iter().map(|h| h.room.unwrap_or(0)).collect();
    let placed = pairing(&can, slots.len());
    let mut over = load.iter().zip(placed).filter(|(_, slot)| slot.is_none());
    over.all(|(kind, _)| {
        let types = |i: usize| rooms[i].slots.first().is_some_and(|s| s.has(*kind));
        let room = (0..rooms.len()).find(|i| types(*i) && left[*i] >= size(*kind));
        room.map(|i| left[i] -= size(*kind)).is_some()
    })
}

/// Whether these types fit together into the holds of a type, whoever owns it and whatever state it is in.
pub fn can_hold(rules: &Rules, kind: UnitTypeId, load: &[UnitTypeId]) -> bool {
    fits(rules, rules.units[kind].holds.iter(), load)
}

/// Whether aircraft of these types fit together on the decks of a unit of `kind` owned by `owner`.
pub fn deck_fits(rules: &Rules, kind: UnitTypeId, owner: PowerId, load: &[UnitTypeId]) -> bool {
    fits(
        rules,
        rules.units[kind].holds_of(HoldKind::Deck, owner),
        load,
    )
}

/// The decks in working order of a unit of a type with so much damage.
pub fn decks(rules: &Rules, kind: UnitTypeId, damage: u8) -> impl Iterator<Item = &Hold> {
    let holds = rules.units[kind].holds.iter();
    holds.filter(move |h| h.kind == HoldKind::Deck && h.is_open(damage))
}

impl State {
    /// Units, each followed by what it carries.
    pub fn with_loads(&self, units: &[UnitIx]) -> Vec<UnitIx> {
        let aboard = |ix| self.aboard(ix).map(|(load, _)| load);
        let each = units.iter();
        each.flat_map(|ix| std::iter::once(*ix).chain(aboard(*ix)))
            .collect()
    }

    /// What a unit carries, by type.
    pub fn load_of(&self, carrier: UnitIx) -> Vec<UnitTypeId> {
        self.aboard(carrier).map(|(_, u)| u.kind).collect()
    }

    /// Whether a deck in working order has room for one more of this type.
    pub fn deck_has_room(&self, rules: &Rules, deck: UnitIx, kind: UnitTypeId) -> bool {
        let carrier = self.unit(deck);
        let open = decks(rules, carrier.kind, carrier.damage).next().is_some();
        let mut load = self.load_of(deck);
        load.push(kind);
        open && deck_fits(rules, carrier.kind, carrier.owner, &load)
    }

    /// The first deck in a space with room for an aircraft whose owner `welcomes` it, one of its own before others.
    pub fn free_deck(
        &self,
        rules: &Rules,
        flyer: &Unit,
        space: SpaceId,
        welcomes: impl Fn(PowerId, PowerId) -> bool,
    ) -> Option<UnitIx> {
        let decks = self.units_in(space);
        let decks =
            decks.filter(|(_, d)| rules.units.decks.has(d.kind) && welcomes(flyer.owner, d.owner));
        let open = decks.filter(|(ix, _)| self.deck_has_room(rules, *ix, flyer.kind));
        let first = open.min_by_key(|(ix, d)| (d.owner != flyer.owner, *ix));
        first.map(|(ix, _)| ix)
    }

    /// Lands an aircraft on the first deck in its space with room whose owner `welcomes` it, on one of its own before
    /// others; says whether it found one.
    pub fn take_deck(
        &mut self,
        rules: &Rules,
        flyer: UnitIx,
        welcomes: impl Fn(PowerId, PowerId) -> bool,
    ) -> bool {
        let unit = self.unit(flyer);
        let deck = self.free_deck(rules, unit, unit.space, welcomes);
        if let Some(deck) = deck {
            let unit = self.unit_mut(flyer);
            unit.link = deck;
            unit.marks.clear(Marks::ALOFT);
        }
        deck.is_some()
    }
}
