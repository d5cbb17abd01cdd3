//! The games of a run on all cores, each told of as soon as it is over.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use rayon::prelude::*;

use super::game::{Arm, Row, play};

/// How many rows may wait for whoever takes them.
const WAITING: usize = 1024;

/// Which games are to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Games of each arm.
    pub games: u32,
    /// The seed of the first game.
    pub seed: u64,
    /// A game ends after so many rounds.
    pub rounds: u16,
    /// Which share of the games is played here, from 1, and how many shares there are.
    pub shard: (u32, u32),
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Which arm.
    pub arm: u8,
    /// Which game of it.
    pub game: u32,
    /// Its seed.
    pub seed: u64,
}

/// A game that could not be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which.
    pub task: Task,
    /// Why.
    pub sentence: String,
}

/// The games of a plan that are played here and are not among those done already. Both arms play a
/// game one after the other, so that an interrupted run has pairs.
pub fn tasks(plan: &Plan, arms: usize, done: &BTreeSet<(u8, u32)>) -> Vec<Task> {
    let (nth, of) = (plan.shard.0.max(1) - 1, plan.shard.1.max(1));
    let mine = (0..plan.games).filter(|game| game % of == nth);
    let both = mine.flat_map(|game| (0..arms).map(move |arm| (arm as u8, game)));
    let left = both.filter(|key| !done.contains(key));
    left.map(|(arm, game)| Task {
        arm,
        game,
        seed: plan.seed.wrapping_add(u64::from(game)),
    })
    .collect()
}

/// Plays games on so many threads (0: as many as the machine has), until all are played or `stop`
/// is set. `tell` hears of each in the order in which they end; where it answers `false`, no game
/// begins any more.
///
/// # Errors
/// There can be no threads.
pub fn run(
    arms: &[Arm],
    tasks: &[Task],
    rounds: u16,
    jobs: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Result<Row, Failure>) -> bool,
) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|e| e.to_string())?;
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            pool.install(|| {
                tasks
                    .par_iter()
                    .with_max_len(1)
                    .for_each_with(sender, |sender, task| {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let arm = &arms[usize::from(task.arm)];
                        let row = play(arm, *task, rounds);
                        let row = row.map_err(|refusal| Failure {
                            task: *task,
                            sentence: refusal.sentence(&arm.rules),
                        });
                        // Nobody listens any more only when the run is being stopped.
                        let _ = sender.send(row);
                    });
            });
        });
        for row in receiver {
            if !tell(row) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    Ok(())
}
