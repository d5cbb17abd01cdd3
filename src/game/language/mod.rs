//! The order language: text to orders and back. `parse` knows the grammar, `names` what is
//! called how, `resolve` and `choose` find out what is meant in a position, `print` writes the full form.

mod answer;
mod choose;
mod clause;
mod combat;
mod names;
mod parse;
mod print;
mod resolve;
mod route;
mod tree;
mod verbs;

pub use clause::{Aimed, Amount, Clause, Item, Legs, Name, Quality, TypedOrder, TypedUnits};
pub use names::{Names, Scope};
pub use resolve::{Reader, refused};
pub use verbs::{VERBS, Verb};

pub(in crate::game) use choose::number;
pub(in crate::game) use names::join;
pub(in crate::game) use parse::{Rule, Text, cut, orders, read, shorten};
pub(in crate::game) use tree::Tree;

use crate::diag::{Loc, Problem};

/// The orders in a line of text, by their places in it.
///
/// # Errors
/// What cannot be read.
pub fn parse_line(loc: Loc, text: &str) -> Result<Vec<Clause>, Problem> {
    orders(Text {
        file: loc.file,
        at: loc.start,
        text,
    })
}
