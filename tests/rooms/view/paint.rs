//! What `view/paint.rs` promises: colours are read.

use sandtable::view::{Paint, rgb};

#[test]
fn colours_are_read_and_bad_ones_ignored() {
    assert_eq!(rgb("#ff8000"), Some((255, 128, 0)));
    for bad in ["", "ff8000", "#ff80", "#gg0000", "#é0000"] {
        assert_eq!(rgb(bad), None, "{bad}");
    }
    assert_eq!(Paint::Off.bold("x"), "x");
    assert!(Paint::On.bold("x").contains('\u{1b}'));
}
