//! Whether two arms differ: games of the same seed are pairs, so what both share falls out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::{Row, of_arm};
use super::stats::{Mean, mean, sign_test};

/// How the arms differ for a side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Paired {
    /// The side.
    pub side: String,
    /// Pairs that it won in the first arm only.
    pub first_only: usize,
    /// Pairs that it won in the second arm only.
    pub second_only: usize,
    /// How much more often it wins in the second arm, as a share of games.
    pub more_wins: Mean,
    /// How likely a difference like this is by chance alone (exact sign test on the pairs that differ).
    pub chance: f64,
    /// How much more its units cost than the enemy's, at the end of the second arm's games, in IPC.
    pub margin: Option<Mean>,
}

impl Paired {
    /// Whether the difference is more than chance, at 95 %.
    pub fn real(&self) -> bool {
        self.chance < 0.05
    }
}

/// Whether two arms differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Games played in both arms.
    pub pairs: usize,
    /// Side by side.
    pub sides: Vec<Paired>,
    /// Pairs that came out the same to the last bit: with another seed they would say no more.
    pub identical: usize,
}

/// Compares the second arm with the first, over the games that both have played.
pub fn compare(sides: &[String], rows: &[Row]) -> Comparison {
    let of = |arm| {
        let played = of_arm(rows, arm);
        played.map(|r| (r.game, r)).collect::<BTreeMap<_, _>>()
    };
    let (first, second) = (of(0), of(1));
    let both = first.iter();
    let both = both.filter_map(|(game, a)| Some((*a, *second.get(game)?)));
    let pairs: Vec<(&Row, &Row)> = both.collect();
    let paired = |(nth, side): (usize, &String)| {
        let won = |row: &Row| row.winner.map(usize::from) == Some(nth);
        let only = |x: bool, y: bool| {
            let same = pairs.iter().filter(|(a, b)| (won(a), won(b)) == (x, y));
            same.count()
        };
        let (first_only, second_only) = (only(true, false), only(false, true));
        let gain =
            |(a, b): &(&Row, &Row)| f64::from(u8::from(won(b))) - f64::from(u8::from(won(a)));
        let more_wins = mean(pairs.iter().map(gain))?;
        let margin = |(a, b): &(&Row, &Row)| Some(margin(b, nth)? - margin(a, nth)?);
        let margin = mean(pairs.iter().filter_map(margin));
        Some(Paired {
            side: side.clone(),
            first_only,
            second_only,
            more_wins,
            chance: sign_test(first_only, second_only),
            margin,
        })
    };
    let sides = sides.iter().enumerate().filter_map(paired).collect();
    let identical = pairs.iter().filter(|(a, b)| a.digest == b.digest).count();
    Comparison {
        pairs: pairs.len(),
        sides,
        identical,
    }
}

/// How much more the units of a side cost than those of all others, when the game was over.
fn margin(row: &Row, side: usize) -> Option<f64> {
    let last = row.standings.last()?;
    let own = f64::from(last.get(side)?.worth);
    let all: f64 = last.iter().map(|s| f64::from(s.worth)).sum();
    let others = all - own;
    Some(own - others)
}
