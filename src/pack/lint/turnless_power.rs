//! Players without a turn.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let powers = v.rules.powers.powers.iter();
    for (id, power) in powers.filter(|(id, p)| p.plays && !v.rules.turn.order.contains(id)) {
        let message = format!("`{}` has a player but no turn", power.name);
        found
            .note(message, v.places.powers[id], "this power")
            .advise("add it to the order of play, or say `plays = false`");
    }
}
