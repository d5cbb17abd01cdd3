//! What changes a game. `apply` is the only way: it carries out a whole order, runs the game on to
//! the next decision and returns what happened, or refuses and changes nothing. `check`, `legal`
//! and `pending` are read from the same code. Pure: no I/O, no clock, no dice of its own, no names.

mod act;
mod agenda;
mod battle;
mod capture;
mod cond;
mod decision;
mod decks;
mod dice;
pub mod edit;
mod effect;
mod event;
mod hooks;
mod income;
mod invariants;
mod movement;
mod order;
mod place;
mod politics;
mod promise;
mod purchase;
mod query;
mod refusal;
mod repair;
mod state;
#[cfg(test)]
mod testkit;
#[cfg(test)]
pub(crate) mod testkit_econ;
mod turn;

pub use act::{can_stand, slot_taken};
pub use agenda::{Battle, Choice, Due, Frame, Hits, Offer, Origin, PhaseStage, Plain, Site, Wait};
pub use battle::law;
pub use decision::{Decision, DecisionKind};
pub use dice::{Dice, Scripted};
pub use event::{Chosen, Count, Event, Expected, IncomeLine, Salvo, Shift, UnitsAt, tally};
pub use hooks::{Fault, Hooks, NoHooks, Outcome, View, VolleyView};
pub use invariants::broken_invariant;
pub use movement::{Voyage, range, route};
pub use order::{Intent, Order, Shot};
pub use place::room as production_room;
pub use query::{Cx, Standing, Survey};
pub use refusal::{Code, Refusal};
pub use state::{Bought, Marks, NOWHERE, SpaceMark, SpaceState, State, Unit, UnitIx};
pub use turn::begin;

use crate::rules::{PhaseKind, Rules};

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
        Cx {
            rules: self.rules,
            state: self.state,
            hooks: self.hooks,
        }
    }
    /// Adds to what has happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// Carries out an order and runs the game on to the next decision.
///
/// # Errors
/// The order is refused; the state is as it was and no die has been rolled for it.
pub fn apply(
    rules: &Rules,
    state: &mut State,
    order: &Order,
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<Vec<Event>, Refusal> {
    check(
        Cx {
            rules,
            state,
            hooks,
        },
        order,
    )?;
    let mut next = state.clone();
    let mut events = Vec::new();
    let mut game = Game {
        rules,
        state: &mut next,
        dice,
        hooks,
        events: &mut events,
    };
    carry_out(&mut game, order)?;
    turn::run(&mut game)?;
    *state = next;
    Ok(events)
}

/// What the game waits for; `None` once it is over.
///
/// # Errors
/// A script failed.
pub fn pending(cx: Cx<'_>) -> Result<Option<Decision>, Refusal> {
    turn::pending(cx)
}

/// Whether an order may be given now.
///
/// # Errors
/// Why it may not.
pub fn check(cx: Cx<'_>, order: &Order) -> Result<(), Refusal> {
    let decision = pending(cx)?.ok_or(Code::GameOver.refuse())?;
    match (&decision.kind, order) {
        (DecisionKind::Phase(PhaseKind::Purchase), Order::Buy(units)) => purchase::check(cx, units),
        (DecisionKind::Phase(PhaseKind::Purchase), Order::Repair { facility, points }) => {
            repair::check(cx, *facility, *points)
        }
        (DecisionKind::Phase(PhaseKind::Purchase), Order::Upgrade(facility)) => {
            purchase::check_upgrade(cx, *facility)
        }
        (DecisionKind::Phase(PhaseKind::CombatMove), Order::Declare(on)) => {
            politics::check(cx, *on)
        }
        (DecisionKind::Phase(PhaseKind::CombatMove | PhaseKind::NoncombatMove), order)
            if movement::handles(order) =>
        {
            movement::check(cx, order)
        }
        (DecisionKind::Phase(PhaseKind::Mobilize), Order::Place { kind, count, space }) => {
            place::check(cx, *kind, *count, *space)
        }
        (DecisionKind::Phase(kind), Order::EndPhase) => check_end(cx, *kind),
        (DecisionKind::Phase(_), _) => Err(Code::NotNow.refuse()),
        (DecisionKind::Offer(offer), Order::Answer(choices)) => {
            effect::check_answer(offer, choices)
        }
        (kind, order) => battle::check(cx, kind, order),
    }
}

/// Every kind of order that may be given now, group moves by their parts: each passes [`check`],
/// and whatever passes it can be put together from these.
///
/// # Errors
/// A script failed.
pub fn legal(cx: Cx<'_>) -> Result<Vec<Order>, Refusal> {
    let Some(decision) = pending(cx)? else {
        return Ok(Vec::new());
    };
    let mut orders = Vec::new();
    match &decision.kind {
        DecisionKind::Phase(kind) => {
            match kind {
                PhaseKind::Purchase => {
                    purchase::legal(cx, &mut orders)?;
                    repair::legal(cx, &mut orders)?;
                }
                PhaseKind::CombatMove => {
                    politics::legal(cx, &mut orders)?;
                    movement::legal(cx, &mut orders)?;
                }
                PhaseKind::NoncombatMove => movement::legal(cx, &mut orders)?,
                PhaseKind::Mobilize => place::legal(cx, &mut orders)?,
                PhaseKind::Combat | PhaseKind::Income | PhaseKind::Custom => {}
            }
            if check_end(cx, *kind).is_ok() {
                orders.push(Order::EndPhase);
            }
        }
        DecisionKind::Offer(offer) => effect::legal_answers(offer, &mut orders),
        kind => battle::legal(cx, kind, &mut orders),
    }
    Ok(orders)
}

fn check_end(cx: Cx<'_>, kind: PhaseKind) -> Result<(), Refusal> {
    match kind {
        PhaseKind::CombatMove => movement::check_end_of_combat_move(cx),
        PhaseKind::NoncombatMove => movement::check_end_of_noncombat_move(cx),
        PhaseKind::Mobilize => place::check_end(cx),
        _ => Ok(()),
    }
}

fn carry_out(game: &mut Game<'_>, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Buy(units) => purchase::buy(game, units)?,
        Order::Repair { facility, points } => repair::repair(game, *facility, *points),
        Order::Upgrade(facility) => purchase::upgrade(game, *facility)?,
        Order::Declare(on) => politics::declare(game, *on)?,
        Order::Place { kind, count, space } => place::place(game, *kind, *count, *space)?,
        Order::Answer(choices) => effect::answer(game, choices)?,
        Order::EndPhase => turn::end_phase(game)?,
        order if movement::handles(order) => movement::carry_out(game, order)?,
        order => battle::carry_out(game, order)?,
    }
    Ok(())
}
