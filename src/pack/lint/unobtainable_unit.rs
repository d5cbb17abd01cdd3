//! Unit types that can never come into the game.

use super::unbuyable_unit::buyers;
use super::{Found, Sort, View, walk};
use sandtable_rules::{Effect, UnitTypeSet};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let rules = v.rules;
    let placed = rules.setup.units.iter().map(|row| row.kind);
    let types = rules.units.types.values();
    let captured = types.filter_map(|kind| kind.facility.as_ref()?.captured_as);
    let added = walk::effects(rules).filter_map(|effect| match effect {
        Effect::AddUnits(_, kind, ..) => Some(*kind),
        _ => None,
    });
    let seen = placed.chain(rules.militia).chain(captured).chain(added);
    let seen: UnitTypeSet = seen.collect();
    let free = rules.units.types.iter().filter(|(_, k)| k.cost.is_none());
    for (id, kind) in free.filter(|(id, _)| !seen.has(*id)) {
        let message = format!("`{}` can never come into the game", kind.name);
        let help = if buyers(v, id).is_empty() {
            "it has no price and stands nowhere: give it a `cost` and a `permit … to buy …`, or put it into a `setup`"
        } else {
            "it may be bought, but has no price: give it a `cost`"
        };
        found
            .note(message, v.places.units[id], "this unit type")
            .unless_named(
                Sort::UnitType,
                std::iter::once(&kind.name).chain(&kind.aliases),
            )
            .advise(help);
    }
}
