//! Odds against the game itself, against each other and against reckoning by hand.

mod author;
mod best;
mod by_chance;
mod by_hand;
mod command;
mod complaints;
mod counter;
mod on_paper;
mod played;
mod retreats;
mod sampled;
mod saved;
mod scripted;
mod slowly;
mod support;
mod three_readers;
