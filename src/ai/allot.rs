//! Which place each ground unit is bound for: what foes hold, what is in danger, and the ports from which
//! ships carry units on. A place takes only so many; each unit goes where it is worth most for the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::assault::lift;
use super::campaign::Campaign;
use super::invasion::Invasion;
use super::look::{Look, drawn, way};
use super::muster::ports;
use super::profile::FAR;
use super::scratch::Scratch;
use sandtable_kernel::{Standing, UnitIx};
use sandtable_rules::SpaceId;

/// A place that ground units are bound for.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Where.
    pub at: SpaceId,
    /// Whether they go aboard ships there.
    pub port: bool,
    /// What it is worth, in IPC.
    worth: f64,
    /// How far it is from there on, in steps over land.
    beyond: f64,
    room: f64,
}

impl Goal {
    /// How many more units are of use there.
    pub fn room(&self) -> u16 {
        self.room.max(0.0).ceil().min(f64::from(u16::MAX)) as u16
    }
}

/// Which unit is bound where.
pub struct Allotment {
    goals: Vec<Goal>,
    bound: BTreeMap<UnitIx, usize>,
}

impl Allotment {
    /// Allots the ground units of a power, but for those that guard what it holds dear.
    pub fn new(scratch: &Scratch<'_>) -> Self {
        Self::of(scratch, scratch.funded())
    }

