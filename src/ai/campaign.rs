//! Campaigns: which coasts overseas a power can win, how soon, and what it must buy for that. They are read off the
//! board each phase: what was built and gathered for one makes it the nearer one.

use std::collections::BTreeSet;

use super::assault::transports;
use super::look::{Look, slots};
use super::muster::ports;
use super::profile::FAR;
use super::scratch::Scratch;
use super::wants::{BUILT, Wants, grows};
use sandtable_kernel::Standing;
use sandtable_rules::{SpaceId, UnitTypeId, UnitTypeSet};

/// Farther ahead nobody plans.
const TURNS: u8 = 12;
/// A landing beyond that: ships make for it, but nothing is bought for it.
const NEVER: u8 = 24;
/// How much stronger than the guard a landing is to be.
const STRONGER: f64 = 1.3;

/// What money goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Transports, and men to go aboard.
    Lift,
    /// Aircraft.
    Air,
    /// Half of both.
    Both,
    /// Warships.
    Fleet,
    /// Men who walk.
    Men,
}

/// A coast that ships are bound for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Campaign {
    /// The territory.
    pub target: SpaceId,
    /// How good it is to be bound for it.
    pub score: f64,
    /// After how many turns a landing there wins; more than anybody plans ahead where none is foreseen.
    pub turns: u8,
    /// What to buy.
    pub means: Means,
}

impl Campaign {
    /// Whether a landing is foreseen.
    pub fn foreseen(&self) -> bool {
        self.turns < NEVER
    }
}

/// The campaigns of a power, the best first.
pub fn campaigns(scratch: &Scratch<'_>) -> Vec<Campaign> {
    let look = scratch.look();
    let board = &scratch.rules.board;
    let staff = Staff::new(scratch);
    let land = board.land.iter().filter(|s| !board.spaces[*s].closed);
    let mut all: Vec<Campaign> = land
        .filter_map(|s| match look.foe_holds(s) {
            true => staff.campaign(&look, s),
            false => staff.ferry(&look, s),
        })
        .collect();
    let more = round_about(&look, &all);
    for (campaign, more) in all.iter_mut().zip(more) {
        campaign.score += more;
    }
    all.sort_by(|a, b| {
        let better = b.score.total_cmp(&a.score);
        better.then(a.target.cmp(&b.target))
    });
    all
}

/// What else each of these coasts is good for: a friendly one becomes a staging post by that.
fn round_about(look: &Look<'_>, all: &[Campaign]) -> Vec<f64> {
    /// The share that counts.
    const SHARE: f64 = 0.8;
    let board = &look.cx.rules.board;
    let held: Vec<SpaceId> = board.land.iter().filter(|s| look.foe_holds(*s)).collect();
    let more = |one| SHARE * (by_sea(look, one, all) + on_foot(look, one, &held));
    all.iter().map(more).collect()
}

/// What landings are good for that are next to reach from a coast.
fn by_sea(look: &Look<'_>, one: &Campaign, all: &[Campaign]) -> f64 {
    /// So many steps away at most.
    const NEXT: u8 = 2;
    let near = |other: &Campaign| {
        let next = |from| {
            look.coast(other.target)
                .any(|to| look.sea_steps(from, to) <= NEXT)
        };
        look.coast(one.target).any(next)
    };
    let others = all.iter().filter(|other| other.target != one.target);
    let others = others.filter(|other| other.foreseen() && near(other));
    others.map(|other| other.score).sum()
}

/// What men who have landed on a coast can walk on to, of what foes hold.
fn on_foot(look: &Look<'_>, one: &Campaign, held: &[SpaceId]) -> f64 {
    let walk = |s: &SpaceId| (*s, look.profile.land_steps(one.target, *s));
    let reached = held.iter().map(walk);
    let reached = reached.filter(|(_, steps)| (1..FAR).contains(steps));
    let worth = reached.map(|(s, steps)| look.worth_in(s, one.turns.saturating_add(steps)));
    worth.sum()
}

/// Hits that an army can take, and hits that it scores in a round.
#[derive(Clone, Copy, Default)]
struct Weight {
    hits: f64,
    punch: f64,
}

impl Weight {
    fn add(&mut self, count: f64, punch: f64) {
        self.hits += count;
        self.punch += count * punch;
    }

    /// How strong that is: twice of both is four times as strong.
    fn strength(self) -> f64 {
        self.hits * self.punch
    }
}

