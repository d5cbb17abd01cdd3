//! Pieces of the opening position that stand where they can never be.

use super::{Found, View};
use sandtable_rules::Domain;

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let space = &v.rules.board.spaces[units.space];
        let kind = &v.rules.units[units.kind];
        let sea = v.rules.board.is_sea(units.space);
        let why = match kind.domain {
            _ if space.closed => "nothing can be in a closed space",
            Domain::Land if sea => "land units are not at sea when the game starts",
            Domain::Facility if sea => "facilities stand on land",
            Domain::Sea if !sea => "sea units are not on land",
            _ => continue,
        };
        let message = format!("`{}` cannot be in `{}`: {why}", kind.name, space.name);
        found.note(message, v.places.setup[row], "placed here");
    }
}
