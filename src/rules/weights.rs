//! The numbers that programs go by: `weights.toml` says what each means, and packs may say otherwise.

use std::collections::BTreeMap;
use std::fmt;
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
    pub attack_chance: f64,
    pub attack_chance_decisive: f64,
    pub attack_traded: f64,
    pub attack_reply: f64,
    pub attack_uncovered: f64,
    pub attack_worn: f64,
    pub attack_spent: f64,
    pub attack_astray: f64,
    pub ahead_income: f64,
    pub ahead_most: f64,
    pub ahead_worn: f64,
    pub ahead_strikes: f64,
    pub ahead_long: f64,
    pub ahead_late: f64,
    pub war_margin: f64,
    pub war_patience: f64,
    pub hold_risk: f64,
    pub hold_cost: f64,
    pub hold_loss: f64,
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
    pub fn all(&self) -> BTreeMap<String, f64> {
        let table = Table::try_from(self).expect("a struct of numbers is a table");
        let figures = table.into_iter();
        figures
            .filter_map(|(name, value)| Some((name, value.as_float()?)))
            .collect()
    }

    /// These, with other figures for some.
    #[must_use]
    pub fn under(&self, others: &SomeWeights) -> Self {
        let mut table = Table::try_from(self).expect("a struct of numbers is a table");
        let others = others.iter();
        table.extend(others.map(|(name, figure)| (name.to_owned(), Value::Float(figure))));
        table
            .try_into()
            .expect("only weights have a figure, and each is a number")
    }
}

/// A weight as the bundled file tells of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// What it is called.
    pub name: &'static str,
    /// Its figure where a pack says nothing.
    pub usual: f64,
    /// What it means.
    pub about: String,
}

static ALL: LazyLock<Vec<Weight>> = LazyLock::new(|| told(WEIGHTS));

/// Every weight, in the order of the bundled file.
pub fn weights() -> &'static [Weight] {
    &ALL
}

/// The weight of a name.
pub fn weight(name: &str) -> Option<&'static Weight> {
    weights().iter().find(|w| w.name == name)
}

/// The weights of a file like the bundled one: a heading on a line of its own is about all that follow it up to a line
/// that is empty.
fn told(file: &'static str) -> Vec<Weight> {
    let (mut heading, mut all) = ("", Vec::new());
    for line in file.lines() {
        let (said, comment) = line.split_once('#').unwrap_or((line, ""));
        let comment = comment.trim();
        let Some((name, figure)) = said.split_once('=') else {
            heading = comment;
            continue;
        };
        all.push(Weight {
            name: name.trim(),
            usual: figure.trim().parse().expect("every figure is a number"),
            about: format!("{} {comment}.", heading.replace('.', ":")),
        });
    }
    all
}

/// No weight is larger: programs multiply them, and every product is to be a number.
pub const MOST_WEIGHT: f64 = 1_000_000.0;

/// Figures for some of the weights.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct SomeWeights {
    figures: BTreeMap<&'static str, f64>,
}

impl SomeWeights {
    /// Takes a figure for a weight, over an earlier one.
    pub fn say(&mut self, weight: &Weight, figure: f64) {
        self.figures.insert(weight.name, figure);
    }

    /// These, and the others over them.
    #[must_use]
    pub fn under(&self, others: &Self) -> Self {
        let mut figures = self.figures.clone();
        figures.extend(&others.figures);
        Self { figures }
    }

    /// The names and figures.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.figures.iter().map(|(name, figure)| (*name, *figure))
    }
}

/// As a table of TOML.
impl fmt::Display for SomeWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut figures = self.iter();
        figures.try_for_each(|(name, figure)| writeln!(f, "{name} = {figure:?}"))
    }
}
