//! Unit types with a price that nobody may buy.

use super::Places;
use super::reason::Reason;
use crate::diag::{Problem, Problems};
use crate::rules::{Id, PowerSet, Rules, UnitTypeId, Verdict};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (id, kind) in rules
        .units
        .types
        .iter()
        .filter(|(id, k)| k.cost.is_some() && buyers(rules, *id).is_empty())
    {
        let problem = Problem::warning(
            "lint/unbuyable-unit",
            format!("`{}` has a price, but nobody may ever buy it", kind.name),
        );
        let problem = problem.at(places.units[id.index()], "this unit type");
        problems.push(problem.help("add it to a `permit … to buy …`, or take its `cost` away"));
    }
}

/// Who may buy the type at some time.
pub fn buyers(rules: &Rules, kind: UnitTypeId) -> PowerSet {
    let reason = Reason::new(rules);
    let rows = rules
        .economy
        .purchases
        .iter()
        .filter(|p| p.verdict == Verdict::Allow && p.units.has(kind) && !reason.never(&p.when));
    rows.fold(PowerSet::EMPTY, |all, p| all.union(p.by))
}
