//! The parsers that pest makes from the grammars beside this file. They are a crate of their own
//! so that their code, far longer than the grammars, is compiled once for all that use it.

/// The language of orders and transcripts.
pub mod orders {
    /// Its parser.
    #[derive(pest_derive::Parser)]
    #[grammar = "orders.pest"]
    pub struct OrdersParser;
}

/// The language of packs.
pub mod rules {
    /// Its parser.
    #[derive(pest_derive::Parser)]
    #[grammar = "rules.pest"]
    #[grammar = "board.pest"]
    #[grammar = "battles.pest"]
    #[grammar = "words.pest"]
    pub struct RulesParser;
}
