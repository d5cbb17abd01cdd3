//! The law of the land: friendly territory is passed, the first hostile one ends a combat move,
//! unless the whole group may run through it.

use super::super::query::Standing;
use super::super::refusal::{Code, Refusal};
use super::law::Law;
use super::path::{Party, Stride};
use sandtable_rules::{Action, SpaceId, UnitTypeId, UnitTypeSet};

impl Law<'_> {
    /// Whether a type may attack a territory that is not friendly.
    pub fn assail(&self, kind: UnitTypeId, space: SpaceId) -> Result<(), Refusal> {
        if self.permits(Action::Attack, kind, space)? {
            return Ok(());
        }
        if let (Standing::Neutral, Some(owner)) = (self.standing(space), self.cx.state.owner(space))
        {
            return Err(Code::NotAtWar.refuse().at(space).by(owner));
        }
        match self.survey.strangers[space].iter().next() {
            Some(stranger) => Err(Code::PeacefulUnits.refuse().at(space).by(stranger)),
            None => Ok(()),
        }
    }

    /// A land unit enters a territory.
    pub fn march(
        &self,
        party: &Party,
        kind: UnitTypeId,
        from: SpaceId,
        next: &mut Stride,
    ) -> Result<(), Refusal> {
        let to = next.at;
        if self.sea(to) {
            return Err(Code::WrongTerrain.refuse().of(kind).at(to));
        }
        let expressly = self.enter(kind, to)?;
        self.pass(kind, from, to)?;
        if self.friendly(to) {
            return Ok(());
        }
        if !self.combat {
            if expressly && self.survey.foes[to].is_empty() {
                return Ok(());
            }
            return Err(Code::Unfriendly.refuse().at(to).of(kind));
        }
        self.assail(kind, to)?;
        if let Some(code) = self.bars_run(party, kind, to) {
            next.stop(code, kind);
        }
        next.through = next.halt.is_none();
        Ok(())
    }

    /// Why a land unit may not run through a territory that is not friendly.
    fn bars_run(&self, party: &Party, kind: UnitTypeId, space: SpaceId) -> Option<Code> {
        let kind = self.kind(kind);
        let Some(blitz) = kind
            .blitz
            .as_ref()
            .filter(|_| kind.takes_ground && self.standing(space) == Standing::Hostile)
        else {
            return Some(Code::Stops);
        };
        if self.survey.foes[space].meets(&blitz.blockers) {
            return Some(Code::BlitzBlocked);
        }
        (!party.paired && !blitz.beside.is_empty()).then_some(Code::BlitzAlone)
    }

    /// Whether a landing of this type on this territory is an assault that may be made.
    pub fn beachable(&self, kind: UnitTypeId, space: SpaceId) -> Result<(), Refusal> {
        if self.sea(space) {
            return Err(Code::UnloadWhere.refuse().at(space));
        }
        self.enter(kind, space)?;
        if self.friendly(space) {
            return Err(self.peaceful(UnitTypeSet::only(kind), space));
        }
        self.assail(kind, space)
    }

    /// Why types do not end a combat move in a friendly territory: where nobody controls it, the pack may
    /// have a sentence for that.
    pub fn peaceful(&self, kinds: UnitTypeSet, space: SpaceId) -> Refusal {
        let said = || {
            kinds
                .iter()
                .find_map(|kind| self.permits(Action::Attack, kind, space).err())
        };
        let unowned = self.cx.state.owner(space).is_none();
        unowned
            .then(said)
            .flatten()
            .unwrap_or(Code::NotCombat.refuse().at(space))
    }

    /// Whether a zone borders a territory that this type might be landed on in an assault.
    pub fn shore_for(&self, kind: UnitTypeId, zone: SpaceId) -> bool {
        let mut borders = self.cx.rules.board.spaces[zone].borders.iter();
        borders.any(|space| self.beachable(kind, *space).is_ok())
    }
}
