//! How a power means to play its turn: what rules of thumb leave open, and a search settles.

use super::campaign::Means;
use sandtable_rules::{SpaceId, SpaceSet};

/// How a turn is meant to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Stance {
    /// How much of what the enemy's reply may cost counts.
    pub caution: f64,
    /// The spaces that are not attacked.
    pub spared: SpaceSet,
    /// The territory that ships are bound for.
    pub aim: Option<SpaceId>,
    /// What money goes into, if not where rules of thumb say.
    pub means: Option<Means>,
}

impl Default for Stance {
    fn default() -> Self {
        Self {
            caution: 1.0,
            spared: SpaceSet::EMPTY,
            aim: None,
            means: None,
        }
    }
}
