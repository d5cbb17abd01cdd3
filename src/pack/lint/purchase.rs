//! Unit types with a price that nobody may buy, and unit types that may be bought but never placed.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, PowerSet, Rules, UnitTypeId, Verdict};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, kind) in rules.units.types.iter() {
        let buyers = buyers(rules, id);
        let at = places.units[id.index()];
        if kind.cost.is_some() && buyers.is_empty() {
            let problem = Problem::warning("pack/not-for-sale", format!("`{}` has a price, but nobody may buy it", kind.name));
            problems.push(problem.at(at, "this unit type").help("add it to a `permit … to buy …`, or take its `cost` away"));
        }
        let placed = rules.economy.placements.iter().filter(|p| p.units.has(id)).fold(PowerSet::EMPTY, |all, p| all.union(p.by));
        let stuck = buyers.minus(placed);
        if let Some(power) = stuck.iter().next()
            && kind.cost.is_some()
        {
            let message = format!("`{}` may buy `{}` but place it nowhere", rules.powers[power].name, kind.name);
            problems.push(
                Problem::warning("pack/not-placeable", message)
                    .at(at, "this unit type")
                    .help("add it to a `permit … to place …`"),
            );
        }
    }
}

fn buyers(rules: &Rules, kind: UnitTypeId) -> PowerSet {
    rules
        .economy
        .purchases
        .iter()
        .filter(|p| p.verdict == Verdict::Allow && p.units.has(kind))
        .fold(PowerSet::EMPTY, |all, p| all.union(p.by))
}
