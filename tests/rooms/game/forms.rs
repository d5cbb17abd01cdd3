//! What `game/forms.rs` promises: every form of an order says what it is about.

use sandtable::game::FORMS;

#[test]
fn every_row_says_what_it_is_about() {
    let silent = FORMS.iter().filter(|row| row.about.is_empty());
    assert_eq!(silent.count(), 0);
}
