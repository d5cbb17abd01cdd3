//! What `pack/fmt/values.rs` promises: blanks inside values stand where they always do.

use super::formatted;

#[test]
fn blanks_stand_where_they_always_do() {
    for (crooked, straight) in [
        ("5", "5"),
        ("[ \"a\",\"b  c\" ]", "[\"a\", \"b  c\"]"),
        (
            "[{slots=[\"land units\" , \"x\"]  ,room = 5}]",
            "[{ slots = [\"land units\", \"x\"], room = 5 }]",
        ),
        ("{West={treasury=7}}", "{ West = { treasury = 7 } }"),
        ("[\n  1,\n  2,\n]", "[1, 2,]"),
        ("{}", "{}"),
        ("[ 1, # one\n 2 ]", "[ 1, # one\n 2 ]"),
    ] {
        let sentence = |value| format!("unit walker {{\n  key {value}\n}}\n");
        let straight = sentence(straight);
        assert_eq!(formatted(&sentence(crooked)), straight);
        assert_eq!(formatted(&straight), straight);
    }
}
