//! What files of `kernel` promise, on the straits and on the bay of the tests' edition.

mod battle;
mod cond;
mod effect;
mod income;
mod movement;
mod once;
mod place;
mod politics;
mod purchase;
mod repair;

use super::{NoDice, bay, straits};
