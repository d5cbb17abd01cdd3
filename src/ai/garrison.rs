//! What a power keeps back: the capitals that it must hold, who stays for them and for what else is dear, and whom they
//! call for.

use std::collections::{BTreeMap, BTreeSet};

use super::army::Army;
use super::look::Look;
use sandtable_kernel::{Standing, Unit, UnitIx};
use sandtable_rules::{Domain, SpaceId, UnitTypeId};

impl<'a> Look<'a> {
    /// The capitals of the power.
    pub fn capitals(&self) -> impl Iterator<Item = SpaceId> + use<'a> {
        let powers = &self.cx.rules.powers;
        let economies = powers[self.me].economies.iter();
        economies.filter_map(|e| powers.economies[*e].capital)
    }

    /// Whether a territory is a capital of the power.
    pub fn is_capital(&self, space: SpaceId) -> bool {
        self.capitals().any(|c| c == space)
    }

    /// Own ground units that should stay where they are.
    pub fn garrisons(&self) -> BTreeSet<UnitIx> {
        let land = self.cx.rules.board.land.iter();
        land.flat_map(|s| self.garrison(s, None)).collect()
    }

    /// Own units that a capital calls for, and which: aircraft there and ground units near it without which it would fall
    /// and with which it would not, the cheapest first; once the foes in a space are beaten, if one is named.
    pub fn reserves(&self, beaten: Option<SpaceId>) -> BTreeMap<UnitIx, SpaceId> {
        let mine = |c: &SpaceId| self.cx.standing(*c, self.me) == Standing::Friendly;
        let mut all = BTreeMap::new();
        for capital in self.capitals().filter(mine) {
            let threats = self.threats_once(capital, beaten);
            // Against all foes together if that can be, else against the most dangerous.
            let called = self.call(capital, &threats.joint);
            let called = called.or_else(|| self.call(capital, &threats.worst));
            all.extend(called.into_iter().flatten().map(|unit| (unit, capital)));
        }
        all
    }

    /// Those with whom a capital withstands an army; nothing where it does not with all of them.
    fn call(&self, capital: SpaceId, threat: &Army) -> Option<Vec<UnitIx>> {
        let near = self.near_by(capital);
        let mut guard = self.reinforced(capital);
        let flown = near.iter().filter(|(_, u)| u.space == capital);
        flown.for_each(|(_, u)| guard.units.lose(u.kind));
        let mut near: Vec<_> = near.into_iter().map(|(ix, _)| ix).collect();
        self.cheapest_first(&mut near);
        let mut called = Vec::new();
        for ix in near {
            if self.withstands(capital, &guard, threat) {
                return Some(called);
            }
            guard.push(self.cx.state.unit(ix).kind, 1);
            called.push(ix);
        }
        self.withstands(capital, &guard, threat).then_some(called)
    }

    /// Puts the cheapest units first.
    pub fn cheapest_first(&self, units: &mut [UnitIx]) {
        let cost = |ix: &UnitIx| self.profile.cost[self.cx.state.unit(*ix).kind];
        units.sort_by(|a, b| cost(a).total_cmp(&cost(b)).then(a.cmp(b)));
    }

    /// Whether a ground unit elsewhere could walk to a territory in one turn.
    pub fn walks(&self, unit: &Unit, space: SpaceId) -> bool {
        let kind = &self.cx.rules.units[unit.kind];
        let steps = self.profile.land_steps(unit.space, space);
        kind.domain == Domain::Land && (1..=kind.moves).contains(&steps)
    }

    /// Own aircraft in a territory, and ground units elsewhere that could walk to it in one turn.
    fn near_by(&self, space: SpaceId) -> Vec<(UnitIx, &'a Unit)> {
        let rules = self.cx.rules;
        let near = |u: &Unit| match rules.units[u.kind].domain {
            Domain::Air => u.space == space,
            _ => self.walks(u, space),
        };
        let units = self.cx.state.all();
        units
            .filter(|(_, u)| u.owner == self.me && near(u))
            .collect()
    }

    /// Who guards a territory, with what was bought and can be placed there.
    pub fn reinforced(&self, space: SpaceId) -> Army {
        let units = &self.cx.rules.units;
        let defends = |kind| !units.sea.has(kind) && !units.facilities.has(kind);
        let mut guard = self.guard(space);
        let mut room = self.room(space);
        for bought in &self.cx.state.bought {
            let count = bought.count.min(room);
            if defends(bought.kind) && count > 0 {
                guard.push(bought.kind, count);
                room -= count;
            }
        }
        guard
    }

    /// Those of these that should stay even once the foes in a space are beaten.
    pub fn garrisons_after(&self, kept: &BTreeSet<UnitIx>, beaten: SpaceId) -> BTreeSet<UnitIx> {
        /// Nobody comes from farther away in one turn.
        const NEAR: u8 = 3;
        let mut stay = kept.clone();
        if self.enemies(beaten).is_empty() {
            return stay;
        }
        let board = &self.cx.rules.board;
        let near = |s: &SpaceId| board.distance(*s, beaten).is_some_and(|d| d <= NEAR);
        let held = |ix: &UnitIx| self.cx.state.unit(*ix).space;
        let guarded: BTreeSet<SpaceId> = kept.iter().map(held).filter(near).collect();
        stay.retain(|ix| !guarded.contains(&held(ix)));
        for space in guarded {
            stay.extend(self.garrison(space, Some(beaten)));
        }
        stay
    }

    /// Own ground units that should stay in a territory because it would fall without them: its
    /// takers in the order of their price until it holds, once those in another space are beaten if one is named. Only for what is worth the men, and, but
    /// for the capital, only where it can be held at all.
    pub fn garrison(&self, space: SpaceId, beaten: Option<SpaceId>) -> Vec<UnitIx> {
        let rules = self.cx.rules;
        let mine = self.is_capital(space);
        let mut kept = Vec::new();
        let dear = mine || self.dear(space);
        if !dear || self.cx.standing(space, self.me) != Standing::Friendly {
            return kept;
        }
        let units = self.cx.state.units_in(space);
        let mut army = self.allied(space);
        let mut own: Vec<UnitIx> = units
            .filter(|(_, u)| u.owner == self.me && rules.units.land.has(u.kind))
            .map(|(ix, _)| ix)
            .collect();
        self.cheapest_first(&mut own);
        let threats = self.threats_once(space, beaten);
        let threat = match mine {
            true => &threats.joint,
            false => &threats.worst,
        };
        for ix in own {
            // One always stays: nobody walks in.
            if !kept.is_empty() && self.withstands(space, &army, threat) {
                return kept;
            }
            army.push(self.cx.state.unit(ix).kind, 1);
            kept.push(ix);
        }
        if !mine && !self.withstands(space, &army, threat) {
            kept.truncate(1);
        }
        kept
    }

    /// Whether a territory is worth a garrison: a city of victory, or one where units are built.
    pub fn dear(&self, space: SpaceId) -> bool {
        let builds = |kind: UnitTypeId| self.cx.rules.units[kind].production().is_some();
        let mut units = self.cx.state.units_in(space);
        self.cx.rules.board.spaces[space].city.is_some() || units.any(|(_, u)| builds(u.kind))
    }
}
