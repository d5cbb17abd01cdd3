//! What `odds/dice.rs` promises: random words are those of their seed, and fair.

use sandtable::kernel::law::roll::Dist;
use sandtable::odds::{Luck, Xoshiro};
use sandtable::rules::Role;

#[test]
fn the_same_seed_gives_the_same_words() {
    let words = |seed| {
        let mut words = Xoshiro::new(seed);
        (0..100).map(|_| words.word()).collect::<Vec<_>>()
    };
    assert_eq!(words(1), words(1));
    assert_ne!(words(1), words(2));
}

#[test]
fn the_first_words_never_change() {
    let mut words = Xoshiro::new(1);
    let first: Vec<u64> = (0..3).map(|_| words.word()).collect();
    let known = [
        14_591_982_716_320_982_315,
        998_901_363_082_567_058,
        14_532_952_775_559_052_030,
    ];
    assert_eq!(first, known);
}

#[test]
fn bits_are_fair() {
    let mut words = Xoshiro::new(5);
    let ones: u32 = (0..10_000).map(|_| words.word().count_ones()).sum();
    assert!((318_000..322_000).contains(&ones), "{ones}");
}

#[test]
fn hits_are_as_likely_as_they_should_be() {
    let (mut words, mut found) = (Xoshiro::new(3), [0.0; 8]);
    let dist = Dist::binomial(7, 1.0 / 3.0);
    (0..100_000).for_each(|_| found[words.hits(Role::Attacker, &dist) as usize] += 1e-5);
    for (hits, p) in dist.chances.iter().enumerate() {
        assert!((found[hits] - p).abs() < 0.006, "{hits} hits: {found:?}");
    }
    assert_eq!(words.hits(Role::Attacker, &Dist::certain(5)), 5);
}
