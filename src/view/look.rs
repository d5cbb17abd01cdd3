//! What can be looked at besides the board: units in a list, what they can get to and what can get to a space,
//! aircraft that must come down, prices and room.

use super::Paint;
use super::names::{self, count, counts, joined_or, list, power_name, space_name, unit_name};
use super::report::{bought, number, stacks_in, table};
use comfy_table::Cell;
use sandtable_kernel::{
    Cx, Order, State, Unit, UnitIx, aloft, destinations, foreseen, movement_orders, price_of,
    production_room, range, tally,
};
use sandtable_rules::{HoldKind, PhaseKind, PowerId, Rules, SpaceId};
use std::collections::{BTreeMap, BTreeSet};

/// Units space by space, those that a person asks for.
pub fn units_list(
    rules: &Rules,
    state: &State,
    wanted: &dyn Fn(&Unit) -> bool,
    paint: Paint,
) -> String {
    let mut lines = Vec::new();
    for space in rules.board.spaces.ids() {
        for (power, units) in stacks_in(rules, state, space, wanted) {
            let (power, place) = (paint.power(rules, power), space_name(rules, space));
            lines.push(format!("{place} ({power}): {units}"));
        }
    }
    if lines.is_empty() {
        return "there are none".to_owned();
    }
    let all = state.all().map(|(_, u)| u).filter(|u| wanted(u));
    let all = tally(all.map(|u| u.kind));
    lines.push(format!("together: {}", counts(rules, &all)));
    lines.join("\n")
}

/// The game in a phase of one of these kinds that the power is playing, or else as though its next one of the first kind
/// had come.
pub fn in_phase(cx: Cx<'_>, power: PowerId, kinds: &[PhaseKind]) -> Option<State> {
    let now = cx.rules.turn.phases[cx.state.phase].kind;
    match kinds.contains(&now) && power == cx.active() {
        true => Some(cx.state.clone()),
        false => foreseen(cx, power, *kinds.first()?),
    }
}

/// The game in the phase of movement that is going on, or else as though the power's next one had come.
pub fn moving(cx: Cx<'_>, power: PowerId) -> Option<State> {
    let kinds = [PhaseKind::CombatMove, PhaseKind::NoncombatMove];
    in_phase(cx, power, &kinds)
}

/// The units of a space that the power on turn can move.
fn movable(cx: Cx<'_>, space: SpaceId) -> impl Iterator<Item = (UnitIx, &Unit)> {
    let own = move |u: &Unit| u.owner == cx.active() && !cx.is_cargo(u);
    let units = cx.state.units_in(space);
    units.filter(move |(_, u)| own(u) && !cx.rules.units.facilities.has(u.kind))
}

/// The spaces that the units of a space can move to as things stand.
pub fn ends_from(cx: Cx<'_>, space: SpaceId) -> BTreeSet<SpaceId> {
    let alike = alike(cx, movable(cx, space)).into_iter();
    alike.flat_map(|(ix, _)| ends(cx, ix)).collect()
}

/// The units of a space that the power on turn can move, each kind with the points it has left and where it can get
/// to: now or, between phases of movement, in the next one.
pub fn ways_from(cx: Cx<'_>, space: SpaceId, paint: Paint) -> String {
    let rules = cx.rules;
    let state = moving(cx, cx.active()).unwrap_or_else(|| cx.state.clone());
    let then = cx.on(&state);
    let lines = alike(then, movable(then, space))
        .into_iter()
        .map(|(ix, n)| {
            let points = range(then, ix).unwrap_or(0);
            let ends = ends(then, ix);
            let units = paint.bold(&count(rules, state.unit(ix).kind, n));
            match ends.is_empty() {
                true => format!("{units}, {points} left: nowhere to go"),
                false => format!(
                    "{units}, {points} left: {}",
                    spaces(rules, ends.into_iter())
                ),
            }
        });
    let none = format!("nothing of yours can move in {}", space_name(rules, space));
    joined_or(lines, "\n", &none)
}

/// Units that are as good as each other, one of each and how many there are, in the order of their types.
fn alike<'a>(cx: Cx<'_>, units: impl Iterator<Item = (UnitIx, &'a Unit)>) -> Vec<(UnitIx, u32)> {
    let mut found: Vec<(UnitIx, u32)> = Vec::new();
    for (ix, unit) in units {
        let bare = |u: &Unit| Unit {
            link: u.link.some().map_or(UnitIx::NONE, |_| ix),
            ..*u
        };
        match found
            .iter_mut()
            .find(|(other, _)| bare(cx.state.unit(*other)) == bare(unit))
        {
            Some((_, n)) => *n += 1,
            None => found.push((ix, 1)),
        }
    }
    found.sort_by_key(|(ix, _)| cx.state.unit(*ix).kind);
    found
}

