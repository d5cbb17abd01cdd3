//! Where assaults can come from: the zones where a landing is announced, and those that a ship with
//! something to land, aboard or waiting on its way, can still get to.

use super::super::state::{Marks, Unit, UnitIx};
use super::cargo;
use super::law::Law;
use super::path::Party;
use sandtable_rules::{SpaceId, SpaceSet, UnitTypeSet};

impl Law<'_> {
    /// Whether own units may still make an assault from a zone.
    pub fn assault_from(&self, zone: SpaceId) -> bool {
        let zones = self.staging.get_or_init(|| self.staging_zones());
        zones.has(zone)
    }

    fn staging_zones(&self) -> SpaceSet {
        let mut zones = SpaceSet::EMPTY;
        for (ix, unit) in self.cx.state.of(self.me) {
            let announced = unit.marks.any(Marks::LANDING);
            if announced || (self.waits_aboard(unit) && self.shore_for(unit.kind, unit.space)) {
                zones.insert(unit.space);
            }
            if self.cx.rules.units.transports.has(unit.kind) {
                self.stage(ix, unit, &mut zones);
            }
        }
        zones.minus(self.barred_zones())
    }

    fn waits_aboard(&self, unit: &Unit) -> bool {
        self.landers.has(unit.kind) && unit.carrier().is_some()
    }

    /// Adds the zones that a ship can still make an assault from.
    fn stage(&self, ix: UnitIx, ship: &Unit, zones: &mut SpaceSet) {
        let Ok((points, _)) = self.fit(ship) else {
            return;
        };
        let aboard = self.cx.state.aboard(ix).map(|(_, u)| u);
        let aboard: UnitTypeSet = aboard
            .filter(|u| u.owner == self.me && self.waits_aboard(u))
            .map(|u| u.kind)
            .collect();
        let alone = Party::alone(ix, ship.kind, ship.space, points);
        for node in self.roam(&alone) {
            let (at, left) = (node.stride.at, points.saturating_sub(node.steps));
            self.add_shores(aboard, at, zones);
            let waiting = self.waiting(ix, at);
            if waiting.is_empty() {
                continue;
            }
            let onward = Party::alone(ix, ship.kind, at, left);
            for node in self.roam(&onward) {
                self.add_shores(waiting, node.stride.at, zones);
            }
        }
    }

    fn add_shores(&self, kinds: UnitTypeSet, zone: SpaceId, zones: &mut SpaceSet) {
        for kind in kinds.iter() {
            if !zones.has(zone) && self.shore_for(kind, zone) {
                zones.insert(zone);
            }
        }
    }

    /// The types around a zone that a ship could take aboard there.
    pub fn waiting(&self, ship: UnitIx, zone: SpaceId) -> UnitTypeSet {
        if self.survey.foes[zone].meets(&self.cx.rules.movement.load_barred_by) {
            return UnitTypeSet::EMPTY;
        }
        let shores = &self.cx.rules.board.spaces[zone].borders;
        let ready = shores
            .iter()
            .fold(UnitTypeSet::EMPTY, |all, s| all.union(self.ready[*s]));
        ready
            .iter()
            .filter(|k| cargo::fits(self.cx, ship, &[*k]))
            .collect()
    }
}
