//! What `game/dice.rs` promises: rolls never change.

use sandtable::game::dice::Stream;
use sandtable::kernel::Dice;

#[test]
fn the_first_rolls_never_change() {
    let mut dice = Stream::new(1);
    let rolls: Vec<u8> = (0..1000).map(|_| dice.roll(6)).collect();
    assert_eq!(
        rolls[..20],
        [4, 5, 1, 5, 5, 3, 1, 3, 3, 3, 1, 2, 2, 3, 3, 6, 4, 6, 3, 6]
    );
    assert_eq!(blake3::hash(&rolls).to_hex()[..16], *"c01a7fb5479430d5");
    assert_eq!(dice.position(), 1000);
}

#[test]
fn every_face_comes_up_about_as_often() {
    let mut dice = Stream::new(7);
    let mut faces = [0u32; 7];
    (0..60_000).for_each(|_| faces[usize::from(dice.roll(6))] += 1);
    assert_eq!(faces[0], 0);
    assert!(
        faces[1..].iter().all(|n| (9_600..10_400).contains(n)),
        "{faces:?}"
    );
}

#[test]
fn a_position_can_be_returned_to() {
    let mut dice = Stream::new(3);
    (0..37).for_each(|_| _ = dice.roll(10));
    let at = dice.position();
    let ahead: Vec<u8> = (0..50).map(|_| dice.roll(6)).collect();
    let mut other = Stream::new(3);
    other.seek(at);
    assert_eq!(ahead, (0..50).map(|_| other.roll(6)).collect::<Vec<_>>());
}

#[test]
fn streams_of_one_seed_differ() {
    let rolls = |number| {
        let mut dice = Stream::numbered(1, number);
        (0..50).map(|_| dice.roll(6)).collect::<Vec<_>>()
    };
    assert_ne!(rolls(0), rolls(1));
    assert_eq!(rolls(0), rolls(0));
}

#[test]
fn a_die_of_one_side_or_none_does_not_draw() {
    let mut dice = Stream::new(1);
    assert_eq!((dice.roll(1), dice.roll(0), dice.position()), (1, 0, 0));
}
