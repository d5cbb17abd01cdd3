//! The pack format: the stock pack against its facts, mistakes as people see them, hostile input, rulebooks,
//! and the examples of the language reference.

mod facts;
mod hostile;
mod mistakes;
mod reference;
pub mod rulebook;
pub mod small;
