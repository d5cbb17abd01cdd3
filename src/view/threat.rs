//! What powers could bring to every space with their next moves.

use super::look::{arrivals, moving};
use sandtable_kernel::Cx;
use sandtable_rules::{PowerId, space_name};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What could be brought to a space.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
pub struct Reach {
    /// How many units.
    units: u32,
    /// What they cost together.
    worth: u32,
}

/// What these powers could bring to each space, each by itself in its next moves as the board stands; what ships
/// would have to take aboard first does not count.
pub fn threats<'a>(cx: Cx<'a>, powers: impl Iterator<Item = PowerId>) -> BTreeMap<&'a str, Reach> {
    let mut all: BTreeMap<&str, Reach> = BTreeMap::new();
    for power in powers {
        let Some(state) = moving(cx, power) else {
            continue;
        };
        for (space, units) in arrivals(cx.on(&state)) {
            let reach = all.entry(space_name(cx.rules, space)).or_default();
            for ix in units {
                reach.units += 1;
                reach.worth += cx.rules.units.price(state.unit(ix).kind);
            }
        }
    }
    all
}
