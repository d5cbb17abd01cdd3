//! The order language: text to orders and back. `clause` cuts lines into orders, `node` holds what the
//! grammar made of them, `names` and `stack` know what is called how, `resolve` and `choose` find out
//! what is meant in a position, `print` writes the full form.

mod aboard;
mod all;
mod answer;
mod choose;
mod clause;
mod combat;
mod likeness;
mod names;
mod node;
mod print;
mod resolve;
mod route;
mod stack;
mod text;
mod verbs;

pub(super) use aboard::fitting;
pub use clause::Clause;
pub(super) use likeness::Likeness;
pub use names::{Names, Scope};
pub use node::{Name, Node};
pub use resolve::{Manner, Reader, refused, refused_plainly};
pub(super) use route::find as likely_way;
pub use verbs::{VERBS, Verb};

pub(crate) use answer::{Among, wishes};
pub(crate) use clause::orders;
pub(crate) use node::{Rule, read};
pub(crate) use stack::{Many, Quality, Stack, number};
pub use text::{Desk, Text};
pub(crate) use text::{cut, shorten};

use sandtable_diag::{Loc, Problem};

/// Longer lines than this are no orders.
pub const LONGEST: usize = 10_000;

/// What an order is refused with that cannot be understood; what the rules refuse has codes of its own.
pub const CODES: &[&str] = &[
    "order/ambiguous",
    "order/count",
    "order/ended",
    "order/not-your-turn",
    "order/syntax",
    "order/too-few",
    "order/unknown",
    "order/unknown-power",
    "order/unknown-space",
    "order/unknown-unit",
    "order/unseen",
];

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
