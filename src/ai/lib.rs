//! Players that are programs. They see what a player sees and answer with the same orders; they
//! know nothing of an edition but what its rules say.

mod account;
mod allot;
mod army;
mod assault;
mod attack;
mod battle;
mod buy;
mod campaign;
mod chart;
mod dealt;
mod escort;
mod facts;
mod fleet;
mod force;
mod garrison;
mod harbour;
mod haven;
mod invasion;
mod landing;
mod look;
mod mend;
mod muster;
mod planner;
mod playout;
mod profile;
mod program;
mod proposed;
mod raid;
mod random;
mod reflex;
mod research;
mod sail;
mod scratch;
mod screen;
mod search;
mod settle;
mod stance;
mod support;
mod uncovered;
mod value;
mod wants;
mod yard;

pub use account::{Account, Clash, Fear, Watch};
pub use army::{Army, Forecast, Forecasts};
pub use campaign::{Campaign, Means};
pub use dealt::Dealt;
pub use facts::{edge, rivals, side, stakes, strength};
pub use harbour::Harbour;
pub use invasion::Invasion;
pub use planner::{Planner, advise};
pub use profile::Profile;
pub use program::{
    Answered, PROGRAMS, Program, SEATED, WEIGHED, answer, budget, budgeted, parts, program,
    weighted, with_budget, written,
};
pub use proposed::proposed;
pub use raid::Raid;
pub use random::Random;
pub use reflex::last_resort;
pub use search::Level;
pub use stance::Stance;
pub use value::value;

use sandtable_kernel::{Decision, Hooks, Order, State};
use sandtable_rules::Rules;

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

    /// How it thinks about a phase that waits and for which it has given no order yet; nothing if it has, or does
    /// not tell.
    fn explain(&mut self, _: &Rules, _: &State, _: &dyn Hooks, _: &Decision) -> Option<Account> {
        None
    }
}
