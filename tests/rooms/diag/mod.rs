//! What files of `diag` promise.

mod suggest;
