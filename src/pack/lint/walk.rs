//! Ways through a pack that several lints take.

use sandtable_rules::{Cond, CounterId, Effect, Rules};
use std::collections::BTreeSet;

/// Every condition of a pack.
fn conditions(rules: &Rules) -> impl Iterator<Item = &Cond> {
    let acts = &rules.acts;
    let own = acts
        .objectives
        .values()
        .map(|o| &o.when)
        .chain(acts.triggers.values().map(|t| &t.when));
    let own = own
        .chain(acts.victories.iter().map(|v| &v.when))
        .chain(rules.clocks.values().map(|c| &c.cond));
    let politics = rules
        .politics
        .declarations
        .iter()
        .map(|d| &d.when)
        .chain(rules.politics.guardianships.iter().map(|g| &g.when));
    let moves = rules
        .movement
        .permissions
        .iter()
        .map(|p| &p.when)
        .chain(rules.economy.purchases.iter().map(|p| &p.when));
    let gates = rules.board.gates.iter().filter_map(|g| g.when.as_ref());
    let rest = rules
        .turn
        .phases
        .values()
        .map(|p| &p.skip)
        .chain(rules.battles.modifiers.iter().map(|m| &m.when))
        .chain(rules.units.figures.iter().map(|f| &f.when));
    own.chain(politics).chain(moves).chain(rest).chain(gates)
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
    conditions(rules).for_each(|cond| look(cond, &mut found));
    found
}

/// The flags and counters that triggers change.
pub fn changed(rules: &Rules) -> BTreeSet<CounterId> {
    let mut found = BTreeSet::new();
    for trigger in rules.acts.triggers.values() {
        each_effect(&trigger.effects, &mut |effect| {
            if let Effect::SetCounter(id, _) | Effect::AddCounter(id, _) = effect {
                found.insert(*id);
            }
        });
    }
    found
}

/// Every effect of a list, those that are offered among them.
pub fn each_effect<'e>(list: &'e [Effect], look: &mut impl FnMut(&'e Effect)) {
    for effect in list {
        look(effect);
        if let Effect::Offer(.., inner) = effect {
            each_effect(inner, look);
        }
    }
}
