//! What units can be made to do in a phase of movement: every place that an order, or a few that belong together,
//! bring them to, ferried where need be. Orders are tried on copies of the position, whose dice tell nothing.

mod ferry;
mod stock;
mod trial;

pub use stock::{Sites, places};

use self::trial::Trial;
use super::language::{Likeness, likely_way};
use sandtable_kernel::{
    Cx, Intent, Order, Refusal, Risk, Standing, State, Unit, UnitIx, check, destinations, distinct,
    risk, safest,
};
use sandtable_rules::{PhaseKind, SpaceId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Beyond its points a unit may have a bonus, and a landing begins and ends a step from the ship's way.
const MORE: u8 = 4;

/// What comes of orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Does {
    /// Units stand there.
    Move,
    /// A battle will be fought there.
    Battle,
    /// The territory falls without a die.
    Take,
    /// A facility is raided.
    Raid(UnitIx),
    /// Units are aboard there.
    Load,
}

impl Does {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Battle => "battle",
            Self::Take => "take",
            Self::Raid(_) => "raid",
            Self::Load => "load",
        }
    }
}

/// A place that units can be brought to.
pub struct Target {
    /// Where.
    pub space: SpaceId,
    /// What comes of it.
    pub does: Does,
    /// Whether ships land them.
    pub by_sea: bool,
    /// Those of the chosen units that get there.
    pub units: Vec<UnitIx>,
    /// The orders that bring them there, to be given together.
    pub orders: Vec<Order>,
    /// Every space of the way, of those from the first space.
    pub way: Vec<SpaceId>,
    /// The position once these orders are given.
    pub after: State,
}

/// Everything that these units of the power on turn can do in the phase of movement that is going on, or only
/// what leads to one space.
pub fn targets(cx: Cx<'_>, chosen: &[UnitIx], only: Option<SpaceId>) -> Vec<Target> {
    let mut plan = Plan {
        cx,
        only,
        found: Vec::new(),
    };
    let mut by_space: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
    let living = chosen
        .iter()
        .filter_map(|ix| Some((*ix, cx.state.get(*ix)?)));
    for (ix, unit) in living.filter(|(_, u)| u.owner == cx.active()) {
        by_space.entry(unit.space).or_default().push(ix);
    }
    for (space, here) in by_space {
        plan.moves(&here);
        plan.raids(space, &here);
        plan.landings(&here);
        plan.crossings(space, &here);
    }
    plan.found
        .sort_by_key(|t| (t.space, Reverse(t.units.len()), t.by_sea));
    plan.found
}

/// What the way of a single move runs into, and the order that goes round that, where one does.
pub fn risks(cx: Cx<'_>, target: &Target) -> Option<(Risk, Option<(Order, Risk)>)> {
    let [
        order @ Order::Move {
            units,
            path,
            intent,
        },
    ] = &target.orders[..]
    else {
        return None;
    };
    let straight = risk(cx, units, path).ok()?;
    let round = safest(cx, units, target.space, *intent).ok();
    let round = round.filter(|(_, risk)| *risk < straight);
    let safer = round.map(|(path, risk)| {
        let mut order = order.clone();
        if let Order::Move { path: way, .. } = &mut order {
            *way = path;
        }
        (order, risk)
    });
    Some((straight, safer))
}

/// Who of the power on turn can get to a space in the phase of movement that is going on, by where they are.
pub fn comers(cx: Cx<'_>, space: SpaceId) -> BTreeMap<SpaceId, Vec<UnitIx>> {
    let facilities = cx.rules.units.facilities;
    let own = |u: &Unit| u.owner == cx.active() && !facilities.has(u.kind);
    let from = |at: SpaceId| {
        let here = cx.state.those_in(at, own);
        let all = targets(cx, &here, Some(space)).into_iter();
        (at, distinct(all.flat_map(|t| t.units)))
    };
    let origins = cx.rules.board.spaces.ids().filter(|at| *at != space);
    let all = origins.map(from);
    all.filter(|(_, come)| !come.is_empty()).collect()
}

