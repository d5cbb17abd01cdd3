//! Pieces of the opening position that stand where they can never be.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Domain, Rules, SetupUnits, SpaceId};
use std::collections::BTreeMap;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let mut slots: BTreeMap<(SpaceId, u8), usize> = BTreeMap::new();
    for (row, units) in rules.setup.units.iter().enumerate() {
        if let Some(problem) = misplaced(rules, units).or_else(|| damaged(rules, units)) {
            problems.push(problem.at(places.setup[row], "placed here"));
        }
        let Some(facility) = &rules.units[units.kind].facility else { continue };
        let first = slots.insert((units.space, facility.slot), row);
        if units.count > 1 || first.is_some() {
            let (space, kind) = (&rules.board.spaces[units.space].name, &rules.units[units.kind].name);
            let message = format!("`{space}` has no room for `{kind}`: it holds one facility of each kind");
            let mut problem = Problem::error("pack/setup-facility", message).at(places.setup[row], "one too many");
            if let Some(first) = first {
                problem = problem.at(places.setup[first], "the first one");
            }
            problems.push(problem);
        }
    }
}

fn misplaced(rules: &Rules, units: &SetupUnits) -> Option<Problem> {
    let (space, kind) = (&rules.board.spaces[units.space], &rules.units[units.kind]);
    let sea = rules.board.is_sea(units.space);
    let why = match kind.domain {
        _ if space.closed => "nothing can be in a closed space",
        Domain::Land if sea => "land units are not at sea when the game starts",
        Domain::Facility if sea => "facilities stand on land",
        Domain::Sea if !sea => "sea units are not on land",
        _ => return None,
    };
    Some(Problem::error("pack/setup-place", format!("`{}` cannot be in `{}`: {why}", kind.name, space.name)))
}

fn damaged(rules: &Rules, units: &SetupUnits) -> Option<Problem> {
    let kind = &rules.units[units.kind];
    let most = kind.facility.as_ref().map_or(kind.hits.saturating_sub(1), |f| f.max_damage);
    (units.damage > most).then(|| {
        Problem::error("pack/setup-damage", format!("`{}` takes at most {most} damage, not {}", kind.name, units.damage))
    })
}
