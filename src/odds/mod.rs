//! What a battle will cost, read from the same plans the game plays by: exactly, as probability that
//! flows from state to state, or by sampling. Where scripts have a say in battles, or a battle is more
//! than a plan and two forces, it is played by the game itself, as often as it takes.

mod assault;
mod case;
mod chain;
mod exact;
mod field;
mod force;
mod losses;
mod played;
mod reckon;
mod result;
mod sampled;
mod search;
mod setup;
mod tally;

pub use assault::Assault;
pub use case::{Case, How};
pub use chain::waves;
pub use exact::{Ending, Solved};
pub use field::Field;
pub use field::side::TooVaried;
pub use force::{Force, Stack, price};
pub use losses::{By, Losses};
pub use played::stage::{NoStage, Position, Stage};
pub use reckon::{Runs, Unknown, exact, lengths, reckon, sampled};
pub use result::{Count, Course, Fate, Method, Odds, SideOdds};
pub use sampled::Fought;
pub use sampled::words::Words;
pub use search::{Commitment, PARTS, cheapest};
pub use setup::{Retreat, Setup, Strike, Tactics};
pub use tally::{never, wilson};
