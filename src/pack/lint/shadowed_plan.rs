//! Battle plans by which nothing is ever fought, because an earlier one is for the same places and times.

use super::shadowed_permission::places_cover;
use super::{Found, View};
use sandtable_rules::{PlanId, SiteKind};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let battles = &v.rules.battles;
    for kind in [SiteKind::Raid, SiteKind::Sea, SiteKind::Land] {
        let plans: Vec<PlanId> = battles.plans_of(kind).collect();
        for (nth, id) in plans.iter().enumerate() {
            let plan = &battles.plans[*id];
            let covers = |first: &&PlanId| {
                let first = &battles.plans[**first];
                let holds = v.reason.always(&first.when) || first.when == plan.when;
                holds && places_cover(&first.spaces, &plan.spaces)
            };
            let at = |id: &PlanId| v.places.plans[*id];
            if let Some(first) = plans[..nth].iter().find(covers) {
                let message = format!("no battle is ever fought by `{}`", plan.name);
                found
                    .note(message, at(id), "this plan")
                    .and(at(first), "this one, which comes first, is for all that it is for")
                    .advise("a battle is fought by the first plan for its place and time: change the places or the `when` of one of them");
            } else if v.reason.never(&plan.when) {
                let message = format!("the `when` of the plan `{}` never holds", plan.name);
                found.note(message, at(id), "no battle is fought by it");
            }
        }
    }
}
