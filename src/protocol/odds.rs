//! The request for odds.

use super::ask::Ask;
use super::game::At;
use super::message::unclear;
use sandtable_diag::{Problem, Problems};
use sandtable_game::language::Desk;
use sandtable_game::{Operation, between};
use sandtable_odds::Unknown;
use sandtable_rules::space_name;
use sandtable_view::OddsFacts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a battle will cost: one that a space holds or would hold as things stand, with the one at sea that is to be
/// fought before it, or one between two forces.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Odds {
    /// The space.
    space: Option<String>,
    /// The attackers, as in `3 TYPE, 1 damaged TYPE`.
    attackers: Option<String>,
    /// The defenders.
    defenders: Option<String>,
}

/// What a battle will cost.
#[derive(Serialize, JsonSchema)]
pub(super) struct Reckoned<'a> {
    #[serde(flatten)]
    odds: OddsFacts<'a>,
    /// Where the battle at sea is that is counted with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    /// What is not counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

impl<'a> Ask<At<'a>> for Odds {
    fn ask(&self, at: At<'a>) -> Result<Reckoned<'a>, Problems> {
        match (&self.space, &self.attackers, &self.defenders) {
            (Some(space), None, None) => Ok(in_space(at, space)?),
            (None, Some(attackers), Some(defenders)) => forces(at, [attackers, defenders]),
            _ => {
                let help = "name a `space`, or `attackers` and `defenders`";
                Err(unclear("of which battle?", help))
            }
        }
    }
}

fn unknown(why: Unknown) -> Problem {
    Problem::error("odds/unknown", why.to_string())
}

fn reckoned<'a>(at: At<'a>, operation: &Operation<'_>) -> Result<Reckoned<'a>, Problem> {
    let odds = operation.odds().map_err(unknown)?;
    let rules = at.session.rules();
    Ok(Reckoned {
        odds: OddsFacts::of(rules, operation.last(), &odds, operation.why(rules, &odds)),
        before: operation.before.map(|zone| space_name(rules, zone)),
        left_out: operation.left_out.clone(),
    })
}

fn in_space<'a>(at: At<'a>, space: &str) -> Result<Reckoned<'a>, Problem> {
    let space = at.session.names().spaces.called(space)?;
    let pending = at.session.battle_in(space, None)?;
    if pending.setup.forces[0].is_empty() {
        let problem = Problem::error("odds/empty", "the power on turn has nothing there");
        return Err(problem.help("name both forces"));
    }
    reckoned(at, &Operation::of(at.session, &pending).map_err(unknown)?)
}

fn forces<'a>(at: At<'a>, [attackers, defenders]: [&str; 2]) -> Result<Reckoned<'a>, Problems> {
    let (rules, names) = (at.session.rules(), at.session.names());
    let powers = [Some(at.session.cx().active()), None];
    Desk::read(|desk| {
        let typed = [("attackers", attackers), ("defenders", defenders)];
        let typed = typed.map(|(name, text)| desk.typed(name, text));
        let setup = between((rules, names), (None, None), typed, &|_, _| false)?;
        let operation = Operation::between(at.session, powers, setup);
        reckoned(at, &operation.map_err(unknown)?)
    })
}
