//! The bid that evens a game: how many IPC more a power needs at the start for its side to win as
//! often as is wanted. Trials at growing bids find the bracket, halving narrows it, and a logistic
//! curve through all trials gives the bid and how sure it is.

use sandtable_odds::NORMAL;
use serde::Serialize;

/// The highest bid that is tried, in IPC.
const MOST: i32 = 400;
/// How often the bracket is halved.
const HALVINGS: usize = 4;

/// Games at one bid.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// The bid, in IPC.
    pub bid: i32,
    /// How many games were played.
    pub games: usize,
    /// Games won, those that nobody won counted half.
    pub points: f64,
}

impl Trial {
    /// The share of the points.
    pub fn share(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}

/// The bid that evens a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Even {
    /// The power that gets it.
    pub power: String,
    /// The share of points that its side is to have.
    pub wanted: f64,
    /// The bid, in IPC; `None`: the side needs none, or none that was tried is enough.
    pub bid: Option<f64>,
    /// How far off it may be, in IPC, at 95 %.
    pub give_or_take: Option<f64>,
    /// What was tried.
    pub trials: Vec<Trial>,
}

/// Looks for the bid; `trial` plays the games at one bid, `None` when the run was stopped.
pub fn even(power: &str, wanted: f64, trial: &mut dyn FnMut(i32) -> Option<Trial>) -> Even {
    let mut trials = Vec::new();
    let bracket = bracket(wanted, trial, &mut trials);
    if let Some((mut low, mut high)) = bracket {
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2;
            if middle == low {
                break;
            }
            let Some(tried) = trial(middle) else { break };
            if tried.share() < wanted {
                low = middle
            } else {
                high = middle
            }
            trials.push(tried);
        }
    }
    trials.sort_by_key(|t| t.bid);
    let found = bracket.and_then(|_| fit(wanted, &trials));
    let (bid, give_or_take) = (found.map(|f| f.0), found.map(|f| f.1));
    Even {
        power: power.to_owned(),
        wanted,
        bid,
        give_or_take,
        trials,
    }
}

/// The last bid that was too low and the first that was enough.
fn bracket(
    wanted: f64,
    trial: &mut dyn FnMut(i32) -> Option<Trial>,
    trials: &mut Vec<Trial>,
) -> Option<(i32, i32)> {
    let mut low = None;
    let mut bid = 0;
    while bid <= MOST {
        let tried = trial(bid)?;
        trials.push(tried);
        if tried.share() >= wanted {
            return low.map(|low| (low, bid));
        }
        low = Some(bid);
        bid = if bid == 0 { 6 } else { bid * 2 };
    }
    None
}

/// Where a logistic curve through the trials reaches a share, and how far off that may be at 95 %.
fn fit(wanted: f64, trials: &[Trial]) -> Option<(f64, f64)> {
    // Half a game on each side keeps trials without a win, or with nothing else, at a distance.
    let (mut a, mut b) = (0.0, 0.01);
    let mut information = [0.0; 3];
    for _ in 0..50 {
        let (mut ga, mut gb) = (0.0, 0.0);
        information = [0.0; 3];
        for t in trials {
            let (x, n) = (f64::from(t.bid), t.games as f64 + 1.0);
            let p = 1.0 / (1.0 + (-(a + b * x)).exp());
            let (rest, weight) = (t.points + 0.5 - n * p, n * p * (1.0 - p));
            ga += rest;
            gb += rest * x;
            information[0] += weight;
            information[1] += weight * x;
            information[2] += weight * x * x;
        }
        let det = information[0] * information[2] - information[1] * information[1];
        if det <= 1e-9 {
            return None;
        }
        a += (information[2] * ga - information[1] * gb) / det;
        b += (information[0] * gb - information[1] * ga) / det;
    }
    if b <= 1e-6 {
        return None;
    }
    let bid = ((wanted / (1.0 - wanted)).ln() - a) / b;
    let det = information[0] * information[2] - information[1] * information[1];
    // The delta method: the bid is (c - a) / b.
    let (da, db) = (-1.0 / b, -bid / b);
    let variance = (da * da * information[2] - 2.0 * da * db * information[1]
        + db * db * information[0])
        / det;
    Some((bid, NORMAL * variance.max(0.0).sqrt()))
}
