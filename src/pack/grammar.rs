//! The parser that pest makes from `grammar/rules.pest`.

/// The rules language.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/rules.pest"]
pub struct RulesParser;

/// Whether a rule is a sign or a keyword, which only hold a sentence together: the grammar keeps
/// them in one block, its last.
pub fn is_mark(rule: Rule) -> bool {
    rule >= Rule::sign_open
}

/// Whether a rule is a keyword.
pub fn is_keyword(rule: Rule) -> bool {
    rule >= Rule::k_add
}
