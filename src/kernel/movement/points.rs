//! Movement points: what a unit has left, and the bonus of facilities near which it starts.

use super::super::state::{Marks, Unit};
use super::law::Law;
use crate::rules::{Figure, RangeBonus, Reach, SpaceId, UnitTypeId};

impl<'a> Law<'a> {
    /// The movement points a unit has left, and the bonus among them that it gains by starting now.
    pub fn points(&self, unit: &Unit) -> (u8, u8) {
        let first = unit.used == 0 && !unit.marks.any(Marks::BONUS);
        let gained = if first { self.bonus(unit) } else { 0 };
        let kept = if unit.marks.any(Marks::BONUS) {
            self.full_bonus(unit.kind)
        } else {
            0
        };
        let listed = self.kind(unit.kind).moves.into();
        let own = self.cx.whole(Figure::Moves, unit.kind, unit.owner, listed);
        let own = u8::try_from(own).unwrap_or(u8::MAX);
        let all = own.saturating_add(gained).saturating_add(kept);
        (all.saturating_sub(unit.used), gained)
    }

    /// The bonus a unit gains that starts where it is.
    fn bonus(&self, unit: &Unit) -> u8 {
        let board = &self.cx.rules.board;
        let served = self.bases().iter().filter(|(at, bonus)| {
            bonus.movers.has(unit.kind)
                && match bonus.reach {
                    Reach::Here => *at == unit.space,
                    Reach::Offshore => board.is_sea(unit.space) && board.adjacent(*at, unit.space),
                }
        });
        served.map(|(_, bonus)| bonus.points).max().unwrap_or(0)
    }

    /// The largest bonus a type can have anywhere.
    pub fn full_bonus(&self, kind: UnitTypeId) -> u8 {
        let facilities = self
            .cx
            .rules
            .units
            .types
            .values()
            .filter_map(|t| t.facility.as_ref());
        let bonuses = facilities
            .flat_map(|f| &f.range_bonus)
            .filter(|b| b.movers.has(kind));
        bonuses.map(|b| b.points).max().unwrap_or(0)
    }

    fn bases(&self) -> &[(SpaceId, &'a RangeBonus)] {
        if self.bases.get().is_none() {
            let mut bases = Vec::new();
            for (_, unit) in self
                .cx
                .state
                .all()
                .filter(|(_, u)| self.cx.rules.units.facilities.has(u.kind))
            {
                let Some(facility) = &self.cx.rules.units[unit.kind].facility else {
                    continue;
                };
                if !facility.range_bonus.is_empty()
                    && self.cx.operative(unit)
                    && self.cx.serves(unit.space, self.me)
                {
                    bases.extend(facility.range_bonus.iter().map(|bonus| (unit.space, bonus)));
                }
            }
            // Nothing else fills the cell between the question above and here.
            let _ = self.bases.set(bases);
        }
        self.bases.get().map_or(&[], Vec::as_slice)
    }
}
