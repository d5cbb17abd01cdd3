//! The law of the sea: which zones are barred, where ships stop, what a combat move at sea may be
//! for, and the fire that passing units draw.

use super::super::order::Intent;
use super::super::refusal::{Code, Refusal};
use super::super::state::UnitIx;
use super::law::Law;
use super::path::{Mover, Party, Stride};
use sandtable_rules::{Action, SpaceId, UnitTypeId, UnitTypeSet};

impl Law<'_> {
    /// A ship enters a zone.
    pub fn sail(&self, kind: UnitTypeId, from: SpaceId, next: &mut Stride) -> Result<(), Refusal> {
        let to = next.at;
        if !self.sea(to) {
            return Err(Code::WrongTerrain.refuse().of(kind).at(to));
        }
        self.enter(kind, to)?;
        self.pass(kind, from, to)?;
        if !self.combat && self.barred(kind, to) {
            return Err(Code::HostileZone.refuse().at(to));
        }
        if self.survey.foes[to].meets(&self.kind(kind).stopped_by) {
            next.stop(Code::Stops, kind);
        }
        Ok(())
    }

    /// A unit of the surface crosses a border; also when it boards a ship or leaves it.
    pub fn pass(&self, kind: UnitTypeId, from: SpaceId, to: SpaceId) -> Result<(), Refusal> {
        if self.gate_open(kind, from, to) {
            Ok(())
        } else {
            Err(Code::GateShut.refuse().at(to))
        }
    }

    fn gate_open(&self, kind: UnitTypeId, from: SpaceId, to: SpaceId) -> bool {
        let Some(gate) = self
            .cx
            .rules
            .board
            .gate(from, to)
            .filter(|g| g.movers.has(kind))
        else {
            return true;
        };
        self.cx.gate_open(gate, self.me)
    }

    /// Whether a zone is shut to a type in noncombat movement: hostile, and the type is one that
    /// everything hostile stops.
    fn barred(&self, kind: UnitTypeId, zone: SpaceId) -> bool {
        let hostile = self.cx.rules.movement.hostile_zone;
        self.hostile_zone(zone) && hostile.within(&self.kind(kind).stopped_by)
    }

    /// Whether own ships or aircraft are in a zone: if it is hostile, they attack it.
    pub fn attacked_by_own(&self, zone: SpaceId) -> bool {
        let own =
            self.survey.own[zone].meets(&self.cx.rules.units.sea.union(self.cx.rules.units.air));
        own || self.opened.get() == Some(zone)
    }

    /// The zones that a ship can be in at the end of noncombat movement. Asked during combat
    /// movement, zones under attack count as cleared.
    pub fn harbours(&self, kind: UnitTypeId, from: SpaceId, range: u8) -> Vec<SpaceId> {
        let cleared = |zone| self.combat && self.attacked_by_own(zone);
        let stopped = |at| {
            at != from && !cleared(at) && self.survey.foes[at].meets(&self.kind(kind).stopped_by)
        };
        let enters = |at, to| {
            self.sea(to)
                && (cleared(to) || !self.barred(kind, to))
                && self.gate_open(kind, at, to)
                && self.enter(kind, to).is_ok()
        };
        let board = &self.cx.rules.board;
        let found = board.spread([from], |at, steps| steps < range && !stopped(at), enters);
        let mut zones: Vec<SpaceId> = found.into_iter().map(|(zone, _)| zone).collect();
        zones.retain(|zone| *zone == from || self.permits(Action::End, kind, *zone).is_ok());
        zones
    }

    /// Whether a combat move may end in a zone; whether it declares an attack there by that.
    pub fn engage(
        &self,
        party: &Party,
        at: SpaceId,
        steps: u8,
        intent: Intent,
    ) -> Result<bool, Refusal> {
        let foes = self.survey.foes[at];
        if intent == Intent::Attack && foes.is_empty() {
            return Err(Code::NothingToAttack.refuse().at(at));
        }
        let forced = self.battle_in(at);
        if forced || intent == Intent::Attack {
            self.lets(Action::Attack, party.kinds, at)?;
            return Ok(!forced);
        }
        if self.assault_from(at) {
            return Ok(false);
        }
        let ships_only = party.kinds.within(&self.cx.rules.units.sea);
        if ships_only && (party.movers.iter().all(|m| m.escapes) || self.picks_up(party, at, steps))
        {
            return Ok(false);
        }
        if party.movers.iter().any(|m| self.could_land(m.ix, at)) {
            self.check_escorted(at)?;
        }
        Err(Code::NotCombat.refuse().at(at))
    }

    /// Whether something aboard a ship could be landed from a zone, if nothing bars it.
    fn could_land(&self, ship: UnitIx, zone: SpaceId) -> bool {
        let mut aboard = self.cx.state.aboard(ship).map(|(_, u)| u);
        aboard
            .any(|u| u.owner == self.me && self.landers.has(u.kind) && self.shore_for(u.kind, zone))
    }

    /// Whether a ship of the group could take units aboard in a zone and then bring them to an assault.
    fn picks_up(&self, party: &Party, at: SpaceId, steps: u8) -> bool {
        let brings = |mover: &Mover| {
            let left = mover.points.saturating_sub(steps);
            let mut waiting = self.waiting(mover.ix, at).iter();
            waiting.any(|kind| self.assault_in_reach(mover.ix, kind, at, left))
        };
        let transports = self.cx.rules.units.transports;
        let mut ships = party.movers.iter().filter(|m| transports.has(m.kind));
        ships.any(brings)
    }

    /// Whether a ship in this zone with so many points left could still bring this type to an assault.
    pub fn assault_in_reach(
        &self,
        ship: UnitIx,
        kind: UnitTypeId,
        zone: SpaceId,
        left: u8,
    ) -> bool {
        let unit = self.cx.state.unit(ship);
        let key = (unit.kind, kind, zone, left);
        if let Some(known) = self.assaults.borrow().get(&key) {
            return *known;
        }
        let alone = Party::alone(ship, unit.kind, zone, left);
        let mut nodes = self.roam(&alone).into_iter();
        let found = nodes.any(|node| self.shore_for(kind, node.stride.at));
        self.assaults.borrow_mut().insert(key, found);
        found
    }
}

impl Party {
    /// One ship, wherever it may be.
    pub fn alone(ix: UnitIx, kind: UnitTypeId, start: SpaceId, points: u8) -> Self {
        let mover = Mover {
            ix,
            kind,
            points,
            bonus: 0,
            lacks: 0,
            escapes: false,
            fought: false,
        };
        Self {
            movers: vec![mover],
            kinds: UnitTypeSet::only(kind),
            start,
            paired: true,
        }
    }
}
