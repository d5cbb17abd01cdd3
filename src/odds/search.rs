//! The cheapest part of a force that is likely enough to win.

use crate::odds::case::{Case, Combat, How, Runs, Unknown};
use crate::odds::force::{Force, Stack};
use crate::odds::setup::Setup;
use crate::odds::tally::wilson;
use crate::rules::{Role, SiteKind};

/// More parts of a force than this are not tried.
pub const PARTS: u64 = 50_000;

/// So many battles are fought before a chance is looked at again.
const LOOK: u64 = 256;

/// A force that is likely enough to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Commitment {
    /// The force.
    pub force: Force,
    /// Its chance: to take the territory in a battle on land, to win in others.
    pub chance: f64,
    /// Where that chance lies with 95 %, if it was not found exactly.
    pub interval: Option<(f64, f64)>,
    /// What it is worth, in IPC.
    pub cost: i64,
}

/// Finds the cheapest part of the attacker's force that is as likely to win as needed, and among
/// equally cheap ones the likeliest; `None` if not even the whole of it is. Where chances are found by
/// fighting, all of a part's interval must be high enough.
///
/// # Errors
/// A battle cannot be reckoned in this way.
pub fn cheapest(
    setup: &Setup<'_>,
    needed: f64,
    how: How<'_>,
) -> Result<Option<Commitment>, Unknown> {
    let whole = setup.forces[0].stacks();
    let parts: u64 = whole
        .iter()
        .fold(1, |n, s| n.saturating_mul(u64::from(s.count) + 1));
    if parts > PARTS {
        return Err(Unknown::TooManyParts);
    }
    let mut forces: Vec<(i64, Force)> = (1..parts)
        .map(|number| part(whole, number))
        .map(|f| (f.cost(setup.rules), f))
        .collect();
    forces.sort_by_key(|(cost, _)| *cost);
    let mut best: Option<Commitment> = None;
    for (cost, force) in forces {
        if best.as_ref().is_some_and(|b| b.cost < cost) {
            break;
        }
        let tried = Setup {
            forces: [force, setup.forces[1].clone()],
            ..setup.clone()
        };
        let (chance, interval) = chance(&tried, needed, how)?;
        if interval.map_or(chance, |(low, _)| low) >= needed
            && best.as_ref().is_none_or(|b| b.chance < chance)
        {
            let [force, _] = tried.forces;
            best = Some(Commitment {
                force,
                chance,
                interval,
                cost,
            });
        }
    }
    Ok(best)
}

/// The part with this number: its counts are the digits.
fn part(whole: &[Stack], number: u64) -> Force {
    let mut rest = number;
    let mut force = Force::default();
    for stack in whole {
        let digit = rest % (u64::from(stack.count) + 1);
        rest /= u64::from(stack.count) + 1;
        // A digit is at most the count of its stack.
        force.add(Stack {
            count: digit as u16,
            ..*stack
        });
    }
    force
}

/// The chance to take the territory, or to win where there is none; with its interval where battles
/// are fought for it, no more of them than it takes to tell it from what is needed.
fn chance(
    setup: &Setup<'_>,
    needed: f64,
    how: How<'_>,
) -> Result<(f64, Option<(f64, f64)>), Unknown> {
    let takes = setup.plan().kind == SiteKind::Land;
    let case = Case::One(Box::new(setup.clone()));
    let (mut combat, runs) = match how {
        How::Exact => {
            let odds = case.odds(how)?;
            return Ok((if takes { odds.takes } else { odds.win }, None));
        }
        How::Reckoned(runs) => match chance(setup, needed, How::Exact) {
            Err(Unknown::TooLarge) => (Combat::plan(runs.seed), runs),
            done => return done,
        },
        How::Sampled(runs) => (Combat::plan(runs.seed), runs),
        How::Played(stage, runs) => (Combat::game(stage, runs.seed), runs),
    };
    let mut successes = 0;
    told_apart(runs, needed, |battles| {
        for _ in 0..battles {
            let fate = case.once(&mut combat)?.fate;
            let won = fate.winner == Some(Role::Attacker);
            successes += u64::from(if takes { fate.takes } else { won });
        }
        Ok(successes)
    })
}

/// Fights until a chance is told apart from what is needed, or until it is known as well as can be.
fn told_apart(
    runs: Runs,
    needed: f64,
    mut fight: impl FnMut(u64) -> Result<u64, Unknown>,
) -> Result<(f64, Option<(f64, f64)>), Unknown> {
    let (mut done, mut found, mut interval) = (0, 0, (0.0, 1.0));
    let precise = |(low, high): (f64, f64)| {
        runs.precision
            .is_some_and(|half| (high - low) / 2.0 <= half)
    };
    while done < runs.most && (interval.0..=interval.1).contains(&needed) && !precise(interval) {
        let more = LOOK.min(runs.most - done);
        found = fight(more)?;
        done += more;
        interval = wilson(found as f64, done as f64);
    }
    Ok((found as f64 / done.max(1) as f64, Some(interval)))
}
