//! Sandtable plays Axis & Allies style board wargames from rules that people can read and change.
#![warn(missing_docs)]
/// Players that are programs.
pub mod ai;
/// The command line.
pub mod cli;
/// What is wrong, where, and what to do about it.
pub mod diag;
/// A game being played.
pub mod game;
/// What changes a game: state, orders, decisions, events and the mechanisms.
pub mod kernel;
/// Pack text to rules.
pub mod pack;
/// The compiled edition.
pub mod rules;
/// What people and programs see.
pub mod view;
