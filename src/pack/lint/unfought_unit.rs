//! Unit types that take hits and take part in no battle where they go.

use super::{Found, View};
use sandtable_rules::{Domain, SiteKind};

pub fn lint(v: &View<'_>, found: &mut Found) {
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
