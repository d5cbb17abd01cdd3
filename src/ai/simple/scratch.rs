//! A copy of the game to try orders on: what is planned has passed the kernel's own law.

use super::look::Look;
use crate::ai::profile::Profile;
use crate::kernel::{Cx, Hooks, Intent, Order, Scripted, State, Unit, UnitIx, apply};
use crate::rules::{PowerId, Rules, SpaceId};

/// A game to try orders on, and the orders that worked.
pub struct Scratch<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The scripts.
    pub hooks: &'a dyn Hooks,
    /// The edition's numbers.
    pub profile: &'a Profile,
    /// Who plans.
    pub me: PowerId,
    /// The game so far.
    pub state: State,
    /// The orders given so far.
    pub orders: Vec<Order>,
}

impl<'a> Scratch<'a> {
    /// A copy of this game, for a power's plans.
    pub fn new(cx: Cx<'a>, profile: &'a Profile, me: PowerId) -> Self {
        Self {
            rules: cx.rules,
            hooks: cx.hooks,
            profile,
            me,
            state: cx.state.clone(),
            orders: Vec::new(),
        }
    }

    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules, &self.state, self.hooks)
    }

    /// The game as the power sees it.
    pub fn look(&self) -> Look<'_> {
        Look::new(self.cx(), self.profile, self.me)
    }

    /// The power's own units among these.
    pub fn own<'s>(
        &self,
        units: impl Iterator<Item = (UnitIx, &'s Unit)>,
    ) -> impl Iterator<Item = (UnitIx, &'s Unit)> {
        let me = self.me;
        units.filter(move |(_, u)| u.owner == me)
    }

    /// The power's own units aboard a ship.
    pub fn aboard(&self, ship: UnitIx) -> Vec<UnitIx> {
        let own = self.own(self.state.aboard(ship));
        own.map(|(ix, _)| ix).collect()
    }

    /// Gives an order if it may be given. Dice that it needs show their highest face.
    pub fn give(&mut self, order: Order) -> bool {
        let (state, dice) = (&mut self.state, &mut Scripted::new([]));
        let done = apply(self.rules, state, &order, dice, self.hooks).is_ok();
        if done {
            self.orders.push(order);
        }
        done
    }

    /// Moves units if they may go this way.
    pub fn go(&mut self, units: Vec<UnitIx>, path: Vec<SpaceId>, intent: Intent) -> bool {
        self.give(Order::Move {
            units,
            path,
            intent,
        })
    }

    /// Where the trying stands, to come back to.
    pub fn mark(&self) -> Mark {
        Mark(self.state.clone(), self.orders.len())
    }

    /// Takes back everything since a mark.
    pub fn back(&mut self, mark: Mark) {
        self.state = mark.0;
        self.orders.truncate(mark.1);
    }
}

/// A moment of trying.
pub struct Mark(State, usize);
