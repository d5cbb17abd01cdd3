//! Special rules as Rhai scripts, behind the kernel's [`sandtable_kernel::Hooks`]. [`bind`] compiles the
//! scripts a pack uses; the [`Host`] answers the kernel's questions by calling them. Scripts are pure:
//! they read the game and return what they want; they see no files, no clock, no dice but the game's.

mod api;
mod asked;
mod bind;
mod check;
mod complaint;
mod convert;
mod docs;
mod engine;
mod hooks;
mod host;
mod library;
mod memory;
mod names;
mod params;
mod report;
mod returned;
mod steady;
mod text;
mod trace;
mod typed;
mod world;

pub use bind::bind;
pub use docs::{definitions, reference};
pub use host::Host;
pub use library::{find as find_bundled, names as bundled_names};
pub use params::UsedAt;