/// Hits a round of each own unit that can go aboard before long, with the port where; or that is aboard, with the zone.
fn able(scratch: &Scratch<'_>, ports: &[SpaceId]) -> Vec<(Option<SpaceId>, f64)> {
    /// From so near a port they get there in time.
    const NEAR: u8 = 1;
    let (look, rules) = (scratch.look(), scratch.rules);
    let kept = look.garrisons();
    let steps = |s: SpaceId| move |p: &SpaceId| look.profile.land_steps(s, *p);
    let from = |s: SpaceId| match rules.board.is_sea(s) {
        true => Some(s),
        false => {
            let near = ports.iter().copied().filter(|p| steps(s)(p) <= NEAR);
            near.min_by_key(|p| (steps(s)(p), *p))
        }
    };
    let own = scratch.own(scratch.state.all());
    let takers = own.filter(|(ix, u)| rules.units.takers.has(u.kind) && !kept.contains(ix));
    let able = takers.filter_map(|(_, u)| Some((Some(from(u.space)?), look.attack(u.kind))));
    able.collect()
}

/// What there is for a landing: after how many turns it can be there, and how much it is.
struct Ready {
    /// Hits a round of each unit that can go aboard, the best first.
    men: Vec<(u8, f64)>,
    /// Room aboard.
    lift: Vec<(u8, f64)>,
}

/// Those that can be there in so many turns.
fn within(turns: u8, all: &[(u8, f64)]) -> impl Iterator<Item = f64> {
    let near = all.iter().filter(move |(t, _)| *t <= turns);
    near.map(|(_, much)| *much)
}

/// A transport.
struct Hold {
    /// Its zone; nothing for one that is not placed yet.
    at: Option<SpaceId>,
    /// Whether it need not fetch anybody first.
    laden: bool,
    /// How many it takes.
    room: f64,
}

/// What a power has for landings, and what it can buy.
struct Staff<'a> {
    scratch: &'a Scratch<'a>,
    /// Zones beside ports.
    harbours: BTreeSet<SpaceId>,
    /// Zones where ships are.
    fleets: BTreeSet<SpaceId>,
    /// Hits a round of each unit that can go aboard at a port, or is aboard in a zone. What is not placed yet is nowhere.
    men: Vec<(Option<SpaceId>, f64)>,
    transports: Vec<Hold>,
    /// Own aircraft.
    aircraft: Vec<UnitTypeId>,
    /// What own warships cost, in IPC.
    fleet: f64,
    funds: f64,
    income: f64,
    /// Units that can be placed in a turn.
    room: f64,
    wants: Wants,
}

impl<'a> Staff<'a> {
    fn new(scratch: &'a Scratch<'a>) -> Self {
        let (look, rules, state) = (scratch.look(), scratch.rules, &scratch.state);
        let (sea, air) = (rules.units.sea, rules.units.air);
        let own = |kinds: UnitTypeSet| {
            let own = scratch.own(state.all()).map(|(_, u)| u);
            own.filter(move |u| kinds.has(u.kind))
        };
        let ports = ports(&look);
        let hold = |ix| Hold {
            at: Some(state.unit(ix).space),
            laden: state.laden(ix),
            room: slots(&look, state.unit(ix).kind) as f64,
        };
        let warships = own(rules.units.warships());
        let mut staff = Self {
            scratch,
            harbours: ports.iter().flat_map(|p| look.coast(*p)).collect(),
            fleets: own(sea).map(|u| u.space).collect(),
            men: able(scratch, &ports),
            transports: transports(scratch).into_iter().map(hold).collect(),
            aircraft: own(air).map(|u| u.kind).collect(),
            fleet: warships.map(|u| scratch.profile.cost[u.kind]).sum(),
            funds: f64::from(state.funds(rules, scratch.me)).max(0.0),
            income: look.earns(scratch.me),
            room: f64::from(look.room_in(rules.board.land.iter())),
            wants: Wants::new(&look, scratch),
        };
        staff.count_bought(&look);
        staff
    }

    /// What was bought and is not placed yet is there as well.
    fn count_bought(&mut self, look: &Look<'_>) {
        let units = &self.scratch.rules.units;
        for stack in self.scratch.bought().stacks() {
            let (kind, count) = (stack.kind, usize::from(stack.count));
            if units.transports.has(kind) {
                self.transports.push(Hold {
                    at: None,
                    laden: false,
                    room: (slots(look, kind) * count) as f64,
                });
            } else if units.sea.has(kind) {
                self.fleet += self.price(Some(kind)) * count as f64;
            } else if units.takers.has(kind) {
                let hits = std::iter::repeat_n((None, look.attack(kind)), count);
                self.men.extend(hits);
            }
        }
        self.men.sort_by(|a, b| b.1.total_cmp(&a.1));
    }

