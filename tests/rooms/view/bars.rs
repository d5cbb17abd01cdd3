//! What `view/bars.rs` promises: bars hold everything that is likely.

use sandtable::view::Bars;

#[test]
fn bars_hold_everything_that_is_likely() {
    let sums: Vec<(i64, f64)> = (-70..70).map(|sum| (sum, 1.0 / 140.0)).collect();
    let bars = Bars::of(&sums, 48, 1e-6);
    assert!(
        bars.chances.len() <= 48 && bars.width == 5,
        "{} of {}",
        bars.chances.len(),
        bars.width
    );
    assert!((bars.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(
        bars.from(0) <= -70 && bars.from(0) % bars.width == 0 && bars.from(1) == bars.from(0) + 5
    );
}

#[test]
fn tails_are_left_out_together() {
    let sums = [
        (-900, 0.004),
        (-800, 0.004),
        (0, 0.5),
        (3, 0.489),
        (1000, 0.003),
    ];
    let bars = Bars::of(&sums, 10, 0.01);
    assert_eq!((bars.from(0), bars.width, bars.chances.len()), (0, 1, 4));
}

#[test]
fn one_sum_is_one_bar() {
    assert_eq!(Bars::of(&[(12, 1.0)], 48, 1e-6).chances, [1.0]);
    assert_eq!(Bars::of(&[], 48, 1e-6).chances.len(), 1);
}