/// The spaces that a unit of the power on turn can move to.
fn ends(cx: Cx<'_>, ix: UnitIx) -> Vec<SpaceId> {
    let orders = destinations(cx, &[ix]).unwrap_or_default();
    orders.iter().filter_map(Order::end).collect()
}

/// Spaces by name, each once.
fn spaces(rules: &Rules, spaces: impl Iterator<Item = SpaceId>) -> String {
    let mut all: Vec<SpaceId> = spaces.collect();
    all.sort_unstable();
    all.dedup();
    list(all.iter().map(|s| space_name(rules, *s)), "and")
}

/// What every power could bring to a space with its next combat and noncombat moves, as the board stands.
pub fn reach(cx: Cx<'_>, space: SpaceId, paint: Paint) -> String {
    let (rules, me) = (cx.rules, cx.active());
    let mut lines = Vec::new();
    let mut powers: Vec<PowerId> = rules.turn.order.clone();
    powers.sort_by_key(|power| (*power != me, cx.at_war(me, *power)));
    for power in powers {
        let [combat, rest] = [PhaseKind::CombatMove, PhaseKind::NoncombatMove].map(|kind| {
            let state = foreseen(cx, power, kind);
            let come = state.map_or_else(Vec::new, |state| comers(cx.on(&state), space));
            come.join("; ")
        });
        let who = match power == me {
            true => "on turn",
            false => names::relation(cx.state.relation(rules, me, power)),
        };
        let who = format!("{} ({who})", paint.power(rules, power));
        let told = match combat == rest {
            true => vec![(rest, "")],
            false => vec![(combat, " in combat move"), (rest, " in noncombat move")],
        };
        let told = told.into_iter().filter(|(come, _)| !come.is_empty());
        lines.extend(told.map(|(come, when)| format!("{who}{when}: {come}")));
    }
    let nobody = format!("nobody can get to {} in one move", space_name(rules, space));
    joined_or(lines, "\n", &nobody)
}

/// What the power on turn can bring to a space, by where it comes from.
fn comers(cx: Cx<'_>, space: SpaceId) -> Vec<String> {
    let coming = coming(cx, space).into_iter();
    let told = coming.map(|((at, how), units)| {
        let all = tally(units.into_iter().map(|ix| cx.state.unit(ix).kind));
        let from = space_name(cx.rules, at);
        format!("{} from {from}{how}", counts(cx.rules, &all))
    });
    told.collect()
}

/// The units of the power on turn that can move to a space and fight there, landings aside.
pub fn strikers(cx: Cx<'_>, space: SpaceId) -> Vec<UnitIx> {
    let coming = coming(cx, space).into_iter();
    let direct = coming.filter(|((_, how), _)| how.is_empty());
    direct.flat_map(|(_, units)| units).collect()
}

