//! What the game waits for, and from whom. Computed from the state by the code that checks answers.

use super::agenda::{Offer, Site};
use super::battle::law::losses::Hits;
use super::refusal::Code;
use super::state::{UnitIx, by_index};
use sandtable_rules::{Counted, PhaseKind, PowerId, SpaceId};
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

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

impl Serialize for Pick {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word)
    }
}

impl<'de> Deserialize<'de> for Pick {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let pick = super::PICKS.iter().find(|pick| pick.word == word);
        let unknown = || Error::custom(format!("nothing is picked by the word `{word}`"));
        pick.copied().ok_or_else(unknown)
    }
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
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
        #[schemars(with = "Counted")]
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
        #[schemars(with = "Counted")]
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
        #[schemars(with = "Counted")]
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
        #[schemars(with = "Counted")]
        raiders: Vec<UnitIx>,
        /// The facilities.
        #[serde(serialize_with = "by_index")]
        #[schemars(with = "Counted")]
        targets: Vec<UnitIx>,
    },
    /// Where a homeless aircraft lands.
    Land {
        /// The aircraft.
        #[schemars(with = "String")]
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
