//! How long a power's turn takes that a program plays, by pack and level: the median and the longest of the turns of a
//! few whole games' first rounds, all seats alike. Fails where a median is over what the level promises. A clock, not
//! instructions: a claim about a machine of two cores.
//!
//! Run with `cargo bench --bench turns`.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]

use sandtable::ai::{answer, program};
use sandtable::game::{Session, open};
use std::process::ExitCode;
use std::time::Instant;

/// What a turn may take at a level, in seconds.
const LEVELS: [(&str, f64); 2] = [("planner", 0.25), ("planner:hard", 3.0)];
const PACKS: [&str; 2] = ["pacific-1940", "1941"];
const ROUNDS: u16 = 8;
const GAMES: u64 = 2;

/// The seconds of each turn of a game.
fn turns(pack: &str, level: &str, seed: u64) -> Vec<f64> {
    let opened = open(pack).unwrap_or_else(|_| panic!("{pack} opens"));
    let (mut game, _) = opened.begin(seed).expect("the game begins");
    let mut player = program(level, seed, 1);
    let turn = |game: &Session| (game.state().round, game.state().turn);
    let (mut seconds, mut at, mut since) = (Vec::new(), turn(&game), Instant::now());
    while let Some(decision) = game.pending().filter(|_| game.state().round <= ROUNDS) {
        answer(&mut game, &mut *player, &decision).expect("a program gives legal orders");
        if turn(&game) != at {
            seconds.push(since.elapsed().as_secs_f64());
            (at, since) = (turn(&game), Instant::now());
        }
    }
    assert!(
        seconds.len() > usize::from(ROUNDS),
        "{} turns",
        seconds.len()
    );
    seconds
}

fn main() -> ExitCode {
    let mut slow = false;
    for (pack, (level, most)) in PACKS.iter().flat_map(|p| LEVELS.map(|l| (p, l))) {
        let mut all: Vec<f64> = (1..=GAMES)
            .flat_map(|seed| turns(pack, level, seed))
            .collect();
        all.sort_by(f64::total_cmp);
        let (median, longest) = (all[all.len() / 2], all[all.len() - 1]);
        slow |= median > most;
        println!(
            "{pack}, {level}: {median:.3} s a turn, {longest:.2} s the longest of {} (median at most {most} s)",
            all.len()
        );
    }
    ExitCode::from(u8::from(slow))
}
