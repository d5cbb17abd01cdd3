//! The arithmetic of losses: how many hits a set of targets can take when different hits may go to
//! different types, and how many of them must fall on targets that are chosen last.

use super::super::agenda::Hits;
use crate::rules::{BattlePlan, Id, UnitTypeSet};

/// Hits that each type can take, by the index of the type.
pub type Capacity = [u16; 64];

/// The most hits that the types of `among` can take together. By the theorem of König and Hall this
/// is the smallest of: the hits of some groups dropped, plus what the targets of the others can take.
pub fn absorbed(hits: &[Hits], capacity: &Capacity, among: UnitTypeSet) -> u16 {
    let room = |types: UnitTypeSet| -> u16 {
        types
            .intersect(among)
            .iter()
            .map(|t| capacity[t.index()])
            .sum()
    };
    // Packs declare a handful of target groups; beyond twelve only the plain bound is used.
    let groups = &hits[..hits.len().min(12)];
    let mut least = u16::MAX;
    for kept in 0u32..1 << groups.len() {
        let mut dropped = 0;
        let mut targets = UnitTypeSet::EMPTY;
        for (i, group) in groups.iter().enumerate() {
            if kept >> i & 1 == 1 {
                targets = targets.union(group.targets);
            } else {
                dropped += group.count;
            }
        }
        least = least.min(dropped + room(targets));
    }
    least
}

/// Adds a group of hits, joined with one of the same targets.
pub fn add(hits: &mut Vec<Hits>, targets: UnitTypeSet, count: u16) {
    if count == 0 {
        return;
    }
    match hits.iter_mut().find(|h| h.targets == targets) {
        Some(same) => same.count += count,
        None => hits.push(Hits { targets, count }),
    }
}

/// How many hits must fall on each level of a plan's order of losses: first those chosen freely,
/// then each group that is chosen last. Every hit that can be used is used, and as few as possible
/// reach each later level.
pub fn levels(plan: &BattlePlan, hits: &[Hits], capacity: &Capacity) -> Vec<(UnitTypeSet, u16)> {
    let late = plan
        .last
        .iter()
        .fold(UnitTypeSet::EMPTY, |all, set| all.union(*set));
    let mut allowed = UnitTypeSet::FULL.minus(late);
    let mut taken = absorbed(hits, capacity, allowed);
    let mut levels = vec![(allowed, taken)];
    for group in &plan.last {
        allowed = allowed.union(*group);
        let with = absorbed(hits, capacity, allowed);
        levels.push((*group, with - taken));
        taken = with;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ids: &[usize]) -> UnitTypeSet {
        ids.iter().map(|i| Id::new(*i)).collect()
    }

    #[test]
    fn as_many_hits_as_possible_are_used() {
        // One hit that only type 0 can take, one that anything can: both count.
        let hits = [
            Hits {
                targets: set(&[0]),
                count: 1,
            },
            Hits {
                targets: set(&[0, 1]),
                count: 1,
            },
        ];
        let mut capacity = [0; 64];
        (capacity[0], capacity[1]) = (1, 1);
        assert_eq!(absorbed(&hits, &capacity, set(&[0, 1])), 2);
        assert_eq!(absorbed(&hits, &capacity, set(&[1])), 1);
        capacity[1] = 0;
        assert_eq!(absorbed(&hits, &capacity, set(&[0, 1])), 1);
    }

    #[test]
    fn later_levels_take_only_what_is_left() {
        let hits = [Hits {
            targets: set(&[0, 1, 2]),
            count: 3,
        }];
        let mut capacity = [0; 64];
        (capacity[0], capacity[1], capacity[2]) = (1, 1, 5);
        let plan = BattlePlan {
            name: String::new(),
            kind: crate::rules::SiteKind::Sea,
            start: Vec::new(),
            round: Vec::new(),
            max_rounds: None,
            last: vec![set(&[1]), set(&[2])],
            participants: set(&[0, 1, 2]),
        };
        let counts: Vec<u16> = levels(&plan, &hits, &capacity)
            .into_iter()
            .map(|(_, n)| n)
            .collect();
        assert_eq!(counts, [1, 1, 1]);
    }

    /// Places the hits one by one in every possible way.
    fn by_trying(hits: &[Hits], capacity: &mut Capacity) -> u16 {
        let Some((group, rest)) = hits.split_first() else {
            return 0;
        };
        if group.count == 0 {
            return by_trying(rest, capacity);
        }
        let mut fewer = hits.to_vec();
        fewer[0].count -= 1;
        let mut best = by_trying(&fewer, capacity);
        for target in group.targets.iter() {
            if capacity[target.index()] > 0 {
                capacity[target.index()] -= 1;
                best = best.max(1 + by_trying(&fewer, capacity));
                capacity[target.index()] += 1;
            }
        }
        best
    }

    proptest::proptest! {
        #[test]
        fn absorbing_is_exact(groups in proptest::collection::vec((1u64..16, 0u16..3), 0..4), room in proptest::array::uniform4(0u16..3)) {
            let types = |bits: u64| (0..4).filter(|i| bits >> i & 1 == 1).map(Id::new).collect();
            let mut hits = Vec::new();
            groups.iter().for_each(|(bits, count)| add(&mut hits, types(*bits), *count));
            let mut capacity = [0; 64];
            capacity[..4].copy_from_slice(&room);
            proptest::prop_assert_eq!(absorbed(&hits, &capacity, types(15)), by_trying(&hits, &mut capacity));
        }
    }
}
