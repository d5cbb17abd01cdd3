//! Unit types that take hits and take part in no battle where they go.

use super::{Found, View};
use crate::rules::{Domain, Id};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let battles = &v.rules.battles;
    for (id, kind) in v.rules.units.types.iter().filter(|(_, k)| k.hits > 0) {
        let (plans, at) = match kind.domain {
            Domain::Land => ([battles.land, None], "land"),
            Domain::Sea => ([battles.sea, None], "sea"),
            Domain::Air => ([battles.land, battles.sea], "land and sea"),
            Domain::Facility => continue,
        };
        let mut plans = plans.into_iter().flatten().peekable();
        let fights = |plan| battles.plans[plan].participants.has(id);
        if plans.peek().is_some() && !plans.any(fights) {
            let message = format!("`{}` takes part in no {at} battle", kind.name);
            let help =
                "add it to `takes part` of the plan, or say `hits = 0` if nothing can hit it";
            found
                .note(message, v.places.units[id.index()], "this unit type")
                .advise(help);
        }
    }
}
