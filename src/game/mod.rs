//! A game being played: rules, state, dice and log; seats; saves and replays; the order language;
//! transcripts. The only room besides `diag` and `cli` that meets files.

mod chain;
pub mod dice;
mod edit;
pub mod force;
mod forms;
pub mod joint;
pub mod language;
pub mod letter;
mod loaded;
mod log;
mod notes;
mod open;
mod pending;
mod plans;
mod reading;
mod reload;
pub mod save;
mod seat;
mod session;
pub mod standing;
mod story;
pub mod transcript;
pub mod undo;

pub use chain::Chain;
pub use forms::{EDITS, FORMS, Form};
pub use loaded::Loaded;
pub use log::{Deed, Doubt, Entry, Log, Reached, Record, Step};
pub use notes::Note;
pub use open::{Opened, open, open_with, ready};
pub use pending::Pending;
pub use plans::{Plans, Tell};
pub use reload::{Changed, changed, replay_under};
pub use seat::{Seat, Seats, Voice, powers_named};
pub use session::{Session, SharedHooks, Typed};
pub use story::{Chapter, Story};
