//! Combat moves over land, by air and at sea: for each target the smallest force that is likely to
//! win and worth what it will cost, the best targets first.

use std::collections::BTreeSet;

use super::scratch::Scratch;
use crate::ai::army::{Army, Forecast, forecast};
use crate::kernel::{Intent, Order, UnitIx, legal};
use crate::rules::{Domain, PowerId, PowerSet, SpaceId, UnitTypeId};

/// Equal units and where they may go.
pub struct Mover {
    /// The units.
    pub units: Vec<UnitIx>,
    /// Their type.
    pub kind: UnitTypeId,
    /// Where they are.
    pub from: SpaceId,
    /// Where they may go, on which path, and what for.
    pub ways: Vec<(Vec<SpaceId>, Intent)>,
}

impl Mover {
    /// Every group of equal units that has a legal move.
    pub fn read(scratch: &Scratch<'_>) -> Vec<Self> {
        let me = scratch.me;
        let state = &scratch.state;
        let mut movers: Vec<Self> = Vec::new();
        for order in legal(scratch.cx()) {
            let Order::Move {
                units,
                path,
                intent,
            } = order
            else {
                continue;
            };
            let [first] = units[..] else { continue };
            let unit = state.unit(first);
            if let Some(mover) = movers.iter_mut().rev().find(|m| m.units[0] == first) {
                mover.ways.push((path, intent));
                continue;
            }
            let loaded = |ix| state.aboard(ix).next().is_some();
            let alike = |ix: UnitIx, u: &crate::kernel::Unit| {
                ix == first || (u == unit && !loaded(ix) && !loaded(first))
            };
            let near = state.units_in(unit.space);
            let equal = near.filter(|(ix, u)| u.owner == me && alike(*ix, u));
            let equal: Vec<UnitIx> = equal.map(|(ix, _)| ix).collect();
            movers.push(Self {
                units: equal,
                kind: unit.kind,
                from: unit.space,
                ways: vec![(path, intent)],
            });
        }
        // The representative comes first, whatever its index.
        movers
    }

    /// The way to a space, attacking there if that can be chosen.
    pub fn way(&self, to: SpaceId) -> Option<&(Vec<SpaceId>, Intent)> {
        let ways = self.ways.iter();
        let ways = ways.filter(|(path, _)| path.last() == Some(&to));
        ways.max_by_key(|(_, intent)| *intent == Intent::Attack)
    }
}

/// What can still be sent out.
pub struct Force {
    /// The groups that have somewhere to go.
    pub movers: Vec<Mover>,
    /// Units with a task, and those that must stay.
    pub busy: BTreeSet<UnitIx>,
}

impl Force {
    /// Everything that may move now, but for what must guard the capital.
    pub fn read(scratch: &Scratch<'_>) -> Self {
        Self {
            movers: Mover::read(scratch),
            busy: scratch.look().garrisons(),
        }
    }

    /// The free units that can go to a space, with the mover they belong to.
    pub fn able(&self, to: SpaceId) -> Vec<(UnitIx, usize)> {
        let there = self
            .movers
            .iter()
            .enumerate()
            .filter(|(_, m)| m.way(to).is_some());
        there
            .flat_map(|(i, m)| {
                m.units
                    .iter()
                    .filter(|u| !self.busy.contains(u))
                    .map(move |u| (*u, i))
            })
            .collect()
    }

    /// Sends units to a space, group by group; those that may not go stay. Returns who went.
    pub fn send(
        &mut self,
        scratch: &mut Scratch<'_>,
        to: SpaceId,
        units: &[(UnitIx, usize)],
    ) -> Vec<UnitIx> {
        let mut sent = Vec::new();
        let mut groups: Vec<usize> = units.iter().map(|(_, m)| *m).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let Some((path, intent)) = self.movers[group].way(to).cloned() else {
                continue;
            };
            let members = units.iter().filter(|(_, m)| *m == group);
            let members: Vec<UnitIx> = members.map(|(u, _)| *u).collect();
            let mut go = |units| scratch.go(units, path.clone(), intent);
            if go(members.clone()) {
                sent.extend(members);
            } else if members.len() > 1 {
                sent.extend(members.into_iter().filter(|u| go(vec![*u])));
            }
        }
        self.busy.extend(&sent);
        sent
    }
}

