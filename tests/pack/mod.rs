//! The pack format: bundled packs against their facts, mistakes as people see them, hostile input, rulebooks,
//! and the examples of the language reference.

mod facts;
mod facts_1941;
mod facts_global;
mod hostile;
mod lints;
mod mistakes;
mod reference;
pub mod rulebook;
mod schema;
pub mod small;
mod weights;
