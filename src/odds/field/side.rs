//! One side of a battle as a table of states: each is a vector of counts, known by a number, and
//! knows which state a hit leads to. States are made when they are first reached.

use crate::case::Unknown;
use crate::field::index::{ABSENT, Index};
use crate::field::slots::{Slots, Whereabouts};
use crate::force::Force;
use crate::losses::{Losses, Rung, by};
use sandtable_kernel::Hits;
use sandtable_kernel::law::{Group, losses};
use sandtable_rules::{BattlePlan, Chooser, Role, Rules, Step, UnitTypeId, UnitTypeSet};

/// A state of a side.
pub type StateId = u32;

/// The units of groups, type by type in the order in which they come.
pub fn by_type(groups: impl Iterator<Item = Group>) -> Vec<(UnitTypeId, u32)> {
    let mut counts = Vec::new();
    groups.for_each(|g| losses::widen(&mut counts, g.kind, g.count));
    counts
}

/// Hits that go to the same types and are assigned by the same side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Who can take them.
    pub targets: UnitTypeSet,
    /// Who chooses.
    pub chooser: Chooser,
}

/// One side.
#[derive(Clone, Default, Debug)]
pub struct Side {
    pub(super) slots: Slots,
    /// The steps by which units may leave the battle, alive or without a die.
    pub(super) departures: Vec<Step>,
    ladders: [Vec<Rung>; 2],
    pub(super) aims: Vec<Aim>,
    pub(super) index: Index,
    pub(super) keys: Vec<u128>,
    pub(super) counts: Vec<u16>,
    pub(super) kinds: Vec<u16>,
    pub(super) weight: Vec<u32>,
    pub(super) next: Vec<StateId>,
    /// How many hits of each way lead from number to number; known of a closed side.
    pub(super) runs: Vec<u32>,
    sets: Vec<UnitTypeSet>,
    set_index: Index,
    pub(super) start: StateId,
}

