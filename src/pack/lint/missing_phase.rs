//! Things that a pack permits and that no phase lets a power do.

use super::{Found, View};
use sandtable_rules::PhaseKind;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let has = |kind| v.rules.turn.phases.values().any(|p| p.kind == kind);
    let buys = !v.rules.economy.purchases.is_empty();
    let fights = has(PhaseKind::CombatMove);
    let pays = !v.rules.acts.objectives.is_empty();
    let (bought, moved) = ("units may be bought", "there is a phase of combat moves");
    for (needed, kind, does, why) in [
        (buys, PhaseKind::Purchase, "purchase", bought),
        (buys, PhaseKind::Mobilize, "mobilize", bought),
        (fights, PhaseKind::Combat, "combat", moved),
        (
            pays,
            PhaseKind::Income,
            "collect income",
            "there are objectives",
        ),
    ] {
        if needed && !has(kind) {
            found
                .note_of_all(format!("{why}, but no phase does `{does}`"))
                .advise(format!("say `phase … does {does}` in `turn {{ … }}`"));
        }
    }
}
