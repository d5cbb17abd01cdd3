//! Noncombat moves over land: each group towards the place it is allotted to, in stacks that hold.

use std::collections::BTreeMap;

use super::allot::Allotment;
use super::army::Army;
use super::force::Mover;
use super::look::Look;
use super::scratch::Scratch;
use sandtable_kernel::UnitIx;
use sandtable_rules::{Id, SpaceId};

/// Plans them.
pub fn plan(scratch: &mut Scratch<'_>) {
    let land = scratch.rules.units.land;
    let allotted = Allotment::new(scratch);
    let look = scratch.look();
    let movers = Mover::read(scratch, land);
    // The nearest to the enemy go first, so that those behind join them.
    let mut order: Vec<usize> = (0..movers.len()).collect();
    order.sort_by_key(|i| (look.front(movers[*i].from), movers[*i].from, *i));
    for mover in order.into_iter().map(|i| &movers[i]) {
        let mut groups: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
        for unit in &mover.units {
            if let Some(goal) = allotted.goal(*unit) {
                groups.entry(goal.at).or_default().push(*unit);
            }
        }
        for (goal, units) in groups {
            if let Some(path) = best(&scratch.look(), goal, mover, units.len()) {
                scratch.go(units, path, mover.ways[0].1);
            }
        }
    }
}

/// Own territories on a coast where units are built, or any on a coast where there are none such.
pub fn ports(look: &Look<'_>) -> Vec<SpaceId> {
    let (board, state) = (&look.cx.rules.board, look.cx.state);
    let coastal = |s: &SpaceId| look.coast(*s).next().is_some();
    let own = |s: &SpaceId| state.owner(*s) == Some(look.me) && coastal(s);
    let own: Vec<SpaceId> = board.land.iter().filter(own).collect();
    let built = own.iter().copied().filter(|s| look.room(*s) > 0);
    let built: Vec<SpaceId> = built.collect();
    if built.is_empty() { own } else { built }
}

/// The way to the place in reach that is nearest to a goal, if it is nearer than where the group stands.
fn best(look: &Look<'_>, goal: SpaceId, mover: &Mover, count: usize) -> Option<Vec<SpaceId>> {
    let distance = |space: SpaceId| look.profile.land_steps(space, goal);
    let here = distance(mover.from);
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    let ways = mover.ways.iter();
    let ways = ways.filter_map(|(path, _)| path.last().map(|to| (*to, path)));
    // A capital is gone to by all that can: they hold it together.
    let called = |to: SpaceId| to == goal && look.is_capital(to);
    let sure = |to: SpaceId| called(to) || stands(look, to, mover, count);
    let closer = ways.filter(|(to, _)| distance(*to) < here && sure(*to));
    // Of equally near places the one where most stand already.
    let stack = |to: SpaceId| look.guard(to).hits(look.cx.rules);
    let best = closer.min_by(|(a, _), (b, _)| {
        let nearer = distance(*a).cmp(&distance(*b));
        let larger = stack(*b).total_cmp(&stack(*a));
        nearer.then(larger).then(a.index().cmp(&b.index()))
    });
    best.map(|(_, path)| path.clone())
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
    look.holds(to, &army) || (!look.dear(to) && look.costs(to, &army))
}
