//! Small battles worked out on paper.

use super::support::{force, stock};
use sandtable::odds::{Odds, Setup, exact};
use sandtable::rules::SiteKind;

fn odds(kind: SiteKind, attacker: &str, defender: &str) -> Odds {
    let rules = stock();
    let setup = Setup::new(&rules, kind, force(&rules, attacker), force(&rules, defender)).expect("the pack has the plan");
    exact(&setup).expect("small battles are exact")
}

#[test]
fn one_against_one() {
    // Attacker hits with 1/6, defender with 2/6, at once: of the 13/18 of rounds in which somebody is
    // hit, win 1/6 · 4/6, draw 1/6 · 2/6, lose 5/6 · 2/6.
    let one = odds(SiteKind::Land, "1 infantry", "1 infantry");
    let some = 1.0 - 5.0 / 6.0 * 4.0 / 6.0;
    assert!((one.win - 4.0 / 36.0 / some).abs() < 1e-12, "{one:?}");
    assert!((one.draw - 2.0 / 36.0 / some).abs() < 1e-12);
    assert!((one.lose - 10.0 / 36.0 / some).abs() < 1e-12);
    assert!((one.rounds - 1.0 / some).abs() < 1e-12);
}
