//! Unit types with a price that nobody may buy.

use super::{Found, View};
use sandtable_rules::{PowerSet, UnitTypeId, Verdict};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let priced = v.rules.units.types.iter().filter(|(_, k)| k.cost.is_some());
    for (id, kind) in priced.filter(|(id, _)| buyers(v, *id).is_empty()) {
        let message = format!("`{}` has a price, but nobody may ever buy it", kind.name);
        found
            .note(message, v.places.units[id], "this unit type")
            .advise("add it to a `permit … to buy …`, or take its `cost` away");
    }
}

/// Who may buy the type at some time.
pub fn buyers(v: &View<'_>, kind: UnitTypeId) -> PowerSet {
    let rows = v.rules.economy.purchases.iter();
    rows.filter(|p| p.verdict == Verdict::Allow && p.units.has(kind) && !v.reason.never(&p.when))
        .fold(PowerSet::EMPTY, |all, p| all.union(p.by))
}
