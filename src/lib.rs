//! Sandtable plays Axis & Allies style board wargames from rules that people can read and change.
#![warn(missing_docs)]
/// Players that are programs.
pub mod ai;
/// What changes a game: state, orders, decisions, events and the mechanisms.
pub mod kernel;
/// The compiled edition.
pub mod rules;
