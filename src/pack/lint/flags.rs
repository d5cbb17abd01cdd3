//! Flags and counters that are asked for but never change, or change but are never asked for.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{Cond, CounterId, Effect, Id, Rules};
use std::collections::BTreeSet;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    // A script may read and write whatever it likes.
    if !rules.specials.is_empty() {
        return;
    }
    let (mut asked, mut changed) = (BTreeSet::new(), BTreeSet::new());
    conditions(rules).for_each(|cond| counters(cond, &mut asked));
    rules.acts.triggers.values().for_each(|t| effects(&t.effects, &mut changed));
    for (id, counter) in rules.counters.iter() {
        let (read, written) = (asked.contains(&id), changed.contains(&id));
        let message = match (read, written) {
            (true, true) => continue,
            (true, false) => format!("`{}` is asked for, but nothing ever changes it", counter.name),
            (false, true) => format!("`{}` is changed, but nothing ever asks for it", counter.name),
            (false, false) => format!("`{}` is declared, but never used", counter.name),
        };
        problems.push(Problem::warning("pack/unused", message).at(places.counters[id.index()], "declared here"));
    }
}

/// Every condition of a pack.
fn conditions(rules: &Rules) -> impl Iterator<Item = &Cond> {
    let acts = &rules.acts;
    let own = acts.objectives.values().map(|o| &o.when).chain(acts.triggers.values().map(|t| &t.when));
    let own = own.chain(acts.victories.iter().map(|v| &v.when)).chain(rules.clocks.values().map(|c| &c.cond));
    let politics =
        rules.politics.declarations.iter().map(|d| &d.when).chain(rules.politics.guardianships.iter().map(|g| &g.when));
    let moves = rules.movement.permissions.iter().map(|p| &p.when).chain(rules.economy.purchases.iter().map(|p| &p.when));
    let rest = rules.turn.phases.values().map(|p| &p.skip).chain(rules.battles.modifiers.iter().map(|m| &m.when));
    own.chain(politics).chain(moves).chain(rest)
}

fn counters(cond: &Cond, found: &mut BTreeSet<CounterId>) {
    match cond {
        Cond::Counter(id, ..) => {
            found.insert(*id);
        }
        Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|c| counters(c, found)),
        Cond::Not(part) => counters(part, found),
        _ => {}
    }
}

fn effects(list: &[Effect], found: &mut BTreeSet<CounterId>) {
    for effect in list {
        match effect {
            Effect::SetCounter(id, _) | Effect::AddCounter(id, _) => {
                found.insert(*id);
            }
            Effect::Offer(.., inner) => effects(inner, found),
            _ => {}
        }
    }
}