    /// What can be at the coast of a territory, and when, if new units come in so many turns.
    fn ready(&self, look: &Look<'_>, target: SpaceId, new: u8) -> Ready {
        let coast: Vec<SpaceId> = look.coast(target).collect();
        let sail = |z: SpaceId| {
            let steps = coast.iter().map(|c| look.sea_steps(z, *c));
            steps.min().unwrap_or(FAR)
        };
        let fetch = |z: SpaceId| {
            let ways = self.harbours.iter();
            let ways = ways.map(|h| look.sea_steps(z, *h).saturating_add(sail(*h)));
            ways.min().unwrap_or(FAR)
        };
        let shipped = |at: SpaceId| match look.cx.rules.board.is_sea(at) {
            true => sail(at),
            false => look.coast(at).map(sail).min().unwrap_or(FAR),
        };
        let turns = |at: Option<SpaceId>, steps: &dyn Fn(SpaceId) -> u8| match at {
            Some(at) => steps(at).div_ceil(2),
            None => new,
        };
        let men = self.men.iter();
        let lift = self.transports.iter();
        Ready {
            men: men
                .map(|(at, hits)| (turns(*at, &shipped), *hits))
                .collect(),
            lift: lift
                .map(|s| match s.laden {
                    true => (turns(s.at, &sail), s.room),
                    false => (turns(s.at, &fetch), s.room),
                })
                .collect(),
        }
    }

    /// The shortest way over sea from one of these zones to the coast of a territory.
    fn steps(&self, look: &Look<'_>, from: &BTreeSet<SpaceId>, target: SpaceId) -> (u8, SpaceId) {
        let coast = look.coast(target);
        let ways = coast.flat_map(|z| from.iter().map(move |f| (*f, z)));
        let ways = ways.map(|(f, z)| (look.sea_steps(f, z), f));
        ways.min().unwrap_or((FAR, target))
    }

    /// A friendly coast from which foes are near over land.
    fn ferry(&self, look: &Look<'_>, target: SpaceId) -> Option<Campaign> {
        /// What it is worth to have men there, in IPC.
        const WORTH: f64 = 2.5;
        let friendly = look.cx.standing(target, look.me) == Standing::Friendly;
        let (steps, _) = self.steps(look, &self.fleets, target);
        let leads = friendly && look.front(target) <= 2 && steps != FAR;
        leads.then(|| Campaign {
            target,
            score: WORTH / (3.0 + f64::from(steps)),
            turns: NEVER,
            means: Means::Lift,
        })
    }

    /// The landing on a foe's coast that wins soonest.
    fn campaign(&self, look: &Look<'_>, target: SpaceId) -> Option<Campaign> {
        let (way, harbour) = self.steps(look, &self.harbours, target);
        let (near, _) = self.steps(look, &self.fleets, target);
        if way == FAR && near == FAR {
            return None;
        }
        let escort = match way {
            FAR => 0.0,
            _ => self.escort(look, harbour, target),
        };
        let [way, near] = [way, near].map(|steps| steps.div_ceil(2));
        let air = self.flown(look, target);
        let ready = self.ready(look, target, way.max(1));
        let (guard, grows) = self.guard(look, target);
        let soonest = way.min(near);
        let found = (soonest..=TURNS).find_map(|turns| {
            let mut guard = guard;
            guard.add(grows * f64::from(turns), self.defence());
            let wins = |force: Weight| force.strength() >= STRONGER * guard.strength();
            // What is bought so many turns from now comes in time.
            let Some(bought) = turns.checked_sub(way.max(1)).map(f64::from) else {
                let force = self.at_hand(look, air, target, turns);
                return force.is_some_and(wins).then_some((turns, Means::Lift));
            };
            let money = (self.funds + self.income * bought - escort).max(0.0);
            let room = self.room * (1.0 + bought);
            let means = [Means::Lift, Means::Both, Means::Air].into_iter();
            let mut means = means.filter(|means| {
                let force = self.force(look, (&ready, turns), air, *means, (money, room));
                force.is_some_and(wins)
            });
            Some((turns, means.next()?))
        });
        let (turns, means) = found.unwrap_or((NEVER, Means::Lift));
        Some(Campaign {
            target,
            score: look.worth_in(target, turns),
            turns,
            means,
        })
    }

