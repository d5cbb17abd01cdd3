//! What the game waits for, and from whom. Computed from the state by the code that checks answers.

use super::agenda::{Offer, Site};
use super::battle::law::losses::Hits;
use super::refusal::Code;
use super::state::{UnitIx, by_index};
use crate::rules::{PhaseKind, PowerId, SpaceId};
use serde::Serialize;

/// A choice of some units of a battle. All that people read of it stands beside the step that asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pick {
    /// The word that begins the answer; the decision is called by it too.
    pub word: &'static str,
    /// What the answer does.
    pub about: &'static str,
    /// The question, where `{units}`, `{space}` and `{max}` stand for those.
    pub question: &'static str,
    /// Why a unit that may not be chosen is refused.
    pub refusal: Code,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who must speak.
    pub power: PowerId,
    /// What about.
    pub kind: DecisionKind,
}

/// What a decision is about, with its options. Serialised, it is what programs read of it, but for
/// phases and offers, which are told otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum DecisionKind {
    /// The next order in a phase.
    #[serde(skip)]
    Phase(PhaseKind),
    /// Which battle is fought next.
    Fight {
        /// The battles that may be.
        sites: Vec<Site>,
    },
    /// Which units are lost.
    Casualties {
        /// Where.
        space: SpaceId,
        /// The hits to assign.
        #[serde(skip)]
        hits: Vec<Hits>,
        /// The units that can take them.
        #[serde(serialize_with = "by_index")]
        candidates: Vec<UnitIx>,
        /// How many losses must be named.
        count: u16,
    },
    /// Whether a power agrees to the losses that another has chosen.
    Agree {
        /// Where.
        space: SpaceId,
        /// The losses; a unit is named once for each hit.
        #[serde(serialize_with = "by_index")]
        losses: Vec<UnitIx>,
    },
    /// Break off or fight on.
    Retreat {
        /// Where the battle is.
        space: SpaceId,
        /// Where a retreat may lead.
        to: Vec<SpaceId>,
        /// Whether fighting on is out of the question.
        must: bool,
    },
    /// Which units do something in a battle, such as submerging.
    Pick {
        /// What they would do.
        #[serde(skip)]
        pick: Pick,
        /// Where.
        space: SpaceId,
        /// The units that may.
        #[serde(serialize_with = "by_index")]
        units: Vec<UnitIx>,
        /// How many at most, where that is fewer than may.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u16>,
    },
    /// Which raider raids which facility.
    Aim {
        /// Where.
        space: SpaceId,
        /// The raiders left.
        #[serde(serialize_with = "by_index", rename = "units")]
        raiders: Vec<UnitIx>,
        /// The facilities.
        #[serde(serialize_with = "by_index")]
        targets: Vec<UnitIx>,
    },
    /// Where a homeless aircraft lands.
    Land {
        /// The aircraft.
        unit: UnitIx,
        /// Where it may.
        to: Vec<SpaceId>,
    },
    /// A choice that a trigger or script puts.
    #[serde(skip)]
    Offer(Offer),
}

impl DecisionKind {
    /// The name transcripts use.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Phase(kind) => kind.name(),
            Self::Fight { .. } => "fight",
            Self::Casualties { .. } => "casualties",
            Self::Agree { .. } => "agree",
            Self::Retreat { .. } => "retreat",
            Self::Pick { pick, .. } => pick.word,
            Self::Aim { .. } => "aim",
            Self::Land { .. } => "land",
            Self::Offer(_) => "offer",
        }
    }
}
