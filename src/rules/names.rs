//! What serialised ids are the ids of.

use super::battle::Step;
use super::ids::UnitTypeId;
use super::{Rules, StepId};
use serde::{Serialize, Serializer};

/// How programs read equal units: their types by name, and how many.
pub type Counted = std::collections::BTreeMap<String, u16>;

/// Equal units, serialised as `{"UnitTypeId": [[3, 2], [7, 1]]}`: ids and how many.
///
/// # Errors
/// Those of the serialiser.
pub fn by_type<S: Serializer>(units: &[(UnitTypeId, u16)], to: S) -> Result<S::Ok, S::Error> {
    let counts: Vec<(u8, u16)> = units.iter().map(|(kind, n)| (kind.0, *n)).collect();
    to.collect_map([("UnitTypeId", counts)])
}

impl Serialize for StepId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("StepId", (self.plan.0, self.at))])
    }
}

impl Rules {
    /// The name behind a serialised id, given the name of its type and the index; `None`: there is
    /// no such thing.
    pub fn name(&self, id: &str, index: usize) -> Option<&str> {
        let name = match id {
            "SpaceId" => &self.board.spaces.values().nth(index)?.name,
            "PowerId" => &self.powers.powers.values().nth(index)?.name,
            "UnitTypeId" => &self.units.types.values().nth(index)?.name,
            "SideId" => self.powers.sides.values().nth(index)?,
            "PhaseId" => &self.turn.phases.values().nth(index)?.name,
            "ObjectiveId" => &self.acts.objectives.values().nth(index)?.name,
            "TriggerId" => &self.acts.triggers.values().nth(index)?.name,
            "VictoryId" => &self.acts.victories.get(index)?.name,
            "AdvanceId" => self.advances.names.values().nth(index)?,
            "ChartId" => &self.advances.charts.values().nth(index)?.name,
            "SpecialId" => &self.specials.values().nth(index)?.name,
            _ => return None,
        };
        Some(name)
    }

    /// The name of a step as reports tell it; `None`: there is no such step, or it rolls no dice.
    pub fn step_name(&self, id: StepId) -> Option<&str> {
        match self.battles.step(id)? {
            Step::Fire(fire) => Some(&fire.name),
            Step::Damage(_) => Some(super::BOMBS),
            _ => None,
        }
    }
}
