//! Unit types that a power may buy but never place.

use super::unbuyable_unit::buyers;
use super::{Found, View};
use sandtable_rules::PowerSet;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let priced = v.rules.units.types.iter().filter(|(_, k)| k.cost.is_some());
    for (id, kind) in priced {
        let rows = v.rules.economy.placements.iter();
        let placed = rows
            .filter(|p| p.units.has(id))
            .fold(PowerSet::EMPTY, |all, p| all.union(p.by));
        if let Some(power) = buyers(v, id).minus(placed).iter().next() {
            let power = &v.rules.powers[power].name;
            let message = format!("`{power}` may buy `{}` but place it nowhere", kind.name);
            found
                .note(message, v.places.units[id], "this unit type")
                .advise("add it to a `permit … to place …`");
        }
    }
}
