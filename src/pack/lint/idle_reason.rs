//! Reasons that nobody ever reads: those of permissions that leave nothing to refuse.

use super::{Found, View};
use sandtable_rules::{PowerSet, UnitTypeSet, Verdict};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (rules, places) = (v.rules, v.places);
    let powers: PowerSet = rules.powers.powers.ids().collect();
    let units: UnitTypeSet = rules.units.types.ids().collect();
    // What a movement permission does not allow is refused for other reasons than its own.
    let moves = rules.movement.permissions.iter().zip(&places.permissions);
    let moves = moves.map(|(p, at)| (p.verdict, &p.reason, true, *at));
    let buys = rules.economy.purchases.iter().zip(&places.purchases);
    let buys = buys.map(|(p, at)| {
        let all = units.within(&p.units) && v.reason.always(&p.when);
        (p.verdict, &p.reason, all, *at)
    });
    let wars = rules.politics.declarations.iter().zip(&places.declarations);
    let wars = wars.map(|(d, at)| {
        let all = powers.within(&d.on.union(d.by)) && v.reason.always(&d.when);
        (d.verdict, &d.reason, all, *at)
    });
    let mut last = None;
    for (verdict, reason, all, at) in moves.chain(buys).chain(wars) {
        let idle = verdict == Verdict::Allow && !reason.is_empty() && all;
        // A sentence about several actions is several rows and one mistake.
        if idle && last.replace(at) != Some(at) {
            found
                .note(
                    "nobody ever reads this `because`",
                    at,
                    "this allows, and refuses nothing",
                )
                .advise("give the reason where something is forbidden, or drop it");
        }
    }
}
