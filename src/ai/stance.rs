//! How a power means to play its turn: what rules of thumb leave open, and a search settles.

use crate::rules::{SpaceId, SpaceSet};

/// Whether war is declared where it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum War {
    /// On whom the side is the stronger.
    Stronger,
    /// On everybody.
    Now,
    /// On nobody.
    Wait,
}

/// What money is spent on first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Basket {
    /// What suits the ground and the sea around.
    #[default]
    Mixed,
    /// As many as money buys.
    Cheap,
    /// Those that hit hardest for their price, and as many cheap ones.
    Strong,
    /// Those that go far.
    Swift,
    /// Aircraft.
    Aircraft,
    /// Warships.
    Warships,
    /// Ships that carry, and whom they carry.
    Transports,
}

impl Basket {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Mixed,
        Self::Cheap,
        Self::Strong,
        Self::Swift,
        Self::Aircraft,
        Self::Warships,
        Self::Transports,
    ];
}

/// How a turn is meant to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Stance {
    /// How much of what the enemy's reply may cost counts.
    pub caution: f64,
    /// Whether war is declared.
    pub war: War,
    /// The spaces that are not attacked.
    pub spared: SpaceSet,
    /// The territory that ships are bound for.
    pub aim: Option<SpaceId>,
    /// What money is spent on first.
    pub basket: Basket,
}

impl Default for Stance {
    fn default() -> Self {
        Self {
            caution: 1.0,
            war: War::Stronger,
            spared: SpaceSet::EMPTY,
            aim: None,
            basket: Basket::Mixed,
        }
    }
}
