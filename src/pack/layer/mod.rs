//! Overlays: a pack that says only what it changes of another. The layers are made one before names
//! become ids, so everything behind sees one pack whose items each know where they were said.

mod history;
mod ledger;
mod merge;
mod plans;
mod rows;
mod setup;
mod spaces;
mod stack;
mod things;

pub use history::History;
pub use ledger::{Touch, plain};
pub use merge::{Merger, items};
pub use rows::Sheet;
pub use stack::{Layer, Stack};