/// How much stronger one must be to begin a war.
const MARGIN: f64 = 1.15;
/// For how many turns income counts as strength.
const TURNS: f64 = 5.0;
/// After so many rounds war comes anyway.
const PATIENCE: u16 = 3;

/// Declares war, on the weakest first, where the power is the stronger alone or with its whole side.
pub fn declare(scratch: &mut Scratch<'_>) {
    let (rules, me) = (scratch.rules, scratch.me);
    // The units there are, and those that the land and the objectives will pay for.
    let strength = |scratch: &Scratch<'_>, powers: PowerSet| {
        let state = &scratch.state;
        let held = |s: &SpaceId| state.owner(*s).is_some_and(|o| powers.has(o));
        let land = rules.board.land.iter().filter(held);
        let income: i32 = land.map(|s| i32::from(rules.board.spaces[s].income)).sum();
        let objectives = rules.acts.objectives.values();
        let objectives = objectives.filter(|o| powers.has(o.power)).map(|o| o.gains);
        let units = state.all().map(|(_, u)| u);
        let army = Army::of(rules, units.filter(|u| powers.has(u.owner)));
        army.cost(rules) + TURNS * f64::from(income + objectives.sum::<i32>())
    };
    let side = |power: PowerId| rules.powers[power].side;
    let of_side =
        |power: PowerId| side(power).map_or(PowerSet::only(power), |s| rules.powers.of_side(s));
    // Who is one with another for politics is attacked along with it.
    let group = |power: PowerId| {
        let groups = rules.politics.as_one.iter().filter(|g| g.has(power));
        groups.fold(PowerSet::only(power), |all, g| all.union(*g))
    };
    let mut rivals: Vec<PowerId> = scratch.look().rivals().iter().collect();
    rivals.sort_by(|a, b| {
        let [one, other] = [a, b].map(|p| strength(scratch, group(*p)));
        one.total_cmp(&other).then(a.cmp(b))
    });
    for on in rivals {
        let foes = scratch.cx().foes(me).union(group(on));
        let alone = strength(scratch, PowerSet::only(me)) > MARGIN * strength(scratch, foes);
        let together = strength(scratch, of_side(me)) > MARGIN * strength(scratch, of_side(on));
        if alone || together || scratch.state.round > PATIENCE {
            scratch.give(Order::Declare(on));
        }
    }
}

/// Plans attacks by what can move by itself.
pub fn plan(force: &mut Force, scratch: &mut Scratch<'_>) {
    let look = scratch.look();
    let ways = force.movers.iter().flat_map(|m| &m.ways);
    let targets = ways.filter_map(|(p, _)| p.last().copied());
    let mut targets: BTreeSet<SpaceId> = targets.collect();
    targets.retain(|t| {
        let owner = look.cx.state.owner(*t);
        !look.enemies(*t).is_empty() || owner.is_some_and(|o| look.cx.at_war(scratch.me, o))
    });
    let rank = |t: SpaceId| {
        let foes = look.enemies(t);
        let worth = match look.cx.rules.board.is_sea(t) {
            true => 2.0,
            false => look.worth(t),
        };
        (worth + 0.3 * foes.cost(look.cx.rules), t, foes)
    };
    let mut ranked: Vec<(f64, SpaceId, Army)> = targets.into_iter().map(rank).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, target, foes) in ranked {
        strike(force, scratch, target, &foes);
    }
}

/// Sends the smallest force that will do against a target, or nobody.
fn strike(force: &mut Force, scratch: &mut Scratch<'_>, target: SpaceId, foes: &Army) {
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    let mut able = force.able(target);
    able.retain(|(u, _)| fights(rules.board.is_sea(target), scratch, *u));
    if !sea
        && !able
            .iter()
            .any(|(u, _)| rules.units.takers.has(scratch.state.unit(*u).kind))
    {
        return;
    }
    let Some(chosen) = choose(scratch, target, foes, &Army::default(), able.clone()) else {
        return;
    };
    // Where few would win but not stay, all may.
    for chosen in [chosen, able] {
        let mark = scratch.mark();
        let busy = force.busy.clone();
        let sent = force.send(scratch, target, &chosen);
        let army = Army::of(rules, sent.iter().map(|u| scratch.state.unit(*u)));
        if worth_it(scratch, target, foes, &army, 0.0) {
            return;
        }
        scratch.back(mark);
        force.busy = busy;
    }
}