    /// Who stands there now, and how many more come each turn.
    fn guard(&self, look: &Look<'_>, target: SpaceId) -> (Weight, f64) {
        let cx = look.cx;
        let mut guard = Weight::default();
        for stack in look.opposed(target).units.stacks() {
            let hits = f64::from(cx.rules.units[stack.kind].hits);
            let count = f64::from(stack.count);
            guard.hits += count * hits;
            guard.punch += count * look.profile.land.defence[stack.kind];
        }
        let grows = |man| BUILT * grows(look, target, man);
        (guard, self.wants.fodder.map_or(0.0, grows))
    }

    /// Hits a round of who is built to defend.
    fn defence(&self) -> f64 {
        let profile = self.scratch.profile;
        let fodder = self.wants.fodder;
        fodder.map_or(0.3, |kind| profile.land.defence[kind])
    }

    fn price(&self, kind: Option<UnitTypeId>) -> f64 {
        kind.map_or(f64::MAX, |kind| self.scratch.profile.cost[kind])
    }

    /// What own aircraft add that could come back from there.
    fn flown(&self, look: &Look<'_>, target: SpaceId) -> Weight {
        let (board, units) = (&look.cx.rules.board, &look.cx.rules.units);
        let far = |s: SpaceId| board.distance(s, target).unwrap_or(FAR);
        let ground = board.land.iter().filter(|s| look.safe_ground(*s));
        let base = ground.map(far).min().unwrap_or(FAR);
        let mut flown = Weight::default();
        let comes = |kind: UnitTypeId| units[kind].moves / 2 >= base;
        let able = self.aircraft.iter().filter(|kind| comes(**kind));
        able.for_each(|kind| flown.add(1.0, look.attack(*kind)));
        flown
    }

    /// What must be spent on warships before ships are safe where they wait and where they land.
    fn escort(&self, look: &Look<'_>, harbour: SpaceId, target: SpaceId) -> f64 {
        let rules = look.cx.rules;
        let there = |z: SpaceId| look.opposed(z).cost(rules);
        let coast = look.coast(target).map(there);
        let coast = coast.min_by(f64::total_cmp).unwrap_or(0.0);
        let threat = look.threat(harbour).cost(rules);
        (coast.max(threat) - self.fleet).max(0.0)
    }

    /// What would land of those who are aboard and so many turns away at most.
    fn at_hand(&self, look: &Look<'_>, air: Weight, target: SpaceId, turns: u8) -> Option<Weight> {
        let near = |zone: SpaceId| {
            let mut coast = look.coast(target);
            coast.any(|z| look.sea_steps(zone, z) <= 2 * (turns + 1))
        };
        let afloat = |at: &SpaceId| look.cx.rules.board.is_sea(*at);
        let aboard = self.men.iter();
        let aboard = aboard.filter(|(at, _)| at.filter(afloat).is_some_and(near));
        let mut force = air;
        let landed = aboard.map(|(_, hits)| force.add(1.0, *hits)).count();
        (landed > 0).then_some(force)
    }

    /// What would land with so much money spent, and so many units built at most.
    fn force(
        &self,
        look: &Look<'_>,
        (ready, turns): (&Ready, u8),
        air: Weight,
        means: Means,
        (money, room): (f64, f64),
    ) -> Option<Weight> {
        let Wants {
            ship, plane, punch, ..
        } = &self.wants;
        let mut force = air;
        let share = match means {
            Means::Air => 1.0,
            Means::Both => 0.5,
            _ => 0.0,
        };
        let flying = plane.map_or(0.0, |kind| {
            let count = (share * money / self.price(Some(kind))).min(share * room);
            force.add(count.floor(), look.attack(kind));
            count.floor()
        });
        let (mut money, mut room) = ((1.0 - share) * money, room - flying);
        let known: Vec<f64> = within(turns, &ready.men).collect();
        let mut lift: f64 = within(turns, &ready.lift).sum();
        let mut men = known.len() as f64;
        while room >= 1.0 {
            let kind = if lift <= men { *ship } else { *punch };
            let Some(kind) = kind.filter(|k| self.price(Some(*k)) <= money) else {
                break;
            };
            money -= self.price(Some(kind));
            room -= 1.0;
            if lift <= men {
                lift += slots(look, kind) as f64;
            } else {
                men += 1.0;
            }
        }
        let landed = lift.min(men);
        let old = known.iter().take(landed as usize);
        let new = landed - old.len() as f64;
        old.for_each(|hits| force.add(1.0, *hits));
        force.add(new, punch.map_or(0.0, |kind| look.attack(kind)));
        (landed >= 1.0).then_some(force)
    }
}
