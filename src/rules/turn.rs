//! The turn plan: who plays in which order, and the phases of a turn.

use super::cond::Cond;
use super::ids::{ChartId, PhaseId, PowerId, Table};

/// What a phase lets its power do: the mechanism behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
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
    /// Pay for dice that may bring an advance.
    Research,
    /// Nothing native: triggers and scripts alone.
    Custom,
}

impl PhaseKind {
    /// Every kind.
    const ALL: [Self; 8] = [
        Self::Purchase,
        Self::CombatMove,
        Self::Combat,
        Self::NoncombatMove,
        Self::Mobilize,
        Self::Income,
        Self::Research,
        Self::Custom,
    ];
    /// The kind that packs say so.
    pub fn said(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.words() == words)
    }
    /// The words of packs for it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Purchase => "purchase",
            Self::CombatMove => "combat move",
            Self::Combat => "combat",
            Self::NoncombatMove => "noncombat move",
            Self::Mobilize => "mobilize",
            Self::Income => "collect income",
            Self::Research => "research",
            Self::Custom => "nothing",
        }
    }
    /// Its name in transcripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CombatMove => "combat-move",
            Self::NoncombatMove => "noncombat-move",
            Self::Income => "income",
            Self::Custom => "custom",
            kind => kind.words(),
        }
    }
    /// What is asked of its player.
    pub const fn asks(self) -> &'static str {
        match self {
            Self::Purchase => "buy units and repair, then end the phase",
            Self::CombatMove => "declare war and move to attack, then end the phase",
            Self::Combat => "fight the battles",
            Self::NoncombatMove => "move what did not fight and land aircraft, then end the phase",
            Self::Mobilize => "place what was bought, then end the phase",
            Self::Income => "collect income",
            Self::Research => "research",
            Self::Custom => "give orders, then end the phase",
        }
    }
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

/// How a power comes from a success to an advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breakthrough {
    /// It chooses a chart and rolls on it.
    Rolled,
    /// It chooses the advance.
    Chosen,
}

/// What dice a research phase sells, and what they may bring.
#[derive(Clone, Debug)]
pub struct Research {
    /// The price of a die.
    pub cost: u16,
    /// The sides of a die.
    pub sides: u8,
    /// The least face that succeeds.
    pub success: u8,
    /// The charts.
    pub charts: Vec<ChartId>,
    /// From a success to an advance.
    pub breakthrough: Breakthrough,
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
    /// What is researched in it.
    pub research: Option<Research>,
}

/// Who plays when.
#[derive(Clone, Debug, Default)]
pub struct TurnPlan {
    /// One turn each, a round.
    pub order: Vec<PowerId>,
    /// The phases of every turn.
    pub phases: Table<PhaseId, Phase>,
}

impl TurnPlan {
    /// The place of a power in the order of play, if it has turns.
    pub fn turn_of(&self, power: PowerId) -> Option<u8> {
        let turn = self.order.iter().position(|p| *p == power)?;
        // An order of play has fewer turns than a byte can count.
        u8::try_from(turn).ok()
    }
    /// The first phase of a kind.
    pub fn first(&self, kind: PhaseKind) -> Option<PhaseId> {
        let mut phases = self.phases.iter();
        let (first, _) = phases.find(|(_, phase)| phase.kind == kind)?;
        Some(first)
    }
}
