//! Purchases: the capital first, then a mix that suits the ground between the power and its
//! enemies, within what can be placed.

use std::cell::OnceCell;

use super::allot::Allotment;
use super::army::Army;
use super::assault::{lift, transports};
use super::campaign::{Campaign, Means};
use super::escort;
use super::fleet;
use super::invasion::Step;
use super::look::{Look, berths, slots};
use super::mend;
use super::raid;
use super::scratch::Scratch;
use super::settle::works_site;
use super::wants::{Wants, price};
use super::yard::{Yard, outsailed};
use sandtable_kernel::{Order, Unit, UnitIx};
use sandtable_odds::Force;
use sandtable_rules::{Rules, Site, SpaceId, UnitTypeId, UnitTypeSet, UnitTypes};

/// Plans the purchases of a power.
pub fn plan(scratch: &mut Scratch<'_>) {
    mend::plan(scratch);
    build(scratch);
    let mut shopping = Shopping::new(scratch);
    let before = scratch.orders.len();
    loop {
        match shopping.next(scratch) {
            Step::Buy(kind) if scratch.give(Order::Buy(vec![(kind, 1)])) => {
                shopping.bought.push(kind, 1);
            }
            Step::Save => {
                scratch.saved = shopping.harbour;
                break;
            }
            _ => break,
        }
    }
    // One order says the same as many.
    scratch.orders.truncate(before);
    let kinds = scratch.rules.units.types.ids();
    let counts = kinds.map(|k| (k, shopping.bought.units.count(k)));
    let bought: Vec<(UnitTypeId, u16)> = counts.filter(|(_, n)| *n > 0).collect();
    if !bought.is_empty() {
        scratch.orders.push(Order::Buy(bought));
    }
}

/// Buys something that builds units where there is more money than room to build, or where those who are built
/// wait for ships in vain and there is a place from which they could walk.
fn build(scratch: &mut Scratch<'_>) {
    /// What a unit costs at least about, in IPC.
    const UNIT: i32 = 4;
    let room = scratch.look().room_in(scratch.rules.board.land.iter());
    let Some(works) = Wants::new(&scratch.look(), scratch).works else {
        return;
    };
    let money = treasury(scratch);
    let short = money > UNIT * i32::from(room) + price(scratch, works);
    let overseas = || {
        let shopping = Shopping::new(scratch);
        shopping.stranded() && i32::from(shopping.by_land) * UNIT < money
    };
    let ashore = || {
        let allotted = Allotment::new(scratch);
        let mut land = scratch.rules.board.land.iter();
        land.any(|s| works_site(scratch, &allotted, works, s).is_some())
    };
    if short || overseas() && ashore() {
        scratch.give(Order::Buy(vec![(works, 1)]));
    }
}

fn treasury(scratch: &Scratch<'_>) -> i32 {
    scratch.state.funds(scratch.rules, scratch.me)
}

/// So many transports go with a warship.
const PER_GUARD: usize = 3;

/// A purchase in the making.
struct Shopping {
    wants: Wants,
    /// What guards the harbour.
    yard: Yard,
    bought: Army,
    /// Units that can be placed at producers.
    room: u16,
    /// Types that need no producer.
    anywhere: UnitTypeSet,
    /// How many new units are of most use over land.
    by_land: u16,
    /// Ground units that are aboard or wait for ships.
    waiting: Force,
    /// The room aboard the transports there are.
    lift: usize,
    /// Transports at hand, and how many there should be.
    ships: (usize, usize),
    /// Warships at hand.
    guards: usize,
    /// Foes are the stronger at sea, and much depends on it.
    outsailed: bool,
    /// More aircraft would be of use.
    planes: bool,
    /// What the landing that is to be made wants.
    means: Option<Means>,
    /// The capital, while it would fall.
    besieged: Option<SpaceId>,
    /// Where new ships would appear.
    harbour: Option<SpaceId>,
    /// How many can be placed there.
    berths: u16,
    /// The zone that the ships reach next, and those that would be there.
    escort: Option<(SpaceId, Army)>,
    /// How many raiders there is work for.
    raids: OnceCell<usize>,
}

