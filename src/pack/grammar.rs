//! The parser that pest makes from `grammar/rules.pest`.

pub use sandtable_grammar::rules::{Rule, RulesParser};

/// Whether a rule is a sign or a keyword, which only hold a sentence together: the grammar keeps
/// them in one block, its last.
pub fn is_mark(rule: Rule) -> bool {
    rule >= Rule::sign_open
}

/// Whether a rule is a keyword.
pub fn is_keyword(rule: Rule) -> bool {
    rule >= Rule::k_add
}

/// The words of a keyword, whose rule is named after them.
pub fn keyword_text(rule: Rule) -> String {
    format!("{rule:?}")
        .trim_start_matches("k_")
        .replace('_', " ")
}
