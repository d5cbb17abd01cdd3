//! What a battle will cost, read from the same plans the game plays by: exactly, as probability that
//! flows from state to state, or by sampling. Scripts that change values by who fires are asked once for
//! each volley. Where scripts have more of a say in battles, or a battle is more than a plan and two forces,
//! it is played by the game itself, as often as it takes.

mod case;
mod chain;
mod decks;
mod dice;
mod exact;
mod field;
mod force;
mod losses;
mod played;
mod result;
mod search;
mod setup;
mod tally;

pub use case::{Case, How, Runs, Unknown};
pub use chain::{Assault, Counter};
pub use dice::{Fought, Luck, Xoshiro};
pub use exact::{Ending, Solved};
pub use field::Field;
pub use field::dist::Dists;
pub use force::{Force, Stack, at};
pub use losses::{By, Loss, Losses};
pub use played::stage::{NoStage, Position, Stage};
pub use result::{Course, Fate, Method, Odds, Part, SideOdds};
pub use search::{Commitment, Sought, best_part};
pub use setup::{Retreat, Setup, Strike, Tactics};
pub use tally::{NORMAL, never, wilson};
