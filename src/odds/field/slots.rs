//! The counts that make a state of a side: units that are counted together, and who of them takes a hit.

use crate::case::Unknown;
use crate::force::{Force, Stack};
use crate::losses::{Rung, Toll};
use sandtable_kernel::law::Group;
use sandtable_rules::{Rules, Step, UnitTypeId, UnitTypeSet};

/// Where the units of a slot are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// In the battle.
    There,
    /// Under water until it is over.
    Under,
    /// Where they have retreated to.
    Away,
}

/// Units of a side that are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// One of them.
    pub unit: Stack,
    /// Where they are.
    pub at: Whereabouts,
}

/// The slots of a side, where the count of each stands in a packed state, and what a hit makes of its units.
#[derive(Clone, Default, Debug)]
pub struct Slots {
    all: Vec<Slot>,
    shifts: Vec<u32>,
    /// The hits that a unit of each slot can still take.
    hits: Vec<u8>,
    /// The slot of the same units with one hit more.
    worse: Vec<Option<usize>>,
}

impl Whereabouts {
    /// Where a step takes units that leave by it.
    const fn by(step: &Step) -> Self {
        match step {
            Step::Submerge(_) => Self::Under,
            _ => Self::Away,
        }
    }
}

impl Slot {
    /// Whether its units are in the battle.
    pub fn is_there(&self) -> bool {
        self.at == Whereabouts::There
    }

    /// So many of its units, as the law sees them.
    pub fn group(&self, count: u16) -> Group {
        self.stack(count).group()
    }

    /// So many of its units.
    pub fn stack(&self, count: u16) -> Stack {
        self.unit.many(count)
    }
}

impl Slots {
    /// For each stack of a force what it can become. Counts are packed into 128 bits.
    ///
    /// # Errors
    /// They do not fit.
    pub fn new(rules: &Rules, force: &Force, departures: &[Step]) -> Result<Self, Unknown> {
        let (mut all, mut shifts, mut shift) = (Vec::new(), Vec::new(), 0);
        for stack in force.stacks() {
            let same = |s: &&Stack| (s.kind, s.seaborne) == (stack.kind, stack.seaborne);
            let group = || force.stacks().iter().filter(same);
            let total: u32 = group().map(|s| u32::from(s.count)).sum();
            let least = group().map(|s| s.damage).min().unwrap_or(0);
            for at in [Whereabouts::There, Whereabouts::Under, Whereabouts::Away] {
                for damage in least..rules.units[stack.kind].hits.max(least + 1) {
                    let unit = Stack {
                        damage,
                        ..stack.many(1)
                    };
                    let slot = Slot { unit, at };
                    let leaves = |s: &Step| Whereabouts::by(s) == at && slot.group(1).may_leave(s);
                    let comes = slot.is_there() || departures.iter().any(leaves);
                    if comes && !all.contains(&slot) {
                        all.push(slot);
                        shifts.push(shift);
                        shift += 32 - total.leading_zeros();
                    }
                }
            }
        }
        if shift > 128 || force.units() > u32::from(u16::MAX) {
            return Err(Unknown::TooVaried);
        }
        let worse = |s: &Slot| {
            let mut like = *s;
            like.unit.damage += 1;
            all.iter().position(|s| *s == like)
        };
        let hits = |s: &Slot| rules.units[s.unit.kind].hits.saturating_sub(s.unit.damage);
        Ok(Self {
            hits: all.iter().map(hits).collect(),
            worse: all.iter().map(worse).collect(),
            shifts,
            all,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The slot of units like these.
    pub fn position(&self, stack: Stack) -> Option<usize> {
        let same = |s: &Slot| s.is_there() && s.unit == stack.many(1);
        self.all.iter().position(same)
    }

    /// Each slot with its count.
    pub fn counted<'s>(&'s self, counts: &'s [u16]) -> impl Iterator<Item = (&'s Slot, u16)> {
        self.all.iter().zip(counts.iter().copied())
    }

    /// The units that are in the battle.
    pub fn there<'s>(&'s self, counts: &'s [u16]) -> impl Iterator<Item = (&'s Slot, u16)> {
        self.counted(counts).filter(|(s, n)| *n > 0 && s.is_there())
    }

    /// The slots in the battle, each with the hits that one of its units can take, and how many those are.
    fn tough<'s>(&'s self, counts: &'s [u16]) -> impl Iterator<Item = (&'s Slot, u32, u32)> {
        let slots = self.counted(counts).zip(&self.hits);
        let there = slots.filter(|((slot, _), _)| slot.is_there());
        there.map(|((slot, n), hits)| (slot, u32::from(*hits), n.into()))
    }

    /// Counts as one number.
    pub fn pack(&self, counts: &[u16]) -> u128 {
        let counts = self.shifts.iter().zip(counts);
        counts.fold(0, |key, (shift, n)| key | u128::from(*n) << shift)
    }

