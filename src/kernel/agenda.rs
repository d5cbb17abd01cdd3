//! The agenda: a stack of frames that is the game's program counter. The last frame either runs or
//! waits for an answer; all of it is plain data in the state, so a game can stop anywhere.

use super::battle::law::losses::Hits;
use super::unit::UnitIx;
use super::voyage::Voyage;
use sandtable_rules::{
    BattlePlan, Losses, Moment, PlanId, PowerId, Role, Rules, SiteKind, SpaceId, SpecialId, Stage,
    Step, StepId, TriggerId, UnitTypeId,
};
use std::collections::BTreeMap;

/// Where a phase stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PhaseStage {
    /// The turn is about to begin.
    TurnBegin,
    /// The phase is about to begin.
    Begin,
    /// The phase is being played.
    Main,
    /// The phase has been played.
    End,
    /// The end of the phase has been heard: on to the next one.
    Next,
    /// The turn has been played.
    TurnEnd,
    /// The end of the turn has been heard: on to the next one.
    NextTurn,
    /// The end of the round has been heard: on to the next one.
    NextRound,
}

/// A battle to be fought.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, schemars::JsonSchema,
)]
pub struct Site {
    /// Where.
    pub space: SpaceId,
    /// Of which kind.
    pub kind: SiteKind,
    /// Part of an amphibious assault.
    pub assault: bool,
}

/// Hits that have been scored and not been taken yet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Due {
    /// Which party was hit.
    pub role: Role,
    /// The hits.
    pub hits: Vec<Hits>,
    /// Whether the losses leave at once or may still answer.
    pub fate: Losses,
    /// Only those that raid this facility were hit; else [`UnitIx::NONE`].
    pub over: UnitIx,
}

/// What a running battle waits for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// Nothing: the next step runs.
    No,
    /// The choice of losses.
    Casualties {
        /// Who chooses.
        chooser: PowerId,
        /// The hits to assign.
        due: Due,
    },
    /// The consent of other powers to the losses of their party.
    Agree {
        /// The hits to assign.
        due: Due,
        /// The losses.
        losses: Vec<UnitIx>,
        /// Who is still to be asked, the next one last.
        left: Vec<PowerId>,
    },
    /// The answer of whoever the step with this place asks.
    Asked(u8),
    /// Which ships bombard.
    Bombard,
}

/// A battle being fought.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// The site.
    pub site: Site,
    /// The plan.
    pub plan: PlanId,
    /// The round; 0 before the first.
    pub round: u16,
    /// The next step of the round.
    pub step: u8,
    /// What it waits for.
    pub wait: Wait,
    /// Where attackers came in from, those lost since included.
    pub ways: Vec<SpaceId>,
    /// Whether a die was rolled in this round; without one nothing can change any more.
    pub fired: bool,
    /// A side has broken off or been destroyed: what is left are the steps after the battle.
    pub over: bool,
}

impl Battle {
    /// The plan that it is fought by.
    pub fn plan<'a>(&self, rules: &'a Rules) -> &'a BattlePlan {
        &rules.battles.plans[self.plan]
    }
    /// The steps that it goes through now.
    pub fn steps<'a>(&self, rules: &'a Rules) -> &'a [Step] {
        let plan = self.plan(rules);
        match (self.over, self.round) {
            (true, _) => &plan.after,
            (false, 0) => &plan.start,
            (false, _) => &plan.round,
        }
    }
    /// Goes on to the steps after the battle.
    pub fn end(&mut self) {
        if !self.over {
            (self.over, self.step) = (true, 0);
        }
    }
    /// The step that runs, or ran last.
    pub fn at(&self, rules: &Rules) -> StepId {
        let plan = self.plan(rules);
        let before = match (self.over, self.round) {
            (true, _) => plan.start.len() + plan.round.len(),
            (false, 0) => 0,
            (false, _) => plan.start.len(),
        };
        let step = before + usize::from(self.step.saturating_sub(1));
        StepId {
            plan: self.plan,
            at: u8::try_from(step).unwrap_or(u8::MAX),
        }
    }
}

/// Data without meaning to the kernel: what an offer brings back to the script that made it, and what a
/// script remembers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plain {
    /// Nothing.
    Nothing,
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A text.
    Text(String),
    /// A space.
    Space(SpaceId),
    /// A power.
    Power(PowerId),
    /// A unit type.
    Kind(UnitTypeId),
    /// A unit.
    Unit(UnitIx),
    /// Several, in order.
    List(Vec<Plain>),
    /// Several, by name.
    Map(BTreeMap<String, Plain>),
    /// Something of each of some units.
    Units(BTreeMap<UnitIx, Plain>),
}

impl Plain {
    /// Follows units to their new numbers; nothing is left of those that are gone.
    pub fn renumber(&mut self, to: &[UnitIx]) {
        let number = |ix: &UnitIx| to.get(usize::from(ix.0)).and_then(|ix| ix.some());
        match self {
            Self::Unit(ix) => *self = number(ix).map_or(Self::Nothing, Self::Unit),
            Self::List(items) => items.iter_mut().for_each(|item| item.renumber(to)),
            Self::Map(map) => map.values_mut().for_each(|item| item.renumber(to)),
            Self::Units(map) => {
                let kept = std::mem::take(map).into_iter();
                let kept = kept.filter_map(|(ix, item)| Some((number(&ix)?, item)));
                *map = kept.collect();
                map.values_mut().for_each(|item| item.renumber(to));
            }
            Self::Nothing | Self::Number(_) | Self::Flag(_) | Self::Text(_) => {}
            Self::Space(_) | Self::Power(_) | Self::Kind(_) => {}
        }
    }
}

/// Who made an offer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A trigger: its effect with this index holds what acceptance does.
    Trigger(TriggerId, u8),
    /// The phase that is being played: its question of this number.
    Phase(u8),
    /// A script, with what it wants back.
    Special(SpecialId, Plain),
}

/// One thing a player may choose.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A word (yes, no, a target's name given by a script).
    Word(String),
    /// A unit.
    Unit(UnitIx),
    /// A space.
    Space(SpaceId),
}

/// A choice put before a player by a trigger or a script.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// Who made it.
    pub origin: Origin,
    /// Who answers.
    pub power: PowerId,
    /// The question.
    pub text: String,
    /// What can be chosen.
    pub choices: Vec<Choice>,
    /// How many at least.
    pub min: u16,
    /// How many at most; the same choice may be taken more than once if `repeat`.
    pub max: u16,
    /// Whether a choice may be taken more than once.
    pub repeat: bool,
    /// Where the moment it belongs to takes place, if anywhere.
    pub here: Option<SpaceId>,
}

/// A frame of the agenda.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// The phase; always the bottom frame.
    Phase(PhaseStage),
    /// Triggers, victories and scripts at a moment; the number counts what has been asked.
    Moment(Moment, u16),
    /// Finding the battles that the moves have made.
    Muster,
    /// Fighting the battles; the stage they are in.
    Combat(Option<Stage>),
    /// One battle.
    Battle(Battle),
    /// Homeless aircraft of the other powers look for a place, one after the other.
    Stranded,
    /// A move under fire, stopped for its mover's choice of losses.
    Voyage(Box<Voyage>),
    /// A choice of a trigger or script.
    Offer(Offer),
}
