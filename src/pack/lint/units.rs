//! Unit types that nobody can have or use.

use super::{Found, Sort, View, effects};
use sandtable_rules::{
    Domain, Effect, PowerSet, SiteKind, UnitType, UnitTypeId, UnitTypeSet, Verdict,
};

/// Unit types with a price that nobody may buy.
pub fn unbuyable_unit(v: &View<'_>, found: &mut Found) {
    for (id, kind) in priced(v).filter(|(id, _)| buyers(v, *id).is_empty()) {
        let message = format!("`{}` has a price, but nobody may ever buy it", kind.name);
        found
            .note(message, v.places.units[id], "this unit type")
            .advise("add it to a `permit … to buy …`, or take its `cost` away");
    }
}

/// Unit types that a power may buy but never place.
pub fn unplaceable_unit(v: &View<'_>, found: &mut Found) {
    for (id, kind) in priced(v) {
        let rows = v.rules.economy.placements.iter();
        let placed = rows.filter(|p| p.units.has(id)).map(|p| p.by);
        let placed = placed.fold(PowerSet::EMPTY, PowerSet::union);
        if let Some(power) = buyers(v, id).minus(placed).iter().next() {
            let power = &v.rules.powers[power].name;
            let message = format!("`{power}` may buy `{}` but place it nowhere", kind.name);
            found
                .note(message, v.places.units[id], "this unit type")
                .advise("add it to a `permit … to place …`");
        }
    }
}

/// Unit types that can never come into the game.
pub fn unobtainable_unit(v: &View<'_>, found: &mut Found) {
    let rules = v.rules;
    let placed = rules.setup.units.iter().map(|row| row.kind);
    let types = rules.units.types.values();
    let captured = types.filter_map(|kind| kind.facility.as_ref()?.captured_as);
    let added = effects(rules).filter_map(|effect| match effect {
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
        let names = std::iter::once(&kind.name).chain(&kind.aliases);
        found
            .note(message, v.places.units[id], "this unit type")
            .unless_named(Sort::UnitType, names)
            .advise(help);
    }
}

/// Unit types that take hits and take part in no battle where they go.
pub fn unfought_unit(v: &View<'_>, found: &mut Found) {
    let battles = &v.rules.battles;
    for (id, kind) in v.rules.units.types.iter().filter(|(_, k)| k.hits > 0) {
        let (kinds, at): (&[SiteKind], _) = match kind.domain {
            Domain::Land => (&[SiteKind::Land], "land"),
            Domain::Sea => (&[SiteKind::Sea], "sea"),
            Domain::Air => (&[SiteKind::Land, SiteKind::Sea], "land and sea"),
            Domain::Facility => continue,
        };
        let plans = kinds.iter().flat_map(|kind| battles.plans_of(*kind));
        let mut plans = plans.peekable();
        let fights = |plan| battles.plans[plan].participants.has(id);
        if plans.peek().is_some() && !plans.any(fights) {
            let message = format!("`{}` takes part in no {at} battle", kind.name);
            let help =
                "add it to `takes part` of the plan, or say `hits = 0` if nothing can hit it";
            found
                .note(message, v.places.units[id], "this unit type")
                .advise(help);
        }
    }
}

/// The unit types with a price.
fn priced<'v>(v: &View<'v>) -> impl Iterator<Item = (UnitTypeId, &'v UnitType)> {
    v.rules.units.types.iter().filter(|(_, k)| k.cost.is_some())
}

/// Who may buy the type at some time.
fn buyers(v: &View<'_>, kind: UnitTypeId) -> PowerSet {
    let rows = v.rules.economy.purchases.iter();
    rows.filter(|p| p.verdict == Verdict::Allow && p.units.has(kind) && !v.reason.never(&p.when))
        .fold(PowerSet::EMPTY, |all, p| all.union(p.by))
}
