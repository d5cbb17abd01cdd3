//! Odds against the game itself, against each other and against reckoning by hand.

mod by_hand;
mod command;
mod played;
mod support;
mod three_readers;
