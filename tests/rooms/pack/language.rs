//! What `pack/language.rs` promises: the reference says everything, and can be read.

use std::collections::BTreeMap;

use sandtable::pack::grammar::{
    Entry, Rule, entries, first_words, is_keyword, items, keyword_text,
};
use sandtable::pack::{grammar_form as form, language};

#[test]
fn every_item_and_keyword_is_in_both_references() {
    let guide = include_str!("../../../grammar/README.md");
    let guide: String = guide.split_whitespace().collect::<Vec<_>>().join(" ");
    let made = language();
    let entries: BTreeMap<&str, &Entry> = entries().iter().map(|e| (e.name, e)).collect();
    assert!(items().len() >= 20, "{:?}", items());
    for item in items() {
        let entry = entries
            .get(item)
            .unwrap_or_else(|| panic!("`{item}` is no rule"));
        assert!(
            !entry.doc().is_empty(),
            "`{item}` has no `///` comment in the grammar"
        );
        assert!(
            made.contains(&format!(
                "\n{item}\n    {}\n    = {}\n",
                entry.doc(),
                form(entry.body())
            )),
            "{item}"
        );
        let words = first_words(item);
        let first = words.first().map_or("", String::as_str);
        assert!(!first.is_empty(), "`{item}` begins with no word");
        assert!(
            guide.contains(first),
            "the guide does not mention `{first}`"
        );
    }
    for rule in Rule::all_rules().iter().filter(|r| is_keyword(**r)) {
        let keyword = keyword_text(*rule);
        assert!(
            made.contains(&format!("\n  {keyword}\n")) && made.contains(&format!("\"{keyword}\"")),
            "{keyword}"
        );
        assert!(
            guide.contains(&keyword),
            "the guide does not mention `{keyword}`"
        );
    }
}

#[test]
fn forms_are_readable() {
    assert_eq!(
        form("k_own ~ (sign_comma ~ name)* | \"+\" ~ k_at_sea?"),
        "\"own\" (\",\" name)* | \"+\" \"at sea\"?"
    );
}
