//! The picture of the board.

pub mod cells;
pub mod chains;
pub mod content;
pub mod metrics;
pub mod plane;
pub mod spread;