    /// The same, if this is the landing in one go that men gather for.
    pub fn of(scratch: &Scratch<'_>, invasion: Option<&Invasion>) -> Self {
        let (look, rules) = (scratch.look(), scratch.rules);
        let stay = look.garrisons();
        let mut free: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
        for (ix, unit) in scratch.own(scratch.state.all()) {
            let ashore = rules.units.land.has(unit.kind) && !rules.board.is_sea(unit.space);
            if ashore && !stay.contains(&ix) {
                free.entry(unit.space).or_default().push(ix);
            }
        }
        let mut goals = ashore(&look);
        goals.extend(harbours(scratch, invasion));
        let mut all = Self {
            goals,
            bound: BTreeMap::new(),
        };
        all.call(&look, &mut free);
        let mut pairs: Vec<(f64, SpaceId, usize)> = Vec::new();
        for from in free.keys() {
            let goals = 0..all.goals.len();
            let draws = goals.filter_map(|g| Some((all.draw(&look, *from, g)?, *from, g)));
            pairs.extend(draws);
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for full in [false, true] {
            // Those for whom there is no room wait for ships, where there may be any.
            pairs.sort_by_key(|(_, _, g)| Reverse(full && all.goals[*g].port));
            for (_, from, goal) in &pairs {
                all.bind(*goal, free.entry(*from).or_default(), full);
            }
        }
        all
    }

    /// Those whom capitals call for go there.
    fn call(&mut self, look: &Look<'_>, free: &mut BTreeMap<SpaceId, Vec<UnitIx>>) {
        for (unit, capital) in look.reserves(None) {
            let defends = |g: &Goal| g.at == capital && !g.port;
            let Some(goal) = self.goals.iter().position(defends) else {
                continue;
            };
            let from = free.entry(look.cx.state.unit(unit).space).or_default();
            if let Some(at) = from.iter().position(|ix| *ix == unit) {
                from.remove(at);
                self.goals[goal].room -= 1.0;
                self.bound.insert(unit, goal);
            }
        }
    }

    fn bind(&mut self, goal: usize, free: &mut Vec<UnitIx>, full: bool) {
        let room = match full {
            true => free.len(),
            false => usize::from(self.goals[goal].room()).min(free.len()),
        };
        self.goals[goal].room -= room as f64;
        let bound = free.drain(..room).map(|ix| (ix, goal));
        self.bound.extend(bound);
    }

    /// How much a goal draws units in a territory; nothing where there is no way.
    fn draw(&self, look: &Look<'_>, from: SpaceId, goal: usize) -> Option<f64> {
        let goal = &self.goals[goal];
        let steps = look.profile.land_steps(from, goal.at);
        (steps != FAR).then(|| drawn(goal.worth, f64::from(steps) + goal.beyond))
    }

    /// Where a unit is bound.
    pub fn goal(&self, unit: UnitIx) -> Option<&Goal> {
        self.bound.get(&unit).map(|g| &self.goals[*g])
    }

    /// Whether a unit waits for a ship.
    pub fn embarks(&self, unit: UnitIx) -> bool {
        self.goal(unit).is_some_and(|g| g.port)
    }

    /// The units that wait for ships.
    pub fn waiting(&self) -> impl Iterator<Item = UnitIx> {
        let bound = self.bound.iter();
        let bound = bound.filter(|(_, g)| self.goals[**g].port);
        bound.map(|(unit, _)| *unit)
    }

    /// How much the best place draws that units can walk to from these territories.
    pub fn ashore(&self, look: &Look<'_>, homes: &[SpaceId]) -> f64 {
        let next = |home: &SpaceId| self.best(look, *home, |goal| !goal.port);
        let draws = homes.iter().filter_map(next).map(|(draw, _)| draw);
        draws.fold(0.0, f64::max)
    }

    /// Where one more unit in a territory would be bound, and how much that draws it.
    pub fn next(&self, look: &Look<'_>, from: SpaceId) -> Option<(f64, &Goal)> {
        self.best(look, from, |_| true)
    }

    /// The goal of such a kind that draws a unit in a territory most, of those with room.
    fn best(
        &self,
        look: &Look<'_>,
        from: SpaceId,
        such: impl Fn(&Goal) -> bool,
    ) -> Option<(f64, &Goal)> {
        let open = 0..self.goals.len();
        let open = open.filter(|g| self.goals[*g].room > 0.0 && such(&self.goals[*g]));
        let draws = open.filter_map(|g| Some((self.draw(look, from, g)?, g)));
        let best = draws.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.map(|(draw, g)| (draw, &self.goals[g]))
    }
}

/// What foes hold, and what the power holds dear and would lose as things stand.
fn ashore(look: &Look<'_>) -> Vec<Goal> {
    let rules = look.cx.rules;
    let board = &rules.board;
    let goal = |at: SpaceId| {
        let hits = |s: SpaceId| look.enemies(s).hits(rules);
        let foe = look.foe_holds(at);
        let room = match foe {
            true => {
                let beside = board.spaces[at].borders.iter();
                let beside = beside.filter(|b| !board.is_sea(**b));
                let near: f64 = beside.map(|b| hits(*b)).sum();
                2.0 + 1.5 * hits(at) + 0.5 * near
            }
            false if look.cx.standing(at, look.me) == Standing::Friendly && look.dear(at) => {
                let (guard, threat) = match look.is_capital(at) {
                    true => (look.reinforced(at), look.peril(at)),
                    false => (look.guard(at), look.threat(at)),
                };
                match look.withstands(at, &guard, threat) {
                    true => 0.0,
                    false => threat.hits(rules) - guard.hits(rules) + 2.0,
                }
            }
            false => 0.0,
        };
        (room > 0.0).then(|| Goal {
            at,
            port: false,
            worth: look.worth(at),
            beyond: 0.0,
            room,
        })
    };
    let open = board.land.iter().filter(|s| !board.spaces[*s].closed);
    open.filter_map(goal).collect()
}

/// The ports of a power, each worth what the best coast overseas is; those of a harbour where a landing in one go is made
/// ready what that is.
fn harbours(scratch: &Scratch<'_>, invasion: Option<&Invasion>) -> Vec<Goal> {
    /// So many coasts are looked at.
    const AIMS: usize = 5;
    let look = scratch.look();
    let room = lift(scratch) as f64 + 4.0;
    let gathers = |i: &&Invasion, at: SpaceId| look.coast(at).any(|z| z == i.harbour.zone);
    let goal = |at: SpaceId| {
        if let Some(invasion) = invasion.filter(|i| gathers(i, at)) {
            return Some(Goal {
                at,
                port: true,
                worth: look.worth(invasion.target),
                beyond: way(1 + invasion.turns),
                room: f64::from(invasion.men),
            });
        }
        let draw = |c: &Campaign| {
            let from =
                look.nearest_coast(at, look.nearest_coast(c.target, look.coast(at).next()?)?)?;
            let to = look.nearest_coast(c.target, from)?;
            let steps = look.sea_steps(from, to);
            // Ships go there and come back for more.
            let turns = c.turns.max(steps.div_ceil(2));
            let beyond = way(1 + turns) + 0.2 * f64::from(steps);
            (steps != FAR).then(|| (look.worth(c.target), beyond))
        };
        let draws = scratch.campaigns().iter().take(AIMS).filter_map(draw);
        let best = draws.max_by(|a, b| drawn(a.0, a.1).total_cmp(&drawn(b.0, b.1)))?;
        Some(Goal {
            at,
            port: true,
            worth: best.0,
            beyond: best.1,
            room,
        })
    };
    ports(&look).into_iter().filter_map(goal).collect()
}
