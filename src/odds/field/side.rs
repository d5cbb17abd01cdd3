//! One side of a battle as a table of states: each is a vector of counts, known by a number, and
//! knows which state a hit leads to. States are made when they are first reached.

use crate::kernel::Hits;
use crate::kernel::Marks;
use crate::kernel::law::{Group, losses};
use crate::odds::field::index::{ABSENT, Index};
use crate::odds::force::{Force, Stack};
use crate::odds::losses::{KINDS, Losses, Rung, Toll, by};
use crate::rules::{BattlePlan, Chooser, Id, Role, Rules, Step, UnitTypeId, UnitTypeSet};

/// A state of a side.
pub type StateId = u32;

/// Hits that go to the same types and are assigned by the same side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Who can take them.
    pub targets: UnitTypeSet,
    /// Who chooses.
    pub chooser: Chooser,
}

/// Units of a side that are counted together.
#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: UnitTypeId,
    damage: u8,
    seaborne: bool,
    /// Left the battle alive.
    out: bool,
    /// Where its count stands in a packed state.
    shift: u32,
    /// The slot of the same units with one hit more.
    worse: Option<usize>,
}

impl Slot {
    /// So many of its units, as the law sees them.
    fn group(&self, count: u16) -> Group {
        Group {
            kind: self.kind,
            damage: self.damage,
            marks: if self.seaborne {
                Marks::SEABORNE
            } else {
                Marks::default()
            },
            count: count.into(),
        }
    }
}

/// One side.
#[derive(Clone, Debug)]
pub struct Side {
    slots: Vec<Slot>,
    /// The steps by which units may leave the battle alive.
    departures: Vec<Step>,
    hits: [u8; KINDS],
    ladders: [Vec<Rung>; 2],
    aims: Vec<Aim>,
    index: Index,
    keys: Vec<u128>,
    counts: Vec<u16>,
    kinds: Vec<u16>,
    weight: Vec<u32>,
    next: Vec<StateId>,
    /// How many hits of each way lead from number to number; known of a closed side.
    runs: Vec<u32>,
    sets: Vec<UnitTypeSet>,
    set_index: Index,
    start: StateId,
}

