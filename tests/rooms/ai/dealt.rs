//! What `ai/dealt.rs` promises: dice are dealt evenly.

use sandtable::ai::Dealt;
use sandtable::kernel::Dice;

#[test]
fn dice_in_a_row_are_spread_over_the_faces() {
    for seed in 0..50 {
        let mut dice = Dealt::new(seed);
        for _ in 0..50 {
            let faces: Vec<u8> = (0..12).map(|_| dice.roll(6)).collect();
            for below in 1..=5 {
                let low = faces.iter().filter(|f| **f <= below).count();
                let even = usize::from(2 * below);
                assert!(low.abs_diff(even) <= 1, "{faces:?}");
            }
            assert!(faces.iter().all(|f| (1..=6).contains(f)));
        }
    }
}