/// Why units cannot move to a space by the likeliest way, if they cannot.
pub fn refusal(cx: Cx<'_>, units: &[UnitIx], to: SpaceId) -> Option<Refusal> {
    let from = units.first().and_then(|ix| cx.state.get(*ix));
    let from = from.map_or(to, |u| u.space);
    let intent = Intent::Pass;
    // Where no way leads, the order says so.
    let path = likely_way(cx, units, from, &[], to, intent).unwrap_or_else(|| vec![from, to]);
    let units = units.to_vec();
    let order = Order::Move {
        units,
        path,
        intent,
    };
    check(cx, &order).err()
}

/// Units that cannot be told apart, put together.
pub fn classes(state: &State, units: &[UnitIx]) -> Vec<Vec<UnitIx>> {
    Likeness::new(state).classes(units)
}

struct Plan<'a> {
    cx: Cx<'a>,
    only: Option<SpaceId>,
    found: Vec<Target>,
}

impl<'a> Plan<'a> {
    fn wanted(&self, space: SpaceId) -> bool {
        self.only.is_none_or(|only| only == space)
    }

    /// Whether a unit with so many points might get to a space that is wanted.
    fn near(&self, from: SpaceId, points: u8) -> bool {
        let steps = |to| self.cx.rules.board.distance(from, to);
        let far = self.only.map(|to| steps(to).unwrap_or(u8::MAX));
        far.is_none_or(|far| far <= points.saturating_add(MORE))
    }

    /// What comes of units that end in a space.
    fn does(&self, after: Cx<'_>, space: SpaceId) -> Does {
        let (cx, me) = (self.cx, self.cx.active());
        if cx.rules.turn.phases[cx.state.phase].kind != PhaseKind::CombatMove {
            return Does::Move;
        }
        if cx.rules.board.is_sea(space) {
            return match after.sea_battle(space) {
                true => Does::Battle,
                false => Does::Move,
            };
        }
        let foes = cx.foes_in(space, me).minus(cx.rules.units.facilities);
        match cx.standing(space, me) {
            Standing::Hostile if foes.is_empty() => Does::Take,
            Standing::Hostile => Does::Battle,
            _ => Does::Move,
        }
    }

    /// Adds what was tried to what is found; units from other spaces that come to the same join them.
    fn add(&mut self, trial: Trial<'_>, units: &[UnitIx], way: Vec<SpaceId>, does: Does) {
        let Some(space) = way.last().copied().filter(|_| !units.is_empty()) else {
            return;
        };
        let by_sea = matches!(trial.orders.last(), Some(Order::Unload { .. }));
        let same = |t: &&mut Target| (t.space, t.does, t.by_sea) == (space, does, by_sea);
        let Some(target) = self.found.iter_mut().find(same) else {
            self.found.push(Target {
                space,
                does,
                by_sea,
                units: units.to_vec(),
                orders: trial.orders,
                way,
                after: trial.state,
            });
            return;
        };
        let mut both = Trial {
            cx: self.cx,
            state: target.after.clone(),
            orders: target.orders.clone(),
        };
        let apart = !units.iter().any(|ix| target.units.contains(ix));
        if apart && trial.orders.into_iter().all(|order| both.give(order)) {
            target.units.extend(units);
            (target.orders, target.after) = (both.orders, both.state);
        }
    }

