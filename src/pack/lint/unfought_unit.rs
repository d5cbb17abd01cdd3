//! Unit types that take hits and take part in no battle where they go.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Domain, Id, PlanId, Rules};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    let battles = &rules.battles;
    for (id, kind) in rules.units.types.iter().filter(|(_, k)| k.hits > 0) {
        let (plans, at): (Vec<PlanId>, _) = match kind.domain {
            Domain::Land => (battles.land.into_iter().collect(), "land"),
            Domain::Sea => (battles.sea.into_iter().collect(), "sea"),
            Domain::Air => (
                battles.land.into_iter().chain(battles.sea).collect(),
                "land and sea",
            ),
            Domain::Facility => continue,
        };
        if !plans.is_empty()
            && plans
                .iter()
                .all(|plan| !battles.plans[*plan].participants.has(id))
        {
            let message = format!("`{}` takes part in no {at} battle", kind.name);
            let problem = Problem::warning("lint/unfought-unit", message)
                .at(places.units[id.index()], "this unit type");
            problems.push(problem.help(
                "add it to `takes part` of the plan, or say `hits = 0` if nothing can hit it",
            ));
        }
    }
}