/// A force has too many different units to be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooVaried;

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
    ) -> Result<Self, TooVaried> {
        let departures: Vec<Step> = departures.cloned().collect();
        let mut hits = [0; KINDS];
        rules
            .units
            .types
            .iter()
            .for_each(|(k, t)| hits[k.index()] = t.hits);
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
            slots: slots(force, &hits, &departures)?,
            departures,
            hits,
            ladders,
            aims,
            index: Index::default(),
            keys: Vec::new(),
            counts: Vec::new(),
            kinds: Vec::new(),
            weight: Vec::new(),
            next: Vec::new(),
            runs: Vec::new(),
            sets: Vec::new(),
            set_index: Index::default(),
            start: 0,
        };
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
    /// What a way to be hit is.
    pub fn aim_at(&self, aim: usize) -> Aim {
        self.aims[aim]
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
        let known = self.set_index.get(key);
        if known != ABSENT {
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
    /// Whether something of a state can be hit.
    #[inline]
    pub fn can_be_hit(&self, state: StateId) -> bool {
        self.weight[state as usize] >> 16 > 0
    }
    /// Units in the battle by type, in the order in which they were named.
    pub fn present(&self, state: StateId) -> Vec<(UnitTypeId, u32)> {
        let mut all = Vec::new();
        self.counts(state, self.kinds(state), &mut |kind, n| all.push((kind, n)));
        all
    }
    /// The same for some types, told type by type.
    pub fn counts(
        &self,
        state: StateId,
        kinds: UnitTypeSet,
        tell: &mut dyn FnMut(UnitTypeId, u32),
    ) {
        let mut left = kinds.intersect(self.kinds(state));
        for slot in &self.slots {
            if left.has(slot.kind) {
                left.remove(slot.kind);
                tell(slot.kind, self.count(state, slot.kind));
            }
        }
    }
    /// How many units of a type a state has in the battle.
    pub fn count(&self, state: StateId, kind: UnitTypeId) -> u32 {
        self.groups(state)
            .filter(|g| g.kind == kind)
            .map(|g| g.count)
            .sum()
    }
    /// The units of a state that are in the battle, as the law sees them.
    pub fn groups(&self, state: StateId) -> impl Iterator<Item = Group> {
        let slots = self.slots.iter().zip(self.row(state));
        slots
            .filter(|(s, n)| **n > 0 && !s.out)
            .map(|(s, n)| s.group(*n))
    }
    /// The units of a state that live, those that have left included.
    pub fn force(&self, state: StateId) -> Force {
        let mut force = Force::default();
        for (slot, count) in self.slots.iter().zip(self.row(state)) {
            force.add(Stack {
                kind: slot.kind,
                damage: slot.damage,
                seaborne: slot.seaborne,
                count: *count,
            });
        }
        force
    }
    /// The state of a force that is part of the first one.
    pub fn state_of(&mut self, force: &Force) -> StateId {
        let count = |slot: &Slot| {
            let same = |s: &&Stack| {
                (s.kind, s.damage, s.seaborne) == (slot.kind, slot.damage, slot.seaborne)
                    && !slot.out
            };
            force.stacks().iter().filter(same).map(|s| s.count).sum()
        };
        let counts: Vec<u16> = self.slots.iter().map(count).collect();
        self.intern(&counts)
    }

    fn row(&self, state: StateId) -> &[u16] {
        let n = self.slots.len();
        &self.counts[state as usize * n..][..n]
    }

    fn intern(&mut self, counts: &[u16]) -> StateId {
        let key = self
            .slots
            .iter()
            .zip(counts)
            .fold(0u128, |key, (slot, n)| key | u128::from(*n) << slot.shift);
        let known = self.index.get(key);
        if known != ABSENT {
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
        let mut kinds = UnitTypeSet::EMPTY;
        let (mut hits, mut units) = (0, 0);
        for (slot, n) in self
            .slots
            .iter()
            .zip(self.row(id))
            .filter(|(s, n)| **n > 0 && !s.out)
        {
            kinds.insert(slot.kind);
            hits +=
                u32::from(self.hits[slot.kind.index()].saturating_sub(slot.damage)) * u32::from(*n);
            units += u32::from(*n);
        }
        let last = self
            .kinds
            .last()
            .copied()
            .filter(|last| self.set(*last) == kinds);
        let kinds = last.unwrap_or_else(|| self.number(kinds));
        self.kinds.push(kinds);
        self.weight.push(hits << 16 | units.min(0xffff));
        self.next.resize(self.next.len() + self.aims.len(), ABSENT);
        id
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
        let rung = able.find(|r| self.room(counts, **r) > 0);
        let next = match rung.and_then(|rung| self.victim(counts, *rung)) {
            Some(slot) => self.after(state, slot),
            None => state,
        };
        self.next[state as usize * self.aims.len() + aim] = next;
        next
    }

    /// The state after a hit on a unit of a slot.
    fn after(&mut self, state: StateId, slot: usize) -> StateId {
        let Slot { shift, worse, .. } = self.slots[slot];
        let key = self.keys[state as usize] - (1 << shift)
            + worse.map_or(0, |to| 1 << self.slots[to].shift);
        let known = self.index.get(key);
        if known != ABSENT {
            return known;
        }
        let n = self.slots.len();
        let first = state as usize * n;
        self.counts.extend_from_within(first..first + n);
        let new = self.counts.len() - n;
        self.counts[new + slot] -= 1;
        worse.into_iter().for_each(|to| self.counts[new + to] += 1);
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
                count: u16::try_from(*n).unwrap_or(u16::MAX),
            })
            .collect();
        let mut counts = self.row(state).to_vec();
        let (mut room, mut all) = (losses::Room::new(), 0);
        for rung in self.ladders[by(chooser)].clone() {
            let before = room.clone();
            losses::widen(&mut room, rung.kind, self.room(&counts, rung));
            let taken = losses::absorbed(&hits, &room, UnitTypeSet::FULL) - all;
            all += taken;
            room = before;
            losses::widen(&mut room, rung.kind, taken);
            for _ in 0..taken {
                let Some(slot) = self.victim(&counts, rung) else {
                    break;
                };
                counts[slot] -= 1;
                self.slots[slot]
                    .worse
                    .into_iter()
                    .for_each(|to| counts[to] += 1);
            }
        }
        self.intern(&counts)
    }

    fn units(&self, counts: &[u16]) -> [u32; KINDS] {
        let mut units = [0; KINDS];
        for (slot, n) in self.slots.iter().zip(counts).filter(|(s, _)| !s.out) {
            units[slot.kind.index()] += u32::from(*n);
        }
        units
    }

    /// How many hits a rung can take.
    fn room(&self, counts: &[u16], rung: Rung) -> u32 {
        let hits = self.hits[rung.kind.index()];
        let there = || {
            self.slots
                .iter()
                .zip(counts)
                .filter(|(s, n)| **n > 0 && !s.out)
        };
        let each = |keep: u8| -> u32 {
            let slots = there().filter(|(s, _)| s.kind == rung.kind);
            slots
                .map(|(s, n)| u32::from(hits.saturating_sub(s.damage + keep)) * u32::from(*n))
                .sum()
        };
        let units = |kinds: UnitTypeSet| -> u32 {
            there()
                .filter(|(s, _)| kinds.has(s.kind))
                .map(|(_, n)| u32::from(*n))
                .sum()
        };
        match rung.toll {
            Toll::Damage => each(1),
            Toll::Pile => each(0),
            Toll::Kill(spared) if spared.is_empty() => units(UnitTypeSet::only(rung.kind)),
            Toll::Kill(spared) => {
                units(UnitTypeSet::only(rung.kind)).min(units(spared).saturating_sub(1))
            }
        }
    }

    /// The slot that takes a hit on a rung that has room: damage goes to the least damaged, death to
    /// the most, those from the sea before others.
    fn victim(&self, counts: &[u16], rung: Rung) -> Option<usize> {
        let able = (0..self.slots.len())
            .filter(|i| counts[*i] > 0 && self.slots[*i].kind == rung.kind && !self.slots[*i].out);
        if rung.toll == Toll::Damage {
            able.min_by_key(|i| (self.slots[*i].damage, !self.slots[*i].seaborne))
        } else {
            able.max_by_key(|i| (self.slots[*i].damage, self.slots[*i].seaborne))
        }
    }

    /// The state after everybody has left the battle alive who may by a step.
    pub fn leave(&mut self, state: StateId, step: &Step) -> StateId {
        let mut counts = self.row(state).to_vec();
        for (i, slot) in self.slots.iter().enumerate() {
            if slot.out || !step.lets_out(&slot.group(counts[i])) {
                continue;
            }
            let same = |s: &Slot| {
                (s.kind, s.damage, s.seaborne, s.out)
                    == (slot.kind, slot.damage, slot.seaborne, true)
            };
            if let Some(to) = self.slots.iter().position(same) {
                counts[to] += std::mem::take(&mut counts[i]);
            }
        }
        self.intern(&counts)
    }

    /// The state without the units of these types.
    pub fn without(&mut self, state: StateId, kinds: UnitTypeSet) -> StateId {
        let mut counts = self.row(state).to_vec();
        self.slots
            .iter()
            .zip(&mut counts)
            .filter(|(s, _)| !s.out && kinds.has(s.kind))
            .for_each(|(_, n)| *n = 0);
        self.intern(&counts)
    }

    /// What a state that shows dying units looks like after those between two states of the living are
    /// gone from it too.
    pub fn follow(&mut self, shown: StateId, before: StateId, after: StateId) -> StateId {
        if shown == before {
            return after;
        }
        let (old, new) = (self.units(self.row(before)), self.units(self.row(after)));
        let mut counts = self.row(shown).to_vec();
        for kind in 0..KINDS {
            for _ in new[kind]..old[kind] {
                let able = (0..counts.len()).filter(|i| counts[*i] > 0 && !self.slots[*i].out);
                let worst = able
                    .filter(|i| self.slots[*i].kind.index() == kind)
                    .max_by_key(|i| self.slots[*i].damage);
                worst.into_iter().for_each(|i| counts[i] -= 1);
            }
        }
        self.intern(&counts)
    }

    /// Makes every state that hits and departures can lead to, and numbers them by weight, the heaviest
    /// first; `false` if there are more than `most`.
    pub fn close(&mut self, most: usize) -> bool {
        let departures = std::mem::take(&mut self.departures);
        let mut at = 0;
        while at < self.len() {
            for aim in 0..self.aims.len() {
                self.hit(at as StateId, aim);
            }
            for step in &departures {
                self.leave(at as StateId, step);
            }
            at += 1;
            if self.len() > most {
                return false;
            }
        }
        let mut order: Vec<StateId> = (0..self.len() as StateId).collect();
        order.sort_by_key(|id| (std::cmp::Reverse(self.weight(*id)), *id));
        if !order.is_sorted() {
            self.renumber(&order);
        }
        self.measure();
        true
    }

    fn renumber(&mut self, order: &[StateId]) {
        let mut new = vec![ABSENT; order.len()];
        order
            .iter()
            .zip(0..)
            .for_each(|(old, number)| new[*old as usize] = number);
        let (slots, ways) = (self.slots.len(), self.aims.len());
        let old = || order.iter().map(|id| *id as usize);
        self.counts = old()
            .flat_map(|id| &self.counts[id * slots..][..slots])
            .copied()
            .collect();
        self.next = old()
            .flat_map(|id| &self.next[id * ways..][..ways])
            .map(|next| new[*next as usize])
            .collect();
        self.kinds = old().map(|id| self.kinds[id]).collect();
        self.weight = old().map(|id| self.weight[id]).collect();
        self.keys = old().map(|id| self.keys[id]).collect();
        self.index = Index::default();
        self.keys
            .iter()
            .zip(0..)
            .for_each(|(key, number)| self.index.put(*key, number));
        self.start = new[self.start as usize];
    }

    /// Measures the runs, the last states first.
    fn measure(&mut self) {
        let ways = self.aims.len();
        self.runs = vec![0; self.next.len()];
        for at in (0..self.next.len()).rev() {
            if self.next[at] as usize == at / ways + 1 {
                self.runs[at] = 1 + self.runs[at + ways];
            }
        }
    }
}

