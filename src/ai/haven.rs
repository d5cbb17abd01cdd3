//! What aircraft stand to lose by an attack: where they come down afterwards foes may be near.

use std::collections::BTreeMap;

use super::scratch::Scratch;
use sandtable_kernel::UnitIx;
use sandtable_rules::SpaceId;

/// What the aircraft among these units stand to lose by an attack on a space, in IPC: by how much likelier they are lost
/// where they come down then than where they could have gone without it.
pub fn stake(
    scratch: &Scratch<'_>,
    target: SpaceId,
    sent: impl IntoIterator<Item = UnitIx>,
) -> f64 {
    let (look, rules) = (scratch.look(), scratch.rules);
    let mut known: BTreeMap<(SpaceId, u8), f64> = BTreeMap::new();
    let mut hazard = |from, left| {
        let least = || least_hazard(scratch, from, left);
        *known.entry((from, left)).or_insert_with(least)
    };
    let mut stake = 0.0;
    for ix in sent {
        let unit = scratch.state.unit(ix);
        if !rules.units.air.has(unit.kind) || rules.units[unit.kind].one_way {
            continue;
        }
        let points = look.points(ix);
        let flown = rules.board.distance(unit.space, target).unwrap_or(points);
        let there = hazard(target, points.saturating_sub(flown));
        if there > 0.0 {
            let more = there - hazard(unit.space, points);
            stake += more.max(0.0) * scratch.profile.cost[unit.kind];
        }
    }
    stake
}

/// The chance that an aircraft is lost that has so many steps left, where that is least: on friendly ground as it is guarded
/// now. A deck that can come to meet it is taken for safe.
fn least_hazard(scratch: &Scratch<'_>, from: SpaceId, left: u8) -> f64 {
    let (look, rules) = (scratch.look(), scratch.rules);
    let near = |s: SpaceId, left| rules.board.distance(from, s).is_some_and(|d| d <= left);
    let decks = scratch.own(scratch.state.all());
    let mut decks = decks.filter(|(_, u)| rules.units.decks.has(u.kind));
    if decks.any(|(ix, u)| near(u.space, left.saturating_add(look.points(ix)))) {
        return 0.0;
    }
    let ground = rules.board.land.iter();
    let ground = ground.filter(|s| near(*s, left) && look.safe_ground(*s));
    let mut least = 1.0_f64;
    for space in ground {
        least = least.min(look.hazard(space));
        if least <= 0.0 {
            break;
        }
    }
    least
}
