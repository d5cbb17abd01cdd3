//! What a person reads instead of the name of a grammar rule: what the grammar says it is, or the keywords it begins with. A
//! test looks for rules without words.

use super::grammar::{Rule, doc, first_words, is_item, is_keyword, keyword_text};
use sandtable_rules::list;

/// What a person reads where this rule was expected.
pub fn words(rule: Rule) -> String {
    match rule {
        Rule::EOI => "the next item".to_owned(),
        _ if is_keyword(rule) => format!("`{}`", keyword_text(rule)),
        _ => called(&format!("{rule:?}")),
    }
}

/// What a person reads instead of the name of a rule that is no keyword.
pub fn called(name: &str) -> String {
    if let Some(said) = doc(name).filter(|_| !is_item(name)) {
        return said;
    }
    let words = first_words(name);
    match words.is_empty() {
        true => String::new(),
        false => list(words.iter().map(|w| format!("`{w}`")), "or"),
    }
}
