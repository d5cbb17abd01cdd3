//! The numbers that programs go by: `weights.toml` says what each means, and packs may say otherwise.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Weights by their names; see `weights.toml`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "weights.toml says it")]
pub struct Weights {
    pub worth_income: f64,
    pub worth_city: f64,
    pub worth_works: f64,
    pub worth_capital: f64,
    pub worth_victory: f64,
    pub worth_objective: f64,
    pub value_income: f64,
    pub value_victory: f64,
    pub value_closed: f64,
    pub value_margin: f64,
    pub attack_decisive: f64,
    pub attack_spare: f64,
    pub attack_spare_decisive: f64,
    pub attack_traded: f64,
    pub attack_reply: f64,
    pub attack_uncovered: f64,
    pub ahead: f64,
    pub ahead_income: f64,
    pub ahead_most: f64,
    pub war_margin: f64,
    pub war_patience: f64,
    pub hold_left: f64,
    pub hold_cost: f64,
    pub x5: f64,
}

/// The file as it is bundled: names, figures, and what they mean.
pub const WEIGHTS: &str = include_str!("weights.toml");

static USUAL: LazyLock<Weights> =
    LazyLock::new(|| toml::from_str(WEIGHTS).expect("the bundled file has every weight"));

impl Default for Weights {
    fn default() -> Self {
        USUAL.clone()
    }
}

impl Weights {
    /// The names and figures.
    pub fn all(&self) -> impl Iterator<Item = (String, f64)> {
        let table = Table::try_from(self).expect("a struct of numbers is a table");
        table
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_float()?)))
    }

    /// These under others that a TOML file names.
    ///
    /// # Errors
    /// The text is no TOML, or names what is no weight.
    pub fn under(&self, text: &str) -> Result<Self, toml::de::Error> {
        let mut table = Table::try_from(self).expect("a struct of numbers is a table");
        table.extend(toml::from_str::<Table>(text)?);
        table.try_into()
    }

    /// The same with another figure for one of them; nothing where none is called that.
    #[must_use]
    pub fn with(&self, name: &str, figure: f64) -> Option<Self> {
        let mut table = Table::try_from(self).expect("a struct of numbers is a table");
        *table.get_mut(name)? = Value::Float(figure);
        table.try_into().ok()
    }
}
