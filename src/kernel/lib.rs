//! What changes a game. `apply` is the only way: it carries out a whole order, runs the game on to
//! the next decision and returns what happened, or refuses and changes nothing (`judge` and
//! `carry_out` are its halves). `check`, `legal` and `pending` are read from the same code. Pure: no I/O, no clock, no dice of its own, no names.

mod act;
mod advance;
mod agenda;
mod battle;
mod capture;
mod cond;
mod decision;
mod dice;
pub mod edit;
mod effect;
mod event;
mod facts;
mod game;
mod holds;
mod hooks;
mod income;
mod invariants;
mod movement;
mod once;
mod order;
mod phase;
mod place;
mod politics;
mod production;
mod purchase;
mod query;
mod refusal;
mod repair;
mod state;
mod treasury;
mod turn;
mod unit;
mod voyage;

pub use act::{can_stand, slot_taken};
pub use agenda::{Battle, Choice, Due, Frame, Offer, Origin, PhaseStage, Plain, Site, Wait};
pub use battle::law::losses::Hits;
pub use battle::{BOMBARD, INTERCEPT, PICKS, SUBMERGE, law, seaborne_stay, sheltered};
pub use decision::{Decision, DecisionKind, Pick};
pub use dice::{Dice, Scripted};
pub use event::{
    Chosen, Count, Event, Expected, IncomeLine, Salvo, Shift, UnitsAt, tallies, tally,
};
use game::Game;
pub use holds::{can_hold, deck_fits, decks, fits, pairing};
pub use hooks::{Fault, Hooks, NoHooks, Outcome, Ruling, View, VolleyView, Wants};
pub use income::{
    expected as expected_income, territories as territory_income, total as total_income,
};
pub use invariants::broken_invariant;
pub use movement::{
    Bases, Risk, aloft, assign, come_down, destinations, legal as movement_orders, moves,
    new_berths, range, ranges, risk, route, safest, shortfall as landing_shortfall,
};
pub use order::{Intent, Order, Shot};
pub use place::builds as may_build;
pub use production::room as production_room;
pub use purchase::price_of;
pub use query::{Cx, Standing, Survey};
pub use refusal::{Code, Refusal};
pub use state::{
    Bought, Loads, Marks, NOWHERE, Shared, SpaceMark, SpaceState, State, Unit, UnitIx, distinct,
};
pub use turn::{begin, foreseen, run_on};
pub use voyage::Voyage;

use sandtable_rules::Rules;

/// An order that may be given, with what judging it has found out. Good for the position in which
/// it was judged, and for no other.
#[derive(Clone, Debug)]
pub struct Judged {
    order: Order,
    trip: Option<movement::Trip>,
}

impl Judged {
    /// The order.
    pub const fn order(&self) -> &Order {
        &self.order
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
    let cx = Cx::new(rules, state, hooks);
    let decision = pending(cx).ok_or(Code::GameOver.refuse())?;
    let judged = judge(cx, &decision, order)?;
    carry_out(rules, state, judged, dice, hooks)
}

/// What an order would bring, as far as no dice decide: those that are rolled tell nothing of those to come.
///
/// # Errors
/// The order is refused.
pub fn tried(cx: Cx<'_>, order: &Order) -> Result<(State, Vec<Event>), Refusal> {
    let mut state = cx.state.clone();
    let mut dice = Scripted::default();
    let events = apply(cx.rules, &mut state, order, &mut dice, cx.hooks)?;
    Ok((state, events))
}

/// Carries out an order that was judged in this very position, and runs the game on to the next
/// decision.
///
/// # Errors
/// It cannot be paid for or placed after all, or nobody plays any more; the state is as it was.
pub fn carry_out(
    rules: &Rules,
    state: &mut State,
    judged: Judged,
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<Vec<Event>, Refusal> {
    Game::play(rules, state, (dice, hooks), |game| {
        act_on(game, judged)?;
        turn::run(game)
    })
}

/// What the game waits for; `None` once it is over.
pub fn pending(cx: Cx<'_>) -> Option<Decision> {
    turn::pending(cx)
}

/// Whether an order may be given now.
///
/// # Errors
/// Why it may not.
pub fn check(cx: Cx<'_>, order: &Order) -> Result<(), Refusal> {
    let decision = pending(cx).ok_or(Code::GameOver.refuse())?;
    judge(cx, &decision, order).map(|_| ())
}

/// Judges an order that answers the decision the game waits for.
///
/// # Errors
/// Why it may not be given.
pub fn judge(cx: Cx<'_>, decision: &Decision, order: &Order) -> Result<Judged, Refusal> {
    let mut trip = None;
    match (&decision.kind, order) {
        (DecisionKind::Phase(kind), order) => trip = phase::judge(cx, *kind, order)?,
        (DecisionKind::Offer(offer), Order::Answer(choices)) => {
            effect::check_answer(offer, choices)?
        }
        (kind, order) => battle::check(cx, kind, order)?,
    }
    let order = order.clone();
    Ok(Judged { order, trip })
}

/// Every kind of order that may be given now, group moves by their parts: each passes [`check`],
/// and whatever passes it can be put together from these.
pub fn legal(cx: Cx<'_>) -> Vec<Order> {
    let Some(decision) = pending(cx) else {
        return Vec::new();
    };
    let mut orders = Vec::new();
    match &decision.kind {
        DecisionKind::Phase(kind) => phase::legal(cx, *kind, &mut orders),
        DecisionKind::Offer(offer) => effect::legal_answers(offer, &mut orders),
        kind => battle::legal(cx, kind, &mut orders),
    }
    orders
}

fn act_on(game: &mut Game<'_>, Judged { order, trip }: Judged) -> Result<(), Refusal> {
    match &order {
        Order::Buy(units) => purchase::buy(game, units)?,
        Order::Upgrade(facility) => purchase::upgrade(game, *facility)?,
        Order::Place { kind, count, space } => place::place(game, *kind, *count, *space)?,
        Order::Repair { facility, points } => repair::repair(game, *facility, *points),
        Order::Declare(on) => politics::declare(game, *on),
        Order::Answer(choices) => effect::answer(game, choices),
        Order::EndPhase => turn::end_phase(game),
        order if movement::handles(order) => movement::carry_out(game, order, trip),
        order => battle::carry_out(game, order),
    }
    Ok(())
}
