//! What `kernel/movement/assign.rs` promises, against trying everything.

use proptest::prelude::*;
use sandtable::kernel::assign::{Berth, Cover, most};
use sandtable::rules::{UnitTypeId, UnitTypeSet};

const PLANES: usize = 5;

/// The most by trying everything.
fn tried(
    kinds: &[UnitTypeId],
    berths: &[(Vec<Cover>, Vec<u64>)],
    picked: &mut Vec<Cover>,
) -> usize {
    if let Some((covers, _)) = berths.get(picked.len()) {
        let mut best = 0;
        for cover in covers {
            picked.push(*cover);
            best = best.max(tried(kinds, berths, picked));
            picked.pop();
        }
        return best;
    }
    let freed = picked.iter().fold(0, |all, c| all | c.freed);
    let mut slots: Vec<(u128, u64)> = berths
        .iter()
        .zip(picked)
        .flat_map(|((_, slots), c)| slots.iter().map(|s| (c.reached, *s)))
        .collect();
    seated(kinds, freed, &mut slots, 0)
}

fn seated(kinds: &[UnitTypeId], freed: u128, slots: &mut Vec<(u128, u64)>, plane: usize) -> usize {
    let Some(kind) = kinds.get(plane) else {
        return 0;
    };
    if freed >> plane & 1 == 1 {
        return 1 + seated(kinds, freed, slots, plane + 1);
    }
    let mut best = seated(kinds, freed, slots, plane + 1);
    for i in 0..slots.len() {
        if slots[i].0 >> plane & 1 == 1 && slots[i].1 >> kind.0 & 1 == 1 {
            let slot = slots.swap_remove(i);
            best = best.max(1 + seated(kinds, freed, slots, plane + 1));
            slots.push(slot);
            let last = slots.len() - 1;
            slots.swap(i, last);
        }
    }
    best
}

fn cover() -> impl Strategy<Value = Cover> {
    let few = prop_oneof![4 => Just(0u128), 1 => 0..1u128 << PLANES];
    (0..1u128 << PLANES, few).prop_map(|(reached, freed)| Cover { reached, freed })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn most_is_what_trying_everything_finds(
        kinds in prop::collection::vec((0u8..2).prop_map(UnitTypeId), 0..=PLANES),
        decks in prop::collection::vec(
            (prop::collection::vec(cover(), 1..4), prop::collection::vec(1u64..4, 0..3)), 0..4),
    ) {
        let sets = |slots: &[u64]| -> Vec<UnitTypeSet> {
            slots.iter().map(|s| (0u8..2).filter(|k| s >> k & 1 == 1).map(UnitTypeId).collect()).collect()
        };
        let all = (1u128 << kinds.len()) - 1;
        let decks: Vec<(Vec<Cover>, Vec<u64>)> = decks.into_iter().map(|(covers, slots)| {
            (covers.into_iter().map(|c| Cover { reached: c.reached & all, freed: c.freed & all }).collect(), slots)
        }).collect();
        let berths = decks.iter().map(|(covers, slots)| Berth::new(sets(slots), covers.clone())).collect();
        prop_assert_eq!(most(&kinds, berths), tried(&kinds, &decks, &mut Vec::new()));
    }
}
