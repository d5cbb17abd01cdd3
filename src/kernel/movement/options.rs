//! The moves that may be made: for each class of units that cannot be told apart one of them, to
//! each space it can get to by the shortest way. Built from the same steps as the check of an order.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::super::order::{Intent, Order};
use super::super::state::{Unit, UnitIx};
use super::landing::{Landing, prove};
use super::law::Law;
use super::path::{Hop, Party, Trip};
use super::search::{Node, trace};
use super::{cargo, load, raid};
use sandtable_rules::{Domain, SpaceId, SpaceSet, UnitTypeSet};

/// Everything that may be ordered now.
pub fn all(law: &Law<'_>, orders: &mut Vec<Order>) {
    let classes = Classes::new(law);
    let base = OnceCell::new();
    for &ix in &classes.movers {
        let Some(nodes) = single(law, &base, ix, orders) else {
            continue;
        };
        if law.combat && raid::flies_raids(law, law.cx.state.unit(ix).kind) {
            raids(law, &base, ix, &nodes, orders);
        }
    }
    if law.combat {
        pairs(law, &classes, orders);
    }
    let load = |(ix, onto)| Order::Load {
        units: vec![ix],
        onto,
    };
    orders.extend(boardings(law, &classes).into_iter().map(load));
    for &ix in &classes.cargo {
        for to in coasts(law, law.cx.state.unit(ix).space) {
            if load::check_unload(law, &[ix], to).is_ok() {
                orders.push(Order::Unload {
                    units: vec![ix],
                    to,
                });
            }
        }
    }
}

/// The moves of single units of these types, of those that cannot be told apart of one.
pub fn singles(law: &Law<'_>, kinds: UnitTypeSet) -> Vec<Order> {
    let (base, mut orders) = (OnceCell::new(), Vec::new());
    let movers = Classes::new(law).movers.into_iter();
    for ix in movers.filter(|ix| kinds.has(law.cx.state.unit(*ix).kind)) {
        single(law, &base, ix, &mut orders);
    }
    orders
}

/// The moves of a unit, and everything it can get to; nothing where it cannot move.
fn single(
    law: &Law<'_>,
    base: &OnceCell<Landing>,
    ix: UnitIx,
    orders: &mut Vec<Order>,
) -> Option<Vec<Node>> {
    let party = law.muster(&[ix]).ok()?;
    let nodes = law.roam(&party);
    let trips = endings(law, &party, &nodes, base, false).into_iter();
    orders.extend(trips.map(|trip| moved(vec![ix], trip)));
    Some(nodes)
}

/// The order that these units make a trip.
pub fn moved(units: Vec<UnitIx>, trip: Trip) -> Order {
    let intent = match trip.declares {
        true => Intent::Attack,
        false => Intent::Pass,
    };
    Order::Move {
        units,
        path: trip.path,
        intent,
    }
}

/// The territories that something in a space might be set down in: those around it, and itself.
pub fn coasts<'a>(law: &Law<'a>, from: SpaceId) -> impl Iterator<Item = SpaceId> + use<'a> {
    let board = &law.cx.rules.board;
    let shores = board.spaces[from].borders.iter().copied();
    let here = std::iter::once(from);
    here.chain(shores).filter(|to| !board.is_sea(*to))
}

/// The trips a group can make.
pub fn trips(law: &Law<'_>, party: &Party) -> Vec<Trip> {
    let nodes = law.roam(party);
    endings(law, party, &nodes, &OnceCell::new(), false)
}

/// The trips that end on these nodes, each space once for each thing to do there.
fn endings(
    law: &Law<'_>,
    party: &Party,
    nodes: &[Node],
    base: &OnceCell<Landing>,
    blitz_only: bool,
) -> Vec<Trip> {
    let mut trips = Vec::new();
    let mut done = SpaceSet::EMPTY;
    for (i, node) in nodes.iter().enumerate().skip(1) {
        let at = node.stride.at;
        if done.has(at) || (blitz_only && !node.stride.blitzed) {
            continue;
        }
        for intent in [Intent::Pass, Intent::Attack] {
            // What must be fought anyway needs no declaration.
            if intent == Intent::Attack && (!law.combat || !law.sea(at) || law.battle_in(at)) {
                continue;
            }
            let Ok(declares) = law.arrive(party, node.stride, node.steps, intent) else {
                continue;
            };
            let came = nodes[usize::from(node.parent)].stride.at;
            let hop = Hop {
                party,
                came,
                end: at,
                steps: node.steps,
                blitzed: node.stride.blitzed,
                declares,
            };
            if prove(law, base, &hop).is_ok() {
                done.insert(at);
                trips.push(Trip {
                    party: party.clone(),
                    path: trace(nodes, i),
                    through: Vec::new(),
                    declares,
                });
            }
        }
    }
    trips
}

