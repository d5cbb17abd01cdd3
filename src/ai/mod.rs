//! Players that are programs. They see what a player sees and answer with the same orders; they
//! know nothing of an edition but what its rules say.

mod army;
mod assault;
mod attack;
mod battle;
mod buy;
mod fleet;
mod landing;
mod look;
mod muster;
mod profile;
mod program;
mod proposed;
mod random;
mod scratch;
mod settle;
mod simple;

pub use program::{PROGRAMS, answer, program};
pub use proposed::proposed;
pub use random::Random;
pub use simple::Simple;

use crate::kernel::{Decision, Hooks, Order, State};
use crate::rules::Rules;

/// Someone who answers decisions.
pub trait Player: Send {
    /// The order that answers a decision. It passes the kernel's check unless no order does.
    fn answer(
        &mut self,
        rules: &Rules,
        state: &State,
        hooks: &dyn Hooks,
        decision: &Decision,
    ) -> Order;
}
