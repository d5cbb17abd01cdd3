//! What `pack/words.rs` promises: every rule of the grammar has words.

use sandtable::pack::expected_words as words;
use sandtable::pack::grammar::Rule;

#[test]
fn every_rule_has_words() {
    for rule in Rule::all_rules() {
        let name = format!("{rule:?}");
        let silent = *rule == Rule::WHITESPACE;
        assert!(silent || !words(*rule).is_empty(), "{name} has no words");
    }
}
