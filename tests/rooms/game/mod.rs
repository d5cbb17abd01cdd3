//! What files of `game` promise.

mod dice;
mod forms;
mod joint;
mod letter;
mod notes;
mod pending;
mod source;
