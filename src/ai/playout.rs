//! Playing on from a position, on a copy, by rule of thumb: what a plan comes to.

use super::dealt::Dealt;
use super::profile::Profile;
use super::reflex::Reflex;
use super::stance::Stance;
use sandtable_kernel::{Cx, Order, State, apply, pending};
use sandtable_rules::{Id, PowerId};

/// How far a plan is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// To the end of the present turn.
    Turn,
    /// Until it is this turn again for so many times: to what the power does all others have replied, so that who puts
    /// an attack off gains nothing by it.
    Rounds(u16),
}

/// A position that plans are played on from.
#[derive(Clone, Copy)]
pub struct Playout<'a> {
    /// The position.
    pub cx: Cx<'a>,
    /// The edition's numbers.
    pub profile: &'a Profile,
    /// Whose plans they are.
    pub me: PowerId,
}

impl Playout<'_> {
    /// The position at a horizon, or when the game is over, if the power plays the present turn in this stance
    /// and everybody else by rule of thumb; and how many turns that took.
    pub fn run(&self, stance: &Stance, seed: u64, until: Horizon) -> (State, u32) {
        self.after(None, stance, seed, until)
    }

    /// The same after this answer to what the game waits for.
    pub fn after(
        &self,
        answer: Option<&Order>,
        stance: &Stance,
        seed: u64,
        until: Horizon,
    ) -> (State, u32) {
        /// A turn of more orders than this is broken off: nobody has so many units.
        const MOST: u32 = 20_000;
        let rules = self.cx.rules;
        let usual = Stance::default();
        let later = Stance {
            aim: stance.aim,
            ..usual.clone()
        };
        let mut state = self.cx.state.clone();
        let mut dice = Dealt::new(seed);
        let mut reflex = Reflex::default();
        let began = (state.round, state.turn);
        let (mut at, mut turns) = (began, 1);
        if let Some(order) = answer {
            _ = apply(rules, &mut state, order, &mut dice, self.cx.hooks);
        }
        for _ in 0..MOST {
            let cx = self.cx.on(&state);
            let Some(decision) = pending(cx) else { break };
            let now = (state.round, state.turn);
            let over = match until {
                Horizon::Turn => now != began,
                Horizon::Rounds(rounds) => now >= (began.0 + rounds, began.1),
            };
            if over {
                break;
            }
            if now != at {
                (at, turns) = (now, turns + 1);
            }
            let stance = match decision.power == self.me {
                true if now == began => stance,
                true => &later,
                false => &usual,
            };
            let mut order = reflex.next(cx, self.profile, stance, &decision);
            let mut give = |state: &mut State, order: &Order| {
                if let Some(key) = luck(state, order) {
                    dice = Dealt::new(seed ^ key);
                }
                apply(rules, state, order, &mut dice, self.cx.hooks).is_ok()
            };
            while !give(&mut state, &order) {
                match reflex.instead(self.cx.on(&state), &decision, &order) {
                    Some(other) => order = other,
                    None => return (state, turns),
                }
            }
        }
        (state, turns)
    }
}

/// What the dice are called that an order begins to throw: what a plan leaves alone comes out as it did without it.
fn luck(state: &State, order: &Order) -> Option<u64> {
    let place = match order {
        Order::Fight { space, kind } => (space.index() as u64) << 3 | *kind as u64,
        Order::EndPhase => u64::from(state.phase.0) << 16,
        _ => return None,
    };
    let turn = u64::from(state.round) << 8 | u64::from(state.turn);
    Some((turn << 32 | place).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
