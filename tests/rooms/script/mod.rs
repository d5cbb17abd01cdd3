//! What files of `script` promise.

mod docs;
mod host;
