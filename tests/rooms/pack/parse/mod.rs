//! What files of `pack/parse` promise.

mod chunks;
