//! What a power can send out: its units that may move, by equal ones, and which of them have a task.

use std::collections::BTreeSet;

use super::scratch::Scratch;
use sandtable_kernel::{Intent, Order, UnitIx, moves};
use sandtable_rules::{SpaceId, UnitTypeId, UnitTypeSet};

/// Equal units and where they may go.
pub struct Mover {
    /// The units.
    pub units: Vec<UnitIx>,
    /// Their type.
    pub kind: UnitTypeId,
    /// Where they are.
    pub from: SpaceId,
    /// Where they may go, on which path, and what for.
    pub ways: Vec<(Vec<SpaceId>, Intent)>,
}

impl Mover {
    /// Every group of equal units of these types that has a legal move.
    pub fn read(scratch: &Scratch<'_>, kinds: UnitTypeSet) -> Vec<Self> {
        let me = scratch.me;
        let state = &scratch.state;
        let mut movers: Vec<Self> = Vec::new();
        for order in moves(scratch.cx(), kinds).unwrap_or_default() {
            let Order::Move {
                units,
                path,
                intent,
            } = order
            else {
                continue;
            };
            let [first] = units[..] else { continue };
            let unit = state.unit(first);
            if let Some(mover) = movers.iter_mut().rev().find(|m| m.units[0] == first) {
                mover.ways.push((path, intent));
                continue;
            }
            let alike = |ix: UnitIx, u: &sandtable_kernel::Unit| {
                ix == first || (u == unit && !state.laden(ix) && !state.laden(first))
            };
            let near = state.units_in(unit.space);
            let equal = near.filter(|(ix, u)| u.owner == me && alike(*ix, u));
            let equal: Vec<UnitIx> = equal.map(|(ix, _)| ix).collect();
            movers.push(Self {
                units: equal,
                kind: unit.kind,
                from: unit.space,
                ways: vec![(path, intent)],
            });
        }
        // The representative comes first, whatever its index.
        movers
    }

    /// The way to a space, attacking there if that can be chosen.
    pub fn way(&self, to: SpaceId) -> Option<&(Vec<SpaceId>, Intent)> {
        let ways = self.ways.iter();
        let ways = ways.filter(|(path, _)| path.last() == Some(&to));
        ways.max_by_key(|(_, intent)| *intent == Intent::Attack)
    }
}

/// What can still be sent out.
pub struct Force {
    /// The groups that have somewhere to go.
    pub movers: Vec<Mover>,
    /// Units with a task.
    pub busy: BTreeSet<UnitIx>,
    /// Units that guard what is dear.
    kept: BTreeSet<UnitIx>,
    /// Units that a capital calls for.
    called: BTreeSet<UnitIx>,
}

impl Force {
    /// Everything that may move now.
    pub fn read(scratch: &Scratch<'_>) -> Self {
        Self {
            movers: Mover::read(scratch, scratch.rules.units.types.ids().collect()),
            busy: BTreeSet::new(),
            kept: scratch.look().garrisons(),
            called: scratch.look().reserves(None).into_keys().collect(),
        }
    }

    /// The units that must guard what is dear even if all goes well in a space.
    pub fn stay(&self, scratch: &Scratch<'_>, to: SpaceId) -> BTreeSet<UnitIx> {
        let look = scratch.look();
        let mut stay = look.garrisons_after(&self.kept, to);
        match self.called.is_empty() || look.enemies(to).is_empty() {
            true => stay.extend(&self.called),
            false => stay.extend(look.reserves(Some(to)).into_keys()),
        }
        stay
    }

    /// The free units that can go to a space, with the mover they belong to; but for those that must guard what is
    /// dear even if all goes well there.
    pub fn able(&self, scratch: &Scratch<'_>, to: SpaceId) -> Vec<(UnitIx, usize)> {
        let stay = self.stay(scratch, to);
        let there = self
            .movers
            .iter()
            .enumerate()
            .filter(|(_, m)| m.way(to).is_some());
        there
            .flat_map(|(i, m)| {
                m.units
                    .iter()
                    .filter(|u| !self.busy.contains(u) && !stay.contains(u))
                    .map(move |u| (*u, i))
            })
            .collect()
    }

    /// Sends units to a space, group by group; those that may not go stay. Returns who went.
    pub fn send(
        &mut self,
        scratch: &mut Scratch<'_>,
        to: SpaceId,
        units: &[(UnitIx, usize)],
    ) -> Vec<UnitIx> {
        self.send_on(scratch, to, units, Scratch::go)
    }

    /// The same, on what `go` gives as an order for units, their way and what it is for.
    pub fn send_on<'a>(
        &mut self,
        scratch: &mut Scratch<'a>,
        to: SpaceId,
        units: &[(UnitIx, usize)],
        go: impl Fn(&mut Scratch<'a>, Vec<UnitIx>, Vec<SpaceId>, Intent) -> bool,
    ) -> Vec<UnitIx> {
        let mut sent = Vec::new();
        let mut groups: Vec<usize> = units.iter().map(|(_, m)| *m).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let Some((path, intent)) = self.movers[group].way(to).cloned() else {
                continue;
            };
            let members = units.iter().filter(|(_, m)| *m == group);
            let members: Vec<UnitIx> = members.map(|(u, _)| *u).collect();
            let mut goes = |units| go(scratch, units, path.clone(), intent);
            if goes(members.clone()) {
                sent.extend(members);
            } else if members.len() > 1 {
                sent.extend(members.into_iter().filter(|u| goes(vec![*u])));
            }
        }
        self.busy.extend(&sent);
        sent
    }
}
