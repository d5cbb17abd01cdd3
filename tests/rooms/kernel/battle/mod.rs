//! What files of `kernel/battle` promise.

mod aim;
mod law;
