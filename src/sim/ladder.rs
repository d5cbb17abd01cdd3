//! Programs against each other: every two of them on both sides, with the same seeds, and what that says
//! about how strong each is.

use serde::Serialize;

use super::game::{Row, of_arm};
use sandtable_odds::NORMAL;

/// Two programs in one arm of a run: who plays the first side, and who all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Match {
    /// The index of the program of the first side.
    pub first: usize,
    /// The index of the program of all other sides.
    pub others: usize,
}

/// Every two of so many programs, on both sides: what each arm of a run plays.
pub fn matches(programs: usize) -> Vec<Match> {
    let pairs = (0..programs).flat_map(|a| (a + 1..programs).map(move |b| (a, b)));
    let both = |(a, b)| {
        let played = |(first, others)| Match { first, others };
        [(a, b), (b, a)].map(played)
    };
    pairs.flat_map(both).collect()
}

/// How strong a program is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Its name.
    pub program: String,
    /// How many games it played.
    pub games: usize,
    /// Games won, those that nobody won counted half.
    pub points: f64,
    /// Its strength: 400 more win ten games for one that is lost. The mean of all is 0.
    pub rating: f64,
    /// How far off that may be, at 95 %.
    pub give_or_take: f64,
}

/// What two programs scored against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Who played which sides.
    pub played: Match,
    /// How many games.
    pub games: usize,
    /// Games that the first side won.
    pub won: usize,
    /// Games that nobody won.
    pub open: usize,
}

/// What the arms of a ladder scored.
pub fn scores(matches: &[Match], rows: &[Row]) -> Vec<Score> {
    let score = |(arm, played): (usize, &Match)| {
        let games = of_arm(rows, arm);
        Score {
            played: *played,
            games: games.clone().count(),
            won: games.clone().filter(|r| r.winner == Some(0)).count(),
            open: games.filter(|r| r.winner.is_none()).count(),
        }
    };
    matches.iter().enumerate().map(score).collect()
}

/// How strong the programs are by their scores (Bradley and Terry's model), the strongest first.
pub fn ratings(programs: &[String], scores: &[Score]) -> Vec<Rating> {
    /// Rounds of fitting: far more than it takes.
    const ROUNDS: usize = 500;
    let n = programs.len();
    let (mut games, mut points) = (vec![vec![0.0; n]; n], vec![0.0; n]);
    for score in scores {
        let (a, b) = (score.played.first, score.played.others);
        let won = score.won as f64 + 0.5 * score.open as f64;
        games[a][b] += score.games as f64;
        games[b][a] += score.games as f64;
        points[a] += won;
        points[b] += score.games as f64 - won;
    }
    // A drawn game against one of mean strength keeps those at a distance who win, or lose, everything.
    let mut strength = vec![1.0; n];
    for _ in 0..ROUNDS {
        let next = |i: usize| {
            let met = (0..n).map(|j| games[i][j] / (strength[i] + strength[j]));
            let weight: f64 = met.sum::<f64>() + 1.0 / (strength[i] + 1.0);
            (points[i] + 0.5) / weight
        };
        strength = (0..n).map(next).collect();
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / n.max(1) as f64;
    let rate = |i: usize| {
        let chance = |j: usize| strength[i] / (strength[i] + strength[j]);
        let told = |j: usize| games[i][j] * chance(j) * (1.0 - chance(j));
        let information: f64 = (0..n).map(told).sum();
        Rating {
            program: programs[i].clone(),
            games: games[i].iter().sum::<f64>() as usize,
            points: points[i],
            rating: scale * (strength[i].ln() - mean),
            give_or_take: NORMAL * scale / information.max(1e-3).sqrt(),
        }
    };
    let mut all: Vec<Rating> = (0..n).map(rate).collect();
    all.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    all
}
