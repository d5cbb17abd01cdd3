//! Requests about what was: the log, turns, figures by round.

use super::ask::Ask;
use super::game::At;
use sandtable_diag::{Problem, Problems};
use sandtable_sim::Figures;
use sandtable_view::{LogEntry, TurnFacts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number of orders that were given.
fn given(at: At<'_>, orders: Option<usize>) -> Result<Option<usize>, Problem> {
    let given = at.session.log().entries().len();
    match orders {
        Some(orders) if orders > given => {
            let message = format!("not so many orders as {orders} have been given yet");
            let problem = Problem::error("protocol/value", message);
            Err(problem.help(format!("orders given: {given}")))
        }
        orders => Ok(orders),
    }
}

/// What was ordered and what happened with it, in sentences.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Log {
    /// Only what came after the first so many orders; else everything, with the beginning of the game.
    since: Option<usize>,
}

/// What was ordered and what happened with it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Entries<'a> {
    entries: Vec<LogEntry<'a>>,
    /// How many orders have been given.
    at: usize,
}

impl<'a> Ask<At<'a>> for Log {
    fn ask(&self, at: At<'a>) -> Result<Entries<'a>, Problems> {
        Ok(Entries {
            entries: LogEntry::all(at.session, given(at, self.since)?),
            at: at.session.log().entries().len(),
        })
    }
}

/// The turns that were played, each in a few lines, with the orders at which it, its phases and its battles began.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Turns {
    /// Only what came after the first so many orders; the first turn may be a part of one then.
    since: Option<usize>,
}

/// The turns that were played.
#[derive(Serialize, JsonSchema)]
pub(super) struct Played<'a> {
    turns: Vec<TurnFacts<'a>>,
    /// How many orders have been given.
    at: usize,
}

impl<'a> Ask<At<'a>> for Turns {
    fn ask(&self, at: At<'a>) -> Result<Played<'a>, Problems> {
        Ok(Played {
            turns: TurnFacts::all(at.session, given(at, self.since)?),
            at: at.session.log().entries().len(),
        })
    }
}

/// How the sides stood at the end of each round, and in this one now.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Stats {}

/// How the sides stood.
#[derive(Serialize, JsonSchema)]
pub(super) struct ByRound {
    rounds: Vec<Figures>,
}

impl Ask<At<'_>> for Stats {
    fn ask(&self, at: At<'_>) -> Result<ByRound, Problems> {
        Ok(ByRound {
            rounds: Figures::all(at.session),
        })
    }
}
