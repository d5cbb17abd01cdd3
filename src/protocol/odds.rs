//! The request for odds.

use super::ask::Look;
use super::form::find;
use super::game::At;
use crate::diag::{Problem, Problems};
use crate::game::force;
use crate::game::language::Text;
use crate::odds::{Case, How, Runs, Setup, Stage, Unknown};
use crate::rules::{Role, SiteKind};
use crate::view::{force_json, odds_json};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// What a battle will cost: one that a space holds or would hold as things stand, or one between two
/// forces.
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

/// So many battles are played at most where the game has to play them.
const PLAYED: Runs = Runs {
    most: 20_000,
    precision: Some(0.01),
    seed: 1,
};

impl Look for Odds {
    type Reply<'a> = Value;
    fn look(&self, at: At<'_>) -> Result<Value, Problems> {
        match (&self.space, &self.attackers, &self.defenders) {
            (Some(space), None, None) => Ok(in_space(at, space)?),
            (None, Some(attackers), Some(defenders)) => between(at, [attackers, defenders]),
            _ => {
                let problem = Problem::error("protocol/value", "of which battle?");
                let help = "name a `space`, or `attackers` and `defenders`";
                Err(problem.help(help).into())
            }
        }
    }
}

fn unknown(why: &Unknown) -> Problem {
    Problem::error("odds/unknown", why.to_string())
}

fn told(setup: &Setup<'_>, how: How<'_>) -> Result<Value, Problem> {
    let case = Case::One(Box::new(setup.clone()));
    let odds = case.odds(how).map_err(|why| unknown(&why))?;
    let mut value = odds_json(setup.rules, &odds);
    value["battle"] = setup.plan().name.clone().into();
    for (side, force) in ["attackers", "defenders"].iter().zip(&setup.forces) {
        value[*side] = force_json(setup.rules, force);
    }
    Ok(value)
}

fn in_space(at: At<'_>, space: &str) -> Result<Value, Problem> {
    let space = find(&at.session.names().spaces, space)?;
    let pending = at.session.battle_in(space, None)?;
    let setup = &pending.setup;
    if setup.forces[0].is_empty() {
        let problem = Problem::error("odds/empty", "the power on turn has nothing there");
        return Err(problem.help("name both forces"));
    }
    let scripts = !at.session.hooks().in_battles().is_empty();
    if scripts || pending.under_way || !setup.also.is_empty() {
        return told(setup, How::Played(&pending.stage(), PLAYED));
    }
    told(setup, How::Reckoned(Runs::default()))
}

fn between(at: At<'_>, texts: [&str; 2]) -> Result<Value, Problems> {
    let (rules, names) = (at.session.rules(), at.session.names());
    let mut problems = Problems::default();
    let sources = problems.sources_mut();
    let typed = ["attackers", "defenders"].iter().zip(texts);
    let typed: Vec<Text<'_>> = typed
        .map(|(name, text)| Text::new(sources.add(*name, text), text))
        .collect();
    let done = (|| {
        let attackers = force::force(names, rules, typed[0])?;
        let defenders = force::force(names, rules, typed[1])?;
        let ships = [&attackers, &defenders].map(|f| f.kinds().meets(&rules.units.sea));
        let site = match ships.contains(&true) {
            true => SiteKind::Sea,
            false => SiteKind::Land,
        };
        let setup = Setup::new(rules, site, attackers, defenders);
        let setup = setup.ok_or_else(|| {
            let message = format!("`{}` has no such battles", rules.name);
            Problem::error("odds/no-plan", message)
        })?;
        for (role, typed) in [Role::Attacker, Role::Defender].into_iter().zip(&typed) {
            force::check(
                rules,
                setup.plan(),
                role,
                &setup.forces[role as usize],
                *typed,
            )?;
        }
        let hooks = at.session.hooks();
        if hooks.in_battles().is_empty() {
            return told(&setup, How::Reckoned(Runs::default()));
        }
        let powers = [Some(at.session.cx().active()), None];
        let stage = Stage::new(&setup, hooks, powers, None);
        let stage = stage.map_err(|why| unknown(&Unknown::from(why)))?;
        told(&setup, How::Played(&stage, PLAYED))
    })();
    done.map_err(|problem| {
        problems.push(problem);
        problems
    })
}
