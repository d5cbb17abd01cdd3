//! What files of `kernel/battle/law` promise.

mod losses;
mod roll;
