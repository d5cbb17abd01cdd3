//! The pack format: the stock pack against its facts, mistakes as people see them, hostile input,
//! and the examples of the language reference.

mod facts;
mod hostile;
mod lints;
mod mistakes;
mod reference;
mod schema;
pub mod small;
