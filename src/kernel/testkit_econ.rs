//! What is run on a game of the bay.

pub use super::testkit_bay::*;
use super::{Dice, Event, Game, Hooks, NoHooks, Scripted, State};
use sandtable_rules::Rules;

/// Runs something on a game and returns what happened.
pub fn play<T>(
    rules: &Rules,
    state: &mut State,
    run: impl FnOnce(&mut Game<'_>) -> T,
) -> (T, Vec<Event>) {
    play_with(rules, state, &NoHooks, run)
}

/// The same, with scripts.
pub fn play_with<T>(
    rules: &Rules,
    state: &mut State,
    hooks: &dyn Hooks,
    run: impl FnOnce(&mut Game<'_>) -> T,
) -> (T, Vec<Event>) {
    let mut events = Vec::new();
    let mut dice = Scripted::new([]);
    let dice: &mut dyn Dice = &mut dice;
    let result = run(&mut Game {
        rules,
        state,
        dice,
        hooks,
        events: &mut events,
    });
    (result, events)
}
