//! The turn plan: who plays in which order, and the phases of a turn.

use super::cond::Cond;
use super::ids::{PhaseId, PowerId, Table};

/// What a phase lets its power do: the mechanism behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseKind {
    /// Buy units and repair damage.
    Purchase,
    /// Move to attack.
    CombatMove,
    /// Fight the battles.
    Combat,
    /// Move what did not fight, land what flies.
    NoncombatMove,
    /// Place what was bought.
    Mobilize,
    /// Collect income; no orders.
    Income,
    /// Nothing native: triggers and scripts alone.
    Custom,
}

/// When in a phase its power may declare war.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Declaring {
    /// Never.
    #[default]
    Never,
    /// Until it has made its first move.
    BeforeMoves,
    /// All the time.
    Throughout,
}

impl Declaring {
    /// What a pack means that says it of no phase.
    pub fn usual(kind: PhaseKind) -> Self {
        match kind {
            PhaseKind::CombatMove => Self::BeforeMoves,
            _ => Self::Never,
        }
    }
}

/// When in a phase damaged units of its power are repaired for free, at facilities that serve them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mending {
    /// Never.
    #[default]
    Never,
    /// When the phase begins.
    AtBeginning,
    /// When it ends.
    AtEnd,
}

impl Mending {
    /// What a pack means that says it of no phase.
    pub fn usual(kind: PhaseKind) -> Self {
        match kind {
            PhaseKind::Purchase => Self::AtEnd,
            _ => Self::Never,
        }
    }
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase {
    /// The name as people write it.
    pub name: String,
    /// Its mechanism.
    pub kind: PhaseKind,
    /// The phase is skipped while this holds for the power on turn.
    pub skip: Cond,
    /// When war may be declared in it.
    pub declaring: Declaring,
    /// When units are repaired for free in it.
    pub mending: Mending,
}

/// Who plays when.
#[derive(Clone, Debug, Default)]
pub struct TurnPlan {
    /// One turn each, a round.
    pub order: Vec<PowerId>,
    /// The phases of every turn.
    pub phases: Table<PhaseId, Phase>,
}