/// The units of the power on turn that can move to a space, by where they are and what they would do there.
fn coming(cx: Cx<'_>, space: SpaceId) -> BTreeMap<(SpaceId, &'static str), BTreeSet<UnitIx>> {
    let (board, state) = (&cx.rules.board, cx.state);
    let lands = |ix: &UnitIx| {
        let carrier = &cx.rules.units[state.unit(*ix).kind];
        !board.is_sea(space) && carrier.has_hold(HoldKind::Cargo)
    };
    let mut from: BTreeMap<(SpaceId, &'static str), BTreeSet<UnitIx>> = BTreeMap::new();
    for (end, units) in arrivals(cx) {
        let near = board.is_sea(end) && board.adjacent(end, space);
        for ix in units {
            let at = state.unit(ix).space;
            if end == space {
                from.entry((at, "")).or_default().insert(ix);
            } else if near && lands(&ix) {
                from.entry((at, " to land units")).or_default().insert(ix);
            }
        }
    }
    from
}

/// The units of the power on turn that can get to each space with one order.
pub(super) fn arrivals(cx: Cx<'_>) -> BTreeMap<SpaceId, BTreeSet<UnitIx>> {
    let mut orders = Vec::new();
    movement_orders(cx, &mut orders);
    // One of each class is in the orders; all that are like it are meant.
    let mut classes: BTreeMap<_, Vec<UnitIx>> = BTreeMap::new();
    let class = |ix: UnitIx| {
        let unit = cx.state.unit(ix);
        (unit.space, unit.kind, unit.owner, unit.used)
    };
    for (ix, _) in cx.state.all() {
        classes.entry(class(ix)).or_default().push(ix);
    }
    let mut ends: BTreeMap<SpaceId, BTreeSet<UnitIx>> = BTreeMap::new();
    for order in &orders {
        let like = order.units().iter();
        let like = like.filter_map(|ix| classes.get(&class(*ix)));
        if let Some(end) = order.end() {
            ends.entry(end).or_default().extend(like.flatten());
        }
    }
    ends
}

/// Aircraft of the power on turn that must still come down, one of each kind and how many there are, and where they
/// can.
pub fn landings(cx: Cx<'_>) -> Vec<(Unit, u32, Vec<SpaceId>)> {
    use PhaseKind::{Combat, CombatMove, NoncombatMove};
    let now = cx.rules.turn.phases[cx.state.phase].kind;
    let flying = [CombatMove, Combat, NoncombatMove].contains(&now);
    let landing = || in_phase(cx, cx.active(), &[NoncombatMove]);
    let Some(state) = flying.then(landing).flatten() else {
        return Vec::new();
    };
    let then = cx.on(&state);
    let up = aloft(then).unwrap_or_default();
    let units = up.iter().filter_map(|ix| Some((*ix, state.get(*ix)?)));
    let landing = alike(then, units).into_iter().map(|(ix, n)| {
        let unit = *state.unit(ix);
        let mut ends = ends(then, ix);
        let here = cx.rules.board.is_sea(unit.space).then_some(unit.space);
        // A deck of one's own.
        let deck = |own, host| own == host;
        ends.extend(here.filter(|_| state.clone().take_deck(cx.rules, ix, deck)));
        ends.sort_by_key(|to| cx.rules.board.distance(unit.space, *to).unwrap_or(u8::MAX));
        (unit, n, ends)
    });
    landing.collect()
}

/// The same in words.
pub fn airborne(cx: Cx<'_>) -> Option<String> {
    let rules = cx.rules;
    let lines = landings(cx).into_iter().map(|(unit, n, ends)| {
        let (who, over) = (count(rules, unit.kind, n), space_name(rules, unit.space));
        match ends.is_empty() {
            true => format!("{who} over {over}: nowhere to land"),
            false => format!("{who} over {over}: {}", spaces(rules, ends.into_iter())),
        }
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Where the power on turn has room for how many units that it buys.
pub fn rooms(cx: Cx<'_>) -> impl Iterator<Item = (SpaceId, u16)> {
    let land = cx.rules.board.land.iter();
    let room = land.map(move |s| (s, production_room(cx, cx.active(), s)));
    room.filter(|(_, n)| *n > 0)
}

/// What is left in the treasury, what waits to be placed, and where there is room for how much.
pub fn purse(cx: Cx<'_>) -> String {
    let (rules, state, me) = (cx.rules, cx.state, cx.active());
    let funds = rules.powers[me].economies.iter().map(|id| {
        let economy = &rules.powers.economies[*id];
        let whose = match economy.name == rules.powers[me].name {
            true => String::new(),
            false => format!(" of {}", economy.name),
        };
        format!("{} {}{whose}", state.treasury(*id), rules.economy.currency)
    });
    let mut parts = vec![format!("{} left", list(funds, "and"))];
    if !state.bought.is_empty() {
        parts.push(format!("bought: {}", counts(rules, &bought(state))));
    }
    let room = rooms(cx).map(|(s, n)| format!("{} {n}", space_name(rules, s)));
    let room: Vec<String> = room.collect();
    if !room.is_empty() {
        parts.push(format!("room: {}", room.join(", ")));
    }
    parts.join("; ")
}

/// What everything costs the power on turn, and how many of it the treasury pays for.
pub fn prices(cx: Cx<'_>, width: Option<u16>) -> String {
    let (rules, me) = (cx.rules, cx.active());
    let funds = cx.state.funds(rules, me);
    let row = |kind| {
        let price = price_of(cx, kind)?;
        let most = funds.max(0).checked_div(i32::from(price));
        Some([
            Cell::new(unit_name(rules, kind)),
            number(price),
            number(most.map_or_else(String::new, |n| n.to_string())),
        ])
    };
    let header = ["unit", &rules.economy.currency, "at most"];
    let rows = table(&header, width, rules.units.types.ids().filter_map(row));
    format!("{}: {}\n{rows}", power_name(rules, me), purse(cx))
}

/// What a person should know as a phase of theirs begins.
pub fn at_phase(cx: Cx<'_>) -> Option<String> {
    match cx.rules.turn.phases[cx.state.phase].kind {
        PhaseKind::Purchase | PhaseKind::Mobilize => Some(purse(cx)),
        PhaseKind::NoncombatMove => airborne(cx).map(|up| format!("Still in the air:\n{up}")),
        _ => None,
    }
}
