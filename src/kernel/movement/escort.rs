//! Assaults past enemies that nobody fights: they take an escort in the zone when combat movement ends.

use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
use super::law::Law;
use super::options::trips;
use super::path::Party;
use sandtable_rules::{LandingBar, SpaceId, SpaceSet};

impl<'a> Law<'a> {
    /// What bars an assault from a zone unless it is escorted.
    fn landing_bar(&self, zone: SpaceId) -> Option<&'a LandingBar> {
        let bar = self.cx.rules.movement.landing_bar.as_ref();
        let bar = bar.filter(|_| self.combat)?;
        let fought = || self.battle_in(zone) && self.attacked_by_own(zone);
        (self.survey.foes[zone].meets(&bar.by) && !fought()).then_some(bar)
    }

    /// The same if no escort is there.
    fn lacks_escort(&self, zone: SpaceId) -> Option<&'a LandingBar> {
        self.landing_bar(zone)
            .filter(|b| !self.survey.own[zone].meets(&b.escorts))
    }

    /// Refuses an assault from a zone where it lacks an escort.
    pub fn check_escorted(&self, zone: SpaceId) -> Result<(), Refusal> {
        self.lacks_escort(zone)
            .map_or(Ok(()), |_| Err(Code::LandingBarred.refuse().at(zone)))
    }

    /// Refuses that the last escort of a landing leaves it.
    pub fn check_escort_leaves(&self, leaving: &[UnitIx], zone: SpaceId) -> Result<(), Refusal> {
        let Some(bar) = self.landing_bar(zone) else {
            return Ok(());
        };
        let own = || {
            self.cx
                .state
                .units_in(zone)
                .filter(|(_, u)| u.owner == self.me)
        };
        let landing = own().any(|(_, u)| u.marks.any(Marks::LANDING));
        let remains = own().any(|(ix, u)| bar.escorts.has(u.kind) && !leaving.contains(&ix));
        let escort = leaving
            .iter()
            .map(|ix| self.cx.state.unit(*ix).kind)
            .find(|k| bar.escorts.has(*k));
        match escort.filter(|_| landing && !remains) {
            Some(kind) => Err(Code::Escorts.refuse().of(kind).at(zone)),
            None => Ok(()),
        }
    }

    /// The zones from which no assault can come, because no escort is there or can still get there.
    pub fn barred_zones(&self) -> SpaceSet {
        let zones = self.cx.rules.board.sea.iter();
        let mut barred: SpaceSet = zones.filter(|z| self.lacks_escort(*z).is_some()).collect();
        let bar = self.cx.rules.movement.landing_bar.as_ref();
        let Some(bar) = bar.filter(|_| !barred.is_empty()) else {
            return barred;
        };
        let own = self.cx.state.of(self.me);
        for (ix, unit) in own.filter(|(_, u)| bar.escorts.has(u.kind)) {
            let Ok((points, _)) = self.fit(unit) else {
                continue;
            };
            let alone = Party::alone(ix, unit.kind, unit.space, points);
            for node in self.roam(&alone) {
                barred = barred.minus(SpaceSet::only(node.stride.at));
            }
        }
        barred
    }

    /// Whether a unit aboard could land if an escort came that still can.
    pub fn awaits_escort(&self, aboard: &Unit) -> bool {
        let zone = aboard.space;
        let Some(bar) = self.lacks_escort(zone) else {
            return false;
        };
        if !self.shore_for(aboard.kind, zone) {
            return false;
        }
        let comes = |(ix, unit): (UnitIx, &Unit)| {
            bar.escorts.has(unit.kind)
                && self.muster(&[ix]).is_ok_and(|party| {
                    let trips = trips(self, &party);
                    trips.iter().any(|t| t.end() == zone)
                })
        };
        self.cx.state.of(self.me).any(comes)
    }
}
