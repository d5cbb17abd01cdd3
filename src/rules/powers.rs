//! Powers, sides and economies, and how they stand to each other at the start.

use super::ids::{EconomyId, Id, PowerId, PowerSet, SideId, SpaceId, SpaceSet, Table};

/// How two powers stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// At war.
    War,
    /// Neither at war nor allied.
    Neutral,
    /// Friends: their territory is friendly to each other.
    Allied,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::War, Self::Neutral, Self::Allied];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::War => "war",
            Self::Neutral => "neutral",
            Self::Allied => "allied",
        }
    }
}

/// A power.
#[derive(Clone, Debug, Default)]
pub struct Power {
    /// The name that orders and packs use.
    pub name: String,
    /// Other names it goes by.
    pub aliases: Vec<String>,
    /// The side it wins with; `None`: a bystander.
    pub side: Option<SideId>,
    /// Whether it has turns of its own.
    pub plays: bool,
    /// The colour of its pieces, as `#rrggbb`.
    pub colour: String,
    /// Its economies; the first one holds what is not said to be elsewhere.
    pub economies: Vec<EconomyId>,
}

/// A treasury and what fills it.
#[derive(Clone, Debug, Default)]
pub struct Economy {
    /// The name: the power's own where it has only one.
    pub name: String,
    /// Whose it is.
    pub power: PowerId,
    /// Its capital; losing it costs the treasury and closes phases, as the turn plan says.
    pub capital: Option<SpaceId>,
    /// The territories whose income goes here when the power controls them.
    pub region: SpaceSet,
    /// The treasury at the start, in IPC.
    pub treasury: i32,
}

/// Every power, side and economy.
#[derive(Clone, Debug, Default)]
pub struct Powers {
    /// The powers.
    pub powers: Table<PowerId, Power>,
    /// The names of the sides.
    pub sides: Table<SideId, String>,
    /// The economies.
    pub economies: Table<EconomyId, Economy>,
    /// Relations at the start, row by row.
    pub relations: Vec<Relation>,
}

impl Powers {
    /// The index of a pair in a matrix of relations.
    #[inline]
    pub fn pair(&self, a: PowerId, b: PowerId) -> usize {
        a.index() * self.powers.len() + b.index()
    }
    /// The economy of a power that a space belongs to: the one whose region names it, else the first.
    pub fn economy_at(&self, power: PowerId, space: SpaceId) -> Option<EconomyId> {
        let all = &self[power].economies;
        let named = all
            .iter()
            .skip(1)
            .find(|e| self.economies[**e].region.has(space));
        named.or(all.first()).copied()
    }
    /// The powers of one side.
    pub fn of_side(&self, side: SideId) -> PowerSet {
        self.powers.those(|p| p.side == Some(side))
    }
}

impl std::ops::Index<PowerId> for Powers {
    type Output = Power;
    fn index(&self, id: PowerId) -> &Power {
        &self.powers[id]
    }
}
