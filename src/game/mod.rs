//! A game being played: rules, state, dice and log; seats; saves and replays; the order language;
//! transcripts. The only room besides `diag` and `cli` that meets files.

pub mod dice;
pub mod language;
