//! The kernel's questions to scripts. `script` answers them; without scripts nothing listens and
//! nothing is paid. Hooks are pure: they read the game and return values, the kernel acts.

use super::agenda::Offer;
use super::dice::Dice;
use super::event::IncomeLine;
use super::state::State;
use crate::rules::{Action, Effect, Moment, PowerId, Rules, SpaceId, SpecialId, UnitTypeId, Verdict};

/// What a hook may see: everything, to read.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The game.
    pub state: &'a State,
}

/// A script failed; the order that ran into it is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which script.
    pub special: SpecialId,
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
}

/// Questions to scripts. Every method answers "nothing" by default.
pub trait Hooks {
    /// Something happens: what do the scripts want?
    ///
    /// # Errors
    /// A script failed.
    fn at(&self, _moment: Moment, _view: View<'_>) -> Result<Vec<Outcome>, Fault> {
        Ok(Vec::new())
    }
    /// An offer was answered with these indices of its choices.
    ///
    /// # Errors
    /// The script failed.
    fn resolve(&self, _offer: &Offer, _answer: &[u16], _dice: &mut dyn Dice, _view: View<'_>) -> Result<Vec<Outcome>, Fault> {
        Ok(Vec::new())
    }
    /// May units of this type of this power do this there? `None`: no opinion.
    ///
    /// # Errors
    /// A script failed.
    fn may(
        &self,
        _action: Action,
        _power: PowerId,
        _unit: UnitTypeId,
        _space: SpaceId,
        _view: View<'_>,
    ) -> Result<Option<Verdict>, Fault> {
        Ok(None)
    }
    /// Changes the account of a power that is about to collect income.
    ///
    /// # Errors
    /// A script failed.
    fn income(&self, _power: PowerId, _lines: &mut Vec<IncomeLine>, _dice: &mut dyn Dice, _view: View<'_>) -> Result<(), Fault> {
        Ok(())
    }
    /// A condition that the pack left to a script.
    ///
    /// # Errors
    /// The script failed.
    fn holds(&self, _special: SpecialId, _power: PowerId, _view: View<'_>) -> Result<bool, Fault> {
        Ok(false)
    }
}

/// No scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {}
