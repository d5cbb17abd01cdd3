//! What files of `sim` promise.

mod dice;
mod even;
mod ladder;
mod stats;
mod tune;
