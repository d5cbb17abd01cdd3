//! Every integration test in one binary.
#![expect(clippy::disallowed_methods, reason = "tests read and break files")]

#[path = "all/cli.rs"]
mod cli;
#[path = "all/conformance.rs"]
mod conformance;
#[path = "all/language.rs"]
mod language;
#[path = "all/layers.rs"]
mod layers;
#[path = "movement/mod.rs"]
mod movement;
#[path = "all/no_edition_words.rs"]
mod no_edition_words;
#[path = "overlay/mod.rs"]
mod overlay;
#[path = "pack/mod.rs"]
mod pack;
#[path = "all/players.rs"]
mod players;
#[path = "scripts/mod.rs"]
mod scripts;
#[path = "all/transcripts.rs"]
mod transcripts;
#[path = "view/mod.rs"]
mod view;
