//! Unit types that can never come into the game.

use super::unbuyable_unit::buyers;
use super::{Places, walk};
use crate::diag::{Problem, Problems};
use crate::rules::{Effect, Id, Rules, UnitTypeSet};

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may put up whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let mut seen: UnitTypeSet = rules
        .setup
        .units
        .iter()
        .map(|row| row.kind)
        .chain(rules.militia)
        .collect();
    for trigger in rules.acts.triggers.values() {
        walk::each_effect(&trigger.effects, &mut |effect| {
            if let Effect::AddUnits(_, kind, ..) = effect {
                seen.insert(*kind);
            }
        });
    }
    let captured = rules
        .units
        .types
        .values()
        .filter_map(|kind| kind.facility.as_ref()?.captured_as);
    captured.for_each(|kind| seen.insert(kind));
    for (id, kind) in rules
        .units
        .types
        .iter()
        .filter(|(id, k)| k.cost.is_none() && !seen.has(*id))
    {
        let message = format!("`{}` can never come into the game", kind.name);
        let help = if buyers(rules, id).is_empty() {
            "it has no price and stands nowhere: give it a `cost` and a `permit … to buy …`, or put it into a `setup`"
        } else {
            "it may be bought, but has no price: give it a `cost`"
        };
        let problem = Problem::warning("lint/unobtainable-unit", message)
            .at(places.units[id.index()], "this unit type");
        problems.push(problem.help(help));
    }
}
