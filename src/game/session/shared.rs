//! A game whose dice are several people's: orders that roll are announced, and wait for everybody's secrets.

use super::{Session, Typed};
use crate::dice::Written;
use crate::joint::{Joint, Secret};
use crate::log::{Deed, Step};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{self as kernel, Dice as _, Judged, Refusal};
use sandtable_rules::PowerId;

impl Session {
    /// From now on the dice are those of these people together, by the scheme of this name.
    pub fn share(&mut self, people: impl IntoIterator<Item = String>, scheme: &str) {
        self.joint = Some(Joint::of(people, scheme));
    }
    /// The dice of several people, if they are.
    pub fn joint(&self) -> Option<&Joint> {
        self.joint.as_ref()
    }
    /// Why nothing can be ordered now, if that is so.
    pub fn held(&self) -> Option<Problem> {
        let joint = self.joint.as_ref()?;
        let missing = joint.missing();
        if !missing.is_empty() {
            let message = format!(
                "the game has not begun: its dice want the secrets of {}",
                missing.join(", ")
            );
            return Some(Problem::error("dice/no-chain", message));
        }
        let (order, awaited) = (joint.announced()?, joint.awaited());
        let awaited: Vec<&str> = awaited.into_iter().map(|(name, _)| name).collect();
        (!awaited.is_empty()).then(|| {
            let message = format!(
                "`{order}` waits for dice: for the next secret of {}",
                awaited.join(", ")
            );
            Problem::error("dice/waiting", message)
        })
    }
    /// Makes sure that something can be ordered now, as is said there.
    pub(super) fn goes_on(&self, loc: Loc) -> Result<(), Problem> {
        let held = self.held().map(|problem| problem.at(loc, ""));
        held.map_or(Ok(()), Err)
    }
    /// Does what somebody does for the dice.
    ///
    /// # Errors
    /// It is not their turn to, or the secret is not theirs: nothing has changed.
    pub fn step_dice(&mut self, step: &Step) -> Result<(), Problem> {
        let Some(joint) = &mut self.joint else {
            let message = "the dice of this game need no secrets";
            return Err(Problem::error("dice/alone", message));
        };
        match step {
            Step::Begin { who, tip } => joint.begin(who, *tip)?,
            Step::Announce { order, .. } => joint.announce(order)?,
            Step::Open { who, secret } => _ = joint.open(who, *secret)?,
        }
        self.log.step(step.clone());
        Ok(())
    }
    /// Opens somebody's secret, and carries the announced order out if that was the last one.
    ///
    /// # Errors
    /// As of [`Self::step_dice`].
    pub fn open(&mut self, who: &str, secret: Secret) -> Result<Option<Typed>, Problem> {
        let who = who.to_owned();
        self.step_dice(&Step::Open { who, secret })?;
        Ok(self.roll())
    }
    /// Carries the announced order out, if every secret is open.
    pub fn roll(&mut self) -> Option<Typed> {
        let joint = self.joint.as_ref()?;
        let order = joint.announced().filter(|_| joint.awaited().is_empty())?;
        let order = order.to_owned();
        let stood = self.stands_in().is_some_and(|answer| answer == order);
        let deed = if stood { Deed::Stood } else { Deed::Order };
        Some(self.again("dice", deed, &order))
    }
    /// Announces an order that rolls, where its dice are not there yet, and says whether it did: else it can be carried out.
    ///
    /// # Errors
    /// It is refused, or another order waits for dice.
    pub(super) fn announce(
        &mut self,
        by: PowerId,
        judged: &Judged,
        text: &str,
    ) -> Result<bool, Refusal> {
        let Some(joint) = self.joint.as_ref().filter(|j| j.dice_for(text).is_none()) else {
            return Ok(false);
        };
        let not_now = || kernel::Code::NotNow.refuse();
        if joint.announced().is_some() || !joint.missing().is_empty() {
            return Err(not_now());
        }
        // None is written down: the first one that is rolled stops it.
        let (mut dice, mut state) = (Written::default(), self.state.clone());
        let judged = judged.clone();
        kernel::carry_out(&self.rules, &mut state, judged, &mut dice, &*self.hooks)?;
        if !dice.ran_out() {
            return Ok(false);
        }
        let (by, order) = (self.rules.powers[by].name.clone(), text.to_owned());
        let announced = self.step_dice(&Step::Announce { by, order });
        announced.map(|()| true).map_err(|_| not_now())
    }
}
