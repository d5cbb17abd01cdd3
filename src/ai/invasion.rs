//! A landing in one go: built in a harbour, and made from there in the turn after. What it takes is reckoned with the odds
//! of the battle, and saved up for: men first, who are safe ashore, and the ships at once when they will hold.

use super::allot::Allotment;
use super::army::Army;
use super::assault::transports;
use super::attack::least;
use super::look::{Look, slots};
use super::muster::ports;
use super::profile::FAR;
use super::scratch::Scratch;
use super::wants::Wants;
use crate::kernel::{Unit, UnitIx, production_room};
use crate::rules::{SpaceId, UnitTypeId};

/// A landing in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct Invasion {
    /// Where.
    pub target: SpaceId,
    /// What is to be bought, men first.
    pub needs: Vec<(UnitTypeId, u16)>,
    /// After how many turns all of it can be there.
    pub turns: u8,
    /// Whether there is money enough.
    pub paid: bool,
    /// How good it is.
    score: f64,
}

/// Nobody saves longer.
const PATIENCE: u8 = 4;
/// So many men are landed at most.
const MEN: usize = 40;
/// So many warships are built for it at most.
const FLEET: u16 = 30;

/// The best one that a power can save up for, if it is better than what can be walked to.
pub fn invasion(scratch: &Scratch<'_>) -> Option<Invasion> {
    /// So many coasts are looked at.
    const AIMS: usize = 3;
    let look = scratch.look();
    let wants = &Wants::new(&look, scratch);
    let decisive = scratch.profile.weights.attack_decisive;
    let aims = scratch.campaigns().iter().map(|c| c.target);
    let aims = aims.filter(|t| look.foe_holds(*t) && look.worth(*t) >= decisive);
    let mut best: Option<Invasion> = None;
    for target in aims.take(AIMS) {
        for harbour in harbours(&look, target, wants) {
            let next = Staging::new(scratch, wants, harbour, target).plan();
            if let Some(next) = next.filter(|n| best.as_ref().is_none_or(|b| n.score > b.score)) {
                best = Some(next);
            }
        }
    }
    let allotted = Allotment::new(scratch);
    best.filter(|invasion| invasion.score > allotted.ashore(&look, &ports(&look)))
}

/// Zones beside places that build, from which new ships would reach a coast in one turn.
fn harbours(look: &Look<'_>, target: SpaceId, wants: &Wants) -> Vec<SpaceId> {
    let Some(ship) = wants.ship else {
        return Vec::new();
    };
    let range = look.cx.rules.units[ship].moves;
    let builds = |s: &SpaceId| production_room(look.cx, look.me, *s) > 0;
    let zones = ports(look).into_iter().filter(builds);
    let zones = zones.flat_map(|p| look.coast(p));
    let near = |z: &SpaceId| {
        let mut coast = look.coast(target);
        coast.any(|c| look.sea_steps(*z, c) <= range)
    };
    let mut zones: Vec<SpaceId> = zones.filter(near).collect();
    zones.sort_unstable();
    zones.dedup();
    zones
}

/// What is there for a landing.
struct Staging<'a> {
    scratch: &'a Scratch<'a>,
    wants: &'a Wants,
    harbour: SpaceId,
    target: SpaceId,
    /// Men who can be aboard in time, the best attackers first.
    men: Vec<UnitTypeId>,
    /// Aircraft that can join.
    air: Army,
    /// The room aboard transports at hand.
    lift: usize,
    /// Ships that were bought and are not placed yet.
    ships: Army,
    /// Units that can be placed in a turn.
    room: u16,
}

