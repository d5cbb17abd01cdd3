//! What files of `odds` promise.

mod dice;
mod field;