/// How safe new ships would be in a harbour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Berth {
    /// It holds with one transport more.
    Holds,
    /// It holds with warships that there is money for.
    Due,
    /// It will with those that money is saved for: men wait there for ships.
    Saved,
    /// It does not, or nobody waits for it.
    Open,
}

impl Shopping {
    fn new(scratch: &Scratch<'_>) -> Self {
        let (look, me) = (scratch.look(), scratch.me);
        let (rules, state) = (scratch.rules, &scratch.state);
        let own = |s: &SpaceId| state.owner(*s) == Some(me);
        let producers = rules.board.land.iter().filter(|s| look.room(*s) > 0);
        let producers: Vec<SpaceId> = producers.collect();
        let room = look.room_in(producers.iter().copied());
        let placed_anywhere = |k: &UnitTypeId| {
            let row = rules.economy.placement(me, *k);
            rules.units[*k].facility.is_none()
                && row.is_some_and(|r| matches!(r.site, Site::Own(_)))
        };
        let anywhere: UnitTypeSet = rules.units.types.ids().filter(placed_anywhere).collect();
        let homes: Vec<SpaceId> = if anywhere.is_empty() {
            producers
        } else {
            rules.board.land.iter().filter(own).collect()
        };
        let takers = rules.units.takers;
        let allotted = Allotment::new(scratch);
        let aboard = |u: &Unit| takers.has(u.kind) && rules.board.is_sea(u.space);
        let aboard = scratch.own(state.all()).filter(|(_, u)| aboard(u));
        let waiting = aboard.map(|(ix, _)| ix).chain(allotted.waiting());
        let waiting = scratch.army(&waiting.collect::<Vec<UnitIx>>()).units;
        // What is built where ships are of more use is not counted.
        let of_use = |home: &SpaceId| match allotted.next(&look, *home) {
            Some((_, goal)) if !goal.port => {
                let built = look.room(*home);
                goal.room().min(if built == 0 { u16::MAX } else { built })
            }
            _ => 0,
        };
        let bound = scratch.aim();
        let ashore = allotted.ashore(&look, &homes);
        // Only what may decide the war comes before those who can walk.
        let overseas = |c: &Campaign| c.foreseen() && c.score > ashore && look.decisive(c.target);
        let by_land = match bound.is_some_and(overseas) {
            true => 0,
            false => homes.iter().map(of_use).fold(0, u16::saturating_add),
        };
        let own_of = |kinds: UnitTypeSet| {
            let own = scratch.own(state.all());
            own.filter(|(_, u)| kinds.has(u.kind)).count()
        };
        let means = bound.filter(|c| c.foreseen()).map(|c| c.means);
        let means = scratch.stance.means.or(means);
        let flown = matches!(means, Some(Means::Air | Means::Both));
        let (planes, ground) = (own_of(rules.units.air), own_of(takers));
        let besieged = look
            .capitals()
            .next()
            .filter(|c| own(c) && !look.holds(*c, &look.guard(*c)));
        let harbour = fleet::harbour(scratch, &allotted);
        let chart = look.chart_of(me);
        let at_hand = |s: &&UnitIx| harbour.is_none_or(|h| chart.leads(state.unit(**s).space, h));
        let ships = transports(scratch).iter().filter(at_hand).count();
        let wants = Wants::new(&look, scratch);
        Self {
            yard: Yard::new(scratch, &wants, harbour),
            wants,
            bought: Army::default(),
            room,
            anywhere,
            by_land,
            ships: (ships, (waiting.units() as usize / 2 + 1).max(2)),
            waiting,
            lift: lift(scratch),
            guards: own_of(rules.units.warships()),
            outsailed: outsailed(scratch),
            planes: flown || planes < 4 + ground / 3,
            means,
            besieged,
            harbour,
            berths: harbour.map_or(room, |zone| look.room_in(look.coast(zone))),
            escort: escort::next(scratch),
            raids: OnceCell::new(),
        }
    }

