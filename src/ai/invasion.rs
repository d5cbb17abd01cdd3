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
use super::wants::{Wants, grows};
use sandtable_kernel::{Unit, UnitIx};
use sandtable_rules::{SpaceId, UnitTypeId};

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
    /// How good it is: how soon for what it is worth.
    score: f64,
}

/// Nobody saves longer.
const PATIENCE: u8 = 4;
/// So many men are landed at most.
const MEN: usize = 40;
/// So many warships are built for it at most.
const FLEET: usize = 30;

/// What can be bought until a landing.
struct Budget {
    /// In IPC.
    money: f64,
    /// Units that can be placed.
    room: usize,
}

impl Budget {
    /// What is left of it once these are bought; nothing if it does not buy them.
    fn without(&self, look: &Look<'_>, needs: &[(UnitTypeId, u16)]) -> Option<Self> {
        let units: usize = needs.iter().map(|(_, count)| usize::from(*count)).sum();
        let money = self.money - cost(look, needs);
        let room = self.room.checked_sub(units)?;
        (money >= 0.0).then_some(Self { money, room })
    }

    /// How many of a type it buys.
    fn buys(&self, look: &Look<'_>, kind: UnitTypeId) -> usize {
        let paid = (self.money / look.profile.cost[kind]) as usize;
        paid.min(self.room)
    }
}

/// What these cost, in IPC.
fn cost(look: &Look<'_>, needs: &[(UnitTypeId, u16)]) -> f64 {
    let each = |(kind, count): &(UnitTypeId, u16)| look.profile.cost[*kind] * f64::from(*count);
    needs.iter().map(each).sum()
}

/// The best one that a power can save up for, if it is better than what can be walked to.
pub fn invasion(scratch: &Scratch<'_>) -> Option<Invasion> {
    /// So many coasts are looked at.
    const AIMS: usize = 3;
    let look = scratch.look();
    let kit = Kit::of(&Wants::new(&look, scratch))?;
    let decisive = scratch.profile.weights.attack_decisive;
    let aims = scratch.campaigns().iter().map(|c| c.target);
    let aims = aims.filter(|t| look.foe_holds(*t) && look.worth(*t) >= decisive);
    let from = |target| {
        let harbours = harbours(&look, target, kit.ship).into_iter();
        harbours.map(move |harbour| (harbour, target))
    };
    let ways: Vec<(SpaceId, SpaceId)> = aims.take(AIMS).flat_map(from).collect();
    // What draws men over land is dear to find out.
    if ways.is_empty() {
        return None;
    }
    let mut best: Option<Invasion> = None;
    let mut asked = Allotment::new(scratch).ashore(&look, &ports(&look));
    for (harbour, target) in ways {
        if score(&look, target, 0) <= asked {
            continue;
        }
        let staging = Staging::new(scratch, kit, harbour, target);
        if let Some(next) = staging.plan(asked) {
            asked = next.score;
            best = Some(next);
        }
    }
    best
}

/// How good it is to take a coast so many turns from now and one.
fn score(look: &Look<'_>, target: SpaceId, turns: u8) -> f64 {
    look.worth(target) / (5.0 + 2.0 * f64::from(turns))
}

