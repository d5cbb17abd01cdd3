//! Powers and what their turns lack.

use super::{Found, View};
use sandtable_rules::PhaseKind;

/// Players without a turn.
pub fn turnless_power(v: &View<'_>, found: &mut Found) {
    let powers = v.rules.powers.powers.iter();
    for (id, power) in powers.filter(|(id, p)| p.plays && !v.rules.turn.order.contains(id)) {
        let message = format!("`{}` has a player but no turn", power.name);
        found
            .note(message, v.places.powers[id], "this power")
            .advise("add it to the order of play, or say `plays = false`");
    }
}

/// Capitals in other hands when the game starts.
pub fn captive_capital(v: &View<'_>, found: &mut Found) {
    for (id, space) in v.rules.board.spaces.iter() {
        if let Some(power) = space.capital_of
            && space.start != Some(power)
        {
            let name = &v.rules.powers[power].name;
            let message = format!("`{name}` does not hold its capital when the game starts");
            found.note(message, v.places.spaces[id], "this is its capital");
        }
    }
}

/// Things that a pack permits and that no phase lets a power do.
pub fn missing_phase(v: &View<'_>, found: &mut Found) {
    let turn = &v.rules.turn;
    let buys = !v.rules.economy.purchases.is_empty();
    let fights = turn.first(PhaseKind::CombatMove).is_some();
    let pays = !v.rules.acts.objectives.is_empty();
    let (bought, moved) = ("units may be bought", "there is a phase of combat moves");
    for (needed, kind, why) in [
        (buys, PhaseKind::Purchase, bought),
        (buys, PhaseKind::Mobilize, bought),
        (fights, PhaseKind::Combat, moved),
        (pays, PhaseKind::Income, "there are objectives"),
    ] {
        if needed && turn.first(kind).is_none() {
            let does = kind.words();
            found
                .note_of_all(format!("{why}, but no phase does `{does}`"))
                .advise(format!("say `phase … does {does}` in `turn {{ … }}`"));
        }
    }
}
