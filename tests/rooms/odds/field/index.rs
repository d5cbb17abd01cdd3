//! What `odds/field/index.rs` promises, through the distributions that are known by it.

use sandtable::odds::Dists;
use sandtable::rules::Roll;

#[test]
fn what_is_put_is_found() {
    // Each sum is a key of its own, and numbers count up from that of no dice.
    let mut dists = Dists::default();
    let mut hits = |nth: u32| {
        let (sides, sum) = (6 + (nth % 7) as u8, nth as i32 + 1);
        dists.hits(Roll::LowLuck { sides }, &[(100 * sum, 1, 1)])
    };
    (0..5000).for_each(|nth| assert_eq!(hits(nth), nth + 1));
    assert!((0..5000).all(|nth| hits(nth) == nth + 1));
    assert_eq!(hits(5001), 5001);
}