/// Whether a unit adds anything to an attack there.
fn fights(sea: bool, scratch: &Scratch<'_>, unit: UnitIx) -> bool {
    let profile = scratch.profile;
    let kind = scratch.state.unit(unit).kind;
    profile.ground(sea).attack[kind] > 0.0 || (!sea && scratch.rules.units.takers.has(kind))
}

/// The first units that make an attack good, those who take hits and those who give them by turns.
pub fn choose(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    already: &Army,
    mut able: Vec<(UnitIx, usize)>,
) -> Option<Vec<(UnitIx, usize)>> {
    let profile = scratch.profile;
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    let ground = profile.ground(sea);
    let kind = |u: UnitIx| scratch.state.unit(u).kind;
    let cost = |u: UnitIx| profile.cost[kind(u)];
    let cheaper = |a: UnitIx, b: UnitIx| cost(a).total_cmp(&cost(b)).then(a.cmp(&b));
    able.sort_by(|a, b| {
        let air = |u: UnitIx| rules.units[kind(u)].domain == Domain::Air;
        air(a.0).cmp(&air(b.0)).then(cheaper(a.0, b.0))
    });
    let mut punch = able.clone();
    punch.sort_by(|a, b| {
        let value = |u: UnitIx| ground.attack[kind(u)];
        value(b.0).total_cmp(&value(a.0)).then(cheaper(a.0, b.0))
    });
    let mut army = already.clone();
    let mut chosen: Vec<(UnitIx, usize)> = Vec::new();
    let (mut cheap, mut strong) = (able.into_iter(), punch.into_iter());
    for turn in 0.. {
        if good(scratch, target, foes, &army).is_some() {
            return Some(chosen);
        }
        let next = match turn % 3 {
            2 => &mut strong,
            _ => &mut cheap,
        };
        let next = next.find(|u| !chosen.contains(u));
        let Some(unit) = next.or_else(|| cheap.find(|u| !chosen.contains(u))) else {
            break;
        };
        army.add(rules, scratch.state.unit(unit.0));
        chosen.push(unit);
    }
    None
}

/// What an attack will come to, if it is likely to win with something to spare.
pub fn good(scratch: &Scratch<'_>, target: SpaceId, foes: &Army, army: &Army) -> Option<Forecast> {
    let rules = scratch.rules;
    let sea = rules.board.is_sea(target);
    if army.is_empty() || (!sea && army.units.only(rules.units.takers).is_empty()) {
        return None;
    }
    let end = forecast(rules, sea, army, foes);
    let spare =
        end.left[0] >= (0.3 * army.hits(rules)).max(if foes.is_empty() { 0.5 } else { 1.0 });
    let held = sea || end.takers > 0;
    (end.left[1] < 0.1 && spare && held).then_some(end)
}

/// Whether an attack gains more than it costs and risks, what may come back at it included.
pub fn worth_it(
    scratch: &Scratch<'_>,
    target: SpaceId,
    foes: &Army,
    army: &Army,
    risk: f64,
) -> bool {
    let Some(end) = good(scratch, target, foes, army) else {
        return false;
    };
    let look = scratch.look();
    let sea = scratch.rules.board.is_sea(target);
    let prize = if sea { 1.0 } else { look.worth(target) };
    let mut balance = prize + end.lost[1] - end.lost[0] - risk;
    if !sea {
        // Ground units left alone near the enemy are half lost.
        let threat = look.threat(target);
        let mut left = Army::default();
        let share = (end.left[0] / army.hits(scratch.rules).max(1.0)).clamp(0.0, 1.0);
        for kind in scratch.rules.units.land.iter() {
            let count = f64::from(army.units.count(kind)) * share;
            left.push(kind, count.round() as u16);
        }
        let back = forecast(scratch.rules, false, &threat, &left);
        if !threat.is_empty() && back.left[1] < 0.1 {
            balance -= 0.6 * (left.cost(scratch.rules) - back.lost[0]).max(0.0);
        }
    }
    balance > 0.0
}
