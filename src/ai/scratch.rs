//! A copy of the game to try orders on: what is planned has passed the kernel's own law.

use crate::kernel::{Cx, Hooks, Order, Scripted, State, apply};
use crate::rules::Rules;

/// A game to try orders on, and the orders that worked.
pub struct Scratch<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The scripts.
    pub hooks: &'a dyn Hooks,
    /// The game so far.
    pub state: State,
    /// The orders given so far.
    pub orders: Vec<Order>,
}

impl<'a> Scratch<'a> {
    /// A copy of this game.
    pub fn new(rules: &'a Rules, hooks: &'a dyn Hooks, state: &State) -> Self {
        Self {
            rules,
            hooks,
            state: state.clone(),
            orders: Vec::new(),
        }
    }

    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx {
            rules: self.rules,
            state: &self.state,
            hooks: self.hooks,
        }
    }

    /// Gives an order if it may be given. Dice that it needs show their highest face.
    pub fn give(&mut self, order: Order) -> bool {
        let done = apply(
            self.rules,
            &mut self.state,
            &order,
            &mut Scripted::new([]),
            self.hooks,
        )
        .is_ok();
        if done {
            self.orders.push(order);
        }
        done
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
