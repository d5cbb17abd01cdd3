//! The board as one power sees it: who stands where, what territories are worth, how near the
//! enemy is and with what he could come.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::army::{Army, Forecast};
use super::chart::Chart;
use super::facts::{self, Facts, Threat, edge};
use super::profile::{FAR, Profile};
use sandtable_kernel::{Cx, Unit, UnitIx, can_hold, production_room};
use sandtable_odds::Force;
use sandtable_rules::{Domain, HoldKind, Id, PowerId, PowerSet, SpaceId, UnitTypeId, Weights};

/// A game seen by one power.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The game.
    pub cx: Cx<'a>,
    /// The edition's numbers.
    pub profile: &'a Profile,
    /// Who looks.
    pub me: PowerId,
    /// Who is at war with it; where nobody is, every power of another side.
    pub foes: PowerSet,
    facts: &'a Facts,
}

impl<'a> Look<'a> {
    /// Looks at a game.
    pub fn new(cx: Cx<'a>, profile: &'a Profile, me: PowerId, facts: &'a Facts) -> Self {
        Self {
            cx,
            profile,
            me,
            foes: facts.foes,
            facts,
        }
    }

    /// How many times more than the power's own losses those of foes count.
    pub fn edge(&self) -> f64 {
        *self
            .facts
            .edge
            .get_or_init(|| edge(self.cx, self.weights(), self.me))
    }

