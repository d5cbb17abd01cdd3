//! Overlays: a pack that says only what it changes of another. The layers are made one before names
//! become ids, so everything behind sees one pack whose items each know where they were said.

mod history;
mod ledger;
mod merge;
mod parts;
mod plans;
mod removal;
mod rows;
mod setup;
mod spaces;
mod stack;
mod things;

pub use history::History;
pub use ledger::{Covered, Touch, plain};
pub use merge::{CutOff, Merged, Merger, items};
pub use rows::Sheet;
pub use stack::{Layer, Stack};
pub use things::space_key;
