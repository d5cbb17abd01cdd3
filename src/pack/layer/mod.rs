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

pub use history::{History, Said};
pub use ledger::{Covered, Ledger, plain};
pub use merge::{CutOff, Merger};
pub use rows::Row;
pub use setup::units;
pub use spaces::fact_place;
pub use stack::{Layer, Layers};
pub use things::{Piece, is_space, is_usual, space_key};
