//! Across the sea: aboard, on, and ashore in one gesture.

use super::trial::Trial;
use super::{Does, Plan, classes};
use crate::language::fitting;
use sandtable_kernel::{Order, Unit, UnitIx, check, destinations, distinct};
use sandtable_rules::{Domain, HoldKind, SpaceId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl<'a> Plan<'a> {
    /// What is aboard goes ashore, with its ships or from where they are.
    pub(super) fn landings(&mut self, here: &[UnitIx]) {
        let state = self.cx.state;
        let cargo = state.with_loads(here).into_iter();
        let cargo = distinct(cargo.filter(|ix| self.cx.is_cargo(state.unit(*ix))));
        let ships = cargo.iter().filter_map(|ix| state.unit(*ix).carrier());
        let ships = distinct(ships);
        let own = |ix: &UnitIx| state.unit(*ix).owner == self.cx.active();
        if !ships.is_empty() && ships.iter().all(own) {
            self.ashore(&Trial::new(self.cx), &ships, &cargo, None);
        }
    }

    /// What stands on a coast goes aboard, as many as there is room for on the fewest ships, and ashore elsewhere.
    pub(super) fn crossings(&mut self, from: SpaceId, here: &[UnitIx]) {
        let (rules, state, board) = (self.cx.rules, self.cx.state, &self.cx.rules.board);
        let price = |ix: &UnitIx| Reverse(rules.units[state.unit(*ix).kind].cost);
        let mut land = here.to_vec();
        land.retain(|ix| rules.units[state.unit(*ix).kind].domain == Domain::Land);
        land.sort_by_key(|ix| (price(ix), *ix));
        if land.is_empty() || board.is_sea(from) {
            return;
        }
        let at_hand = |s: SpaceId| s == from || board.adjacent(s, from);
        let mut zones: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
        let lifts = |u: &Unit| rules.units[u.kind].has_hold(HoldKind::Cargo);
        let own = |u: &Unit| u.owner == self.cx.active() && lifts(u);
        let ships = state.all().filter(|(_, u)| own(u));
        for (ix, ship) in ships.filter(|(_, u)| at_hand(u.space)) {
            if self.near(ship.space, rules.units[ship.kind].moves) {
                zones.entry(ship.space).or_default().push(ix);
            }
        }
        for (zone, ships) in zones {
            let (trial, used, aboard) = self.embark(&land, ships);
            if used.is_empty() {
                continue;
            }
            if self.wanted(zone) {
                self.add(trial.clone(), &aboard, vec![from, zone], Does::Load);
            }
            self.ashore(&trial, &used, &aboard, Some(from));
        }
    }

    /// Brings units aboard: on the ship first that takes the most of them.
    fn embark(&self, land: &[UnitIx], ships: Vec<UnitIx>) -> (Trial<'a>, Vec<UnitIx>, Vec<UnitIx>) {
        let mut trial = Trial::new(self.cx);
        let (mut left, mut ships) = (land.to_vec(), classes(self.cx.state, &ships));
        let (mut used, mut aboard) = (Vec::new(), Vec::new());
        while !left.is_empty() {
            let may = |order: &Order| check(trial.now(), order).is_ok();
            let room = |class: &Vec<UnitIx>| fitting(&left, class[0], may);
            let most = (0..ships.len()).map(|i| (i, room(&ships[i])));
            let most = most.max_by_key(|(i, load)| (load.len(), Reverse(*i)));
            let Some((nth, units)) = most.filter(|(_, load)| !load.is_empty()) else {
                break;
            };
            let onto = ships[nth].remove(0);
            ships.retain(|class| !class.is_empty());
            left.retain(|ix| !units.contains(ix));
            aboard.extend(&units);
            trial.give(Order::Load { units, onto });
            used.push(onto);
        }
        (trial, used, aboard)
    }

    /// Landings of what is aboard ships: from where they are, and from wherever they can go.
    fn ashore(
        &mut self,
        trial: &Trial<'_>,
        ships: &[UnitIx],
        cargo: &[UnitIx],
        from: Option<SpaceId>,
    ) {
        let board = &self.cx.rules.board;
        let Some(zone) = ships.first().map(|ix| trial.state.unit(*ix).space) else {
            return;
        };
        let sails = destinations(trial.now(), ships).unwrap_or_default();
        let mut ways: Vec<(Vec<SpaceId>, Option<Order>)> = vec![(vec![zone], None)];
        for order in sails {
            if let Order::Move { path, .. } = &order {
                ways.push((path.clone(), Some(order)));
            }
        }
        ways.sort_by_key(|(path, _)| path.len());
        let mut done = Vec::new();
        for (path, sail) in ways {
            let end = *path.last().unwrap_or(&zone);
            let coasts = board.spaces[end].borders.iter().copied();
            let coasts =
                coasts.filter(|to| !board.is_sea(*to) && Some(*to) != from && !done.contains(to));
            let coasts: Vec<SpaceId> = coasts.filter(|to| self.wanted(*to)).collect();
            let mut there = trial.clone();
            if coasts.is_empty() || !sail.is_none_or(|sail| there.give(sail)) {
                continue;
            }
            for to in coasts {
                let landing = |units: &[UnitIx]| Order::Unload {
                    units: units.to_vec(),
                    to,
                };
                let lands = |ix: &UnitIx| check(there.now(), &landing(&[*ix])).is_ok();
                let units: Vec<UnitIx> = cargo.iter().copied().filter(lands).collect();
                let mut ashore = there.clone();
                if !units.is_empty() && ashore.give(landing(&units)) {
                    done.push(to);
                    let way = from.into_iter().chain(path.iter().copied()).chain([to]);
                    let does = self.does(ashore.now(), to);
                    self.add(ashore, &units, way.collect(), does);
                }
            }
        }
    }
}
