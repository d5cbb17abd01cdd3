//! Leaving a battle without leaving its space.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::decision::Pick;
use super::super::event::Event;
use super::super::refusal::Code;
use super::super::state::{Marks, UnitIx};
use super::finish;
use super::law::Group;
use super::party::Field;
use sandtable_rules::{Rules, SubmergeStep};

/// Which units submerge.
pub const SUBMERGE: Pick = Pick {
    word: "submerge",
    about: "has units leave the battle under water",
    question: "which of {units} submerge in {space}?",
    refusal: Code::NoSubmerge,
};

/// The units that may submerge in a step.
pub fn able(rules: &Rules, battle: &Battle, step: &SubmergeStep, field: &Field) -> Vec<UnitIx> {
    let free = field.scene(rules, battle).may_submerge(step);
    field.those(step.role, |u| free && Group::of(u).may_submerge(step))
}

/// Submerges units.
pub fn submerge(game: &mut Game<'_>, units: &[UnitIx]) {
    let Some(these) = game.state.together(units) else {
        return;
    };
    for ix in units {
        finish::leave(game, *ix);
        game.state.unit_mut(*ix).marks.set(Marks::SUBMERGED);
    }
    game.tell(Event::Submerged(these));
}
