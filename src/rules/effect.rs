//! What objectives, triggers, victories and scripts can do: moments, effects from a closed list,
//! and the rules that fire them.

use super::battle::{SiteKind, Stage};
use super::cond::{Cond, Who};
use super::ids::{
    AdvanceId, ChartId, CounterId, ObjectiveId, PhaseId, PowerId, PowerSet, SideId, SpaceId,
    SpaceSet, SpecialId, Table, TriggerId, UnitTypeId, UnitTypeSet,
};
use super::powers::Relation;

/// A named moment at which triggers and scripts are asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// After the initial setup.
    SetupDone,
    /// A turn begins.
    TurnBegin,
    /// A turn ends.
    TurnEnd,
    /// A phase begins.
    PhaseBegin(PhaseId),
    /// A phase ends.
    PhaseEnd(PhaseId),
    /// All combat moves are made, no battle is fought yet: scrambles and the like.
    MovesCommitted,
    /// A round ends.
    RoundEnd,
    /// The first power has just declared war on the second.
    WarDeclared(PowerId, PowerId),
    /// The power has just taken the space.
    Captured(SpaceId, PowerId),
    /// Units of the power have just arrived in the space.
    Entered(SpaceId, PowerId),
    /// Units of the power have just gone through the space.
    Passed(SpaceId, PowerId),
    /// The battles of a stage are about to be fought.
    StageBegin(Stage),
    /// All battles of a stage have been fought.
    StageEnd(Stage),
    /// A battle is about to begin in the space.
    BattleBegin(SpaceId, SiteKind),
    /// A round of the battle in the space is over.
    BattleRound(SpaceId, SiteKind),
    /// The battle in the space is over.
    BattleEnd(SpaceId, SiteKind),
}

/// The moments a trigger listens to.
#[derive(Clone, PartialEq, Debug)]
pub enum When {
    /// After the initial setup.
    SetupDone,
    /// A turn of one of these powers begins.
    TurnBegin(PowerSet),
    /// A turn of one of these powers ends.
    TurnEnd(PowerSet),
    /// This phase of one of these powers begins.
    PhaseBegin(PhaseId, PowerSet),
    /// This phase of one of these powers ends.
    PhaseEnd(PhaseId, PowerSet),
    /// A round ends.
    RoundEnd,
    /// One of the first declares war on one of the second.
    WarDeclared(PowerSet, PowerSet),
    /// One of these powers takes one of these spaces.
    Captured(SpaceSet, PowerSet),
}

/// What a rule does. Amounts are in IPC.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Adds to a power's treasury; a negative amount takes, never below zero.
    Treasury(PowerId, i32),
    /// Puts so many new units of a power on a space.
    AddUnits(PowerId, UnitTypeId, u16, At),
    /// Removes at most so many of these powers' units of these types from the space.
    RemoveUnits(Who, UnitTypeSet, u16, At),
    /// Gives a space to a power, or to nobody.
    SetControl(At, Option<PowerId>),
    /// Makes a space that nobody controls stand with a power, or with nobody.
    SetAllegiance(At, Option<PowerId>),
    /// Sets a relation between every power of the one and every power of the other.
    SetRelation(PowerSet, PowerSet, Relation),
    /// Sets a counter or flag.
    SetCounter(CounterId, i32),
    /// Adds to a counter.
    AddCounter(CounterId, i32),
    /// Gives an advance to a power.
    Advance(PowerId, AdvanceId),
    /// Rolls on a chart for a power, which gets what it does not have yet.
    RollOn(ChartId, PowerId),
    /// Offers one of these powers a choice: accepted, these effects follow.
    Offer(PowerId, String, Vec<Effect>),
    /// Declares war, with all that follows a declaration.
    DeclareWar(PowerId, PowerId),
    /// Ends the game in favour of a side.
    Win(SideId),
    /// Runs a script.
    Script(SpecialId),
}

impl Effect {
    /// It and what it offers, as written: what is inside an offer follows it.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        if let Self::Offer(_, _, inner) = self {
            all.extend(inner.iter().flat_map(Self::all));
        }
        all
    }
}

/// Where an effect works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// On this space.
    Space(SpaceId),
    /// On the space that the moment is about (the one just captured).
    Here,
}

/// Something that happens by itself at a moment.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The name as people write it.
    pub name: String,
    /// When it is asked.
    pub at: When,
    /// Whether it fires. The power on turn is the power it is about.
    pub when: Cond,
    /// Fires at most once a game.
    pub once: bool,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// An extra income.
#[derive(Clone, Debug)]
pub struct Objective {
    /// The name as people write it.
    pub name: String,
    /// Whose it is.
    pub power: PowerId,
    /// The treasury of whose region this is gets it; none: the power's first.
    pub seat: Option<SpaceId>,
    /// What it pays each time, in IPC.
    pub gains: i32,
    /// It pays that for each of these that its power controls.
    pub each: Option<SpaceSet>,
    /// Pays at most once a game.
    pub once: bool,
    /// Whether it pays, asked while its power collects income.
    pub when: Cond,
}

/// A way to win.
#[derive(Clone, Debug)]
pub struct Victory {
    /// The name as people write it.
    pub name: String,
    /// The side that wins.
    pub side: SideId,
    /// When it is asked.
    pub at: When,
    /// Whether it is won.
    pub when: Cond,
}

/// A condition whose duration is counted at the end of every turn.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What must hold.
    pub cond: Cond,
}

/// Something triggers count.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The name as people write it.
    pub name: String,
    /// Its value at the start.
    pub start: i32,
}

/// Every rule that acts by itself.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// National objectives.
    pub objectives: Table<ObjectiveId, Objective>,
    /// Triggers.
    pub triggers: Table<TriggerId, Trigger>,
    /// Ways to win.
    pub victories: Vec<Victory>,
}

impl When {
    /// Whether this listens to that moment in a turn of `on_turn`.
    pub fn listens(&self, moment: Moment, on_turn: PowerId) -> bool {
        match (self, moment) {
            (Self::SetupDone, Moment::SetupDone) | (Self::RoundEnd, Moment::RoundEnd) => true,
            (Self::TurnBegin(who), Moment::TurnBegin) | (Self::TurnEnd(who), Moment::TurnEnd) => {
                who.has(on_turn)
            }
            (Self::PhaseBegin(p, who), Moment::PhaseBegin(q))
            | (Self::PhaseEnd(p, who), Moment::PhaseEnd(q)) => *p == q && who.has(on_turn),
            (Self::WarDeclared(by, on), Moment::WarDeclared(a, b)) => by.has(a) && on.has(b),
            (Self::Captured(spaces, by), Moment::Captured(space, power)) => {
                spaces.has(space) && by.has(power)
            }
            _ => false,
        }
    }
}

/// A script taken into the pack by name, with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Special {
    /// The name of the script.
    pub name: String,
    /// Its parameters, by name.
    pub params: Vec<(String, Param)>,
}

/// A parameter of a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Param {
    /// A whole number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(String),
    /// Spaces.
    Spaces(SpaceSet),
    /// Powers.
    Powers(PowerSet),
    /// Unit types.
    Units(UnitTypeSet),
    /// Numbers or texts, in order.
    List(Vec<Param>),
    /// Several, by name.
    Table(Vec<(String, Param)>),
}
