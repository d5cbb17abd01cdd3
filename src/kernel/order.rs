//! What a player asks for. One vocabulary for people, programs, tests and logs; units are named by
//! their index, spaces by their id, so an order means exactly one thing in its state.

use super::decision::Pick;
use super::state::UnitIx;
use sandtable_rules::{Counted, PowerId, SiteKind, SpaceId, UnitTypeId, by_type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a mover means to do where it arrives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// What the rules demand, and no more.
    Pass,
    /// Attack even what could be left alone.
    Attack,
}

/// A raider and the facility it goes for.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The raider.
    pub raider: UnitIx,
    /// The facility.
    pub target: UnitIx,
}

/// An order. Serialised, with names for its ids, it is the form that programs may give it in: called by
/// the word that begins it in the order language, units by their numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Order {
    /// Buy units.
    Buy(
        #[serde(serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        Vec<(UnitTypeId, u16)>,
    ),
    /// Remove points of damage from a facility.
    Repair {
        /// The facility.
        facility: UnitIx,
        /// How many points.
        points: u8,
    },
    /// Build a facility up to the better type that stands upon it; done when units are mobilized.
    Upgrade(UnitIx),
    /// Declare war on a power.
    Declare(PowerId),
    /// Move units together along a path.
    Move {
        /// The units; what they carry comes along.
        units: Vec<UnitIx>,
        /// Every space from the start to the end, both included.
        path: Vec<SpaceId>,
        /// What they mean to do there.
        intent: Intent,
    },
    /// Bring units aboard a ship.
    Load {
        /// The units.
        units: Vec<UnitIx>,
        /// The ship.
        onto: UnitIx,
    },
    /// Bring units ashore; in combat movement, announce that they will land there.
    #[serde(rename = "land")]
    Unload {
        /// The units.
        units: Vec<UnitIx>,
        /// The territory.
        to: SpaceId,
    },
    /// Fly a raid on a facility, escorts along with the raiders.
    #[serde(rename = "bomb")]
    Raid {
        /// Raiders and escorts.
        units: Vec<UnitIx>,
        /// Every space from the start to the end, both included.
        path: Vec<SpaceId>,
        /// The facility.
        target: UnitIx,
    },
    /// Fight this battle next.
    Fight {
        /// Where.
        space: SpaceId,
        /// Of which kind.
        kind: SiteKind,
    },
    /// Take these losses; a unit with hits to spare may be named once for each hit.
    Casualties(Vec<UnitIx>),
    /// Agree to the losses that another power has chosen.
    Agree,
    /// Object to them.
    Object,
    /// Break off the battle; to the space of the battle where only aircraft leave.
    Retreat(SpaceId),
    /// Fight on.
    Press,
    /// Have these units of a battle do what is asked, such as submerging (none: nobody does).
    Pick(#[schemars(with = "String")] Pick, Vec<UnitIx>),
    /// Send these raiders against these facilities; the others keep their targets.
    Aim(Vec<Shot>),
    /// Land a homeless aircraft in this space; staying where it is means it is lost.
    #[serde(rename = "divert")]
    Land {
        /// The aircraft.
        unit: UnitIx,
        /// Where.
        to: SpaceId,
    },
    /// Place bought units.
    Place {
        /// The type.
        #[serde(rename = "unit")]
        kind: UnitTypeId,
        /// How many.
        count: u16,
        /// Where.
        space: SpaceId,
    },
    /// Answer an offer with the indices of the chosen choices.
    Answer(Vec<u16>),
    /// End the phase.
    #[serde(rename = "end")]
    EndPhase,
}

impl Order {
    /// The space to which it brings units.
    pub fn end(&self) -> Option<SpaceId> {
        match self {
            Self::Move { path, .. } | Self::Raid { path, .. } => path.last().copied(),
            Self::Unload { to, .. } | Self::Land { to, .. } => Some(*to),
            _ => None,
        }
    }
    /// The units that it names: those that do something, or the facility that something is done to.
    pub fn units(&self) -> &[UnitIx] {
        match self {
            Self::Move { units, .. }
            | Self::Load { units, .. }
            | Self::Unload { units, .. }
            | Self::Raid { units, .. }
            | Self::Casualties(units)
            | Self::Pick(_, units) => units,
            Self::Repair { facility: unit, .. } | Self::Upgrade(unit) | Self::Land { unit, .. } => {
                std::slice::from_ref(unit)
            }
            _ => &[],
        }
    }
    /// The same order with its units in order: however it was put together, it reads the same.
    #[must_use]
    pub fn normal(&self) -> Self {
        let mut order = self.clone();
        match &mut order {
            Self::Move { units, .. }
            | Self::Load { units, .. }
            | Self::Unload { units, .. }
            | Self::Raid { units, .. }
            | Self::Casualties(units)
            | Self::Pick(_, units) => units.sort_unstable(),
            Self::Aim(shots) => shots.sort_unstable(),
            Self::Answer(choices) => choices.sort_unstable(),
            _ => {}
        }
        order
    }
}