impl<'a> Staging<'a> {
    fn new(scratch: &'a Scratch<'a>, wants: &'a Wants, harbour: SpaceId, target: SpaceId) -> Self {
        let (look, rules) = (scratch.look(), scratch.rules);
        let ports: Vec<SpaceId> = look.coast(harbour).collect();
        let at_hand = |s: &UnitIx| {
            let unit = scratch.state.unit(*s);
            look.sea_steps(unit.space, harbour) <= rules.units[unit.kind].moves
        };
        let transports: Vec<UnitIx> = transports(scratch).into_iter().filter(at_hand).collect();
        let room = |p: &SpaceId| production_room(scratch.cx(), scratch.me, *p);
        let hold = |s: &UnitIx| slots(&look, scratch.state.unit(*s).kind);
        let mut staging = Self {
            scratch,
            wants,
            harbour,
            target,
            men: men(scratch, &ports, &transports),
            air: air(scratch, target),
            lift: transports.iter().map(hold).sum(),
            ships: Army::default(),
            room: ports.iter().map(room).fold(0, u16::saturating_add),
        };
        staging.count_bought(&look);
        staging
    }

    /// What was bought and is not placed yet is there as well.
    fn count_bought(&mut self, look: &Look<'_>) {
        let units = &self.scratch.rules.units;
        for bought in &self.scratch.state.bought {
            let (kind, count) = (bought.kind, bought.count);
            if units.takers.has(kind) {
                let men = std::iter::repeat_n(kind, usize::from(count));
                self.men.extend(men);
            } else if units.sea.has(kind) {
                self.lift += slots(look, kind) * usize::from(count);
                self.ships.push(kind, count);
            }
        }
        let attack = |kind: UnitTypeId| look.attack(kind);
        let better =
            |a: &UnitTypeId, b: &UnitTypeId| attack(*b).total_cmp(&attack(*a)).then(a.cmp(b));
        self.men.sort_by(better);
    }

    /// The soonest that it can be paid for.
    fn plan(&self) -> Option<Invasion> {
        let look = self.scratch.look();
        let state = &self.scratch.state;
        let funds = f64::from(state.funds(self.scratch.rules, self.scratch.me));
        let income = f64::from(state.production(self.scratch.rules, self.scratch.me));
        (0..=PATIENCE).find_map(|turns| {
            let needs = self.needs(&look, turns)?;
            let cost =
                |(kind, count): &(UnitTypeId, u16)| look.profile.cost[*kind] * f64::from(*count);
            let cost: f64 = needs.iter().map(cost).sum();
            let units: u16 = needs.iter().map(|(_, count)| count).sum();
            let room = self.room.saturating_mul(u16::from(turns) + 1);
            let can = cost <= funds + income * f64::from(turns) && units <= room;
            can.then(|| Invasion {
                target: self.target,
                needs,
                turns,
                paid: cost <= funds,
                score: look.worth(self.target) / (5.0 + 2.0 * f64::from(turns)),
            })
        })
    }

    /// What must be bought, if it is made so many turns from now and one.
    fn needs(&self, look: &Look<'_>, turns: u8) -> Option<Vec<(UnitTypeId, u16)>> {
        let (punch, fodder, ship) = (self.wants.punch?, self.wants.fodder?, self.wants.ship?);
        let warship = self.wants.warship[0]?;
        let guard = self.guard(look, turns);
        let new = |i: usize| if i.is_multiple_of(2) { punch } else { fodder };
        let kind = |i: usize| match self.men.get(i) {
            Some(kind) => *kind,
            None => new(i - self.men.len()),
        };
        let asked = look.weights().attack_chance;
        let enough = |count: usize| {
            let mut army = self.air.clone();
            (0..count).for_each(|i| army.push(kind(i), 1));
            count > 0 && look.forecast(false, &army, &guard).chance >= asked
        };
        let count = least(MEN, enough)?;
        let mut needs: Vec<(UnitTypeId, u16)> = Vec::new();
        for i in self.men.len()..count {
            match needs.iter_mut().find(|(k, _)| *k == kind(i)) {
                Some((_, many)) => *many += 1,
                None => needs.push((kind(i), 1)),
            }
        }
        let hold = slots(look, ship).max(1);
        let ships = count.saturating_sub(self.lift).div_ceil(hold);
        let ships = u16::try_from(ships).ok()?;
        needs.push((ship, ships));
        let mut fleet = look.guard(self.harbour);
        fleet.units.join(&self.ships.units);
        fleet.push(ship, ships);
        let off = self.offshore(look)?;
        let safe = |count: usize| {
            let mut fleet = fleet.clone();
            fleet.push(warship, u16::try_from(count).unwrap_or(u16::MAX));
            let won = || look.forecast(true, &fleet, &off).chance >= asked;
            look.holds(self.harbour, &fleet) && (off.is_empty() || won())
        };
        let warships = least(usize::from(FLEET), safe)?;
        needs.push((warship, u16::try_from(warships).ok()?));
        needs.retain(|(_, count)| *count > 0);
        Some(needs)
    }

