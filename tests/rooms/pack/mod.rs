//! What files of `pack` promise.

mod fmt;
mod language;
mod lint;
mod migrate;
mod parse;
mod rulebook;
mod words;
