//! What a battle will cost, read from the same plans the game plays by: exactly, as probability that
//! flows from state to state, or by sampling. Scripts that change values or hits are not asked; the
//! plans, modifiers and orders of losses of the pack are all there is.

mod alias;
mod chain;
mod classes;
mod dist;
mod duel;
mod exact;
mod field;
mod flow;
mod force;
mod idle;
mod index;
mod losses;
mod outcomes;
mod program;
mod quiet;
mod reckon;
mod resign;
mod result;
mod sample;
mod search;
mod setup;
mod side;
mod still;
mod volley;
mod walk;
mod words;

pub use chain::{Assault, waves};
pub use exact::{Ending, Solved};
pub use field::Field;
pub use force::{Force, Stack, price};
pub use losses::{By, Losses};
pub use reckon::{Runs, Unknown, exact, reckon, sampled, wilson};
pub use result::{Count, Fate, Method, Odds, SideOdds};
pub use sample::Fought;
pub use search::{Commitment, PARTS, cheapest};
pub use setup::{Retreat, Setup, Strike, Tactics};
pub use side::TooVaried;
pub use words::Words;
