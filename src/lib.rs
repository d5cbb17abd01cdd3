//! Sandtable plays Axis & Allies style board wargames from rules that people can read and change.
//!
//! The crate's rooms import only those before them: [`diag`] and [`rules`], [`kernel`], [`pack`] and
//! [`script`], [`odds`], [`game`], [`ai`], [`sim`], [`view`], [`protocol`], `web`,
//! [`cli`]. A program that embeds Sandtable opens a pack, begins a
//! session and gives it orders, typed or built:
//!
//! ```
//! use sandtable::game::{Session, open};
//!
//! let pack = open(sandtable::pack::bundled_names().last().expect("packs come along")).expect("a bundled pack loads");
//! let (mut game, _events) = Session::new(pack.rules.clone(), pack.hooks.clone(), 1).expect("it begins");
//! assert!(game.type_line("order", "end phase").problems.is_none());
//! assert!(game.type_line("order", "dance").problems.is_some());
//!
//! let orders = game.legal();
//! println!("{}", game.print(&orders[0]));
//! game.order(&orders[0]).expect("legal orders are carried out");
//! ```

pub use sandtable_ai as ai;
pub use sandtable_cli as cli;
pub use sandtable_diag as diag;
pub use sandtable_game as game;
pub use sandtable_kernel as kernel;
pub use sandtable_odds as odds;
pub use sandtable_pack as pack;
pub use sandtable_protocol as protocol;
pub use sandtable_rules as rules;
pub use sandtable_script as script;
pub use sandtable_sim as sim;
pub use sandtable_view as view;
#[cfg(feature = "web")]
pub use sandtable_web as web;
