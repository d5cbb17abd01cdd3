//! A game in the middle of carrying out an order: what every mechanism is handed.

use super::agenda::Frame;
use super::dice::{Dice, Scripted};
use super::event::Event;
use super::hooks::Hooks;
use super::query::Cx;
use super::refusal::Refusal;
use super::state::State;
use sandtable_rules::{Moment, Rules};

/// A game in the middle of carrying out an order.
pub(crate) struct Game<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The game; a copy that replaces the real one only when everything went well.
    pub state: &'a mut State,
    /// The dice.
    pub dice: &'a mut dyn Dice,
    /// The scripts.
    pub hooks: &'a dyn Hooks,
    /// What has happened so far.
    pub events: &'a mut Vec<Event>,
}

impl<'a> Game<'a> {
    /// Plays a position on, which stays as it was if that is refused; what happened on the way.
    ///
    /// # Errors
    /// Those of what is done.
    pub fn play(
        rules: &'a Rules,
        state: &mut State,
        (dice, hooks): (&mut dyn Dice, &'a dyn Hooks),
        act: impl FnOnce(&mut Game<'_>) -> Result<(), Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let mut next = state.clone();
        let mut events = Vec::new();
        act(&mut Game {
            rules,
            state: &mut next,
            dice,
            hooks,
            events: &mut events,
        })?;
        *state = next;
        Ok(events)
    }
    /// What would become of a position, as far as no dice decide.
    ///
    /// # Errors
    /// Those of what is done.
    pub fn tried(
        cx: Cx<'a>,
        act: impl FnOnce(&mut Game<'_>) -> Result<(), Refusal>,
    ) -> Result<State, Refusal> {
        let mut state = cx.state.clone();
        Self::play(
            cx.rules,
            &mut state,
            (&mut Scripted::default(), cx.hooks),
            act,
        )?;
        Ok(state)
    }
    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules, self.state, self.hooks)
    }
    /// Adds to what has happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
    /// Has a moment heard next, if anybody listens to it; says whether anybody does.
    pub fn announce(&mut self, moment: Moment) -> bool {
        let heard = self.hooks.listens(moment);
        if heard {
            self.then(moment);
        }
        heard
    }
    /// Has a moment come next.
    pub fn then(&mut self, moment: Moment) {
        self.state.agenda.push(Frame::Moment(moment, 0));
    }
    /// Runs something that pushes frames in the order in which they should run; the agenda is a stack,
    /// so they are turned round afterwards.
    pub fn in_order(&mut self, run: impl FnOnce(&mut Self)) {
        let floor = self.state.agenda.len();
        run(self);
        self.state.agenda[floor..].reverse();
    }
}
