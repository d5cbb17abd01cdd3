//! The law of the air: what may be flown over, where a flight may end, and how far it is to a
//! territory that will take an aircraft in.

use super::super::query::Standing;
use super::super::refusal::{Code, Refusal};
use super::law::Law;
use super::path::{Party, Stride};
use sandtable_rules::{Action, Id, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet, Verdict};

impl Law<'_> {
    /// Whether a type may fly over a space.
    pub fn flyable(&self, kind: UnitTypeId, space: SpaceId) -> bool {
        if self.cx.rules.board.spaces[space].closed {
            return false;
        }
        match self.verdict(Action::Fly, kind, space) {
            Some(verdict) => verdict == Verdict::Allow,
            None => self.sea(space) || self.standing(space) != Standing::Neutral,
        }
    }

    /// An aircraft flies into a space.
    pub fn flight(&self, kind: UnitTypeId, next: &mut Stride) -> Result<(), Refusal> {
        let to = next.at;
        if self.flyable(kind, to) {
            return Ok(());
        }
        if self.cx.rules.board.spaces[to].closed {
            return Err(Code::Closed.refuse().at(to));
        }
        self.permits(Action::Fly, kind, to)?;
        // Neutral ground is flown over only by those that attack it.
        if self.combat {
            self.assail(kind, to)?;
            next.stop(Code::Stops, kind);
            return Ok(());
        }
        Err(match self.cx.state.owner(to) {
            Some(owner) => Code::NotAtWar.refuse().at(to).by(owner),
            None => Code::Unfriendly.refuse().at(to).of(kind).because(UNOWNED),
        })
    }

    /// Whether aircraft may end a combat move over a territory.
    pub fn strike(&self, party: &Party, at: SpaceId) -> Result<(), Refusal> {
        let units = &self.cx.rules.units;
        if self.friendly(at) {
            return Err(self.peaceful(party.kinds, at));
        }
        let load = self.carried(party);
        for kind in load.iter() {
            self.enter(kind, at)?;
        }
        for kind in party.kinds.intersect(units.air).union(load).iter() {
            self.assail(kind, at)?;
        }
        let defended = !self.survey.foes[at].minus(units.facilities).is_empty();
        let invaded = self.survey.own[at].meets(&units.land)
            || self.beaches.has(at)
            || party.kinds.union(load).meets(&units.land);
        let alone = !self.survey.own[at].union(party.kinds).meets(&units.land);
        let one_way = |kind: &UnitTypeId| self.kind(*kind).one_way;
        if let Some(kind) = party.kinds.iter().find(one_way)
            && alone
            && !self.beaches.has(at)
        {
            let refusal = Code::NotCombat.refuse().at(at).of(kind);
            return Err(refusal.because(NOBODY_ELSE));
        }
        let militia =
            self.standing(at) == Standing::Neutral && self.cx.rules.board.spaces[at].militia > 0;
        if defended || invaded || militia {
            Ok(())
        } else {
            Err(Code::NotCombat.refuse().at(at))
        }
    }

    /// The types that aircraft of a group carry.
    fn carried(&self, party: &Party) -> UnitTypeSet {
        let units = &self.cx.rules.units;
        let able = units.carriers.intersect(units.air);
        let movers = party.movers.iter().filter(|m| able.has(m.kind));
        let load = movers.flat_map(|m| self.cx.state.aboard(m.ix));
        let own = load.filter(|(_, unit)| unit.owner == self.me);
        own.map(|(_, unit)| unit.kind).collect()
    }

    /// Whether aircraft may end a noncombat move in a territory: only where they can stay.
    pub fn touch_down(&self, party: &Party, at: SpaceId) -> Result<(), Refusal> {
        let flyers = party
            .movers
            .iter()
            .filter(|m| self.cx.rules.units.air.has(m.kind));
        match flyers.max_by_key(|m| m.fought) {
            Some(flyer) if !self.havens.has(at) => {
                let refusal = no_landing_at(flyer.fought).refuse().of(flyer.kind).at(at);
                Err(match self.friendly(at) {
                    true if !self.cx.friendly_since(at, self.me) => refusal.because(NEWLY_TAKEN),
                    false => refusal.because(UNFRIENDLY),
                    true => refusal,
                })
            }
            _ => Ok(()),
        }
    }

    /// The spaces within so many steps of a flight.
    pub fn wings(&self, kind: UnitTypeId, from: SpaceId, left: u8) -> SpaceSet {
        if let Some(known) = self.flights.borrow().get(&(kind, from, left)) {
            return *known;
        }
        let board = &self.cx.rules.board;
        let flown = board.spread(
            [from],
            |_, steps| steps < left,
            |_, to| self.flyable(kind, to),
        );
        let reach = flown.into_iter().map(|(space, _)| space).collect();
        self.flights.borrow_mut().insert((kind, from, left), reach);
        reach
    }

    /// The steps of a flight from a space to the nearest territory where the type can stay.
    pub fn home(&self, kind: UnitTypeId, from: SpaceId) -> u8 {
        let near = self.near[kind.index()].get_or_init(|| self.distances_home(kind));
        near[from.index()]
    }

    fn distances_home(&self, kind: UnitTypeId) -> Vec<u8> {
        let board = &self.cx.rules.board;
        let havens = self.havens.iter().filter(|s| self.flyable(kind, *s));
        // Backwards from the havens: a space that may not be flown over has a distance for those
        // that are in it, but is no way for others.
        let mut near = vec![u8::MAX; board.spaces.len()];
        for (space, steps) in board.spread(havens, |at, _| self.flyable(kind, at), |_, _| true) {
            near[space.index()] = steps;
        }
        near
    }
}

const NOBODY_ELSE: &str = "{unit} flies into {space} only where land units attack as well";
const UNOWNED: &str = "{unit} neither lands in {space} nor flies over it: no power holds it";
const UNFRIENDLY: &str = "{unit} cannot land in {space}, which is not friendly";
const NEWLY_TAKEN: &str =
    "{unit} cannot land in {space}, which was not friendly yet when the turn began";

/// The reason against a landing, for aircraft that fought and for others.
pub fn no_landing_at(fought: bool) -> Code {
    if fought {
        Code::OnlyLanding
    } else {
        Code::NotALanding
    }
}
