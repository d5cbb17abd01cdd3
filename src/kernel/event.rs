//! What happened: enough to tell the story and to redraw the board without looking at the state.

use super::agenda::Site;
use crate::rules::{
    Id, ObjectiveId, PhaseId, PowerId, Relation, Role, SideId, SiteKind, SpaceId, SpecialId,
    TriggerId, UnitTypeId,
};

/// Equal units: a type and how many.
pub type Count = (UnitTypeId, u16);

/// Equal shooters of a volley and their dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Salvo {
    /// Their type.
    pub kind: UnitTypeId,
    /// The value they fired at, in hundredths.
    pub value: i32,
    /// How many fired.
    pub shooters: u16,
    /// How many dice they had, before values are added up.
    pub dice: u16,
}

/// A line of an income account, in IPC.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum IncomeLine {
    /// What the territories are worth.
    Territories(i32),
    /// A national objective.
    Objective(ObjectiveId, i32),
    /// What a script adds or takes, with its word for it.
    Special(SpecialId, String, i32),
}

impl IncomeLine {
    /// The amount, in IPC.
    pub fn amount(&self) -> i32 {
        match self {
            Self::Territories(n) | Self::Objective(_, n) | Self::Special(_, _, n) => *n,
        }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A round began.
    Round(u16),
    /// A power's turn began.
    Turn(PowerId),
    /// A phase began.
    Phase(PhaseId),
    /// A power bought units for so many IPC.
    Bought(PowerId, Vec<Count>, i32),
    /// A power removed damage from a facility for so many IPC.
    Repaired(PowerId, SpaceId, UnitTypeId, u8, i32),
    /// A facility was built up to this type.
    Upgraded(PowerId, SpaceId, UnitTypeId),
    /// Ships were repaired for free.
    Mended(PowerId, SpaceId, UnitTypeId),
    /// A power declared war on another.
    Declared(PowerId, PowerId),
    /// A relation changed.
    Relation(PowerId, PowerId, Relation),
    /// Units moved along a path.
    Moved(PowerId, Vec<Count>, Vec<SpaceId>),
    /// Units came aboard in a zone.
    Loaded(PowerId, Vec<Count>, SpaceId),
    /// Units were landed, or announced for landing, from a zone on a territory.
    Unloaded(PowerId, Vec<Count>, SpaceId, SpaceId),
    /// Units fly a raid on a facility type in a space.
    Raid(PowerId, Vec<Count>, UnitTypeId, SpaceId),
    /// A passing shot in a zone: dice and hits.
    PassingShot(PowerId, SpaceId, Vec<u8>, u16),
    /// A space changed hands: from whom, to whom, and who did it.
    Captured {
        /// Where.
        space: SpaceId,
        /// Who had it.
        from: Option<PowerId>,
        /// Who has it now.
        to: Option<PowerId>,
        /// Who took it.
        by: PowerId,
    },
    /// A treasury was taken: by whom, from whom, how many IPC.
    Plundered(PowerId, PowerId, i32),
    /// A battle began.
    BattleBegan(Site),
    /// A round of battle began.
    BattleRound(SpaceId, u16),
    /// A volley: whose, the step's name by plan and place, the dice, the hits.
    Fired {
        /// Where.
        space: SpaceId,
        /// Whose.
        role: Role,
        /// The step's name.
        step: String,
        /// Who fired, and how.
        shots: Vec<Salvo>,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
        /// The hits.
        hits: u16,
    },
    /// Raiders did damage to a facility type in a space: who, with how many, by which dice.
    Bombed {
        /// Who.
        power: PowerId,
        /// The raiders.
        raiders: Vec<Count>,
        /// The facility.
        target: UnitTypeId,
        /// Where.
        space: SpaceId,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
    },
    /// A power does not agree to losses that another has chosen: the other side chooses.
    Disputed {
        /// Who objects.
        by: PowerId,
        /// Who chooses now.
        chooser: PowerId,
        /// Where.
        space: SpaceId,
    },
    /// Units were destroyed.
    Lost(PowerId, Vec<Count>, SpaceId),
    /// A unit took a hit and survived, or a facility took so much damage.
    Damaged(PowerId, UnitTypeId, SpaceId, u8),
    /// Units submerged.
    Submerged(PowerId, Vec<Count>, SpaceId),
    /// Units rose against raiders.
    Intercepted(PowerId, Vec<Count>, SpaceId),
    /// Aircraft left a space to defend another.
    Scrambled(PowerId, Vec<Count>, SpaceId, SpaceId),
    /// Ships bombard.
    Bombarding(PowerId, Vec<Count>, SpaceId),
    /// A side broke off to a space.
    Retreated(PowerId, SpaceId, SpaceId),
    /// A battle ended; the role that holds the field, if either does.
    BattleEnded {
        /// Where.
        space: SpaceId,
        /// Of which kind.
        kind: SiteKind,
        /// Who holds the field.
        winner: Option<Role>,
    },
    /// An aircraft without a place landed.
    Landed(PowerId, UnitTypeId, SpaceId),
    /// Aircraft found no place and are lost.
    Crashed(PowerId, Vec<Count>, SpaceId),
    /// Units were placed.
    Placed(PowerId, Vec<Count>, SpaceId),
    /// Units could not be placed and were paid back.
    Refunded(PowerId, Vec<Count>, i32),
    /// Income was collected: the account, and the treasury afterwards.
    Income(PowerId, Vec<IncomeLine>, i32),
    /// A treasury changed otherwise, by so much.
    Treasury(PowerId, i32),
    /// A trigger fired.
    Triggered(TriggerId),
    /// An offer was put to a power.
    Offered(PowerId, String),
    /// An offer was answered, in words.
    Answered(PowerId, String),
    /// Units appeared.
    Appeared(PowerId, Count, SpaceId),
    /// A script says something.
    Note(SpecialId, String),
    /// A side has won, and by which victory.
    Won(SideId, String),
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
