//! Ways through a pack that several lints take.

use sandtable_rules::{Cond, CounterId, Effect, Rules};
use std::collections::BTreeSet;

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
pub fn asked(rules: &Rules) -> BTreeSet<CounterId> {
    fn look(cond: &Cond, found: &mut BTreeSet<CounterId>) {
        match cond {
            Cond::Counter(id, ..) => _ = found.insert(*id),
            Cond::All(parts) | Cond::Any(parts) => parts.iter().for_each(|c| look(c, found)),
            Cond::Not(part) => look(part, found),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let all = conditions(rules).into_iter();
    all.for_each(|cond| look(cond, &mut found));
    found
}

/// The flags and counters that triggers change.
pub fn changed(rules: &Rules) -> BTreeSet<CounterId> {
    let counter = |effect: &Effect| match effect {
        Effect::SetCounter(id, _) | Effect::AddCounter(id, _) => Some(*id),
        _ => None,
    };
    effects(rules).filter_map(counter).collect()
}

/// Every effect of the triggers of a pack.
pub fn effects(rules: &Rules) -> impl Iterator<Item = &Effect> {
    let triggers = rules.acts.triggers.values();
    triggers.flat_map(|t| each_effect(&t.effects))
}

/// Every effect of a list, those that are offered among them.
pub fn each_effect(list: &[Effect]) -> Vec<&Effect> {
    let mut all = Vec::new();
    for effect in list {
        all.push(effect);
        if let Effect::Offer(.., inner) = effect {
            all.extend(each_effect(inner));
        }
    }
    all
}
