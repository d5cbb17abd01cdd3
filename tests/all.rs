//! Every test in one binary: those of single files are in `tests/rooms/`, so that no room is compiled twice.
//! `cargo test` tries samples of what is tried by chance;
//! `SANDTABLE_MANY=100 cargo test --release --test all NAME` tries so many times as much.
#![expect(clippy::disallowed_methods, reason = "tests read and break files")]

/// How many of something are tried.
fn many(sample: u64) -> u64 {
    let times = std::env::var("SANDTABLE_MANY").ok();
    sample * times.and_then(|n| n.parse().ok()).unwrap_or(1)
}

#[path = "bad_orders/mod.rs"]
mod bad_orders;
#[path = "battle/mod.rs"]
mod battle;
#[cfg(feature = "web")]
#[path = "board/mod.rs"]
mod board;
#[path = "all/cli.rs"]
mod cli;
#[cfg(feature = "web")]
#[path = "club/mod.rs"]
mod club;
#[path = "all/conformance.rs"]
mod conformance;
#[path = "all/expectations.rs"]
mod expectations;
#[path = "all/explain.rs"]
mod explain;
#[path = "all/kept.rs"]
mod kept;
#[path = "all/language.rs"]
mod language;
#[path = "all/layers.rs"]
mod layers;
#[path = "all/looking.rs"]
mod looking;
#[path = "all/losses.rs"]
mod losses;
#[path = "mail/mod.rs"]
mod mail;
#[path = "all/memory.rs"]
mod memory;
#[path = "movement/mod.rs"]
mod movement;
#[path = "all/no_edition_words.rs"]
mod no_edition_words;
#[path = "odds/mod.rs"]
mod odds;
#[path = "overlay/mod.rs"]
mod overlay;
#[path = "pack/mod.rs"]
mod pack;
#[path = "all/players.rs"]
mod players;
#[path = "policy/mod.rs"]
mod policy;
#[path = "all/positions.rs"]
mod positions;
#[path = "protocol/mod.rs"]
mod protocol;
#[path = "all/readme.rs"]
mod readme;
#[path = "all/reliability.rs"]
mod reliability;
#[path = "rooms/mod.rs"]
mod rooms;
#[path = "saves/mod.rs"]
mod saves;
#[path = "all/schema.rs"]
mod schema;
#[path = "scripts/mod.rs"]
mod scripts;
#[path = "all/seats.rs"]
mod seats;
#[path = "sim/mod.rs"]
mod sim;
#[path = "all/slips.rs"]
mod slips;
#[path = "all/terminal.rs"]
mod terminal;
#[path = "all/tools.rs"]
mod tools;
#[path = "all/transcripts.rs"]
mod transcripts;
#[path = "view/mod.rs"]
mod view;
#[cfg(feature = "web")]
#[path = "all/web.rs"]
mod web;
