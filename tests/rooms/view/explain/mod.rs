//! What files of `view/explain` promise.

mod roll;
