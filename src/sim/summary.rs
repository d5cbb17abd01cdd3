//! What the games of an arm add up to.

use serde::Serialize;

use super::conduct::{Played, conduct};
use super::game::Row;
use super::stats::{Interval, Mean, mean, share};

/// How often a side won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wins {
    /// The side; `None`: nobody had won when the last round was over.
    pub side: Option<String>,
    /// How many games.
    pub games: usize,
    /// Their share.
    pub share: f64,
    /// Where the true share lies.
    pub interval: Interval,
    /// In how many games it came about in each round, from round 1.
    pub by_round: Vec<usize>,
}

/// How a side stood at the end of a round, over the games that lasted so long.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Round {
    /// The round.
    pub round: usize,
    /// The side.
    pub side: String,
    /// Its income, in IPC a turn.
    pub income: Mean,
    /// What its units cost together, in IPC.
    pub worth: Mean,
}

/// What the games of an arm add up to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The arm.
    pub label: String,
    /// How many games were played.
    pub games: usize,
    /// Who won how often.
    pub wins: Vec<Wins>,
    /// Rounds of a game that was won.
    pub rounds: Option<Mean>,
    /// Battles of a game.
    pub battles: Option<Mean>,
    /// Orders of a game.
    pub orders: Option<Mean>,
    /// Orders of programs that were refused, of all games together.
    pub refused: u64,
    /// Hits beyond expectation a game, by side, over the games that the side won.
    pub luck_of_winners: Vec<(String, Option<Mean>)>,
    /// How the sides stood.
    pub by_round: Vec<Round>,
    /// How the sides played, where that was watched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conduct: Vec<Played>,
}

/// Adds games up.
pub fn summary(label: &str, sides: &[String], rows: &[&Row]) -> Summary {
    let last = rows.iter().map(|r| usize::from(r.rounds)).max();
    let won_by = |side: Option<usize>| {
        let won = rows.iter().copied();
        won.filter(move |r| r.winner.map(usize::from) == side)
    };
    let outcome = |side: Option<usize>| {
        let won: Vec<&Row> = won_by(side).collect();
        let mut by_round = vec![0; last.unwrap_or(0)];
        let ended = won.iter().filter(|r| r.rounds > 0);
        ended.for_each(|r| by_round[usize::from(r.rounds) - 1] += 1);
        Wins {
            side: side.map(|s| sides[s].clone()),
            games: won.len(),
            share: won.len() as f64 / rows.len().max(1) as f64,
            interval: share(won.len(), rows.len()),
            by_round,
        }
    };
    let luck = |(nth, side): (usize, &String)| {
        let luck = won_by(Some(nth)).filter_map(|r| r.luck.get(nth));
        (side.clone(), mean(luck.map(|l| f64::from(*l) / 100.0)))
    };
    let all = (0..sides.len()).map(Some).chain([None]);
    let decided = rows.iter().filter(|r| r.winner.is_some());
    Summary {
        label: label.to_owned(),
        games: rows.len(),
        wins: all.map(outcome).collect(),
        rounds: mean(decided.map(|r| f64::from(r.rounds))),
        battles: mean(rows.iter().map(|r| f64::from(r.battles))),
        orders: mean(rows.iter().map(|r| f64::from(r.orders))),
        refused: rows.iter().map(|r| u64::from(r.refused)).sum(),
        luck_of_winners: sides.iter().enumerate().map(luck).collect(),
        by_round: by_round(sides, rows),
        conduct: conduct(sides, rows),
    }
}

fn by_round(sides: &[String], rows: &[&Row]) -> Vec<Round> {
    let longest = rows.iter().map(|r| r.standings.len()).max().unwrap_or(0);
    let mut all = Vec::new();
    for round in 0..longest {
        for (nth, side) in sides.iter().enumerate() {
            let there = rows.iter().filter_map(|r| r.standings.get(round)?.get(nth));
            let income = mean(there.clone().map(|s| f64::from(s.income)));
            let worth = mean(there.map(|s| f64::from(s.worth)));
            if let (Some(income), Some(worth)) = (income, worth) {
                all.push(Round {
                    round: round + 1,
                    side: side.clone(),
                    income,
                    worth,
                });
            }
        }
    }
    all
}