    /// The ways over sea that are open to the ships of a power.
    pub fn chart_of(&self, power: PowerId) -> &'a Chart {
        let charts = &self.profile.charts;
        self.facts.charts[power.index()].get_or_init(|| charts.of(self.cx, power))
    }

    /// Steps over sea that the power's own ships need; [`FAR`] where there is no way.
    pub fn sea_steps(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.chart_of(self.me).steps(from, to)
    }

    /// What the program goes by.
    pub fn weights(&self) -> &'a Weights {
        &self.profile.weights
    }

    /// The territories that foes hold, but for those where nobody can be.
    pub fn foes_land(&self) -> Vec<SpaceId> {
        let board = &self.cx.rules.board;
        let held = |s: &SpaceId| self.foe_holds(*s) && !board.spaces[*s].closed;
        board.land.iter().filter(held).collect()
    }

    /// Whether a foe holds a territory.
    pub fn foe_holds(&self, space: SpaceId) -> bool {
        self.cx.state.owner(space).is_some_and(|o| self.foes.has(o))
    }

    /// Steps over land to the nearest territory of a foe; [`FAR`] where there is none.
    pub fn front(&self, space: SpaceId) -> u8 {
        let measure = || {
            let held = self.foes_land();
            let steps = |s: SpaceId| held.iter().map(move |h| self.profile.land_steps(s, *h));
            let spaces = self.cx.rules.board.spaces.ids();
            spaces.map(|s| steps(s).min().unwrap_or(FAR)).collect()
        };
        self.facts.steps.get_or_init(measure)[space.index()]
    }

    /// Whether the territory is friendly and was when the turn began.
    pub fn safe_ground(&self, space: SpaceId) -> bool {
        let friend = |o: Option<PowerId>| o.is_some_and(|o| self.cx.friends(self.me, o));
        friend(self.cx.state.owner(space)) && friend(self.cx.state.start_owner(space))
    }

    /// Whether an aircraft gets to a space in one flight.
    pub fn flies(&self, unit: &Unit, to: SpaceId) -> bool {
        let rules = self.cx.rules;
        let far = rules.board.distance(unit.space, to);
        far.is_some_and(|d| d <= rules.units[unit.kind].moves)
    }

    /// What a territory is worth having, in IPC.
    pub fn worth(&self, space: SpaceId) -> f64 {
        let at = &self.cx.rules.board.spaces[space];
        let builds = |kind: UnitTypeId| self.cx.rules.units[kind].production().is_some();
        let works = self.cx.state.units_in(space).any(|(_, u)| builds(u.kind));
        let sought = |p: PowerId| self.foes.has(p) || p == self.me;
        let capital = at.capital_of.is_some_and(sought);
        let weights = self.weights();
        let figures = [
            (at.city.is_some(), weights.worth_city),
            (works, weights.worth_works),
            (capital, weights.worth_capital),
        ];
        let figures = figures.iter().filter(|(is, _)| *is);
        let named = figures.map(|(_, worth)| worth).sum::<f64>();
        let income = weights.worth_income * f64::from(at.income);
        1.0 + income + named + self.profile.prize(self.me, space) + self.stake(space)
    }

    /// What that counts for if it takes so many turns.
    pub fn worth_in(&self, space: SpaceId, turns: u8) -> f64 {
        drawn(self.worth(space), way(turns))
    }

    /// Whether a territory is worth so much that it may decide the war.
    pub fn decisive(&self, space: SpaceId) -> bool {
        self.worth(space) >= self.weights().attack_decisive
    }

    /// Whether a victory hangs on a space alone, be it of the power's own side or another one's.
    pub fn wins(&self, space: SpaceId) -> bool {
        self.stake(space) >= self.weights().worth_victory
    }

    /// What holding a space is worth for victories and against those of other sides, in IPC.
    fn stake(&self, space: SpaceId) -> f64 {
        let known = &self.facts.stakes;
        let known = known.get_or_init(|| facts::stakes(self.cx, self.weights(), self.me));
        known[space.index()]
    }

    /// The units at war with the power in a space.
    pub fn enemies(&self, space: SpaceId) -> Army {
        self.army(space, |owner| self.cx.at_war(self.me, owner))
    }

    /// The units of foes in a space.
    pub fn opposed(&self, space: SpaceId) -> Army {
        self.army(space, |owner| self.foes.has(owner))
    }

    /// The power's own units and its allies' in a space.
    pub fn guard(&self, space: SpaceId) -> Army {
        self.army(space, |owner| self.cx.friends(self.me, owner))
    }

    /// Who would hold a space if others joined those who do.
    pub fn joined(&self, space: SpaceId, others: &Force) -> Army {
        let mut there = self.guard(space);
        there.units.join(others);
        there
    }

    /// How many units the power can place in a space as things stand.
    pub fn room(&self, space: SpaceId) -> u16 {
        production_room(self.cx, self.me, space)
    }

    /// How many it can place in all of these together.
    pub fn room_in(&self, spaces: impl IntoIterator<Item = SpaceId>) -> u16 {
        let rooms = spaces.into_iter().map(|s| self.room(s));
        rooms.fold(0, u16::saturating_add)
    }

    /// The power's allies in a space.
    pub fn allied(&self, space: SpaceId) -> Army {
        self.army(space, |o| o != self.me && self.cx.friends(self.me, o))
    }

    /// The units in a space, cargo left out, whose owners are so.
    pub fn army(&self, space: SpaceId, of: impl Fn(PowerId) -> bool) -> Army {
        let units = self.cx.state.units_in(space).map(|(_, u)| u);
        let fighting = units.filter(|u| of(u.owner) && !self.cx.is_cargo(u));
        Army::of(self.cx.rules, fighting)
    }

    /// What the most dangerous foe could bring against a space in its next turn.
    pub fn threat(&self, space: SpaceId) -> &'a Army {
        &self.threats(space).worst
    }

    /// What all foes together could bring against a space before the power's next turn.
    pub fn peril(&self, space: SpaceId) -> &'a Army {
        &self.threats(space).joint
    }

    fn threats(&self, space: SpaceId) -> &'a Threat {
        self.facts.threats[space.index()].get_or_init(|| self.dangers(space, |_| false))
    }

    /// What foes could bring against a space in their next turns once those in another one are beaten.
    pub fn threat_after(&self, space: SpaceId, beaten: SpaceId) -> Threat {
        self.dangers(space, |unit| unit.space == beaten)
    }

    /// What the most dangerous foe could bring against a territory in its next turn if nobody could land there.
    pub fn overland(&self, space: SpaceId) -> Army {
        let transports = self.cx.rules.units.transports;
        self.dangers(space, |unit| transports.has(unit.kind)).worst
    }

    /// Whether transports of a foe get to a zone in its next turn.
    pub fn lands_from(&self, zone: SpaceId) -> bool {
        let transports = self.cx.rules.units.transports;
        let comes = |power: PowerId| {
            let chart = self.chart_of(power);
            let own = self.cx.state.all().filter(|(_, u)| u.owner == power);
            let mut own = own.filter(|(_, u)| transports.has(u.kind));
            own.any(|(ix, u)| chart.steps(u.space, zone) <= self.points(ix))
        };
        self.facts.dangers.iter().any(comes)
    }

    /// What foes could bring against a space, once those in another one are beaten if one is named.
    pub fn threats_once(&self, space: SpaceId, beaten: Option<SpaceId>) -> Cow<'a, Threat> {
        match beaten {
            Some(beaten) => Cow::Owned(self.threat_after(space, beaten)),
            None => Cow::Borrowed(self.threats(space)),
        }
    }

    fn dangers(&self, space: SpaceId, gone: impl Fn(&Unit) -> bool) -> Threat {
        let dangers = self.facts.dangers.iter();
        let mut threat = Threat::default();
        let cost = |army: &Army| army.cost(self.cx.rules);
        let takers = self.cx.rules.units.takers;
        let takes =
            |army: &Army| self.cx.rules.board.is_sea(space) || !army.units.only(takers).is_empty();
        for army in dangers.map(|p| self.threat_of(p, space, &gone)) {
            threat.strikers += u8::from(!army.is_empty());
            if !takes(&army) {
                continue;
            }
            threat.joint.units.join(&army.units);
            if cost(&army) > cost(&threat.worst) {
                threat.worst = army;
            }
        }
        threat
    }

    /// What a power could bring against a space in its next turn, be it aircraft alone.
    fn threat_of(&self, power: PowerId, space: SpaceId, gone: impl Fn(&Unit) -> bool) -> Army {
        let (cx, rules) = (self.cx, self.cx.rules);
        let sea = rules.board.is_sea(space);
        let chart = self.chart_of(power);
        let (mut army, mut lifted) = (Army::default(), BTreeSet::new());
        let units = cx.state.all();
        let units = units.filter(|(_, u)| u.owner == power && !gone(u));
        for (ix, unit) in units {
            let kind = &rules.units[unit.kind];
            let points = self.points(ix);
            let comes = match kind.domain {
                Domain::Facility => false,
                Domain::Air => {
                    let far = rules.board.distance(unit.space, space);
                    let back = match kind.one_way {
                        true => 0,
                        false => self.landing_steps(power, space),
                    };
                    far.is_some_and(|d| d.saturating_add(back) <= points)
                }
                Domain::Land if sea || !kind.combat_move => false,
                Domain::Land => {
                    let reach = if kind.blitz.is_some() { points } else { 1 };
                    self.profile.land_steps(unit.space, space) <= reach
                }
                Domain::Sea if sea => chart.steps(unit.space, space) <= points,
                Domain::Sea => {
                    // By way of a zone, with the steps that are left there.
                    let lands = |by: SpaceId| {
                        let left = points.checked_sub(chart.steps(unit.space, by));
                        let mut coast = self.coast(space);
                        left.is_some_and(|left| coast.any(|z| chart.steps(by, z) <= left))
                    };
                    if rules.units.transports.has(unit.kind) && lands(unit.space) {
                        self.lift(ix, lands, &mut army, &mut lifted);
                    }
                    false
                }
            };
            if comes {
                army.add(rules, unit);
            }
        }
        army
    }

    /// The movement points a unit has when a turn of its power begins.
    pub fn points(&self, unit: UnitIx) -> u8 {
        let points = self.facts.points.get_or_init(|| facts::points(self.cx));
        points.get(unit.0 as usize).copied().unwrap_or(0)
    }

    /// Steps from a space to where aircraft of a power come down.
    fn landing_steps(&self, power: PowerId, space: SpaceId) -> u8 {
        let measure = || facts::landings(self.cx, power, |ix| self.points(ix));
        self.facts.landings[power.index()].get_or_init(measure)[space.index()]
    }

    /// What a power earns a turn, objectives and what scripts pay included, in IPC.
    pub fn earns(&self, power: PowerId) -> f64 {
        let earns = &self.facts.earns[power.index()];
        *earns.get_or_init(|| facts::earns(self.cx, self.me, power))
    }

    /// What a transport could bring: its load, or the best that waits on a coast, which no other one brings, of those by
    /// way of which it lands.
    fn lift(
        &self,
        ship: UnitIx,
        lands: impl Fn(SpaceId) -> bool,
        army: &mut Army,
        lifted: &mut BTreeSet<UnitIx>,
    ) {
        let (cx, rules) = (self.cx, self.cx.rules);
        let Unit { owner, kind, .. } = *cx.state.unit(ship);
        let before = army.units.only(rules.units.land).units();
        cx.state.aboard(ship).for_each(|(_, u)| army.add(rules, u));
        if army.units.only(rules.units.land).units() > before {
            return;
        }
        let slots = slots(self, kind);
        let punch = |units: &[(UnitIx, &Unit)]| -> f64 {
            units.iter().map(|(_, u)| 1.0 + self.attack(u.kind)).sum()
        };
        let waiting = |zone: SpaceId| {
            let ashore = self.coast(zone).flat_map(|s| cx.state.units_in(s));
            let able = |u: &Unit| u.owner == owner && rules.units.takers.has(u.kind);
            let able = ashore.filter(|(ix, u)| able(u) && !lifted.contains(ix));
            let mut units: Vec<_> = able.collect();
            units.sort_by(|a, b| self.attack(b.1.kind).total_cmp(&self.attack(a.1.kind)));
            units.truncate(slots);
            units
        };
        let zones = rules.board.sea.iter().filter(|z| lands(*z));
        let loads = zones.map(waiting);
        let best = loads.max_by(|a, b| punch(a).total_cmp(&punch(b)));
        for (ix, unit) in best.unwrap_or_default() {
            lifted.insert(ix);
            army.add(rules, unit);
        }
    }

    /// Hits a round of a type that attacks on land.
    pub fn attack(&self, kind: UnitTypeId) -> f64 {
        self.profile.land.attack[kind]
    }

    /// The spaces of the other terrain that border a space.
    pub fn coast(&self, space: SpaceId) -> impl Iterator<Item = SpaceId> + use<'a> {
        let board = &self.cx.rules.board;
        let sea = board.is_sea(space);
        let borders = board.spaces[space].borders.iter().copied();
        borders.filter(move |b| board.is_sea(*b) != sea && !board.spaces[*b].closed)
    }

    /// The zone beside a territory that is nearest over sea.
    pub fn nearest_coast(&self, space: SpaceId, from: SpaceId) -> Option<SpaceId> {
        let coast = self.coast(space);
        coast.min_by_key(|z| (self.sea_steps(from, *z), *z))
    }

    /// Whether an army would hold a space against what could come, or make it cost too much.
    pub fn holds(&self, space: SpaceId, army: &Army) -> bool {
        self.withstands(space, army, self.threat(space))
    }

    /// Whether an army would hold a space against another one, or make it cost too much.
    pub fn withstands(&self, space: SpaceId, army: &Army, threat: &Army) -> bool {
        if threat.is_empty() {
            return true;
        }
        let sea = self.cx.rules.board.is_sea(space);
        let end = self.forecast(sea, threat, army);
        let holds = end.beaten <= self.weights().hold_risk;
        // Who cannot be hit holds no zone for those beside him who can.
        let safe = || end.drain() <= self.weights().hold_loss;
        if sea {
            holds && safe() || self.dearer(end)
        } else {
            holds
        }
    }

    /// The chance that aircraft are safe in a territory beside an army: all where nobody can come, none where somebody can
    /// and no men guard them.
    pub fn shelter(&self, space: SpaceId, army: &Army) -> f64 {
        let threats = self.threats(space);
        let guarded = !army.units.only(self.cx.rules.units.takers).is_empty();
        match threats.strikers {
            0 => 1.0,
            _ if !guarded => 0.0,
            _ if threats.worst.is_empty() => 1.0,
            _ => 1.0 - self.forecast(false, &threats.worst, army).beaten,
        }
    }

    /// The chance that aircraft are lost in a territory beside those who hold it: the more foes can come, the likelier one
    /// of them does.
    pub fn hazard(&self, space: SpaceId) -> f64 {
        /// The chance that a foe who can come has other aims.
        const ELSEWHERE: f64 = 0.6;
        let strikers = self.threats(space).strikers;
        // It would be none anyway: this spares counting who stands there.
        if strikers == 0 {
            return 0.0;
        }
        // Multiplied out: `powi` may differ from machine to machine.
        let spared = (0..strikers).fold(1.0, |all, _| all * ELSEWHERE);
        (1.0 - spared) * (1.0 - self.shelter(space, &self.guard(space)))
    }

    /// Whether beating an army in a territory would cost foes more than it is worth.
    pub fn costs(&self, space: SpaceId, army: &Army) -> bool {
        let sea = self.cx.rules.board.is_sea(space);
        self.dearer(self.forecast(sea, self.threat(space), army))
    }

    fn dearer(&self, attack: Forecast) -> bool {
        attack.lost[0] > self.weights().hold_cost * attack.lost[1]
    }

    /// What a battle comes to.
    pub fn forecast(&self, sea: bool, attacker: &Army, defender: &Army) -> Forecast {
        let forecasts = &self.profile.forecasts;
        forecasts.of(self.cx.rules, sea, attacker, defender)
    }

    /// What an army in a space stands to lose, in IPC, when the most dangerous foe comes, less what that costs
    /// him: nothing where he had better stay away.
    pub fn exposure(&self, space: SpaceId, army: &Army) -> f64 {
        let threat = self.threat(space);
        if threat.is_empty() || army.is_empty() {
            return 0.0;
        }
        let sea = self.cx.rules.board.is_sea(space);
        self.forecast(sea, threat, army).drain()
    }
}

/// How far away so many turns are, in steps over land.
pub fn way(turns: u8) -> f64 {
    2.0 * f64::from(turns)
}

/// How much something draws whoever has so far to it, in steps over land.
pub fn drawn(worth: f64, way: f64) -> f64 {
    worth / (3.0 + way)
}

/// How many units a transport takes.
pub fn slots(look: &Look<'_>, kind: UnitTypeId) -> usize {
    let holds = look.cx.rules.units[kind]
        .holds
        .iter()
        .filter(|h| h.kind == HoldKind::Cargo && h.powers.has(look.me));
    holds
        .map(|h| h.room.map_or(h.slots.len(), |room| usize::from(room) / 2))
        .sum()
}

/// How many units of a type go aboard a transport together.
pub fn berths(look: &Look<'_>, ship: UnitTypeId, kind: UnitTypeId) -> usize {
    let fit = |count: &usize| can_hold(look.cx.rules, ship, &vec![kind; *count]);
    (1..=slots(look, ship)).take_while(fit).count()
}
