//! The kernel's questions to scripts. `script` answers them; without scripts nothing listens and
//! nothing is paid. Hooks are pure: they read the game and return values, the kernel acts.

use super::agenda::{Choice, Offer, Plain};
use super::battle::law::losses::Hits;
use super::dice::Dice;
use super::event::IncomeLine;
use super::refusal::Refusal;
use super::state::{State, UnitIx};
use sandtable_rules::{
    Action, AttrId, Effect, FireStep, Moment, PowerId, Role, Rules, SpaceId, SpecialId, UnitTypeId,
    Verdict,
};
use std::borrow::Cow;

/// What a hook may see: everything, to read.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The game.
    pub state: &'a State,
}

impl<'a> View<'a> {
    /// What is to be seen of a game.
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self { rules, state }
    }
}

/// A script failed: what it wanted did not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which script.
    pub special: SpecialId,
    /// In which hook and line of it: one that fails there again says nothing new.
    pub place: String,
    /// What went wrong, ready to be read.
    pub report: String,
}

/// What a hook wants done.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// An effect.
    Effect(Effect),
    /// A choice put before a player; the answer comes back to [`Hooks::resolve`].
    Offer(Offer),
    /// A line for the log.
    Note(SpecialId, String),
    /// A script remembers something under this number, of a unit if one is said.
    Remember(u16, Option<UnitIx>, Plain),
    /// So many hits on one unit, at once and outside any battle.
    Strike(UnitIx, u8),
    /// An aircraft goes to this space to defend it and returns afterwards.
    Scramble(UnitIx, SpaceId),
    /// No ship bombards from this zone this turn.
    Silence(SpaceId),
    /// The battle that is being fought in this space is broken off.
    CallOff(SpaceId),
    /// The phase that is beginning is not played.
    SkipPhase,
}

/// A volley about to be rolled or just rolled.
#[derive(Clone, Debug)]
pub struct VolleyView {
    /// Where.
    pub space: SpaceId,
    /// Which party fires.
    pub role: Role,
    /// In which round; 0 before the first.
    pub round: u16,
    /// At which value.
    pub value: AttrId,
    /// Who fires.
    pub shooters: Vec<(UnitIx, UnitTypeId)>,
}

impl VolleyView {
    /// The volley of a step in a round.
    pub fn of(
        space: SpaceId,
        step: &FireStep,
        round: u16,
        shooters: Vec<(UnitIx, UnitTypeId)>,
    ) -> Self {
        Self {
            space,
            role: step.role,
            round,
            value: step.value,
            shooters,
        }
    }
}

/// What the pack or a script says to something that somebody wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling<'a> {
    /// Whether it may be done.
    pub verdict: Verdict,
    /// The sentence a refused player reads; empty where none is given.
    pub reason: Cow<'a, str>,
}

impl<'a> Ruling<'a> {
    /// A verdict and the sentence that comes with a refusal.
    pub fn of(verdict: Verdict, reason: &'a str) -> Self {
        let reason = Cow::Borrowed(reason);
        Self { verdict, reason }
    }
    /// Whether it may be done.
    pub fn allows(&self) -> bool {
        self.verdict == Verdict::Allow
    }
    /// Gives this refusal the sentence of a rule that forbids.
    pub fn or(&self, refusal: Refusal) -> Result<(), Refusal> {
        match self.verdict {
            Verdict::Allow => Ok(()),
            Verdict::Forbid => Err(refusal.stated(&self.reason)),
        }
    }
}

/// What a power wants to do with units of a type, and asks leave for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// What permissions are about, in a space.
    Act(Action, SpaceId),
    /// Buy them.
    Buy,
    /// Place so many new ones in a space.
    Place(u16, SpaceId),
}

/// Questions to scripts. Every method answers "nothing" by default, and so does a script that fails:
/// what it wanted does not happen, and the game goes on.
pub trait Hooks: Sync {
    /// The failures of scripts since this was last asked.
    fn take_faults(&self) -> Vec<Fault> {
        Vec::new()
    }
    /// Whether anybody listens to a moment; without a listener nothing else is asked at it.
    fn listens(&self, _moment: Moment) -> bool {
        false
    }
    /// Something happens: what does this script want? Scripts are asked one after the other, in the
    /// order of the pack, each after what the earlier ones wanted has been done and answered.
    fn at(
        &self,
        _special: SpecialId,
        _moment: Moment,
        _dice: &mut dyn Dice,
        _view: View<'_>,
    ) -> Vec<Outcome> {
        Vec::new()
    }
    /// An offer was answered with these indices of its choices.
    fn resolve(
        &self,
        _offer: &Offer,
        _answer: &[u16],
        _dice: &mut dyn Dice,
        _view: View<'_>,
    ) -> Vec<Outcome> {
        Vec::new()
    }
    /// May this power do this with units of this type now? `None`: no opinion.
    fn may(
        &self,
        _wants: Wants,
        _power: PowerId,
        _unit: UnitTypeId,
        _view: View<'_>,
    ) -> Option<Ruling<'static>> {
        None
    }
    /// What a unit of this type costs this power now, where the pack says `cost`.
    fn price(&self, _power: PowerId, _unit: UnitTypeId, cost: u16, _view: View<'_>) -> u16 {
        cost
    }
    /// Why an offer does not hold what its answer names: a unit, a space or a word.
    fn why_not(&self, _offer: &Offer, _named: &Choice, _view: View<'_>) -> Option<String> {
        None
    }
    /// Who has a say in battles: in values or hits, or when one begins or goes on. Without any, what a
    /// battle comes to is its plan's business alone.
    fn in_battles(&self) -> Vec<SpecialId> {
        Vec::new()
    }
    /// Whether all that one of these says in battles are values that follow from who fires in which step and round:
    /// from the types of the shooters, their damage, whether they came by sea, and what is the same from the beginning
    /// of a battle to its end.
    fn by_shooters(&self, _special: SpecialId) -> bool {
        false
    }
    /// The rounds of a battle from which on those may say something else.
    fn battle_turns(&self) -> Vec<u16> {
        Vec::new()
    }
    /// Changes the values, in hundredths, that the shooters of a volley fire at.
    fn values(&self, _volley: &VolleyView, _values: &mut [i32], _view: View<'_>) {}
    /// Changes the hits of a volley before they are assigned.
    fn hits(&self, _volley: &VolleyView, _hits: &mut Vec<Hits>, _view: View<'_>) {}
    /// Changes the account of a power that is about to collect income.
    fn income(
        &self,
        _power: PowerId,
        _lines: &mut Vec<IncomeLine>,
        _dice: &mut dyn Dice,
        _view: View<'_>,
    ) {
    }
    /// A condition that the pack left to a script.
    fn holds(&self, _special: SpecialId, _power: PowerId, _view: View<'_>) -> bool {
        false
    }
}

/// No scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {}
