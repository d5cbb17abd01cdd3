//! What files of `odds/field` promise.

mod dist;
mod index;
