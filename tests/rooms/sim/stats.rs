//! What `sim/stats.rs` promises: intervals and tests are those of the books.

use sandtable::sim::{Interval, chi_squared_tail, mean, share, sign_test};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-4
}

#[test]
fn intervals_are_those_of_the_books() {
    let Interval { low, high } = share(8, 10);
    assert!(near(low, 0.4902) && near(high, 0.9433), "{low} {high}");
    assert_eq!(
        (share(0, 0).low, share(0, 5).low, share(5, 5).high),
        (0.0, 0.0, 1.0)
    );
    let found = mean([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
    // Student's 97.5 % point for 4 degrees of freedom is 2.776.
    assert!(
        near(found.mean, 3.0) && (found.interval.high - 3.0 - 2.776 * 0.5_f64.sqrt()).abs() < 0.03,
        "{found:?}"
    );
    assert_eq!(mean([]), None);
    assert_eq!(mean([2.0]).unwrap().interval.high, f64::INFINITY);
}

#[test]
fn chi_squared_has_the_tails_of_the_books() {
    let table = [
        (3.841, 1),
        (5.991, 2),
        (11.070, 5),
        (16.919, 9),
        (30.144, 19),
    ];
    for (x, freedom) in table {
        let tail = chi_squared_tail(x, freedom);
        assert!(near(tail, 0.05), "{x} {freedom}: {tail}");
    }
    assert!(near(chi_squared_tail(2.0, 2), (-1.0_f64).exp()));
    assert_eq!(
        (chi_squared_tail(0.0, 5), chi_squared_tail(1e9, 5)),
        (1.0, 0.0)
    );
}

#[test]
fn the_sign_test_is_exact() {
    // Of ten throws of a coin one or none, or nine or more, are heads in 22 of 1024 cases.
    assert!(near(sign_test(9, 1), 22.0 / 1024.0));
    assert!(near(sign_test(3, 2), 1.0) && near(sign_test(4, 4), 1.0) && near(sign_test(0, 0), 1.0));
    assert!(sign_test(10_000, 9_000) < 1e-6 && sign_test(5_000, 5_020) > 0.8);
}
