//! What single files of the rooms promise: each has its tests in a file of its name here, and all say it through what
//! a room makes public, so that every room is compiled once.

mod ai;
mod bay;
mod diag;
mod game;
mod kernel;
mod odds;
mod pack;
mod rules;
mod script;
mod sim;
mod straits;
mod view;

use sandtable::kernel::Dice;

/// No dice at all: nothing is rolled, and what goes on stops after a step.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: u8) -> u8 {
        panic!("nothing is left to chance here")
    }
    fn ran_out(&self) -> bool {
        true
    }
}
