//! Leaving a battle without leaving its space.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::event::{Event, UnitsAt, tally};
use super::super::query::Cx;
use super::super::state::{Marks, UnitIx};
use super::party::Field;
use super::plan;
use crate::rules::{Role, Step};

/// The units of a side that may submerge now.
pub fn able(cx: Cx<'_>, battle: &Battle, role: Role) -> Vec<UnitIx> {
    let plan = plan(cx, battle);
    let steps = plan.start.iter().chain(&plan.round);
    let Some((units, unless)) = steps.into_iter().find_map(|step| match step {
        Step::Submerge {
            role: whose,
            units,
            unless,
        } if *whose == role => Some((*units, *unless)),
        _ => None,
    }) else {
        return Vec::new();
    };
    let field = Field::new(cx, battle);
    if unless.is_some_and(|p| field.present(role, p)) {
        return Vec::new();
    }
    field
        .side(role)
        .filter(|(_, u)| units.has(u.kind) && !u.marks.any(Marks::DYING))
        .map(|(ix, _)| ix)
        .collect()
}

/// Submerges units.
pub fn submerge(game: &mut Game<'_>, units: &[UnitIx]) {
    let Some(first) = units.first() else { return };
    let (power, space) = (game.state.unit(*first).owner, game.state.unit(*first).space);
    let counts = tally(units.iter().map(|ix| game.state.unit(*ix).kind));
    for ix in units {
        game.state
            .unit_mut(*ix)
            .marks
            .set(Marks::SUBMERGED.and(Marks::FOUGHT));
    }
    game.tell(Event::Submerged(UnitsAt::new(power, counts, space)));
}
