//! What `view/svg/ink.rs` promises: text is escaped, colours are mixed.

use sandtable::view::svg::ink::{DARK, Ink, letters, mix, on};
use sandtable::view::svg::plane::point;

#[test]
fn text_is_escaped_and_colours_mixed() {
    let mut ink = Ink::page(100.0, 100.0, "");
    ink.text(point(0.0, 0.0), letters(10.0, DARK), "<A & \"B\">\u{7}");
    let written = ink.finish();
    assert!(
        written.contains(">&lt;A &amp; &quot;B&quot;&gt;</text>"),
        "{written}"
    );
    assert_eq!(mix("#000000", (255, 255, 255), 0.5), "#808080");
    assert_eq!(mix("nonsense", (0, 0, 0), 0.0), "#a8a8a0");
    assert_eq!((on("#101010"), on("#f0f0f0")), ("#ffffff", "#1d1a14"));
}