    /// What to do next.
    fn next(&self, scratch: &Scratch<'_>) -> Step {
        let air = scratch.rules.units.air;
        // Where room is short, money goes into better units.
        let left = self.room.saturating_sub(self.placed());
        let rich = left > 0 && treasury(scratch) > i32::from(left) * 7;
        let ashore = self.bought.units.only(scratch.rules.units.land);
        let walk = ashore.units() < u32::from(self.by_land);
        let strand = self.stranded() && !walk;
        let useful = |k: &UnitTypeId| self.planes || strand || !air.has(*k);
        let paid = |k: &UnitTypeId| {
            self.placeable(scratch.rules, *k) && price(scratch, *k) <= treasury(scratch)
        };
        let can = |kind: Option<UnitTypeId>| kind.filter(|k| useful(k) && paid(k));
        let fodder = can(self.wants.fodder);
        if let Some(kind) = fodder
            && !self.relieved(&scratch.look())
        {
            return Step::Buy(kind);
        }
        let invasion = scratch.funded();
        match invasion.map_or(Step::Ready, |i| i.next(&self.bought)) {
            Step::Buy(kind) if paid(&kind) => return Step::Buy(kind),
            Step::Buy(_) => return Step::Ready,
            Step::Save => return Step::Save,
            Step::Ready => {}
        }
        let raider = self.wants.raider.filter(|k| rich && paid(k));
        if let Some(kind) = raider.filter(|k| self.employed(scratch, *k)) {
            return Step::Buy(kind);
        }
        let first = match (walk, self.means) {
            _ if scratch.stance.means == Some(Means::Men) => self.ashore(rich),
            (true, _) if self.outsailed && self.ships_lag(scratch) => self.sail(scratch),
            (true, _) if self.stranded() && self.ships_lag(scratch) && self.berthed(scratch) => {
                self.afloat(scratch)
            }
            (true, _) if scratch.stance.means.is_none() => self.ashore(rich),
            _ if self.berth(scratch) == Berth::Saved => return Step::Save,
            (_, None) if strand => self.fleet(scratch),
            _ => self.afloat(scratch),
        };
        let first = first.into_iter().find_map(can);
        let next = first.or(fodder.filter(|_| !strand));
        next.map_or(Step::Ready, Step::Buy)
    }

    /// Whether there is work for one more raider of a type.
    fn employed(&self, scratch: &Scratch<'_>, raider: UnitTypeId) -> bool {
        let own = scratch.aircraft().filter(|u| u.kind == raider).count();
        let there = own + usize::from(self.bought.units.count(raider));
        there < *self.raids.get_or_init(|| raid::work(scratch, raider))
    }

    /// Whether the capital would not fall, with what was bought.
    fn relieved(&self, look: &Look<'_>) -> bool {
        self.besieged.is_none_or(|capital| {
            let guard = look.joined(capital, &self.bought.units);
            look.holds(capital, &guard)
        })
    }

    /// Whether more ground units wait for ships than there is room aboard, and a few more.
    fn stranded(&self) -> bool {
        /// So many wait for the next ship.
        const SPARE: usize = 4;
        self.wants.ship.is_some() && self.waiting() > self.lift + SPARE
    }

    /// Whether less than half of what was spent went into ships and aircraft.
    fn ships_lag(&self, scratch: &Scratch<'_>) -> bool {
        let units = &scratch.rules.units;
        let bought = &self.bought.units;
        let afloat = bought.only(units.sea.union(units.air));
        2 * afloat.cost(scratch.rules) <= bought.cost(scratch.rules)
    }

    /// What to buy where foes are the stronger at sea: warships where they hold, else aircraft.
    fn sail(&self, scratch: &Scratch<'_>) -> [Option<UnitTypeId>; 4] {
        let w = &self.wants;
        match self.harbour_holds(&scratch.look()) {
            true => [self.warship(&scratch.rules.units), w.plane, None, None],
            false => [w.plane, None, None, None],
        }
    }

