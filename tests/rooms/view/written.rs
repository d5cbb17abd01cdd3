//! What `view/written.rs` promises: layout and comments do not count.

use sandtable::view::flat;

#[test]
fn layout_and_comments_do_not_count() {
    let long = "objective \"The  Indies\" for Red gains 5   # RED-01, \"why\"\n  when Red controls all of Middle March # all\n";
    let short = "objective \"The  Indies\" for Red gains 5 when Red controls all of Middle March";
    assert_eq!(flat(long), short);
    assert_eq!(flat("colour = \"#e8963c\""), "colour = \"#e8963c\"");
}
