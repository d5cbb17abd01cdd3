//! Facilities of the opening position that share a slot.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Rules, SpaceId};
use std::collections::BTreeMap;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let mut slots: BTreeMap<(SpaceId, u8), usize> = BTreeMap::new();
    for (row, units) in rules.setup.units.iter().enumerate() {
        let Some(facility) = &rules.units[units.kind].facility else {
            continue;
        };
        let first = slots.insert((units.space, facility.slot), row);
        if units.count > 1 || first.is_some() {
            let (space, kind) = (
                &rules.board.spaces[units.space].name,
                &rules.units[units.kind].name,
            );
            let message =
                format!("`{space}` has no room for `{kind}`: it holds one facility of each kind");
            let mut problem = Problem::error("pack/setup-facility", message)
                .at(places.setup[row], "one too many");
            if let Some(first) = first {
                problem = problem.at(places.setup[first], "the first one");
            }
            problems.push(problem);
        }
    }
}
