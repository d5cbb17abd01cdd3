//! The protocol for programs: a request is a JSON object on a line, and so is its reply. An [`Engine`]
//! holds games and answers; it reads and writes nothing itself. A request is a type whose fields are
//! read from the line, with its reply beside it (`ask.rs`); reference and JSON Schema are made from those.

#![expect(
    refining_impl_trait,
    reason = "what a request is answered with is said where it is answered"
)]

mod ask;
mod battle;
mod chance;
mod docs;
mod engine;
mod form;
pub mod frame;
mod game;
mod know;
mod look;
mod message;
mod moves;
mod odds;
mod past;
mod play;
mod shop;
mod targets;
mod whole;

pub use docs::{described, examples, inlined, reference, schema};
pub use engine::Engine;
pub use form::Said;
pub use game::At;
pub use message::{
    Came, answered, decide, hear, looked, object, over, problem_reply, taken, unclear,
};

/// The version of the protocol: fields are added within a version, nothing is renamed or left out.
pub const VERSION: u32 = 1;
/// The longest line that is read, in bytes.
pub const LINE: usize = 64 << 20;
/// After so many refused orders to one decision the seat of a program ends.
pub const REFUSED: usize = 3;
/// More games than this are not held at once.
pub const GAMES: usize = 10_000;
