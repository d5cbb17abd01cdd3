//! A player that takes any legal order, each as likely as the others.

use super::Player;
use sandtable_kernel::{Cx, Decision, Dice, Hooks, Order, State, legal};
use sandtable_rules::Rules;

/// Chooses uniformly among the legal orders, by dice of its own.
#[derive(Clone, Debug)]
pub struct Random<D> {
    dice: D,
}

impl<D: Dice> Random<D> {
    /// A player with these dice.
    pub fn new(dice: D) -> Self {
        Self { dice }
    }

    /// A number below `n`, each as likely: two dice of 255 sides read as one number, thrown again
    /// where that would favour the small ones.
    pub fn below(&mut self, n: usize) -> usize {
        const SIDES: usize = 255;
        let n = n.clamp(1, SIDES * SIDES);
        let fair = SIDES * SIDES / n * n;
        loop {
            let [high, low] = [(); 2].map(|()| usize::from(self.dice.roll(SIDES as u8)) - 1);
            let number = high * SIDES + low;
            if number < fair {
                return number % n;
            }
        }
    }
}

impl<D: Dice + Send> Player for Random<D> {
    fn answer(&mut self, rules: &Rules, state: &State, hooks: &dyn Hooks, _: &Decision) -> Order {
        let mut orders = legal(Cx::new(rules, state, hooks));
        if orders.is_empty() {
            return Order::EndPhase;
        }
        let chosen = self.below(orders.len());
        orders.swap_remove(chosen)
    }
}
