//! Facilities of the opening position that share a slot.

use super::{Found, View};
use sandtable_rules::SpaceId;
use std::collections::BTreeMap;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let mut slots: BTreeMap<(SpaceId, u8), usize> = BTreeMap::new();
    for (row, units) in v.rules.setup.units.iter().enumerate() {
        let kind = &v.rules.units[units.kind];
        let Some(facility) = &kind.facility else {
            continue;
        };
        let first = slots.insert((units.space, facility.slot), row);
        if units.count > 1 || first.is_some() {
            let (space, kind) = (&v.rules.board.spaces[units.space].name, &kind.name);
            let message =
                format!("`{space}` has no room for `{kind}`: it holds one facility of each kind");
            let note = found.note(message, v.places.setup[row], "one too many");
            if let Some(first) = first {
                note.and(v.places.setup[first], "the first one");
            }
        }
    }
}
