//! What `pack/lint/mod.rs` promises: every lint says what it is about.

mod reason;

use sandtable::pack::LINTS;

#[test]
fn every_row_says_what_it_is_about() {
    let silent = LINTS.iter().filter(|row| row.about.is_empty());
    assert_eq!(silent.count(), 0);
}
