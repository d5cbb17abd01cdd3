//! Many games at once, played by programs, and what they add up to: who wins, how fast, at what
//! price; whether two packs or two programs really differ; which bid would even a game. A run is its
//! plan: game number `n` is played with the seed `seed + n`, whatever thread, machine or share of the
//! run it falls to, so `play --seat all=ai --seed N` shows any of them in full.

mod chronicle;
mod compare;
mod conduct;
mod dice;
mod even;
mod game;
mod ladder;
mod run;
mod stats;
mod store;
mod summary;
mod tune;

pub use chronicle::Figures;
pub use compare::{Comparison, Paired, compare};
pub use conduct::{Conduct, Played};
pub use dice::{BattleLuck, DiceCount, DiceReport, Faces, Luck};
pub use even::{Even, Trial, even};
pub use game::{Arm, Row, Standing, of_arm, play};
pub use ladder::{Match, Rating, Score, matches, ratings, scores};
pub use run::{Failure, Plan, Task, run, tasks};
pub use stats::{Interval, Mean, chi_squared_tail, mean, share, sign_test};
pub use store::{ArmHeader, FORMAT, Header, Stored, difference, merge, read};
pub use summary::{Round, Summary, Wins, summary};
pub use tune::{Duel, Tuner, duel, power};
