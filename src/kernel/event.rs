//! What happened: enough to tell the story and to redraw the board without looking at the state.
//! Events hold ids; who tells them asks the rules for names. Their one other form is derived: a
//! JSON object whose `event` is the name of the variant, with [`sandtable_rules::named`] for its ids.

use super::agenda::Site;
pub use super::facts::{
    Chosen, Count, Expected, IncomeLine, Salvo, Shift, UnitsAt, tallies, tally,
};
use sandtable_rules::{
    AdvanceId, ChartId, Counted, PhaseId, PowerId, Relation, Role, SideId, SiteKind, SpaceId,
    SpecialId, StepId, TriggerId, UnitTypeId, VictoryId, by_type,
};
use schemars::JsonSchema;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A round began.
    Round {
        /// Its number, from 1.
        round: u16,
    },
    /// A power's turn began.
    Turn {
        /// Who.
        power: PowerId,
    },
    /// A phase began.
    Phase {
        /// Which.
        phase: PhaseId,
    },
    /// A power bought units.
    Bought {
        /// Who.
        power: PowerId,
        /// Which units.
        #[serde(serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        units: Vec<Count>,
        /// The price.
        ipc: i32,
    },
    /// A power removed damage from a facility.
    Repaired {
        /// Who.
        power: PowerId,
        /// Where.
        space: SpaceId,
        /// Its type.
        unit: UnitTypeId,
        /// How much damage.
        points: u8,
        /// The price.
        ipc: i32,
    },
    /// A facility was built up.
    Upgraded {
        /// Who.
        power: PowerId,
        /// Where.
        space: SpaceId,
        /// What it is now.
        unit: UnitTypeId,
    },
    /// A ship was repaired for free.
    Mended {
        /// Who.
        power: PowerId,
        /// Where.
        space: SpaceId,
        /// Its type.
        unit: UnitTypeId,
    },
    /// A power declared war.
    Declared {
        /// Who.
        power: PowerId,
        /// On whom.
        on: PowerId,
    },
    /// A relation changed.
    Relation {
        /// Between whom.
        powers: [PowerId; 2],
        /// What it is now.
        relation: Relation,
    },
    /// Units moved.
    Moved {
        /// Who.
        power: PowerId,
        /// Which units.
        #[serde(serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        units: Vec<Count>,
        /// The way, both ends included.
        path: Vec<SpaceId>,
    },
    /// Units came aboard in a zone.
    Loaded(UnitsAt),
    /// Units were landed, or announced for landing.
    Unloaded(Shift),
    /// Units fly a raid on a facility.
    Raid {
        /// Who.
        power: PowerId,
        /// Which units.
        #[serde(serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        units: Vec<Count>,
        /// Its type.
        target: UnitTypeId,
        /// Where.
        space: SpaceId,
    },
    /// A power fired at units that pass through a zone.
    PassingShot {
        /// Who.
        power: PowerId,
        /// Where.
        space: SpaceId,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
        /// The hits.
        hits: u32,
        /// The hits that were to be expected, before scripts have their say.
        #[schemars(with = "f64")]
        expected: Expected,
    },
    /// A space changed hands.
    Captured {
        /// Where.
        space: SpaceId,
        /// Who had it.
        from: Option<PowerId>,
        /// Who has it now.
        to: Option<PowerId>,
        /// Who took it.
        #[serde(rename = "power")]
        by: PowerId,
    },
    /// A space that nobody controls took sides, or is on nobody's any more.
    Sided {
        /// Where.
        space: SpaceId,
        /// Whom it stands with.
        #[serde(rename = "power")]
        with: Option<PowerId>,
    },
    /// A treasury was taken.
    Plundered {
        /// Who.
        power: PowerId,
        /// From whom.
        from: PowerId,
        /// How much.
        ipc: i32,
    },
    /// A battle began.
    BattleBegan(Site),
    /// A round of battle began.
    BattleRound {
        /// Where.
        space: SpaceId,
        /// Its number, from 1.
        round: u16,
    },
    /// A volley.
    Fired {
        /// Who: among several defenders the one that speaks for them.
        power: PowerId,
        /// Where.
        space: SpaceId,
        /// Whose.
        role: Role,
        /// The step of the plan.
        #[schemars(with = "String")]
        step: StepId,
        /// Who fired, and how.
        shots: Vec<Salvo>,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
        /// The hits.
        hits: u32,
        /// The hits that were to be expected, before scripts have their say.
        #[schemars(with = "f64")]
        expected: Expected,
    },
    /// Raiders did damage to a facility.
    Bombed {
        /// Who.
        power: PowerId,
        /// The raiders.
        #[serde(rename = "units", serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        raiders: Vec<Count>,
        /// The type of the facility.
        target: UnitTypeId,
        /// Where.
        space: SpaceId,
        /// The step of the plan.
        #[schemars(with = "String")]
        step: StepId,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
    },
    /// A power does not agree to losses that another has chosen.
    Disputed {
        /// Who objects.
        #[serde(rename = "power")]
        by: PowerId,
        /// Who chooses now.
        chooser: PowerId,
        /// Where.
        space: SpaceId,
    },
    /// Units were destroyed.
    Lost(UnitsAt),
    /// A unit took hits and survived, or a facility took damage.
    Damaged {
        /// Who.
        power: PowerId,
        /// Its type.
        unit: UnitTypeId,
        /// Where.
        space: SpaceId,
        /// How many points.
        points: u8,
    },
    /// Units submerged.
    Submerged(UnitsAt),
    /// Units rose against raiders.
    Intercepted(UnitsAt),
    /// Aircraft left a space to defend another.
    Scrambled(Shift),
    /// Ships bombard a space.
    Bombarding(UnitsAt),
    /// A side broke off.
    Retreated {
        /// Who.
        power: PowerId,
        /// From here.
        from: SpaceId,
        /// To there; the same space: only its aircraft broke off.
        to: SpaceId,
    },
    /// A battle ended.
    BattleEnded {
        /// Where.
        space: SpaceId,
        /// Of which kind it was.
        kind: SiteKind,
        /// Who holds the field, if either does.
        winner: Option<Role>,
    },
    /// An aircraft without a place found one.
    Landed {
        /// Who.
        power: PowerId,
        /// Its type.
        unit: UnitTypeId,
        /// Where.
        space: SpaceId,
    },
    /// Aircraft found no place to land.
    Crashed(UnitsAt),
    /// Units were placed.
    Placed(UnitsAt),
    /// Units could not be placed and were paid back.
    Refunded {
        /// Who.
        power: PowerId,
        /// Which units.
        #[serde(serialize_with = "by_type")]
        #[schemars(with = "Counted")]
        units: Vec<Count>,
        /// How much.
        ipc: i32,
    },
    /// Income was collected.
    Income {
        /// Who.
        power: PowerId,
        /// What for.
        account: Vec<IncomeLine>,
        /// The treasury afterwards.
        treasury: i32,
    },
    /// A treasury changed otherwise.
    Treasury {
        /// Who.
        power: PowerId,
        /// By how much.
        ipc: i32,
    },
    /// A power rolled dice that belong to no battle.
    Rolled {
        /// Who.
        power: PowerId,
        /// The chart it rolled on; else the dice are for what the phase is about.
        chart: Option<ChartId>,
        /// The dice, in the order they were rolled.
        dice: Vec<u8>,
        /// How many of them were a success; none are on a chart.
        hits: u32,
    },
    /// A power has made an advance.
    Advanced {
        /// Who.
        power: PowerId,
        /// Which.
        advance: AdvanceId,
    },
    /// A trigger fired.
    Triggered {
        /// Which.
        trigger: TriggerId,
    },
    /// An offer was put to a power.
    Offered {
        /// Who.
        power: PowerId,
        /// In its own words.
        question: String,
    },
    /// The position was changed by hand.
    Edited {
        /// How, in the words of the edit.
        edit: String,
    },
    /// An offer was answered.
    Answered {
        /// Who.
        power: PowerId,
        /// What was chosen.
        answer: Vec<Chosen>,
    },
    /// Units appeared.
    Appeared(UnitsAt),
    /// A script says something.
    Note {
        /// Which.
        script: SpecialId,
        /// What.
        says: String,
    },
    /// A side has won.
    Won {
        /// Which.
        side: SideId,
        /// How, unless an effect decided it.
        victory: Option<VictoryId>,
    },
}
