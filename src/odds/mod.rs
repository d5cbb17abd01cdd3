//! What a battle will cost, read from the same plans the game plays by: exactly, as probability that
//! flows from state to state, or by sampling. Where scripts have a say in battles, or a battle is more
//! than a plan and two forces, it is played by the game itself, as often as it takes.

mod alias;
mod assault;
mod case;
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
mod played;
mod program;
mod quiet;
mod reckon;
mod resign;
mod result;
mod sample;
mod sampler;
mod search;
mod setup;
mod side;
mod stage;
mod still;
mod tally;
mod volley;
mod walk;
mod words;

pub use assault::Assault;
pub use case::{Case, How};
pub use chain::waves;
pub use exact::{Ending, Solved};
pub use field::Field;
pub use force::{Force, Stack, price};
pub use losses::{By, Losses};
pub use reckon::{Runs, Unknown, exact, lengths, reckon, sampled};
pub use result::{Count, Course, Fate, Method, Odds, SideOdds};
pub use sample::Fought;
pub use search::{Commitment, PARTS, cheapest};
pub use setup::{Retreat, Setup, Strike, Tactics};
pub use side::TooVaried;
pub use stage::{NoStage, Position, Stage};
pub use tally::wilson;
pub use words::Words;