    /// The warship to buy next where none is needed to guard the harbour: now and then one that is best to attack with.
    fn warship(&self, units: &UnitTypes) -> Option<UnitTypeId> {
        let afloat = self.bought.units.only(units.sea).units();
        self.wants.warship[usize::from(afloat % 3 == 2)]
    }

    /// The next ship to guard the harbour.
    fn guardship(&self, scratch: &Scratch<'_>) -> Option<UnitTypeId> {
        let money = treasury(scratch);
        let paid = |kind| price(scratch, kind) <= money;
        self.yard.next(&self.bought.units, paid)
    }

    /// What to buy where men enough wait for ships: what brings them across and wins the sea.
    fn fleet(&self, scratch: &Scratch<'_>) -> [Option<UnitTypeId>; 4] {
        let w = &self.wants;
        if !self.berthed(scratch) {
            return [w.plane, None, None, None];
        }
        match self.bought.units.units() % 3 {
            0 => [w.warship[0], w.plane, None, None],
            1 => [w.ship, w.plane, None, None],
            _ => [w.plane, w.warship[1], None, None],
        }
    }

    /// What to buy where the enemy is reached over land, best first.
    fn ashore(&self, rich: bool) -> [Option<UnitTypeId>; 4] {
        let w = &self.wants;
        let n = self.bought.units.units();
        match n % 4 {
            _ if rich => [w.plane, w.swift, w.punch, w.fodder],
            0 | 2 => [w.fodder, None, None, None],
            1 => [w.punch, w.fodder, None, None],
            _ => [w.swift, w.punch, w.fodder, None],
        }
    }

    /// What to buy where the enemy lives across the sea, best first.
    fn afloat(&self, scratch: &Scratch<'_>) -> [Option<UnitTypeId>; 4] {
        let w = &self.wants;
        let rules = scratch.rules;
        let look = scratch.look();
        let more = w.ship.map_or(0, |k| self.bought.units.count(k));
        let ships = self.ships.0 + usize::from(more);
        let warships = rules.units.warships();
        let guards = self.bought.units.only(warships).units() as usize;
        let lift = ships * w.ship.map_or(0, |k| slots(&look, k));
        let men = self.bought.units.only(rules.units.takers).units();
        let waiting = self.waiting() + men as usize;
        let warship = self.warship(&rules.units);
        let ground = self.boarder(&look, ships);
        let berth = self.berth(scratch);
        if berth == Berth::Due {
            [self.guardship(scratch), None, None, None]
        } else if berth != Berth::Holds {
            // What is not safe there is not built there; aircraft see to it that it will be.
            [w.plane, ground, w.fodder, None]
        } else if !self.escorted(&look) {
            [self.guardship(scratch), w.ship, ground, w.fodder]
        } else if let Some(means) = self.means {
            let both = self.bought.units.units().is_multiple_of(2);
            match means {
                Means::Air => [w.plane, ground, w.fodder, None],
                Means::Both if both => [w.plane, ground, w.fodder, None],
                Means::Fleet => [warship, w.ship, ground, w.fodder],
                _ if ships > PER_GUARD * (self.guards + guards) => {
                    [warship, w.ship, ground, w.fodder]
                }
                _ if lift < waiting => [w.ship, ground, w.fodder, None],
                _ => [ground, w.fodder, w.ship, None],
            }
        } else if ships < self.ships.1 && lift < waiting + 4 {
            [w.ship, ground, w.fodder, None]
        } else if waiting < lift + 3 {
            [ground, w.fodder, w.ship, None]
        } else if men.is_multiple_of(3) {
            [w.plane, ground, w.fodder, warship]
        } else {
            [ground, w.fodder, w.ship, w.plane]
        }
    }

