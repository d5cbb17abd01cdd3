//! Pieces of the opening position with more damage than they can take.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let kind = &v.rules.units[units.kind];
        let facility = kind.facility.as_ref();
        let most = facility.map_or(kind.hits.saturating_sub(1), |f| f.max_damage);
        if units.damage > most {
            let (name, damage) = (&kind.name, units.damage);
            let message = format!("`{name}` takes at most {most} damage, not {damage}");
            found.note(message, v.places.setup[row], "placed here");
        }
    }
}
