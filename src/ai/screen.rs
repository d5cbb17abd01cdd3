//! Warships off a beach: a capital that was taken is not landed in again before they are beaten.

use std::collections::BTreeSet;

use super::army::Army;
use super::escort::summon;
use super::scratch::Scratch;
use sandtable_kernel::{Standing, UnitIx};
use sandtable_rules::SpaceId;

/// Posts them where a foe's capital would be lost again to a landing.
pub fn plan(scratch: &mut Scratch<'_>) {
    let (look, board) = (scratch.look(), &scratch.rules.board);
    let taken = |s: &SpaceId| {
        let foes = board.spaces[*s]
            .capital_of
            .is_some_and(|p| look.foes.has(p));
        foes && look.cx.standing(*s, look.me) == Standing::Friendly
    };
    let taken: Vec<SpaceId> = board.land.iter().filter(taken).collect();
    for space in taken {
        if falls_to_landings(scratch, space) {
            shield(scratch, space);
        }
    }
}

/// Whether a territory does not hold, and would if nobody could land there.
fn falls_to_landings(scratch: &Scratch<'_>, space: SpaceId) -> bool {
    let look = scratch.look();
    let guard = look.reinforced(space);
    !look.holds(space, &guard) && look.withstands(space, &guard, &look.overland(space))
}

/// Sends warships to every zone from which foes could land in a territory, and posts them there: to all of these, or to none.
fn shield(scratch: &mut Scratch<'_>, space: SpaceId) {
    let look = scratch.look();
    let zones: Vec<SpaceId> = look.coast(space).filter(|z| look.lands_from(*z)).collect();
    let transports = scratch.rules.units.transports;
    let fought = scratch.rules.movement.hostile_zone.minus(transports);
    let (mark, posted) = (scratch.mark(), scratch.posted.clone());
    for zone in zones {
        let enough = |there: &Army| {
            !there.units.only(fought).is_empty() && scratch.look().holds(zone, there)
        };
        let Some((guards, _)) = summon(scratch, zone, &BTreeSet::new(), enough) else {
            scratch.back(mark);
            scratch.posted = posted;
            return;
        };
        guards.into_iter().for_each(|group| group.go(scratch, zone));
        let own = scratch.own(scratch.state.units_in(zone));
        let there = own.filter(|(_, u)| fought.has(u.kind)).map(|(ix, _)| ix);
        let there: Vec<UnitIx> = there.collect();
        scratch.posted.extend(there);
    }
}