    /// Who will stand there: all that the owner earns until then goes into men, as far as they can be placed.
    fn guard(&self, look: &Look<'_>, turns: u8) -> Army {
        let mut guard = look.enemies(self.target);
        if let Some(fodder) = self.wants.fodder {
            let more = self.wants.grows(look, self.target) * f64::from(turns + 1);
            guard.push(fodder, more.round() as u16);
        }
        guard
    }

    /// The fewest foes in a zone that the ships can land from.
    fn offshore(&self, look: &Look<'_>) -> Option<Army> {
        let rules = look.cx.rules;
        let range = self.wants.ship.map_or(0, |k| rules.units[k].moves);
        let zones = look.coast(self.target);
        let zones = zones.filter(|z| look.sea_steps(self.harbour, *z) <= range);
        let foes = zones.map(|z| look.enemies(z));
        foes.min_by(|a, b| a.cost(rules).total_cmp(&b.cost(rules)))
    }
}

/// Men near these ports who need not stay, and those aboard these ships.
fn men(scratch: &Scratch<'_>, ports: &[SpaceId], transports: &[UnitIx]) -> Vec<UnitTypeId> {
    let (look, units) = (scratch.look(), &scratch.rules.units);
    let kept = look.garrisons();
    let near = |u: &Unit| {
        let mut steps = ports.iter().map(|p| look.profile.land_steps(u.space, *p));
        steps.any(|steps| steps <= units[u.kind].moves)
    };
    let ashore = scratch.own(scratch.state.all());
    let ashore = ashore.filter(|(ix, u)| units.takers.has(u.kind) && near(u) && !kept.contains(ix));
    let aboard = transports.iter().flat_map(|s| scratch.state.aboard(*s));
    ashore.chain(aboard).map(|(_, u)| u.kind).collect()
}

/// Own aircraft that can join from a base near a target, if they fly there first.
fn air(scratch: &Scratch<'_>, target: SpaceId) -> Army {
    let rules = scratch.rules;
    let bases = bases(&scratch.look(), target);
    let far = |a, b| rules.board.distance(a, b).unwrap_or(FAR);
    let flies = |u: &&Unit| {
        let moves = rules.units[u.kind].moves;
        let from = |b: &SpaceId| far(u.space, *b) <= moves && far(*b, target) <= moves / 2;
        rules.units.air.has(u.kind) && bases.iter().any(from)
    };
    let own = scratch.own(scratch.state.all()).map(|(_, u)| u);
    Army::of(rules, own.filter(flies))
}

/// Ground near a target where aircraft are safe.
fn bases(look: &Look<'_>, target: SpaceId) -> Vec<SpaceId> {
    /// Farther from the target none are based.
    const NEAR: u8 = 4;
    let board = &look.cx.rules.board;
    let near = |s: &SpaceId| board.distance(*s, target).is_some_and(|d| d <= NEAR);
    let sure = |s: &SpaceId| look.safe_ground(*s) && look.holds(*s, &look.guard(*s));
    board.land.iter().filter(|s| near(s) && sure(s)).collect()
}

/// What to do with money for an invasion.
pub enum Step {
    /// Buy one of these.
    Buy(UnitTypeId),
    /// Keep it.
    Save,
    /// There is all that it takes.
    Ready,
}

impl Invasion {
    /// What to do next where so much was bought.
    pub fn next(&self, scratch: &Scratch<'_>, bought: &Army) -> Step {
        let lacks = |(kind, count): &&(UnitTypeId, u16)| bought.units.count(*kind) < *count;
        let Some((kind, _)) = self.needs.iter().find(lacks) else {
            return Step::Ready;
        };
        match !self.paid && scratch.rules.units.sea.has(*kind) {
            true => Step::Save,
            false => Step::Buy(*kind),
        }
    }
}