impl Side {
    /// A side that begins with a force and may be hit in these ways; by the steps `departures` units may
    /// leave the battle alive.
    ///
    /// # Errors
    /// The counts do not fit a packed state.
    pub fn new<'r>(
        (rules, plan, role): (&Rules, &BattlePlan, Role),
        force: &Force,
        losses: &Losses,
        aims: Vec<Aim>,
        departures: impl Iterator<Item = &'r Step>,
    ) -> Result<Self, Unknown> {
        let departures: Vec<Step> = departures.cloned().collect();
        let ladder = |chooser| {
            let chosen = aims.iter().any(|aim| aim.chooser == chooser);
            if chosen {
                losses.ladder(rules, plan, role, force.kinds(), chooser)
            } else {
                Vec::new()
            }
        };
        let ladders = [ladder(Chooser::Owner), ladder(Chooser::Firer)];
        let mut side = Self {
            slots: Slots::new(rules, force, &departures)?,
            departures,
            ladders,
            aims,
            ..Self::default()
        };
        // No types at all are number 0.
        side.number(UnitTypeSet::EMPTY);
        side.start = side.state_of(force);
        Ok(side)
    }

    /// The state it begins in.
    pub fn start(&self) -> StateId {
        self.start
    }
    /// How many states there are so far.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }
    /// The number of a way to be hit.
    pub fn aim(&self, aim: Aim) -> Option<usize> {
        self.aims.iter().position(|a| *a == aim)
    }
    /// The number of the set of types that a state has in the battle.
    #[inline]
    pub fn kinds_ix(&self, state: StateId) -> u16 {
        self.kinds[state as usize]
    }
    /// The types that a state has in the battle.
    #[inline]
    pub fn kinds(&self, state: StateId) -> UnitTypeSet {
        self.sets[usize::from(self.kinds[state as usize])]
    }
    /// A set by its number.
    pub fn set(&self, number: u16) -> UnitTypeSet {
        self.sets[usize::from(number)]
    }
    /// The number of a set.
    pub fn number(&mut self, set: UnitTypeSet) -> u16 {
        let key = u128::from(set.bits());
        if let Some(known) = self.set_index.get(key) {
            return known as u16;
        }
        // A side has at most as many sets as states, and far fewer states than numbers with so few types.
        let number = u16::try_from(self.sets.len()).unwrap_or(u16::MAX);
        self.sets.push(set);
        self.set_index.put(key, number.into());
        number
    }
    /// Hits and units left in the battle: whatever happens to a state makes this smaller.
    #[inline]
    pub fn weight(&self, state: StateId) -> u32 {
        self.weight[state as usize]
    }
    /// Units in the battle of some types, type by type in the order in which they were named.
    pub fn counts(&self, state: StateId, kinds: UnitTypeSet) -> Vec<(UnitTypeId, u32)> {
        by_type(self.groups(state).filter(|g| kinds.has(g.kind)))
    }
    /// How many units of these types a state has in the battle.
    pub fn count(&self, state: StateId, kinds: UnitTypeSet) -> u32 {
        self.slots.units(self.row(state), kinds)
    }
    /// The units of a state that are in the battle, as the law sees them.
    pub fn groups(&self, state: StateId) -> impl Iterator<Item = Group> {
        let there = self.slots.there(self.row(state));
        there.map(|(slot, n)| slot.group(n))
    }
    /// Whether some of its units have retreated.
    pub fn has_fled(&self, state: StateId) -> bool {
        self.slots.are_away(self.row(state))
    }
    /// The units of a state that live, those that have left included.
    pub fn force(&self, state: StateId) -> Force {
        let counted = self.slots.counted(self.row(state));
        counted.map(|(slot, n)| slot.stack(n)).collect()
    }
    /// Those of them that have not retreated.
    pub fn remaining(&self, state: StateId) -> Force {
        let counted = self.slots.counted(self.row(state));
        let remaining = counted.filter(|(slot, _)| slot.at != Whereabouts::Away);
        remaining.map(|(slot, n)| slot.stack(n)).collect()
    }
    /// The state of a force that is part of the first one.
    pub fn state_of(&mut self, force: &Force) -> StateId {
        let mut counts = vec![0; self.slots.len()];
        for stack in force.stacks() {
            let same = self.slots.position(*stack);
            same.into_iter().for_each(|i| counts[i] += stack.count);
        }
        self.intern(&counts)
    }

    fn row(&self, state: StateId) -> &[u16] {
        let n = self.slots.len();
        &self.counts[state as usize * n..][..n]
    }

    fn intern(&mut self, counts: &[u16]) -> StateId {
        let key = self.slots.pack(counts);
        if let Some(known) = self.index.get(key) {
            return known;
        }
        self.counts.extend_from_slice(counts);
        self.add(key)
    }

    /// A new state, whose counts are the last ones there are.
    fn add(&mut self, key: u128) -> StateId {
        let id = self.kinds.len() as StateId;
        self.index.put(key, id);
        self.keys.push(key);
        let (kinds, hits) = self.slots.strength(self.row(id));
        let units = self.slots.units(self.row(id), kinds);
        let last = self.kinds.last().copied();
        let last = last.filter(|last| self.set(*last) == kinds);
        let kinds = last.unwrap_or_else(|| self.number(kinds));
        self.kinds.push(kinds);
        self.weight.push(hits << 16 | units.min(0xffff));
        self.next.resize(self.next.len() + self.aims.len(), ABSENT);
        id
    }

    /// A state made of another one.
    fn changed(&mut self, state: StateId, change: impl FnOnce(&Slots, &mut [u16])) -> StateId {
        let mut counts = self.row(state).to_vec();
        change(&self.slots, &mut counts);
        self.intern(&counts)
    }

    /// The state after one hit; the same one if nothing can take it.
    #[inline]
    pub fn hit(&mut self, state: StateId, aim: usize) -> StateId {
        let known = self.next[state as usize * self.aims.len() + aim];
        if known != ABSENT {
            known
        } else {
            self.first_hit(state, aim)
        }
    }

    /// The state after so many hits of a way, or after as many as can be taken.
    #[inline]
    pub fn hits(&mut self, state: StateId, aim: usize, hits: u32) -> StateId {
        let mut state = state;
        for _ in 0..hits {
            let next = self.hit(state, aim);
            if next == state {
                break;
            }
            state = next;
        }
        state
    }

    fn first_hit(&mut self, state: StateId, aim: usize) -> StateId {
        let Aim { targets, chooser } = self.aims[aim];
        let counts = self.row(state);
        let mut able = self.ladders[by(chooser)]
            .iter()
            .filter(|r| targets.has(r.kind));
        let rung = able.find(|r| self.slots.room(counts, **r) > 0);
        let next = match rung.and_then(|rung| self.slots.victim(counts, *rung)) {
            Some(slot) => self.after(state, slot),
            None => state,
        };
        self.next[state as usize * self.aims.len() + aim] = next;
        next
    }

    /// The state after a hit on a unit of a slot.
    fn after(&mut self, state: StateId, slot: usize) -> StateId {
        let key = self.slots.hit_packed(self.keys[state as usize], slot);
        if let Some(known) = self.index.get(key) {
            return known;
        }
        let (n, new) = (self.slots.len(), self.counts.len());
        let first = state as usize * n;
        self.counts.extend_from_within(first..first + n);
        self.slots.hit(&mut self.counts[new..], slot);
        self.add(key)
    }

    /// How many hits of a way lead from a state to the number after it, and so on; whether the last
    /// of those states can take no more.
    #[inline]
    pub fn run(&self, state: StateId, aim: usize) -> (u32, bool) {
        let width = self.aims.len();
        let run = self
            .runs
            .get(state as usize * width + aim)
            .copied()
            .unwrap_or(0);
        let end = (state + run) as usize;
        (run, self.next[end * width + aim] as usize == end)
    }

    /// The state after hits of several groups whose targets cross: as many as possible are used, and
    /// the first rungs of the ladder take them.
    pub fn assign(&mut self, state: StateId, hits: &[(usize, u32)]) -> StateId {
        let Some((first, _)) = hits.first() else {
            return state;
        };
        let chooser = self.aims[*first].chooser;
        let hits: Vec<Hits> = hits
            .iter()
            .map(|(aim, n)| Hits {
                targets: self.aims[*aim].targets,
                count: *n,
            })
            .collect();
        let mut counts = self.row(state).to_vec();
        let (mut room, mut all) = (losses::Room::new(), 0);
        for rung in &self.ladders[by(chooser)] {
            let before = room.clone();
            losses::widen(&mut room, rung.kind, self.slots.room(&counts, *rung));
            let taken = losses::absorbed(&hits, &room, UnitTypeSet::FULL) - all;
            all += taken;
            room = before;
            losses::widen(&mut room, rung.kind, taken);
            for _ in 0..taken {
                let victim = self.slots.victim(&counts, *rung);
                victim
                    .into_iter()
                    .for_each(|slot| self.slots.hit(&mut counts, slot));
            }
        }
        self.intern(&counts)
    }

    /// A force after so many hits of these ways, as its order of losses has it.
    ///
    /// # Errors
    /// It has too many different units.
    pub fn after_hits(
        seen: (&Rules, &BattlePlan, Role),
        force: &Force,
        losses: &Losses,
        hits: &[(Aim, u32)],
    ) -> Result<Force, Unknown> {
        let (aims, counts): (Vec<Aim>, Vec<u32>) = hits.iter().copied().unzip();
        let mut side = Self::new(seen, force, losses, aims, std::iter::empty())?;
        let hits: Vec<(usize, u32)> = counts.into_iter().enumerate().collect();
        let after = side.assign(side.start, &hits);
        Ok(side.force(after))
    }

    /// The state after everybody has left the battle alive who may by a step.
    pub fn leave(&mut self, state: StateId, step: &Step) -> StateId {
        self.changed(state, |slots, counts| slots.leave(counts, step))
    }

    /// The state without the units of these types.
    pub fn without(&mut self, state: StateId, kinds: UnitTypeSet) -> StateId {
        self.changed(state, |slots, counts| slots.clear(counts, kinds))
    }

    /// What a state that shows dying units looks like after those between two states of the living are
    /// gone from it too.
    pub fn follow(&mut self, shown: StateId, before: StateId, after: StateId) -> StateId {
        if shown == before {
            return after;
        }
        let gone = |kind| {
            let there = |state| self.count(state, UnitTypeSet::only(kind));
            (kind, there(before).saturating_sub(there(after)))
        };
        let gone: Vec<(UnitTypeId, u32)> = self.kinds(before).iter().map(gone).collect();
        self.changed(shown, |slots, counts| {
            gone.iter()
                .for_each(|(kind, units)| slots.remove(counts, *kind, *units));
        })
    }
}
