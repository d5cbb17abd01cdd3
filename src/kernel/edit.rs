//! Laying out positions for tests and for battles that are only thought of: a phase or a battle
//! entered as though everything before it had happened. No order reaches this; a game that is played
//! never does.

use super::agenda::{Frame, PhaseStage, Site};
use super::battle::stage_of;
use super::refusal::Refusal;
use super::state::{Marks, State};
use super::{Dice, Event, Game, Hooks, phase, politics, turn};
use sandtable_rules::{PhaseId, PowerId, Relation, Rules};

/// Enters a phase in the turn of the power with this place in the order of play, the turn being
/// fresh, and runs on to the next decision. A phase that asks for orders waits for the first one;
/// any other begins and plays itself.
///
/// # Errors
/// [`Code::NobodyPlays`](super::Code::NobodyPlays): a whole round went by in which nobody could give an order.
pub fn enter_phase(
    rules: &Rules,
    state: &mut State,
    at: (u8, PhaseId),
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<Vec<Event>, Refusal> {
    Game::play(rules, state, (dice, hooks), |game| {
        (game.state.turn, game.state.phase) = at;
        turn::fresh_turn(rules, game.state, hooks);
        if phase::waits(rules.turn.phases[at.1].kind) {
            game.state.agenda = vec![Frame::Phase(PhaseStage::Main)];
            return Ok(());
        }
        game.state.agenda = vec![Frame::Phase(PhaseStage::Begin)];
        turn::run(game)
    })
}

/// Begins a battle by itself and runs on until it waits or is over: behind it nothing is left to do.
///
/// # Errors
/// [`Code::NobodyPlays`](super::Code::NobodyPlays): a whole round went by in which nobody could give an order.
pub fn enter_battle(
    rules: &Rules,
    state: &mut State,
    site: Site,
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<Vec<Event>, Refusal> {
    Game::play(rules, state, (dice, hooks), |game| {
        game.state.sites = vec![site];
        // The stage has begun before: what scripts do then is about more than this battle.
        game.state.agenda = vec![Frame::Combat(Some(stage_of(rules, &site)))];
        turn::run(game)
    })
}

/// Makes two powers stand so to each other, and all who are one with them.
pub fn relate(rules: &Rules, state: &mut State, (a, b): (PowerId, PowerId), relation: Relation) {
    let (ours, theirs) = (politics::as_one(rules, a), politics::as_one(rules, b));
    for x in ours.iter() {
        let others = theirs.iter().filter(|y| *y != x);
        others.for_each(|y| state.relate(rules, x, y, relation));
    }
}

/// Whether nothing has been ordered yet in the phase that is being played.
pub fn is_untouched(state: &State) -> bool {
    matches!(state.agenda.as_slice(), [Frame::Phase(PhaseStage::Main)])
        && state.bought.is_empty()
        && state.placed.is_empty()
        && state.units.iter().all(|u| {
            u.used == 0
                && !u
                    .marks
                    .any(Marks::MOVED.and(Marks::LOADED).and(Marks::UNLOADED))
        })
}
