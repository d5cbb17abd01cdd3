//! Unit types that a power may buy but never place.

use super::Places;
use super::unbuyable_unit::buyers;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, PowerSet, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, kind) in rules.units.types.iter().filter(|(_, k)| k.cost.is_some()) {
        let placed = rules
            .economy
            .placements
            .iter()
            .filter(|p| p.units.has(id))
            .fold(PowerSet::EMPTY, |all, p| all.union(p.by));
        if let Some(power) = buyers(rules, id).minus(placed).iter().next() {
            let message = format!(
                "`{}` may buy `{}` but place it nowhere",
                rules.powers[power].name, kind.name
            );
            let problem = Problem::warning("lint/unplaceable-unit", message)
                .at(places.units[id.index()], "this unit type");
            problems.push(problem.help("add it to a `permit … to place …`"));
        }
    }
}
