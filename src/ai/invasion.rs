//! A landing in one go: built in a harbour, and made from there in the turn after. What it takes is reckoned with the odds
//! of the battle, and saved up for: men first, who are safe ashore, and the ships as late as can be and where they hold,
//! warships before transports where the harbour builds too few in a turn. Where the ships get there in one turn only from a
//! base, that is built as well; where they do not even then, and it would win the war, they gather in the roads first.

use super::allot::Allotment;
use super::army::Army;
use super::assault::transports;
use super::attack::least;
use super::harbour::{Harbour, harbours};
use super::look::{Look, slots};
use super::muster::ports;
use super::scratch::Scratch;
use super::wants::{BUILT, Wants, grows};
use super::yard::Yard;
use sandtable_kernel::{Standing, Unit, UnitIx};
use sandtable_odds::{Force, Stack};
use sandtable_rules::{SpaceId, UnitTypeId};

/// A landing in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct Invasion {
    /// Where.
    pub target: SpaceId,
    /// From where.
    pub harbour: Harbour,
    /// How many men are to go aboard for it, but for those who are.
    pub men: u16,
    /// What is to be bought now, men first.
    pub due: Force,
    /// What is saved up for.
    pub later: Force,
    /// After how many turns all of it can be there.
    pub turns: u8,
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
    fn without(&self, look: &Look<'_>, needs: &Force) -> Option<Self> {
        let money = self.money - needs.cost(look.cx.rules) as f64;
        let room = self.room.checked_sub(needs.units() as usize)?;
        (money >= 0.0).then_some(Self { money, room })
    }

    /// How many of a type it buys.
    fn buys(&self, look: &Look<'_>, kind: UnitTypeId) -> usize {
        let paid = (self.money / look.profile.cost[kind]) as usize;
        paid.min(self.room)
    }
}

/// The best one that a power can save up for, if it is better than what can be walked to. Whom it is at peace with it spares:
/// war may be a long way off, and what was gathered for it is of no use elsewhere.
pub fn invasion(scratch: &Scratch<'_>) -> Option<Invasion> {
    /// So many coasts are looked at.
    const AIMS: usize = 3;
    let look = scratch.look();
    let wants = Wants::new(&look, scratch);
    let kit = Kit::of(&wants)?;
    let aims = scratch.campaigns().iter().map(|c| c.target);
    let fought = |t: &SpaceId| look.cx.standing(*t, scratch.me) == Standing::Hostile;
    let aims = aims.filter(|t| fought(t) && look.decisive(*t));
    let from = |target| {
        let harbours = harbours(&look, target, kit.ship, kit.base).into_iter();
        harbours.map(move |harbour| (harbour, target))
    };
    let ways: Vec<(Harbour, SpaceId)> = aims.take(AIMS).flat_map(from).collect();
    // What draws men over land is dear to find out.
    if ways.is_empty() {
        return None;
    }
    let mut best: Option<Invasion> = None;
    let mut asked = Allotment::of(scratch, None).ashore(&look, &ports(&look));
    for (harbour, target) in ways {
        if score(&look, target, 0) <= asked {
            continue;
        }
        let yard = Yard::new(scratch, &wants, Some(harbour.zone));
        let staging = Staging::new(scratch, kit, yard, harbour, target);
        if let Some(next) = staging.plan(asked) {
            asked = next.score;
            best = Some(next);
        }
    }
    best
}

/// How good it is to take a coast so many turns from now and one.
fn score(look: &Look<'_>, target: SpaceId, turns: u8) -> f64 {
    look.worth_in(target, turns + 1)
}

/// What a landing is made with, of what is for sale.
#[derive(Clone, Copy)]
struct Kit {
    punch: UnitTypeId,
    fodder: UnitTypeId,
    ship: UnitTypeId,
    /// From where ships sail farther.
    base: Option<UnitTypeId>,
}

impl Kit {
    fn of(wants: &Wants) -> Option<Self> {
        Some(Self {
            punch: wants.punch?,
            fodder: wants.fodder?,
            ship: wants.ship?,
            base: wants.base,
        })
    }
}

