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
#![warn(missing_docs)]

pub mod ai;
pub mod cli;
pub mod diag;
pub mod game;
pub mod kernel;
pub mod odds;
pub mod pack;
pub mod protocol;
pub mod rules;
pub mod script;
pub mod sim;
#[cfg(test)]
mod testing;
pub mod view;
#[cfg(feature = "web")]
pub mod web;
