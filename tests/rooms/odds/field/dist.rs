//! What `odds/field/dist.rs` promises: each distribution is worked out once.

use sandtable::kernel::law::roll::{self, Dist};
use sandtable::odds::Dists;
use sandtable::rules::Roll;

#[test]
fn what_is_known_is_not_worked_out_again() {
    let mut dists = Dists::default();
    let roll = Roll::AtOrLess { sides: 6 };
    let first = dists.hits(roll, &[(100, 1, 3), (300, 1, 2), (100, 1, 1)]);
    // Numbers count up: what is new is told by the next one.
    let next = |dists: &Dists| {
        dists
            .clone()
            .hits(Roll::LowLuck { sides: 12 }, &[(500, 1, 1)])
    };
    let size = next(&dists);
    assert_eq!(
        (dists.hits(roll, &[(300, 1, 2), (100, 1, 4)]), next(&dists)),
        (first, size)
    );
    assert_ne!(dists.hits(roll, &[(300, 1, 2), (100, 1, 3)]), first);
    assert_ne!(
        dists.hits(Roll::AtOrLess { sides: 8 }, &[(300, 1, 2), (100, 1, 4)]),
        first
    );
    let added = [
        Roll::LowLuck { sides: 6 },
        Roll::Pooled { sides: 10 },
        Roll::LowLuck { sides: 10 },
    ];
    let numbers = added.map(|roll| dists.hits(roll, &[(300, 1, 2), (100, 1, 4)]));
    let afresh = |roll| Dist::added(roll, roll::sum(roll, &[(100, 1, 4), (300, 1, 2)]));
    assert_eq!(numbers.map(|n| dists.get(n).clone()), added.map(afresh));
}
