//! Flags and counters that are changed for nothing, or asked for nothing.

use super::{Found, Sort, View};
use sandtable_rules::{Cond, CounterId, Effect, Rules};
use std::collections::BTreeSet;

/// Flags and counters that no condition asks for.
pub fn unused_flag(v: &View<'_>, found: &mut Found) {
    let (asked, changed) = (asked(v.rules), changed(v.rules));
    let counters = v.rules.counters.iter();
    for (id, counter) in counters.filter(|(id, _)| !asked.contains(id)) {
        let name = &counter.name;
        let message = if changed.contains(&id) {
            format!("`{name}` is changed, but nothing ever asks for it")
        } else {
            format!("`{name}` is declared, but never used")
        };
        found
            .note(message, v.places.counters[id], "declared here")
            .unless_named(Sort::Counter, [name]);
    }
}

/// Flags and counters that are asked for, but that nothing changes.
pub fn constant_flag(v: &View<'_>, found: &mut Found) {
    let (asked, changed) = (asked(v.rules), changed(v.rules));
    for id in asked.difference(&changed) {
        let name = &v.rules.counters[*id].name;
        let message = format!("`{name}` is asked for, but nothing ever changes it");
        found
            .note(message, v.places.counters[*id], "declared here")
            .unless_named(Sort::Counter, [name])
            .advise("a trigger changes it: `then set flag …`, `then set counter … to …`");
    }
}

/// Every condition of a pack.
fn conditions(rules: &Rules) -> Vec<&Cond> {
    let (acts, politics) = (&rules.acts, &rules.politics);
    let mut all: Vec<&Cond> = acts.objectives.values().map(|o| &o.when).collect();
    all.extend(acts.triggers.values().map(|t| &t.when));
    all.extend(acts.victories.iter().map(|v| &v.when));
    all.extend(rules.clocks.values().map(|c| &c.cond));
    all.extend(politics.declarations.iter().map(|d| &d.when));
    all.extend(politics.guardianships.iter().map(|g| &g.when));
    all.extend(rules.movement.permissions.iter().map(|p| &p.when));
    all.extend(rules.economy.purchases.iter().map(|p| &p.when));
    all.push(&rules.economy.liberation);
    all.extend(rules.turn.phases.values().map(|p| &p.skip));
    all.extend(rules.battles.modifiers.iter().map(|m| &m.when));
    all.extend(rules.battles.plans.values().map(|p| &p.when));
    all.extend(rules.units.figures.iter().map(|f| &f.when));
    all.extend(rules.board.gates.iter().filter_map(|g| g.when.as_ref()));
    all
}

/// The flags and counters that conditions ask for.
fn asked(rules: &Rules) -> BTreeSet<CounterId> {
    let mut found = BTreeSet::new();
    let mut left = conditions(rules);
    while let Some(cond) = left.pop() {
        match cond {
            Cond::Counter(id, ..) => _ = found.insert(*id),
            Cond::All(parts) | Cond::Any(parts) => left.extend(parts),
            Cond::Not(part) => left.push(part),
            _ => {}
        }
    }
    found
}

/// The flags and counters that triggers change.
fn changed(rules: &Rules) -> BTreeSet<CounterId> {
    let counter = |effect: &Effect| match effect {
        Effect::SetCounter(id, _) | Effect::AddCounter(id, _) => Some(*id),
        _ => None,
    };
    super::effects(rules).filter_map(counter).collect()
}