    /// Who to buy next to go aboard so many transports: by turns who scores most and who costs least; of the former, where
    /// they are stronger beside the latter, no more than there is room for.
    fn boarder(&self, look: &Look<'_>, ships: usize) -> Option<UnitTypeId> {
        let w = &self.wants;
        let (Some(punch), Some(fodder)) = (w.punch, w.fodder) else {
            return w.fodder;
        };
        let bought = self.bought.units.only(look.cx.rules.units.takers);
        let mut men = self.waiting.clone();
        men.join(&bought);
        let alone = men.units() - u32::from(men.count(fodder));
        // The first ship is still to come.
        let room = |ship| ships.max(1) * berths(look, ship, punch);
        let supports = look.profile.support[punch] > 0.0;
        let fits = !supports || w.ship.is_none_or(|ship| (alone as usize) < room(ship));
        match fits && bought.units().is_multiple_of(2) {
            true => Some(punch),
            false => Some(fodder),
        }
    }

    /// How many ground units are aboard or wait for ships.
    fn waiting(&self) -> usize {
        self.waiting.units() as usize
    }

    /// Whether the ships, with those bought, would hold the zone that they reach next.
    fn escorted(&self, look: &Look<'_>) -> bool {
        let Some((zone, ships)) = &self.escort else {
            return true;
        };
        let mut ships = ships.clone();
        ships
            .units
            .join(&self.yard.manned(look, &self.bought.units));
        look.holds(*zone, &ships)
    }

    /// Whether the harbour, with what was bought for it and one transport more, would hold.
    fn harbour_holds(&self, look: &Look<'_>) -> bool {
        let harbour = self.harbour;
        harbour.is_none_or(|zone| look.holds(zone, &self.harboured(look, zone, &self.bought.units)))
    }

    /// How safe new ships would be in the harbour.
    fn berth(&self, scratch: &Scratch<'_>) -> Berth {
        /// So many turns money is saved for warships.
        const PATIENCE: u8 = 2;
        let look = scratch.look();
        if self.harbour_holds(&look) {
            return Berth::Holds;
        }
        let income = look.earns(scratch.me) as i32;
        let money = |turns: u8| treasury(scratch) + income * i32::from(turns);
        let holds = |turns: &u8| self.harbour_would_hold(scratch, &look, money(*turns));
        match (0..=PATIENCE).find(holds) {
            Some(0) => Berth::Due,
            Some(_) if self.waiting() > self.lift => Berth::Saved,
            _ => Berth::Open,
        }
    }

    /// Whether the harbour holds, or will with what there is money for.
    fn berthed(&self, scratch: &Scratch<'_>) -> bool {
        matches!(self.berth(scratch), Berth::Holds | Berth::Due)
    }

    /// Whether the harbour would hold with as many warships as so much money buys.
    fn harbour_would_hold(&self, scratch: &Scratch<'_>, look: &Look<'_>, mut money: i32) -> bool {
        let Some(zone) = self.harbour else {
            return false;
        };
        let mut bought = self.bought.units.clone();
        while let Some(next) = self.yard.next(&bought, |k| price(scratch, k) <= money) {
            money -= price(scratch, next).max(1);
            bought = bought.with(next, 1);
        }
        look.holds(zone, &self.harboured(look, zone, &bought))
    }

    /// Who would be in the harbour with these of what is bought, those who come aboard and one transport more.
    fn harboured(&self, look: &Look<'_>, zone: SpaceId, bought: &Force) -> Army {
        let mut guard = look.joined(zone, &self.yard.manned(look, bought));
        if let Some(ship) = self.wants.ship {
            guard.push(ship, 1);
        }
        guard
    }

    fn placed(&self) -> u16 {
        let bought = self.bought.units.stacks().iter();
        let placed = bought.filter(|s| !self.anywhere.has(s.kind));
        placed.map(|s| s.count).sum()
    }

    fn placeable(&self, rules: &Rules, kind: UnitTypeId) -> bool {
        let afloat = self.bought.units.only(rules.units.sea);
        let berthed = !rules.units.sea.has(kind) || afloat.units() < u32::from(self.berths);
        self.anywhere.has(kind) || berthed && self.placed() < self.room
    }
}