/// What is there for a landing.
struct Staging<'a> {
    scratch: &'a Scratch<'a>,
    kit: Kit,
    /// What guards the harbour.
    yard: Yard,
    harbour: Harbour,
    target: SpaceId,
    /// Men that the owner of the target can add to it in a turn.
    grows: f64,
    /// Men who can be aboard in time, the best attackers first.
    men: Vec<UnitTypeId>,
    /// How many of them are.
    aboard: usize,
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
    fn new(
        scratch: &'a Scratch<'a>,
        kit: Kit,
        yard: Yard,
        harbour: Harbour,
        target: SpaceId,
    ) -> Self {
        let look = scratch.look();
        let ports: Vec<SpaceId> = look.coast(harbour.zone).collect();
        let at_hand = |s: &UnitIx| harbour.receives(&look, *s);
        let transports: Vec<UnitIx> = transports(scratch).into_iter().filter(at_hand).collect();
        let hold = |s: &UnitIx| slots(&look, scratch.state.unit(*s).kind);
        let aboard = |s: &UnitIx| scratch.state.aboard(*s).count();
        let mut staging = Self {
            scratch,
            kit,
            yard,
            harbour,
            target,
            grows: grows(&look, target, kit.fodder),
            men: men(scratch, &ports, &transports),
            aboard: transports.iter().map(aboard).sum(),
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
        for stack in self.scratch.bought().stacks() {
            let (kind, count) = (stack.kind, stack.count);
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
        let turns = (0..=PATIENCE).map(|turns| {
            let landed = turns + self.harbour.turns();
            (turns, score(&look, self.target, landed))
        });
        let mut better = turns.take_while(|(_, score)| *score > asked);
        better.find_map(|(turns, score)| {
            let budget = Budget {
                money: funds + income * f64::from(turns),
                room: usize::from(self.room) * (usize::from(turns) + 1),
            };
            let (men, needs) = self.needs(&look, turns, &budget)?;
            let (due, later) = self.due(&look, turns, &needs)?;
            let now = due.only(rules.units.sea).is_empty() || due.cost(rules) as f64 <= funds;
            now.then_some(Invasion {
                target: self.target,
                harbour: self.harbour,
                men: u16::try_from(men.saturating_sub(self.aboard)).unwrap_or(u16::MAX),
                due,
                later,
                turns: turns + self.harbour.turns(),
                score,
            })
        })
    }

    /// What of it is to be bought now, and what later: of the ships as few now as leave no more than can be built in the
    /// turns that follow, warships first, and a base last. Nothing if what is built until then would not hold.
    fn due(&self, look: &Look<'_>, turns: u8, needs: &Force) -> Option<(Force, Force)> {
        let units = &look.cx.rules.units;
        let mut queue = Force::default();
        for kinds in [units.warships(), units.transports, units.facilities] {
            queue.join(&needs.only(kinds));
        }
        // Those that are built once so many turns have passed.
        let built = |passed: u8| {
            let after = u32::from(self.room) * u32::from(turns - passed);
            queue.first(queue.units().saturating_sub(after))
        };
        let holds = |passed| {
            let fleet = built(passed);
            fleet.is_empty() || look.holds(self.harbour.zone, &self.fleet(look, &fleet))
        };
        let now = built(0);
        let later = queue.without(&now);
        (0..turns)
            .all(holds)
            .then(|| (needs.without(&later), later))
    }

    /// Who will be in the harbour with these.
    fn fleet(&self, look: &Look<'_>, others: &Force) -> Army {
        let mut ships = self.ships.units.clone();
        ships.join(others);
        look.joined(self.harbour.zone, &self.yard.manned(look, &ships))
    }

    /// Who will be where the landing is made from, once they have sailed there with these.
    fn sailed(&self, look: &Look<'_>, others: &Force) -> Army {
        let fleet = self.fleet(look, others);
        match self.harbour.roads {
            None => fleet,
            Some(roads) => look.joined(roads, &fleet.units),
        }
    }

    /// How many men land and what must be bought, if it is made so many turns from now and one; nothing if it cannot be.
    fn needs(&self, look: &Look<'_>, turns: u8, budget: &Budget) -> Option<(usize, Force)> {
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
        let men = least(most, wins)?;
        let needs = self.landed(look, men);
        let left = budget.without(look, &needs)?;
        let off = self.offshore(look)?;
        let fleets: Vec<Force> = self.fleets(look, needs, left).collect();
        let safe = |count: usize| {
            let fleet = self.fleet(look, &fleets[count]);
            let sailed = self.sailed(look, &fleets[count]);
            let holds = || look.holds(self.harbour.start(), &sailed);
            let won = || look.forecast(true, &sailed, &off).chance >= asked;
            look.holds(self.harbour.zone, &fleet) && holds() && (off.is_empty() || won())
        };
        let warships = least(fleets.len() - 1, safe)?;
        Some((men, fleets[warships].clone()))
    }

    /// What is bought with more and more warships, as far as that goes.
    fn fleets(&self, look: &Look<'_>, needs: Force, left: Budget) -> impl Iterator<Item = Force> {
        let more = move |(needs, left): &(Force, Budget)| {
            let mut built = self.ships.units.clone();
            built.join(needs);
            let next = self.yard.next(&built, |kind| left.buys(look, kind) > 0)?;
            let one = Force::default().with(next, 1);
            Some((needs.clone().with(next, 1), left.without(look, &one)?))
        };
        let fleets = std::iter::successors(Some((needs, left)), more);
        fleets.map(|(needs, _)| needs).take(FLEET + 1)
    }

    /// What the man of such a number is: those at hand first, then new ones by turns.
    fn man(&self, number: usize) -> UnitTypeId {
        match number.checked_sub(self.men.len()) {
            None => self.men[number],
            Some(new) if new.is_multiple_of(2) => self.kit.punch,
            Some(_) => self.kit.fodder,
        }
    }

    /// The base that must be bought.
    fn base(&self) -> Option<UnitTypeId> {
        let (base, _) = self.harbour.base?;
        (self.scratch.bought().count(base) == 0).then_some(base)
    }

    /// What must be bought to land so many men: the base with it that is lacking.
    fn landed(&self, look: &Look<'_>, count: usize) -> Force {
        let hold = slots(look, self.kit.ship).max(1);
        let ships = count.saturating_sub(self.lift).div_ceil(hold);
        let new = (self.men.len()..count).map(|i| self.man(i));
        let new = self.base().into_iter().chain(new);
        let needs = new.fold(Force::default(), |all, kind| all.with(kind, 1));
        needs.with(self.kit.ship, u16::try_from(ships).unwrap_or(u16::MAX))
    }

    /// Who will stand there: in the last turns, when the owner sees what comes, all that he earns goes into men.
    fn guard(&self, look: &Look<'_>, turns: u8) -> Army {
        let mut guard = look.opposed(self.target);
        let seen = 1.0 + f64::from(self.harbour.turns());
        let more = self.grows * (seen + BUILT * f64::from(turns));
        guard.push(self.kit.fodder, more.round() as u16);
        guard
    }

    /// The fewest foes in a zone that the ships can land from.
    fn offshore(&self, look: &Look<'_>) -> Option<Army> {
        let rules = look.cx.rules;
        let zones = look.coast(self.target);
        let start = self.harbour.start();
        let zones = zones.filter(|z| look.sea_steps(start, *z) <= self.harbour.range);
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

/// Own aircraft that can join from bases near a target, if they fly there first: ground where they are safe, and that
/// holds with them.
fn air(scratch: &Scratch<'_>, target: SpaceId) -> Army {
    let (look, rules) = (scratch.look(), scratch.rules);
    let returns = |u: &Unit, base| {
        let range = rules.units[u.kind].moves / 2;
        rules
            .board
            .distance(base, target)
            .is_some_and(|d| d <= range)
    };
    let flies = |u: &Unit, base| look.flies(u, base) && returns(u, base);
    let aircraft: Vec<&Unit> = scratch.aircraft().collect();
    let sure = |base: &SpaceId| {
        let come = aircraft.iter().copied();
        let come = come.filter(|u| u.space != *base && flies(u, *base));
        let come = Army::of(rules, come);
        look.holds(*base, &look.joined(*base, &come.units))
    };
    let ground = rules.board.land.iter().filter(|s| look.safe_ground(*s));
    let bases: Vec<SpaceId> = ground.filter(sure).collect();
    let joins = |u: &&Unit| bases.iter().any(|b| flies(u, *b));
    Army::of(rules, aircraft.into_iter().filter(joins))
}

/// What to do with money.
pub enum Step {
    /// Buy one of these.
    Buy(UnitTypeId),
    /// Keep it.
    Save,
    /// There is all that it takes.
    Ready,
}

impl Invasion {
    /// Where these transports, which are in one zone, await it: laden ones in the roads, those in the harbour as soon as there
    /// is all that it takes.
    pub fn awaited_in(&self, look: &Look<'_>, zone: SpaceId, transports: &[UnitIx]) -> SpaceId {
        let complete = self.due.is_empty() && self.later.is_empty();
        let sails = zone != self.harbour.zone || complete;
        let sails = sails && transports.iter().any(|ix| look.cx.state.laden(*ix));
        let roads = self.harbour.roads.filter(|_| sails);
        roads.unwrap_or(self.harbour.zone)
    }

    /// What to do next where so much was bought.
    pub fn next(&self, bought: &Army) -> Step {
        let lacks = |stack: &&Stack| bought.units.count(stack.kind) < stack.count;
        match self.due.stacks().iter().find(lacks) {
            Some(stack) => Step::Buy(stack.kind),
            None if self.later.is_empty() => Step::Ready,
            None => Step::Save,
        }
    }
}
