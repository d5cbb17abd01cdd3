//! What powers could bring to every space with their next moves.

use super::look::{moving, way};
use crate::kernel::{Cx, Order, UnitIx, movement_orders};
use crate::rules::{PowerId, Rules, SpaceId, space_name};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

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
        for (space, units) in comers(cx.on(&state)) {
            let reach = all.entry(space_name(cx.rules, space)).or_default();
            for ix in units {
                reach.units += 1;
                reach.worth += cost(cx.rules, state.unit(ix).kind);
            }
        }
    }
    all
}

fn cost(rules: &Rules, kind: crate::rules::UnitTypeId) -> u32 {
    rules.units[kind].cost.unwrap_or(0).into()
}

/// The units of the power on turn that can get to each space.
fn comers(cx: Cx<'_>) -> BTreeMap<SpaceId, BTreeSet<UnitIx>> {
    let mut orders = Vec::new();
    movement_orders(cx, &mut orders);
    // One of each class is in the orders; all that are like it are meant.
    let mut classes: BTreeMap<_, Vec<UnitIx>> = BTreeMap::new();
    let class = |ix: UnitIx| {
        let unit = cx.state.unit(ix);
        (unit.space, unit.kind, unit.owner, unit.used)
    };
    for (ix, _) in cx.state.all() {
        classes.entry(class(ix)).or_default().push(ix);
    }
    let mut ends: BTreeMap<SpaceId, BTreeSet<UnitIx>> = BTreeMap::new();
    for order in &orders {
        let (units, end) = match order {
            Order::Unload { units, to } => (units.as_slice(), Some(*to)),
            order => match way(order) {
                Some((units, path)) => (units, path.last().copied()),
                None => continue,
            },
        };
        let Some(end) = end else { continue };
        let like = units.iter().filter_map(|ix| classes.get(&class(*ix)));
        ends.entry(end).or_default().extend(like.flatten());
    }
    ends
}
