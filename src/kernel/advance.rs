//! Advances: how powers come to have them.

use super::Game;
use super::event::Event;
use super::state::State;
use sandtable_rules::{AdvanceId, ChartId, Id, PowerId, Rules};

/// A chart is rolled on so often at most: dice never show the same faces for so long unless they are
/// loaded, and then the first advance that is missing is the one.
const LONGEST: usize = 500;

/// What a power does not have of a chart, face by face.
pub fn missing(
    rules: &Rules,
    state: &State,
    power: PowerId,
    chart: ChartId,
) -> impl Iterator<Item = AdvanceId> {
    let has = state.advances[power.index()];
    let faces = rules.advances.charts[chart].faces.iter();
    faces.copied().filter(move |a| !has.has(*a))
}

/// Gives a power an advance.
pub fn grant(game: &mut Game<'_>, power: PowerId, advance: AdvanceId) {
    if !game.state.advances[power.index()].has(advance) {
        game.state.advances[power.index()].insert(advance);
        game.tell(Event::Advanced { power, advance });
    }
}

/// Rolls on a chart until it shows something that the power does not have, if there is anything.
pub fn roll(game: &mut Game<'_>, power: PowerId, chart: ChartId) {
    let Some(first) = missing(game.rules, game.state, power, chart).next() else {
        return;
    };
    let faces = &game.rules.advances.charts[chart].faces;
    let sides = u8::try_from(faces.len()).unwrap_or(u8::MAX);
    let mut dice = Vec::new();
    let mut shown = faces[0];
    while dice.len() < LONGEST && faces.len() > 1 {
        let face = game.dice.roll(sides);
        dice.push(face);
        shown = faces[usize::from(face) - 1];
        if !game.state.advances[power.index()].has(shown) {
            break;
        }
    }
    if game.state.advances[power.index()].has(shown) {
        shown = first;
    }
    // A chart with a single face needs no die.
    if !dice.is_empty() {
        game.tell(Event::Rolled {
            power,
            chart: Some(chart),
            dice,
            hits: 0,
        });
    }
    grant(game, power, shown);
}