fn raids(
    law: &Law<'_>,
    base: &OnceCell<Landing>,
    ix: UnitIx,
    nodes: &[Node],
    orders: &mut Vec<Order>,
) {
    for (i, node) in nodes.iter().enumerate().skip(1) {
        if law.survey.foes[node.stride.at].meets(&law.cx.rules.units.facilities) {
            let path = trace(nodes, i);
            let facility = |u: &Unit| law.cx.rules.units.facilities.has(u.kind);
            for target in law.cx.state.those_in(node.stride.at, facility) {
                if raid::plan(law, base, &[ix], &path, target).is_ok() {
                    orders.push(Order::Raid {
                        units: vec![ix],
                        path: path.clone(),
                        target,
                    });
                }
            }
        }
    }
}

/// Runs through hostile territory that need a leader: the least that does, one of each.
fn pairs(law: &Law<'_>, classes: &Classes, orders: &mut Vec<Order>) {
    let unit = |ix: UnitIx| law.cx.state.unit(ix);
    for &led in &classes.movers {
        let Some(blitz) = law
            .kind(unit(led).kind)
            .blitz
            .as_ref()
            .filter(|b| !b.beside.is_empty())
        else {
            continue;
        };
        let beside =
            |ix: &&UnitIx| unit(**ix).space == unit(led).space && blitz.beside.has(unit(**ix).kind);
        for &leader in classes.movers.iter().filter(beside) {
            let Ok(party) = law.muster(&[leader, led]) else {
                continue;
            };
            let nodes = law.roam(&party);
            for trip in endings(law, &party, &nodes, &OnceCell::new(), true) {
                orders.push(moved(vec![leader, led], trip));
            }
        }
    }
}

/// What may go aboard which ship now, of those that cannot be told apart one.
pub fn loads(law: &Law<'_>) -> Vec<(UnitIx, UnitIx)> {
    boardings(law, &Classes::new(law))
}

fn boardings(law: &Law<'_>, classes: &Classes) -> Vec<(UnitIx, UnitIx)> {
    let ashore = |ix: &UnitIx| {
        let unit = law.cx.state.unit(*ix);
        let boards = !matches!(law.kind(unit.kind).domain, Domain::Sea | Domain::Facility);
        boards && !law.sea(unit.space)
    };
    let pairs = classes.movers.iter().filter(|ix| ashore(ix));
    let pairs = pairs.flat_map(|ix| classes.ships.iter().map(|ship| (*ix, *ship)));
    let may = |(ix, ship): &(UnitIx, UnitIx)| {
        let near = load::alongside(law, law.cx.state.unit(*ship), law.cx.state.unit(*ix).space);
        near && load::check_load(law, &[*ix], *ship).is_ok()
    };
    pairs.filter(may).collect()
}

/// Units that cannot be told apart, one of each.
#[derive(Default)]
struct Classes {
    /// Own units that are no cargo.
    movers: Vec<UnitIx>,
    /// Units with a cargo hold, own and allied.
    ships: Vec<UnitIx>,
    /// Own units in those holds.
    cargo: Vec<UnitIx>,
}

impl Classes {
    fn new(law: &Law<'_>) -> Self {
        let state = law.cx.state;
        let loads = state.loads();
        let bare = |ix: UnitIx| Unit {
            link: UnitIx::NONE,
            ..*state.unit(ix)
        };
        let load = |ix: UnitIx| -> Vec<Unit> { loads.of(ix).map(bare).collect() };
        let mut classes = Self::default();
        let mut ships: Vec<(UnitIx, Vec<Unit>)> = Vec::new();
        let mut others: BTreeMap<SpaceId, Vec<UnitIx>> = BTreeMap::new();
        for (ix, unit) in state.all() {
            let kind = law.kind(unit.kind);
            let carries = law.cx.rules.units.carriers.has(unit.kind);
            if (kind.domain == Domain::Sea || carries) && law.cx.friends(law.me, unit.owner) {
                let aboard = load(ix);
                if ships
                    .iter()
                    .any(|(other, has)| state.unit(*other) == unit && same(has, &aboard))
                {
                    continue;
                }
                ships.push((ix, aboard));
                classes.movers.extend((unit.owner == law.me).then_some(ix));
                classes
                    .ships
                    .extend(cargo::carries(law.cx.rules, unit).then_some(ix));
            } else if unit.owner == law.me && kind.domain != Domain::Facility {
                let here = others.entry(unit.space).or_default();
                if !here.iter().any(|other| state.unit(*other) == unit) {
                    here.push(ix);
                }
            }
        }
        for ix in others.into_values().flatten() {
            let aboard = state.unit(ix).carrier();
            let cargo = aboard.is_some_and(|c| !law.cx.rules.units.decks.has(state.unit(c).kind))
                || law.cx.is_cargo(state.unit(ix));
            match aboard {
                Some(ship) if cargo => classes
                    .cargo
                    .extend(classes.ships.contains(&ship).then_some(ix)),
                _ => classes.movers.push(ix),
            }
        }
        classes
    }
}

/// Whether two loads are equal, whatever their order.
fn same(a: &[Unit], b: &[Unit]) -> bool {
    let count = |of: &[Unit], unit: &Unit| of.iter().filter(|u| *u == unit).count();
    a.len() == b.len() && a.iter().all(|u| count(a, u) == count(b, u))
}
