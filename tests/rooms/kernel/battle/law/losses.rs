//! What `kernel/battle/law/losses.rs` promises: as many hits as can be are taken.

use sandtable::kernel::law::losses::{Hits, Room, absorbed, add, levels};
use sandtable::rules::{BattlePlan, Id, SiteKind, UnitTypeSet};
use sandtable_testing::bare_plan;

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
    let both = room_of(&[1, 1]);
    assert_eq!(absorbed(&hits, &both, set(&[0, 1])), 2);
    assert_eq!(absorbed(&hits, &both, set(&[1])), 1);
    assert_eq!(absorbed(&hits, &room_of(&[1, 0]), set(&[0, 1])), 1);
}

#[test]
fn later_levels_take_only_what_is_left() {
    let hits = [Hits {
        targets: set(&[0, 1, 2]),
        count: 3,
    }];
    let plan = BattlePlan {
        last: vec![set(&[1]), set(&[2])],
        ..bare_plan(SiteKind::Sea, set(&[0, 1, 2]))
    };
    let counts: Vec<u32> = levels(&plan, &hits, &room_of(&[1, 1, 5]))
        .into_iter()
        .map(|(_, n)| n)
        .collect();
    assert_eq!(counts, [1, 1, 1]);
}

fn room_of(hits: &[u32]) -> Room {
    hits.iter()
        .enumerate()
        .map(|(i, n)| (Id::new(i), *n))
        .collect()
}

/// Places the hits one by one in every possible way.
fn by_trying(hits: &[Hits], room: &mut Room) -> u32 {
    let Some((group, rest)) = hits.split_first() else {
        return 0;
    };
    if group.count == 0 {
        return by_trying(rest, room);
    }
    let mut fewer = hits.to_vec();
    fewer[0].count -= 1;
    let mut best = by_trying(&fewer, room);
    for target in group.targets.iter() {
        if room[target.index()].1 > 0 {
            room[target.index()].1 -= 1;
            best = best.max(1 + by_trying(&fewer, room));
            room[target.index()].1 += 1;
        }
    }
    best
}

proptest::proptest! {
    #[test]
    fn absorbing_is_exact(groups in proptest::collection::vec((1u64..16, 0u16..3), 0..4), room in proptest::array::uniform4(0u32..3)) {
        let types = |bits: u64| (0..4).filter(|i| bits >> i & 1 == 1).map(Id::new).collect();
        let mut hits = Vec::new();
        groups.iter().for_each(|(bits, count)| add(&mut hits, types(*bits), u32::from(*count)));
        let mut room = room_of(&room);
        proptest::prop_assert_eq!(absorbed(&hits, &room, types(15)), by_trying(&hits, &mut room));
    }
}

#[test]
fn many_groups_are_no_harder_than_few() {
    // Twenty groups, each with a hit for a type of its own or the one after it.
    let hits: Vec<Hits> = (0..20)
        .map(|i| Hits {
            targets: set(&[i, i + 1]),
            count: 1,
        })
        .collect();
    let room = room_of(&[1; 20]);
    assert_eq!(absorbed(&hits, &room, UnitTypeSet::FULL), 20);
    assert_eq!(absorbed(&hits, &room[..7], UnitTypeSet::FULL), 7);
}