    /// Moves of their own, all together or the part that can.
    fn moves(&mut self, here: &[UnitIx]) {
        let (cx, state) = (self.cx, self.cx.state);
        let movers = here.iter().copied().filter(|ix| {
            let unit = state.unit(*ix);
            !cx.is_cargo(unit) && self.near(unit.space, cx.rules.units[unit.kind].moves)
        });
        let movers: Vec<UnitIx> = movers.collect();
        // Aircraft come along with the carrier that they are on.
        let carried = |ix: &UnitIx| state.unit(*ix).carrier();
        let mut lead = movers.clone();
        lead.retain(|ix| carried(ix).is_none_or(|carrier| !movers.contains(&carrier)));
        let mut parts: BTreeMap<(SpaceId, bool), Vec<UnitIx>> = BTreeMap::new();
        let joint = destinations(cx, &lead).unwrap_or_default();
        for (to, attacks) in joint.iter().filter_map(end) {
            parts.insert((to, attacks), movers.clone());
        }
        for class in classes(state, &movers) {
            let alone = destinations(cx, &class[..1]).unwrap_or_default();
            for key in alone.iter().filter_map(end) {
                let part = parts.entry(key).or_default();
                let known = part.contains(&class[0]);
                part.extend(class.iter().filter(|_| !known));
            }
        }
        for ((to, attacks), units) in parts {
            let lead = units
                .iter()
                .filter(|ix| lead.contains(ix) || units.len() < movers.len());
            let lead: Vec<UnitIx> = lead.copied().collect();
            self.go(&units, &lead, to, attacks);
        }
    }

    /// Moves to a space: in one order if they can go together, else each kind in one of its own.
    fn go(&mut self, units: &[UnitIx], lead: &[UnitIx], to: SpaceId, attacks: bool) {
        if !self.wanted(to) {
            return;
        }
        let intent = match attacks {
            true => Intent::Attack,
            false => Intent::Pass,
        };
        let mut trial = Trial::new(self.cx);
        let mut going = lead.to_vec();
        if !trial.moves(lead, to, intent) {
            going.clear();
            for class in classes(self.cx.state, lead) {
                let most = |most: &usize| trial.moves(&class[..*most], to, intent);
                let most = (1..=class.len()).rev().find(most).unwrap_or(0);
                going.extend(&class[..most]);
            }
        }
        if !going.is_empty() {
            going.extend(units.iter().filter(|ix| !lead.contains(ix)));
        }
        let way = match trial.orders.first() {
            Some(Order::Move { path, .. }) => path.clone(),
            _ => return,
        };
        let does = self.does(trial.now(), to);
        self.add(trial, &going, way, does);
    }

    /// Raids on facilities.
    fn raids(&mut self, from: SpaceId, here: &[UnitIx]) {
        let (rules, state) = (self.cx.rules, self.cx.state);
        let flies = |kind| rules.battles.raiders.iter().any(|r| r.units.has(kind));
        let raiders = here.iter().filter(|ix| flies(state.unit(**ix).kind));
        let raiders: Vec<UnitIx> = raiders.copied().collect();
        if raiders.is_empty() {
            return;
        }
        let air = here
            .iter()
            .filter(|ix| rules.units.air.has(state.unit(**ix).kind));
        let air: Vec<UnitIx> = air.copied().collect();
        let (only, foes) = (self.only, self.cx.foes(self.cx.active()));
        let facilities = state
            .all()
            .filter(|(_, u)| foes.has(u.owner) && rules.units.facilities.has(u.kind));
        for (target, unit) in facilities.filter(|(_, u)| only.is_none_or(|only| only == u.space)) {
            let to = unit.space;
            let Some(path) = likely_way(self.cx, &raiders, from, &[], to, Intent::Pass) else {
                continue;
            };
            for units in [&air, &raiders] {
                let mut trial = Trial::new(self.cx);
                let done = trial.give(Order::Raid {
                    units: units.clone(),
                    path: path.clone(),
                    target,
                });
                if done {
                    self.add(trial, units, path.clone(), Does::Raid(target));
                    break;
                }
            }
        }
    }
}

/// Where a move ends, and whether it attacks what could be left alone.
fn end(order: &Order) -> Option<(SpaceId, bool)> {
    match order {
        Order::Move { path, intent, .. } => Some((*path.last()?, *intent == Intent::Attack)),
        _ => None,
    }
}
