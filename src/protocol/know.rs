//! Requests of those who want to know: politics, goals, income to come, what threatens, what is written.

use super::ask::Ask;
use super::game::At;
use super::message::unclear;
use sandtable_diag::{Problem, Problems};
use sandtable_game::side_or_power;
use sandtable_rules::PowerId;
use sandtable_view::{self as view, Goal, IncomeFacts, Reach, Stance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// So many rules a search shows where no number is given.
const SHOWN: usize = 30;

/// The powers that play, or the one that is named.
fn players(at: At<'_>, power: &Option<String>) -> Result<Vec<PowerId>, Problem> {
    let named = at.session.names().powers.said(power)?;
    let order = &at.session.rules().turn.order;
    Ok(named.map_or_else(|| order.clone(), |power| vec![power]))
}

/// How the powers stand to each other, on whom each may declare war, and what would come of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Politics {}

/// How the powers stand to each other.
#[derive(Serialize, JsonSchema)]
pub(super) struct Relations<'a> {
    powers: Vec<Stance<'a>>,
}

impl<'a> Ask<At<'a>> for Politics {
    fn ask(&self, at: At<'a>) -> Result<Relations<'a>, Problems> {
        Ok(Relations {
            powers: Stance::all(at.session.cx()),
        })
    }
}

/// Objectives and ways to win, with how far they have come and what they lack.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Goals {
    /// Only the objectives of this power.
    power: Option<String>,
}

/// Objectives and ways to win.
#[derive(Serialize, JsonSchema)]
pub(super) struct Aims<'a> {
    objectives: Vec<Goal<'a>>,
    victories: Vec<Goal<'a>>,
}

impl<'a> Ask<At<'a>> for Goals {
    fn ask(&self, at: At<'a>) -> Result<Aims<'a>, Problems> {
        let cx = at.session.cx();
        let powers = players(at, &self.power)?.into_iter();
        Ok(Aims {
            objectives: powers.flat_map(|p| Goal::objectives(cx, p)).collect(),
            victories: Goal::victories(cx),
        })
    }
}

/// What powers would collect if their income came now.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Income {
    /// Only this power.
    power: Option<String>,
}

/// What powers would collect.
#[derive(Serialize, JsonSchema)]
pub(super) struct Accounts<'a> {
    powers: Vec<IncomeFacts<'a>>,
}

impl<'a> Ask<At<'a>> for Income {
    fn ask(&self, at: At<'a>) -> Result<Accounts<'a>, Problems> {
        let powers = players(at, &self.power)?.into_iter();
        Ok(Accounts {
            powers: powers
                .map(|p| IncomeFacts::of(at.session.cx(), p))
                .collect(),
        })
    }
}

/// What powers could bring to each space with their next moves, as the board stands.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Threat {
    /// The power, or a side for all of its powers, each by itself; the power on turn unless it is said.
    of: Option<String>,
    /// Instead: every power at war with this one.
    against: Option<String>,
}

/// What could be brought to each space.
#[derive(Serialize, JsonSchema)]
pub(super) struct Threats<'a> {
    spaces: BTreeMap<&'a str, Reach>,
}

impl<'a> Ask<At<'a>> for Threat {
    fn ask(&self, at: At<'a>) -> Result<Threats<'a>, Problems> {
        let (cx, rules) = (at.session.cx(), at.session.rules());
        let powers = match (&self.of, &self.against) {
            (Some(_), Some(_)) => {
                let help = "name either `of` or `against`";
                return Err(unclear("whose reach is meant?", help));
            }
            (_, Some(name)) => {
                let me = at.session.names().powers.called(name)?;
                cx.foes(me).iter().collect()
            }
            (Some(name), _) => side_or_power(rules, at.session.names(), name)?,
            (None, None) => vec![cx.active()],
        };
        Ok(Threats {
            spaces: view::threats(cx, powers.into_iter()),
        })
    }
}

/// Printed rules of the pack in which all these words stand.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// The words, or parts of them.
    words: String,
    /// So many at most, 30 unless it is said.
    most: Option<usize>,
}

/// Printed rules.
#[derive(Serialize, JsonSchema)]
pub(super) struct Written<'a> {
    /// How many there are.
    found: usize,
    /// Those that are shown, in the order of the rulebook.
    rules: Vec<Statement<'a>>,
}

/// A printed rule; `explain` says more about one.
#[derive(Serialize, JsonSchema)]
struct Statement<'a> {
    id: &'a str,
    section: &'a str,
    text: &'a str,
    /// How it was read where the sources are silent or unclear.
    rulings: &'a [String],
}

impl<'a> Ask<At<'a>> for Search {
    fn ask(&self, at: At<'a>) -> Result<Written<'a>, Problems> {
        let words = self.words.to_lowercase();
        let book = at.opened.info.rulebook.as_ref();
        let all = book.map_or(&[][..], |book| &book.statements);
        let found: Vec<_> = all
            .iter()
            .filter(|s| {
                let parts = [&s.id, &s.section, &s.text, &s.rulings.join(" ")];
                let parts = parts.map(|part| part.to_lowercase());
                let within = |word: &str| parts.iter().any(|part| part.contains(word));
                words.split_whitespace().all(within)
            })
            .collect();
        let shown = found.iter().take(self.most.unwrap_or(SHOWN));
        Ok(Written {
            found: found.len(),
            rules: shown
                .map(|s| Statement {
                    id: &s.id,
                    section: &s.section,
                    text: &s.text,
                    rulings: &s.rulings,
                })
                .collect(),
        })
    }
}