/// The slots of a side: for each stack what it can become. Counts are packed into 128 bits.
fn slots(force: &Force, hits: &[u8; KINDS], departures: &[Step]) -> Result<Vec<Slot>, TooVaried> {
    let mut slots: Vec<Slot> = Vec::new();
    let mut shift = 0;
    for stack in force.stacks() {
        let group = || {
            force
                .stacks()
                .iter()
                .filter(|s| (s.kind, s.seaborne) == (stack.kind, stack.seaborne))
        };
        let total: u32 = group().map(|s| u32::from(s.count)).sum();
        let width = 32 - total.leading_zeros();
        let least = group().map(|s| s.damage).min().unwrap_or(0);
        for out in [false, true] {
            for damage in least..hits[stack.kind.index()].max(least + 1) {
                let known = slots.iter().any(|s| {
                    (s.kind, s.damage, s.seaborne, s.out)
                        == (stack.kind, damage, stack.seaborne, out)
                });
                let slot = Slot {
                    kind: stack.kind,
                    damage,
                    seaborne: stack.seaborne,
                    out,
                    shift,
                    worse: None,
                };
                let leaves = || departures.iter().any(|step| step.lets_out(&slot.group(1)));
                if known || (out && !leaves()) {
                    continue;
                }
                slots.push(slot);
                shift += width;
            }
        }
    }
    for i in 0..slots.len() {
        let Slot {
            kind,
            damage,
            seaborne,
            ..
        } = slots[i];
        let worse =
            |s: &Slot| (s.kind, s.damage, s.seaborne, s.out) == (kind, damage + 1, seaborne, false);
        slots[i].worse = slots.iter().position(worse);
    }
    if shift > 128 || force.units() > u32::from(u16::MAX) {
        Err(TooVaried)
    } else {
        Ok(slots)
    }
}
