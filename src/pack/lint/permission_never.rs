//! Permissions and prohibitions that never apply.

use super::{Found, View};
use sandtable_rules::{SpaceFilter, UnitTypeSet};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (rules, places) = (v.rules, v.places);
    let nowhere = |spaces: &SpaceFilter| matches!(spaces, SpaceFilter::In(set) if set.is_empty());
    let moves = rules.movement.permissions.iter().zip(&places.permissions);
    let moves = moves.map(|(p, at)| (p.powers, p.units, nowhere(&p.spaces), &p.when, *at));
    let buys = rules.economy.purchases.iter().zip(&places.purchases);
    let buys = buys.map(|(p, at)| (p.by, p.units, false, &p.when, *at));
    let wars = rules.politics.declarations.iter().zip(&places.declarations);
    let wars = wars.map(|(d, at)| {
        let powers = if d.on.is_empty() { d.on } else { d.by };
        (powers, UnitTypeSet::FULL, false, &d.when, *at)
    });
    let mut last = None;
    for (powers, units, nowhere, when, at) in moves.chain(buys).chain(wars) {
        let why = match () {
            () if powers.is_empty() => "it is about no power",
            () if units.is_empty() => "it is about no unit type",
            () if nowhere => "it is about no place",
            () if v.reason.never(when) => "its condition never holds",
            () => continue,
        };
        // A sentence about several actions is several rows and one mistake.
        if last.replace(at) != Some(at) {
            found.note(format!("this never applies: {why}"), at, "this sentence");
        }
    }
}
