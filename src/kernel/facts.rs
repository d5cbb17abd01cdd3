//! What events are made of: units counted, salvos, lines of an account, answers.

use sandtable_rules::{Counted, Id, ObjectiveId, PowerId, SpaceId, SpecialId, UnitTypeId, by_type};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Equal units: a type and how many.
pub type Count = (UnitTypeId, u16);

/// Equal shooters of a volley and their dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Salvo {
    /// Their type.
    #[serde(rename = "unit")]
    pub kind: UnitTypeId,
    /// The value they fired at, in hundredths.
    #[serde(rename = "at", serialize_with = "whole")]
    #[schemars(with = "f64")]
    pub value: i32,
    /// How many fired.
    #[serde(rename = "count")]
    pub shooters: u32,
    /// How many dice they had, before values are added up.
    pub dice: u32,
}

/// Hundredths as a number of wholes.
fn whole<S: Serializer>(hundredths: &i32, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(f64::from(*hundredths) / 100.0)
}

/// The hits to be expected of a volley: so many scoring faces of dice with so many sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expected {
    /// Scoring faces, of all its dice together.
    pub faces: i64,
    /// Sides of each die.
    pub sides: u8,
}

impl Expected {
    /// As a number of hits.
    pub fn hits(self) -> f64 {
        self.faces as f64 / f64::from(self.sides.max(1))
    }
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.hits())
    }
}

/// A line of an income account, in IPC.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum IncomeLine {
    /// What the territories are worth.
    Territories {
        /// How much.
        ipc: i32,
    },
    /// A national objective.
    Objective {
        /// Which.
        #[serde(rename = "name")]
        objective: ObjectiveId,
        /// How much.
        ipc: i32,
    },
    /// What a script adds or takes.
    Script {
        /// Which script.
        script: SpecialId,
        /// Its word for it.
        name: String,
        /// The treasury of whose region this is gets it or pays it.
        #[serde(skip)]
        seat: Option<SpaceId>,
        /// How much.
        ipc: i32,
    },
}

impl IncomeLine {
    /// The amount, in IPC.
    pub fn amount(&self) -> i32 {
        match self {
            Self::Territories { ipc } | Self::Objective { ipc, .. } | Self::Script { ipc, .. } => {
                *ipc
            }
        }
    }
}

/// What was chosen in answer to an offer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Chosen {
    /// A word of the offer.
    Word(String),
    /// A unit of this type.
    Unit(UnitTypeId),
    /// A space.
    Space(SpaceId),
}

/// Units of a power in a space.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct UnitsAt {
    /// Whose.
    pub power: PowerId,
    /// Which units.
    #[serde(serialize_with = "by_type")]
    #[schemars(with = "Counted")]
    pub units: Vec<Count>,
    /// Where.
    pub space: SpaceId,
}

impl UnitsAt {
    /// Units of a power in a space.
    pub fn new(power: PowerId, units: Vec<Count>, space: SpaceId) -> Self {
        Self {
            power,
            units,
            space,
        }
    }
}

/// Units of a power that go from one space to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Shift {
    /// Whose.
    pub power: PowerId,
    /// Which units.
    #[serde(serialize_with = "by_type")]
    #[schemars(with = "Counted")]
    pub units: Vec<Count>,
    /// From here.
    pub from: SpaceId,
    /// To there.
    pub to: SpaceId,
}

impl Shift {
    /// Units of a power that go from one space to another.
    pub fn new(power: PowerId, units: Vec<Count>, from: SpaceId, to: SpaceId) -> Self {
        Self {
            power,
            units,
            from,
            to,
        }
    }
}

/// Adds equal units up, in the order of their types.
pub fn tally(kinds: impl IntoIterator<Item = UnitTypeId>) -> Vec<Count> {
    let mut counts = [0u16; 64];
    kinds.into_iter().for_each(|k| counts[k.index()] += 1);
    counts
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(i, n)| (UnitTypeId::new(i), *n))
        .collect()
}

/// How many of each type there are, for each of what they belong to.
pub fn tallies<K: Ord>(
    kinds: impl IntoIterator<Item = (K, UnitTypeId)>,
) -> BTreeMap<K, Vec<Count>> {
    let mut sorted: BTreeMap<K, Vec<UnitTypeId>> = BTreeMap::new();
    for (to, kind) in kinds {
        sorted.entry(to).or_default().push(kind);
    }
    let sorted = sorted.into_iter();
    sorted.map(|(to, kinds)| (to, tally(kinds))).collect()
}
