//! Paths: a group walks space by space under the laws of all its types at once. Checking a path,
//! looking for one and listing what can be reached all use the same single step.

use super::super::holds::pairing;
use super::super::order::Intent;
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, Unit, UnitIx};
pub use super::super::voyage::{Hop, Mover, Party, Trip};
use super::law::Law;
use sandtable_rules::{Action, Domain, Figure, SpaceId, UnitTypeId, UnitTypeSet};

const OVER_NEUTRAL: &str = "{unit} flies into {space}, which is neutral, only to attack it";
const THROUGH_NEUTRAL: &str = "{unit} must stop in {space}: it runs through territory of an enemy, not through neutral ground";
const UNLADEN: &str = "{unit} flies in combat movement only, with something aboard";
const NO_LAND_BORDER: &str =
    "this path does not reach {space} by land: land units cross water aboard ships";

/// Where a group is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    /// The space.
    pub at: SpaceId,
    /// Why it must stop there, and the type that must.
    pub halt: Option<(Code, UnitTypeId)>,
    /// It has run through a hostile territory.
    pub blitzed: bool,
    /// It is in a hostile territory and runs through it by going on.
    pub through: bool,
}

impl Stride {
    /// At the start of a move.
    pub fn start(at: SpaceId) -> Self {
        Self {
            at,
            halt: None,
            blitzed: false,
            through: false,
        }
    }
    /// Must stop, unless something else stopped it already.
    pub fn stop(&mut self, code: Code, kind: UnitTypeId) {
        self.halt = self.halt.or(Some((code, kind)));
    }
}

