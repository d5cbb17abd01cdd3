//! Movement points: what a unit has left, and the bonus of facilities near which it starts.

use super::super::query::Cx;
use super::super::state::{Marks, Unit};
use super::law::Law;
use sandtable_rules::{Board, Figure, PowerId, RangeBonus, Reach, Rules, SpaceId, UnitTypeId};

impl<'a> Law<'a> {
    /// The movement points a unit has left, and the bonus among them that it gains by starting now.
    pub fn points(&self, unit: &Unit) -> (u8, u8) {
        let first = unit.used == 0 && !unit.marks.any(Marks::BONUS);
        let gained = if first {
            self.bases().bonus(unit.kind, unit.space)
        } else {
            0
        };
        let kept = if unit.marks.any(Marks::BONUS) {
            self.full_bonus(unit.kind)
        } else {
            0
        };
        let own = own(self.cx, unit.kind, unit.owner);
        let all = own.saturating_add(gained).saturating_add(kept);
        (all.saturating_sub(unit.used), gained)
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

    fn bases(&self) -> &Bases<'a> {
        self.bases.get_or_init(|| Bases::of(self.cx, self.me))
    }
}

/// The movement points of a type by itself.
fn own(cx: Cx<'_>, kind: UnitTypeId, owner: PowerId) -> u8 {
    let listed = cx.rules.units[kind].moves.into();
    let own = cx.whole(Figure::Moves, kind, owner, listed);
    u8::try_from(own).unwrap_or(u8::MAX)
}

/// The facilities that lengthen the ways of a power's units as things stand.
#[derive(Clone)]
pub struct Bases<'a> {
    board: &'a Board,
    at: Vec<(SpaceId, &'a RangeBonus)>,
}

impl<'a> Bases<'a> {
    /// Those that serve a power.
    pub fn of(cx: Cx<'a>, power: PowerId) -> Self {
        let facilities = cx.rules.units.facilities;
        let built = cx.state.all().map(|(_, u)| u);
        let built = built.filter(|u| facilities.has(u.kind));
        let serving = built.filter_map(|unit| {
            let facility = cx.rules.units.facility(unit.kind)?;
            let bonus = &facility.range_bonus;
            let serves = || cx.operative(unit) && cx.serves(unit.space, power);
            (!bonus.is_empty() && serves()).then_some((unit.space, bonus))
        });
        let each = serving.flat_map(|(at, bonus)| bonus.iter().map(move |b| (at, b)));
        Self {
            board: &cx.rules.board,
            at: each.collect(),
        }
    }

    /// The same with one more facility of a type.
    #[must_use]
    pub fn with(mut self, rules: &'a Rules, facility: UnitTypeId, at: SpaceId) -> Self {
        let built = rules.units.facility(facility).into_iter();
        let bonus = built.flat_map(|f| &f.range_bonus);
        self.at.extend(bonus.map(|b| (at, b)));
        self
    }

    /// The bonus that a unit of a type gains which starts in a space.
    fn bonus(&self, kind: UnitTypeId, from: SpaceId) -> u8 {
        let board = self.board;
        let served = self.at.iter().filter(|(at, bonus)| {
            bonus.movers.has(kind)
                && match bonus.reach {
                    Reach::Here => *at == from,
                    Reach::Offshore => board.is_sea(from) && board.adjacent(*at, from),
                }
        });
        served.map(|(_, bonus)| bonus.points).max().unwrap_or(0)
    }

    /// The movement points a unit of the power has when a turn of it begins.
    pub fn rested(&self, cx: Cx<'_>, unit: &Unit) -> u8 {
        self.reach(cx, unit.owner, unit.kind, unit.space)
    }

    /// The movement points that one of a type of the power's has when a turn begins with it in a space.
    pub fn reach(&self, cx: Cx<'_>, owner: PowerId, kind: UnitTypeId, from: SpaceId) -> u8 {
        own(cx, kind, owner).saturating_add(self.bonus(kind, from))
    }
}
