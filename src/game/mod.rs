//! A game being played: rules, state, dice and log; seats; saves and replays; the order language;
//! transcripts. The only room besides `diag` and `cli` that meets files.

pub mod dice;
pub mod force;
pub mod language;
mod loaded;
mod notes;
mod open;
mod pending;
mod reload;
pub mod save;
mod seat;
mod session;
pub mod transcript;

pub use loaded::Loaded;
pub use notes::Note;
pub use open::{Opened, open, open_with, ready};
pub use pending::Pending;
pub use reload::{Changed, changed, replay_under};
pub use seat::{Seat, Seats, powers_named};
pub use session::{Entry, Session, SharedHooks, Typed, normal};
