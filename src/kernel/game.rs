//! A game in the middle of carrying out an order: what every mechanism is handed.

use super::dice::Dice;
use super::event::Event;
use super::hooks::Hooks;
use super::query::Cx;
use super::state::State;
use crate::rules::Rules;

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

impl Game<'_> {
    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules, self.state, self.hooks)
    }
    /// Adds to what has happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
    /// Runs something that pushes frames in the order in which they should run; the agenda is a stack,
    /// so they are turned round afterwards.
    pub fn in_order(&mut self, run: impl FnOnce(&mut Self)) {
        let floor = self.state.agenda.len();
        run(self);
        self.state.agenda[floor..].reverse();
    }
}
