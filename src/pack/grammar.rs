//! The parser that pest makes from `grammar/rules.pest`.

/// The rules language.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/rules.pest"]
pub struct RulesParser;

/// Whether a rule is a keyword: the grammar keeps them in one block, its last.
pub fn is_keyword(rule: Rule) -> bool {
    rule >= Rule::k_add
}
