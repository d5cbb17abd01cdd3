//! What `diag/suggest.rs` promises: near names.

use sandtable::diag::{fold_name, nearest, quoted};

#[test]
fn spellings_that_count_as_the_same() {
    assert_eq!(fold_name("Heavy_Wagon"), "heavy wagon");
    assert_eq!(fold_name("  heavy - wagon "), "heavy wagon");
    assert_eq!(fold_name("ÉTÉ"), "été");
}

#[test]
fn names_are_quoted_one_by_one() {
    assert_eq!(quoted(["wagon", "boat"]), "`wagon`, `boat`");
    assert_eq!(quoted([""; 0]), "");
}

#[test]
fn the_nearest_name_is_near() {
    let names = ["Northland", "Southland", "Far Coast"];
    let near = |name| nearest(name, names).unwrap_or_default();
    assert_eq!(near("Nortland"), "Northland");
    assert_eq!(near("far_coats"), "Far Coast");
    assert_eq!(near("south"), "Southland");
    assert_eq!(nearest("bolt", ["colt", "bolts"]).as_deref(), Some("bolts"));
    assert_eq!(nearest("elsewhere", names), None);
    assert_eq!(nearest("", names), None);
}