impl Law<'_> {
    /// Gathers the units of an order: own, fit to move, in one space.
    pub fn muster(&self, units: &[UnitIx]) -> Result<Party, Refusal> {
        self.each_once(units)?;
        let start = self.own(units[0])?.space;
        let mut movers = Vec::with_capacity(units.len());
        for ix in units {
            let unit = self.own(*ix)?;
            if unit.space != start {
                return Err(Code::Elsewhere.refuse().of(unit.kind).at(start));
            }
            movers.push(self.mover(*ix, unit)?);
        }
        self.check_escort_leaves(units, start)?;
        let kinds = movers.iter().map(|m| m.kind).collect();
        let paired = self.paired(&movers);
        Ok(Party {
            movers,
            kinds,
            start,
            paired,
        })
    }

    fn mover(&self, ix: UnitIx, unit: &Unit) -> Result<Mover, Refusal> {
        let (points, bonus) = self.fit(unit)?;
        let laden = || self.cx.state.laden(ix);
        if self.kind(unit.kind).one_way && !(self.combat && laden()) {
            let refusal = Code::CannotMove.refuse().of(unit.kind);
            return Err(refusal.because(UNLADEN));
        }
        let fresh = unit.used == 0 && self.sea(unit.space) && self.hostile_zone(unit.space);
        let escapes = self.combat
            && self.kind(unit.kind).domain == Domain::Sea
            && (fresh || unit.marks.any(Marks::BESET));
        let lacks = if bonus > 0 {
            self.full_bonus(unit.kind) - bonus
        } else {
            0
        };
        Ok(Mover {
            ix,
            kind: unit.kind,
            points,
            bonus,
            lacks,
            escapes,
            fought: unit.marks.any(Marks::FOUGHT),
        })
    }

    fn paired(&self, movers: &[Mover]) -> bool {
        let beside = |m: &Mover| {
            let beside = self.kind(m.kind).blitz.as_ref()?.beside;
            let each = self.cx.whole(Figure::Leaders, m.kind, self.me, 1);
            (each > 0 && !beside.is_empty()).then_some((beside, each))
        };
        let led = movers.iter().filter_map(beside);
        let led = led.flat_map(|(beside, each)| std::iter::repeat_n(beside, each.into()));
        let led: Vec<UnitTypeSet> = led.collect();
        if led.is_empty() {
            return true;
        }
        let leaders: Vec<UnitTypeId> = movers
            .iter()
            .filter(|m| beside(m).is_none())
            .map(|m| m.kind)
            .collect();
        let can: Vec<Vec<usize>> = led
            .iter()
            .map(|s| (0..leaders.len()).filter(|i| s.has(leaders[*i])).collect())
            .collect();
        pairing(&can, leaders.len()).iter().all(Option::is_some)
    }

    /// One step of a group.
    pub fn step(&self, party: &Party, from: Stride, to: SpaceId) -> Result<Stride, Refusal> {
        if let Some((code, kind)) = from.halt {
            let refusal = code.refuse().at(from.at).of(kind);
            let runs = code == Code::Stops && self.kind(kind).blitz.is_some();
            return Err(match self.kind(kind).domain {
                Domain::Air => refusal.because(OVER_NEUTRAL),
                Domain::Land if runs => refusal.because(THROUGH_NEUTRAL),
                _ => refusal,
            });
        }
        if from.at != party.start {
            self.lets(Action::Pass, party.kinds, from.at)?;
        }
        let mut next = Stride {
            blitzed: from.blitzed || from.through,
            ..Stride::start(to)
        };
        for kind in party.kinds.iter() {
            match self.kind(kind).domain {
                Domain::Land => self.march(party, kind, from.at, &mut next)?,
                Domain::Sea => self.sail(kind, from.at, &mut next)?,
                Domain::Air => self.flight(kind, &mut next)?,
                Domain::Facility => return Err(Code::CannotMove.refuse().of(kind)),
            }
        }
        Ok(next)
    }

    /// Whether a move may end where it is; whether it declares an attack by that.
    pub fn arrive(
        &self,
        party: &Party,
        stride: Stride,
        steps: u8,
        intent: Intent,
    ) -> Result<bool, Refusal> {
        let units = &self.cx.rules.units;
        self.lets(Action::End, party.kinds, stride.at)?;
        if !self.combat {
            if intent == Intent::Attack {
                return Err(Code::NothingToAttack.refuse().at(stride.at));
            }
            if !self.sea(stride.at) {
                self.touch_down(party, stride.at)?;
            }
            return Ok(false);
        }
        if self.sea(stride.at) {
            return self.engage(party, stride.at, steps, intent);
        }
        if party.kinds.meets(&units.land) && self.friendly(stride.at) && !stride.blitzed {
            return Err(self.peaceful(party.kinds, stride.at));
        }
        if party.kinds.meets(&units.air) {
            self.strike(party, stride.at)?;
        }
        Ok(false)
    }

    /// Judges a path that may come from outside, all but the landing of aircraft.
    pub fn walk(&self, party: Party, path: &[SpaceId], intent: Intent) -> Result<Trip, Refusal> {
        let (stride, through) = self.follow(&party, path)?;
        // The range check in `follow` bounds the steps by a byte.
        let steps = u8::try_from(path.len() - 1).unwrap_or(u8::MAX);
        let declares = self.arrive(&party, stride, steps, intent)?;
        Ok(Trip {
            party,
            path: path.to_vec(),
            through,
            declares,
        })
    }

    /// Follows a path step by step: where it leads, and the hostile territories it runs through.
    pub fn follow(
        &self,
        party: &Party,
        path: &[SpaceId],
    ) -> Result<(Stride, Vec<SpaceId>), Refusal> {
        let [first, rest @ ..] = path else {
            return Err(Code::Stay.refuse());
        };
        if path.iter().any(|s| !self.cx.rules.board.spaces.has(*s)) {
            return Err(Code::NotAdjacent.refuse());
        }
        if *first != party.start {
            return Err(Code::Elsewhere.refuse().of(party.movers[0].kind).at(*first));
        }
        if rest.is_empty() {
            return Err(Code::Stay.refuse().at(*first));
        }
        let gap = path
            .windows(2)
            .find(|pair| !self.cx.rules.board.adjacent(pair[0], pair[1]));
        if let Some(pair) = gap {
            let refusal = Code::NotAdjacent.refuse().at(pair[1]);
            let ashore =
                party.kinds.meets(&self.cx.rules.units.land) && !pair.iter().any(|s| self.sea(*s));
            return Err(if ashore {
                refusal.because(NO_LAND_BORDER)
            } else {
                refusal
            });
        }
        let (points, slowest) = party.slowest();
        if rest.len() > usize::from(points) {
            return Err(Code::OutOfRange
                .refuse()
                .of(slowest)
                .numbers(rest.len(), points));
        }
        let (mut stride, mut through) = (Stride::start(*first), Vec::new());
        for to in rest {
            let next = self.step(party, stride, *to)?;
            if stride.through && !through.contains(&stride.at) {
                through.push(stride.at);
            }
            stride = next;
        }
        Ok((stride, through))
    }
}