/// Zones beside places that build, from which new ships would reach a coast in one turn.
fn harbours(look: &Look<'_>, target: SpaceId, ship: UnitTypeId) -> Vec<SpaceId> {
    let range = look.cx.rules.units[ship].moves;
    let zones = ports(look).into_iter().filter(|s| look.room(*s) > 0);
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

/// What a landing is made with, of what is for sale.
#[derive(Clone, Copy)]
struct Kit {
    punch: UnitTypeId,
    fodder: UnitTypeId,
    ship: UnitTypeId,
    warship: UnitTypeId,
}

impl Kit {
    fn of(wants: &Wants) -> Option<Self> {
        Some(Self {
            punch: wants.punch?,
            fodder: wants.fodder?,
            ship: wants.ship?,
            warship: wants.warship[0]?,
        })
    }
}

/// What is there for a landing.
struct Staging<'a> {
    scratch: &'a Scratch<'a>,
    kit: Kit,
    harbour: SpaceId,
    target: SpaceId,
    /// Men that the owner of the target can add to it in a turn.
    grows: f64,
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
    fn new(scratch: &'a Scratch<'a>, kit: Kit, harbour: SpaceId, target: SpaceId) -> Self {
        let (look, rules) = (scratch.look(), scratch.rules);
        let ports: Vec<SpaceId> = look.coast(harbour).collect();
        let at_hand = |s: &UnitIx| {
            let unit = scratch.state.unit(*s);
            look.sea_steps(unit.space, harbour) <= rules.units[unit.kind].moves
        };
        let transports: Vec<UnitIx> = transports(scratch).into_iter().filter(at_hand).collect();
        let hold = |s: &UnitIx| slots(&look, scratch.state.unit(*s).kind);
        let mut staging = Self {
            scratch,
            kit,
            harbour,
            target,
            grows: grows(&look, target, kit.fodder),
            men: men(scratch, &ports, &transports),
            air: air(scratch, target),
            lift: transports.iter().map(hold).sum(),
            ships: Army::default(),
            room: look.room_in(ports),
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

    /// The soonest that it can be paid for, if that is better than so much.
    fn plan(&self, asked: f64) -> Option<Invasion> {
        let look = self.scratch.look();
        let (rules, state, me) = (self.scratch.rules, &self.scratch.state, self.scratch.me);
        let funds = f64::from(state.funds(rules, me));
        let income = look.earns(me);
        let turns = (0..=PATIENCE).map(|turns| (turns, score(&look, self.target, turns)));
        let mut better = turns.take_while(|(_, score)| *score > asked);
        better.find_map(|(turns, score)| {
            let budget = Budget {
                money: funds + income * f64::from(turns),
                room: usize::from(self.room) * (usize::from(turns) + 1),
            };
            let needs = self.needs(&look, turns, &budget)?;
            Some(Invasion {
                target: self.target,
                paid: cost(&look, &needs) <= funds,
                needs,
                turns,
                score,
            })
        })
    }

    /// What must be bought, if it is made so many turns from now and one; nothing if it cannot be.
    fn needs(&self, look: &Look<'_>, turns: u8, budget: &Budget) -> Option<Vec<(UnitTypeId, u16)>> {
        let (ship, warship) = (self.kit.ship, self.kit.warship);
        let asked = look.weights().attack_chance;
        let guard = self.guard(look, turns);
        let wins = |count: usize| {
            let mut army = self.air.clone();
            (0..count).for_each(|i| army.push(self.man(i), 1));
            count > 0 && look.forecast(false, &army, &guard).chance >= asked
        };
        let dear = |count: usize| {
            budget
                .without(look, &self.landed(look, count + 1))
                .is_none()
        };
        let most = least(MEN, dear).unwrap_or(MEN);
        let mut needs = self.landed(look, least(most, wins)?);
        let left = budget.without(look, &needs)?;
        let mut fleet = look.joined(self.harbour, &self.ships.units);
        let ships = needs.iter().filter(|(kind, _)| *kind == ship);
        ships.for_each(|(_, count)| fleet.push(ship, *count));
        let off = self.offshore(look)?;
        let safe = |count: usize| {
            let mut fleet = fleet.clone();
            fleet.push(warship, u16::try_from(count).unwrap_or(u16::MAX));
            let won = || look.forecast(true, &fleet, &off).chance >= asked;
            look.holds(self.harbour, &fleet) && (off.is_empty() || won())
        };
        let warships = least(left.buys(look, warship).min(FLEET), safe)?;
        needs.push((warship, u16::try_from(warships).ok()?));
        needs.retain(|(_, count)| *count > 0);
        Some(needs)
    }

    /// What the man of such a number is: those at hand first, then new ones by turns.
    fn man(&self, number: usize) -> UnitTypeId {
        match number.checked_sub(self.men.len()) {
            None => self.men[number],
            Some(new) if new.is_multiple_of(2) => self.kit.punch,
            Some(_) => self.kit.fodder,
        }
    }

    /// What must be bought to land so many men.
    fn landed(&self, look: &Look<'_>, count: usize) -> Vec<(UnitTypeId, u16)> {
        let hold = slots(look, self.kit.ship).max(1);
        let ships = count.saturating_sub(self.lift).div_ceil(hold);
        let mut needs: Vec<(UnitTypeId, u16)> = Vec::new();
        for kind in (self.men.len()..count).map(|i| self.man(i)) {
            match needs.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, many)) => *many += 1,
                None => needs.push((kind, 1)),
            }
        }
        needs.push((self.kit.ship, u16::try_from(ships).unwrap_or(u16::MAX)));
        needs
    }

    /// Who will stand there: all that the owner earns until then goes into men, as far as they can be placed.
    fn guard(&self, look: &Look<'_>, turns: u8) -> Army {
        let mut guard = look.opposed(self.target);
        let more = self.grows * f64::from(turns + 1);
        guard.push(self.kit.fodder, more.round() as u16);
        guard
    }

    /// The fewest foes in a zone that the ships can land from.
    fn offshore(&self, look: &Look<'_>) -> Option<Army> {
        let rules = look.cx.rules;
        let range = rules.units[self.kit.ship].moves;
        let zones = look.coast(self.target);
        let zones = zones.filter(|z| look.sea_steps(self.harbour, *z) <= range);
        let foes = zones.map(|z| look.opposed(z));
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