    /// What a packed state becomes by a hit on a unit of a slot.
    pub fn hit_packed(&self, key: u128, slot: usize) -> u128 {
        key - (1 << self.shifts[slot]) + self.worse[slot].map_or(0, |to| 1 << self.shifts[to])
    }

    /// Hits a unit of a slot.
    pub fn hit(&self, counts: &mut [u16], slot: usize) {
        counts[slot] -= 1;
        self.worse[slot].into_iter().for_each(|to| counts[to] += 1);
    }

    /// The types in the battle, and the hits that its units can take.
    pub fn strength(&self, counts: &[u16]) -> (UnitTypeSet, u32) {
        let hits = self.tough(counts).map(|(_, hits, n)| hits * n);
        let kinds = self.there(counts).map(|(slot, _)| slot.unit.kind);
        (kinds.collect(), hits.sum())
    }

    /// How many units of these types are in the battle.
    pub fn units(&self, counts: &[u16], kinds: UnitTypeSet) -> u32 {
        let there = self.there(counts).filter(|(s, _)| kinds.has(s.unit.kind));
        there.map(|(_, n)| u32::from(n)).sum()
    }

    /// How many hits a rung can take.
    pub fn room(&self, counts: &[u16], rung: Rung) -> u32 {
        let own = UnitTypeSet::only(rung.kind);
        let each = |keep: u32| -> u32 {
            let slots = self
                .tough(counts)
                .filter(|(slot, ..)| slot.unit.kind == rung.kind);
            slots
                .map(|(_, hits, n)| hits.saturating_sub(keep) * n)
                .sum()
        };
        match rung.toll {
            Toll::Damage => each(1).saturating_sub(rung.keep.into()),
            Toll::Pile => each(0),
            Toll::Kill(spared, last) => {
                let more = self.units(counts, own).saturating_sub(u32::from(rung.keep));
                let more = match spared.is_empty() {
                    true => more,
                    false => more.min(self.units(counts, spared).saturating_sub(last)),
                };
                self.deaths(counts, rung.kind, more)
            }
        }
    }

    /// The hits that so many units of a type die of, the worst damaged first.
    fn deaths(&self, counts: &[u16], kind: UnitTypeId, units: u32) -> u32 {
        let own = self
            .tough(counts)
            .filter(|(slot, ..)| slot.unit.kind == kind);
        let mut own: Vec<(u32, u32)> = own.map(|(_, hits, n)| (hits, n)).collect();
        own.sort_unstable();
        let mut left = units;
        let mut die = |(hits, n): (u32, u32)| {
            let n = n.min(left);
            left -= n;
            hits * n
        };
        own.into_iter().map(&mut die).sum()
    }

    /// The slot that takes a hit on a rung that has room: damage goes to the least damaged, death to
    /// the most, those from the sea before others.
    pub fn victim(&self, counts: &[u16], rung: Rung) -> Option<usize> {
        let slot = |i: &usize| &self.all[*i];
        let able = (0..self.len())
            .filter(|i| counts[*i] > 0 && slot(i).unit.kind == rung.kind && slot(i).is_there());
        match rung.toll {
            Toll::Damage => able.min_by_key(|i| (slot(i).unit.damage, !slot(i).unit.seaborne)),
            _ => able.max_by_key(|i| (slot(i).unit.damage, slot(i).unit.seaborne)),
        }
    }

    /// Takes the worst damaged units of a type away.
    pub fn remove(&self, counts: &mut [u16], kind: UnitTypeId, units: u32) {
        for _ in 0..units {
            let pile = Rung {
                kind,
                toll: Toll::Pile,
                keep: 0,
            };
            let worst = self.victim(counts, pile);
            worst.into_iter().for_each(|i| counts[i] -= 1);
        }
    }

    /// Lets everybody leave the battle alive who may by a step.
    pub fn leave(&self, counts: &mut [u16], step: &Step) {
        let at = Whereabouts::by(step);
        for (i, slot) in self.all.iter().enumerate() {
            let outside = Slot { at, ..*slot };
            let to = self.all.iter().position(|s| *s == outside);
            let leaves = slot.is_there() && slot.group(counts[i]).may_leave(step);
            if let Some(to) = to.filter(|_| leaves) {
                counts[to] += std::mem::take(&mut counts[i]);
            }
        }
    }

    /// Whether some of these units have retreated.
    pub fn are_away(&self, counts: &[u16]) -> bool {
        self.counted(counts)
            .any(|(s, n)| n > 0 && s.at == Whereabouts::Away)
    }

    /// Takes the units of these types out of the battle.
    pub fn clear(&self, counts: &mut [u16], kinds: UnitTypeSet) {
        let slots = self.all.iter().zip(counts);
        slots
            .filter(|(s, _)| s.is_there() && kinds.has(s.unit.kind))
            .for_each(|(_, n)| *n = 0);
    }
}
