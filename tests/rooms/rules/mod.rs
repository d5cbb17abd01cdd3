//! What files of `rules` promise.

mod cites;
mod dice;
mod weights;
