//! The arithmetic of losses: how many hits a set of targets can take when different hits may go to
//! different types, and how many of them must fall on targets that are chosen last.

use super::Group;
use sandtable_rules::{BattlePlan, Rules, UnitTypeId, UnitTypeSet};

/// Hits of one volley that share the same possible targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hits {
    /// The types that can take them.
    pub targets: UnitTypeSet,
    /// How many.
    pub count: u32,
}

/// Hits that each type can take.
pub type Room = Vec<(UnitTypeId, u32)>;

/// What groups of units can take together, by type.
pub fn room(rules: &Rules, groups: impl Iterator<Item = Group>) -> Room {
    let mut room = Room::new();
    for group in groups {
        widen(&mut room, group.kind, group.room(rules));
    }
    room
}

/// Lets a type take more hits.
pub fn widen(room: &mut Room, kind: UnitTypeId, hits: u32) {
    match room.iter_mut().find(|(k, _)| *k == kind) {
        Some((_, all)) => *all += hits,
        None => room.push((kind, hits)),
    }
}

/// Who takes which hits while the most of them are being found: by group of hits, then by type.
struct Placing<'a> {
    hits: &'a [Hits],
    room: &'a [(UnitTypeId, u32)],
    placed: Vec<Vec<u32>>,
}

impl Placing<'_> {
    /// Whether one more hit of a group can be placed, if others of its types move on to others of theirs.
    fn place(&mut self, group: usize, tried: &mut UnitTypeSet) -> bool {
        for (i, (kind, room)) in self.room.iter().enumerate() {
            if tried.has(*kind) || !self.hits[group].targets.has(*kind) {
                continue;
            }
            tried.insert(*kind);
            let taken: u32 = self.placed.iter().map(|placed| placed[i]).sum();
            let mut free = taken < *room;
            let others = (0..self.hits.len()).filter(|other| *other != group);
            for other in others.collect::<Vec<_>>() {
                if !free && self.placed[other][i] > 0 && self.place(other, tried) {
                    self.placed[other][i] -= 1;
                    free = true;
                }
            }
            if free {
                self.placed[group][i] += 1;
                return true;
            }
        }
        false
    }
}

/// What some types can take.
fn only(room: &[(UnitTypeId, u32)], types: UnitTypeSet) -> Room {
    let named = room.iter().filter(|(kind, _)| types.has(*kind));
    named.copied().collect()
}

/// The most hits that the types of `among` can take together: a flow from groups of hits to types.
pub fn absorbed(hits: &[Hits], room: &[(UnitTypeId, u32)], among: UnitTypeSet) -> u32 {
    let room = only(room, among);
    let mut placing = Placing {
        hits,
        room: &room,
        placed: vec![vec![0; room.len()]; hits.len()],
    };
    let mut all = 0;
    for (group, some) in hits.iter().enumerate() {
        // What cannot be placed now never can be: the others only take more room.
        let place = |_: &u32| {
            let mut tried = UnitTypeSet::EMPTY;
            placing.place(group, &mut tried)
        };
        all += (0..some.count).take_while(place).fold(0, |n, _| n + 1);
    }
    all
}

/// Adds a group of hits, joined with one of the same targets.
pub fn add(hits: &mut Vec<Hits>, targets: UnitTypeSet, count: u32) {
    if count == 0 {
        return;
    }
    match hits.iter_mut().find(|h| h.targets == targets) {
        Some(same) => same.count = same.count.saturating_add(count),
        None => hits.push(Hits { targets, count }),
    }
}

/// The levels of a plan's losses: the types chosen freely, then each group that is chosen last. What two groups name
/// belongs to the first.
pub fn order(plan: &BattlePlan) -> impl Iterator<Item = UnitTypeSet> {
    let late = |all: UnitTypeSet, set: &UnitTypeSet| all.union(*set);
    let mut left = plan.last.iter().fold(UnitTypeSet::EMPTY, late);
    let free = UnitTypeSet::FULL.minus(left);
    let rest = plan.last.iter().map(move |set| {
        let level = set.intersect(left);
        left = left.minus(*set);
        level
    });
    std::iter::once(free).chain(rest)
}

/// How many hits must fall on each level of a plan's losses. Every hit that can be used is used, and
/// as few as possible reach each later level.
pub fn levels(
    plan: &BattlePlan,
    hits: &[Hits],
    room: &[(UnitTypeId, u32)],
) -> Vec<(UnitTypeSet, u32)> {
    let (mut allowed, mut taken) = (UnitTypeSet::EMPTY, 0);
    let mut level = |types: UnitTypeSet| {
        allowed = allowed.union(types);
        let before = std::mem::replace(&mut taken, absorbed(hits, room, allowed));
        (types, taken - before)
    };
    order(plan).map(&mut level).collect()
}

/// Whether hits that were taken by some types so far can be part of a choice that is allowed, if all others are taken
/// by `rest`: on each level as many as must be, beside the most that the levels before it can take. `room` is what all
/// can take.
pub fn completes(
    hits: &[Hits],
    levels: &[(UnitTypeSet, u32)],
    room: &[(UnitTypeId, u32)],
    [taken, rest]: [&Room; 2],
) -> bool {
    let mut earlier = UnitTypeSet::EMPTY;
    levels.iter().all(|(types, needed)| {
        let mut with = only(room, earlier);
        earlier = earlier.union(*types);
        let before = absorbed(hits, &with, UnitTypeSet::FULL);
        let mut used = 0;
        for (kind, n) in only(taken, *types) {
            widen(&mut with, kind, n);
            used += n;
        }
        let fits = absorbed(hits, &with, UnitTypeSet::FULL) == before + used;
        let more = only(rest, *types).into_iter();
        more.for_each(|(kind, n)| widen(&mut with, kind, n));
        fits && absorbed(hits, &with, UnitTypeSet::FULL) == before + needed
    })
}
