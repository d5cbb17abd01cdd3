//! Noncombat moves over land: towards the nearest enemy, in stacks that hold, and to the ports
//! where there is no way to him over land.

use std::collections::BTreeSet;

use super::army::Army;
use super::attack::Mover;
use super::look::Look;
use super::profile::FAR;
use super::scratch::Scratch;
use crate::kernel::{Order, UnitIx};
use crate::rules::{Id, SpaceId};

/// Plans them.
pub fn plan(scratch: &mut Scratch<'_>) {
    let land = scratch.rules.units.land;
    let look = scratch.look();
    let mut stay: BTreeSet<UnitIx> = scratch
        .rules
        .board
        .land
        .iter()
        .flat_map(|s| look.garrison(s))
        .collect();
    let ports = ports(&look);
    let movers: Vec<Mover> = Mover::read(scratch)
        .into_iter()
        .filter(|m| land.has(m.kind))
        .collect();
    // The nearest to the enemy go first, so that those behind join them.
    let mut order: Vec<usize> = (0..movers.len()).collect();
    order.sort_by_key(|i| (look.front(movers[*i].from), movers[*i].from, *i));
    for mover in order.into_iter().map(|i| &movers[i]) {
        let look = scratch.look();
        let free: Vec<UnitIx> = mover
            .units
            .iter()
            .copied()
            .filter(|u| !stay.contains(u))
            .collect();
        let Some(path) = best(&look, &ports, mover, free.len()) else {
            continue;
        };
        let (_, intent) = mover.ways[0];
        if !free.is_empty()
            && scratch.give(Order::Move {
                units: free.clone(),
                path,
                intent,
            })
        {
            stay.extend(free);
        }
    }
}

/// Own territories on a coast where units are built, or any on a coast where there are none such.
pub fn ports(look: &Look<'_>) -> Vec<SpaceId> {
    let (board, state) = (&look.cx.rules.board, look.cx.state);
    let own: Vec<SpaceId> = board
        .land
        .iter()
        .filter(|s| state.owner(*s) == Some(look.me) && look.coast(*s).next().is_some())
        .collect();
    let builds = |s: &SpaceId| crate::kernel::production_room(look.cx, look.me, *s) > 0;
    let built: Vec<SpaceId> = own.iter().copied().filter(builds).collect();
    if built.is_empty() { own } else { built }
}

/// The way to the best place in reach, if it is better than where the group stands.
fn best(look: &Look<'_>, ports: &[SpaceId], mover: &Mover, count: usize) -> Option<Vec<SpaceId>> {
    let distance = |space: SpaceId| match look.front(space) {
        FAR => ports
            .iter()
            .map(|p| look.profile.land_steps(space, *p))
            .min()
            .unwrap_or(FAR),
        steps => steps,
    };
    let here = distance(mover.from);
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    let ways = mover
        .ways
        .iter()
        .filter_map(|(path, _)| path.last().map(|to| (*to, path)));
    let closer = ways.filter(|(to, _)| distance(*to) < here && stands(look, *to, mover, count));
    // Of equally near places the one where most stand already.
    let stack = |to: SpaceId| look.guard(to).hits(look.cx.rules);
    closer
        .min_by(|(a, _), (b, _)| {
            distance(*a)
                .cmp(&distance(*b))
                .then(stack(*b).total_cmp(&stack(*a)))
                .then(a.index().cmp(&b.index()))
        })
        .map(|(_, path)| path.clone())
}

/// Whether the group and those who stand there would hold the place, or the enemy is not near.
fn stands(look: &Look<'_>, to: SpaceId, mover: &Mover, count: u16) -> bool {
    if look.front(to) > 2 {
        return true;
    }
    let mut army: Army = look.guard(to);
    army.push(mover.kind, count);
    // Others of the same territory come along: half of them count.
    for kind in look.cx.rules.units.land.iter().filter(|k| *k != mover.kind) {
        army.push(kind, look.guard(mover.from).units.count(kind) / 2);
    }
    look.holds(to, &army)
}
