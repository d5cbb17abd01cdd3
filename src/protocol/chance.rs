//! What a battle will come to, at a glance.

use sandtable_game::{Board, Pending};
use sandtable_odds::{Case, How, Method, Runs, never};
use sandtable_view as view;
use schemars::JsonSchema;
use serde::Serialize;

/// So many battles are fought for a first glance at a battle that is too large to be reckoned exactly.
const GLANCE: Runs = Runs {
    most: 4096,
    precision: Some(0.01),
    seed: 1,
};
/// The same where the game has to play them.
const PLAYED: Runs = Runs {
    most: 256,
    ..GLANCE
};
/// More units than this are not reckoned exactly at a glance.
const SMALL: u32 = 24;

/// What a battle will come to.
#[derive(Serialize, JsonSchema)]
pub(super) struct Chance {
    /// The attackers, in words.
    attackers: String,
    /// The defenders, in words.
    defenders: String,
    /// The chance that only the attacker holds the field.
    win: f64,
    /// The chance that only the defender does.
    lose: f64,
    /// What the attacker loses, in IPC.
    loss: f64,
    /// What the defender loses, in IPC.
    kill: f64,
    /// Damage to what is raided.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<f64>,
    /// Whether this comes from every possibility, not from battles that were fought.
    exact: bool,
}

impl Chance {
    /// Of a battle of a game; none where there is no battle.
    pub fn of(pending: &Pending<'_>) -> Option<Self> {
        let setup = &pending.setup;
        if setup.forces[0].is_empty() {
            return None;
        }
        let case = Case::One(Box::new(setup.clone()));
        let played = Board::Game(pending).played_on(setup).ok()?;
        let units: u32 = setup.forces.iter().map(|f| f.units()).sum();
        let stage = played.as_ref().map(|played| &played.stage);
        let how = match units > SMALL {
            true => How::Sampled(GLANCE),
            false => How::Reckoned(GLANCE),
        };
        let odds = case.odds_on((stage, PLAYED), how, never).ok()?;
        let [attackers, defenders] = setup
            .forces
            .each_ref()
            .map(|force| view::force_text(setup.rules, force));
        Some(Self {
            attackers,
            defenders,
            win: odds.win,
            lose: odds.lose,
            loss: odds.sides[0].lost,
            kill: odds.sides[1].lost,
            damage: (!odds.damage.is_empty()).then(|| odds.mean_damage()),
            exact: matches!(odds.method, Method::Exact { .. }),
        })
    }
}
