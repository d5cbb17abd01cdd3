//! What `ai/random.rs` promises: every order is as likely.

use sandtable::ai::Random;
use sandtable::kernel::Scripted;

#[test]
fn every_number_is_as_likely() {
    let faces: Vec<u8> = (1..=255)
        .flat_map(|high| (1..=255).flat_map(move |low| [high, low]))
        .collect();
    let mut random = Random::new(Scripted::new(faces));
    let mut counts = [0; 7];
    for _ in 0..255 * 255 / 7 * 7 {
        counts[random.below(7)] += 1;
    }
    assert_eq!(counts, [255 * 255 / 7; 7]);
    assert_eq!(Random::new(Scripted::new([9, 9])).below(0), 0);
}
