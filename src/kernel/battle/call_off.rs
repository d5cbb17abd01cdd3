//! Calling off a landing when the battle at sea is over: units stay aboard.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::decision::Pick;
use super::super::event::Event;
use super::super::query::Cx;
use super::super::refusal::Code;
use super::super::state::{Marks, Unit, UnitIx};
use super::queue::{beach_open, stay_aboard};
use sandtable_rules::UnitTypeSet;

/// Which units stay aboard that were to land.
pub const RECALL: Pick = Pick {
    word: "recall",
    about: "has units stay aboard that were to land",
    question: "which of {units} in {space} stay aboard instead of landing?",
    refusal: Code::NotAboard,
};

/// The units of these types that could land from the space of a battle now.
pub fn able(cx: Cx<'_>, battle: &Battle, units: UnitTypeSet) -> Vec<UnitIx> {
    let lands = |u: &Unit| units.has(u.kind) && u.marks.any(Marks::LANDING);
    let may = |u: &Unit| lands(u) && beach_open(cx, u.space, u.goal);
    cx.state.those_in(battle.site.space, may)
}

/// Leaves units aboard.
pub fn recall(game: &mut Game<'_>, units: &[UnitIx]) {
    let Some(these) = game.state.together(units) else {
        return;
    };
    units.iter().for_each(|ix| stay_aboard(game, *ix));
    game.tell(Event::Loaded(these));
}
