//! Things that a pack permits and that no phase lets a power do.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::{PhaseKind, Rules};

pub fn lint(rules: &Rules, _: &Places, problems: &mut Problems) {
    let has = |kind| rules.turn.phases.values().any(|p| p.kind == kind);
    let (buys, fights) = (
        !rules.economy.purchases.is_empty(),
        has(PhaseKind::CombatMove),
    );
    for (needed, kind, does, why) in [
        (buys, PhaseKind::Purchase, "purchase", "units may be bought"),
        (buys, PhaseKind::Mobilize, "mobilize", "units may be bought"),
        (
            fights,
            PhaseKind::Combat,
            "combat",
            "there is a phase of combat moves",
        ),
        (
            !rules.acts.objectives.is_empty(),
            PhaseKind::Income,
            "collect income",
            "there are objectives",
        ),
    ] {
        if needed && !has(kind) {
            let problem = Problem::warning(
                "lint/missing-phase",
                format!("{why}, but no phase does `{does}`"),
            );
            problems.push(problem.help(format!("say `phase … does {does}` in `turn {{ … }}`")));
        }
    }
}
