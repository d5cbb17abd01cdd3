//! Spaces as scripts see them.

use super::super::convert::{kinds_of, optional, powers_of};
use super::super::world::{World, world};
use super::Api;
use crate::kernel::{Marks, SpaceMark, Standing, Unit};
use crate::rules::{PowerId, SpaceId, SpaceSet};
use rhai::{Array, Dynamic, NativeCallContext};

type Cx<'a> = NativeCallContext<'a>;

/// Registers them.
pub fn register(api: &mut Api) {
    api.kind::<SpaceId>("Space", "A territory or sea zone.");
    api.compare::<SpaceId>();
    nature(api);
    control(api);
    units(api);
    turn(api);
}

fn nature(api: &mut Api) {
    api.get("Space.name -> Text", "Its name.", |w, s: SpaceId| {
        Ok(w.names().spaces.name(s))
    });
    api.get(
        "Space.is_sea -> Flag",
        "It is a sea zone.",
        |w, s: SpaceId| Ok(w.rules().board.is_sea(s)),
    );
    api.get(
        "Space.is_land -> Flag",
        "It is a territory.",
        |w, s: SpaceId| Ok(w.rules().board.land.has(s)),
    );
    api.get(
        "Space.is_island -> Flag",
        "It is an island.",
        |w, s: SpaceId| Ok(w.rules().board.spaces[s].island),
    );
    api.get(
        "Space.is_closed -> Flag",
        "Nobody may ever enter it.",
        |w, s: SpaceId| Ok(w.rules().board.spaces[s].closed),
    );
    api.get(
        "Space.income -> Number",
        "What it is worth, in IPC a turn.",
        |w, s: SpaceId| Ok(i64::from(w.rules().board.spaces[s].income)),
    );
    api.get(
        "Space.militia -> Number",
        "How many units defend it by themselves when it is first attacked.",
        |w, s: SpaceId| Ok(i64::from(w.rules().board.spaces[s].militia)),
    );
    api.get(
        "Space.city -> Text",
        "The victory city in it, or `()`.",
        |w, s: SpaceId| {
            Ok(w.rules().board.spaces[s]
                .city
                .as_deref()
                .map_or(Dynamic::UNIT, |name| name.into()))
        },
    );
    api.get(
        "Space.borders -> Spaces",
        "The spaces it borders.",
        |w, s: SpaceId| Ok(borders(w, s)),
    );
    api.add(
        "Space.is_marked(mark: Text) -> Flag",
        "Whether the pack put this mark on it.",
        |c: Cx, s: SpaceId, mark: &str| {
            world(&c, |w| {
                Ok(w.rules().board.spaces[s]
                    .tags
                    .has(w.names().tags.find(mark)?))
            })
        },
    );
    api.ask(
        "Space.touches(other: Space) -> Flag",
        "Whether the two share a border.",
        |w, s: SpaceId, other: SpaceId| Ok(w.rules().board.adjacent(s, other)),
    );
    api.ask(
        "Space.distance(other: Space) -> Number",
        "Steps to the other space; `()` where there is no way.",
        |w, s: SpaceId, other: SpaceId| {
            Ok(w.rules()
                .board
                .distance(s, other)
                .map_or(Dynamic::UNIT, |n| i64::from(n).into()))
        },
    );
}

/// The spaces a space borders.
pub fn borders(w: &World, space: SpaceId) -> SpaceSet {
    w.rules().board.spaces[space]
        .borders
        .iter()
        .copied()
        .collect()
}

fn control(api: &mut Api) {
    api.get(
        "Space.owner -> Power",
        "Who controls it, or `()`.",
        |w, s: SpaceId| Ok(optional(w.state.owner(s))),
    );
    api.get(
        "Space.owner_before -> Power",
        "Who controlled it when the turn began, or `()`.",
        |w, s: SpaceId| Ok(optional(w.state.start_owner(s))),
    );
    api.get(
        "Space.allegiance -> Power",
        "Whom it stands with while nobody controls it, or `()`.",
        |w, s: SpaceId| Ok(optional(w.state.allegiance(s))),
    );
    api.get(
        "Space.original_owner -> Power",
        "Whose emblem it bears, or `()`.",
        |w, s: SpaceId| Ok(optional(w.rules().board.spaces[s].original)),
    );
    api.get(
        "Space.capital_of -> Power",
        "Whose capital it is, or `()`.",
        |w, s: SpaceId| Ok(optional(w.rules().board.spaces[s].capital_of)),
    );
    api.ask(
        "Space.is_friendly_to(power: Power) -> Flag",
        "Controlled by the power or its friends, or on their side while nobody controls it.",
        |w, s: SpaceId, p: PowerId| Ok(w.cx().standing(s, p) == Standing::Friendly),
    );
    api.ask(
        "Space.is_hostile_to(power: Power) -> Flag",
        "Controlled by a power it is at war with, or on its side while nobody controls it; a zone: held by enemy ships.",
        |w, s: SpaceId, p: PowerId| {
            Ok(if w.rules().board.is_sea(s) {
                w.cx().zone_hostile(s, p)
            } else {
                w.cx().standing(s, p) == Standing::Hostile
            })
        },
    );
}

fn list<'a>(units: impl Iterator<Item = (crate::kernel::UnitIx, &'a Unit)>) -> Array {
    units.map(|(ix, _)| Dynamic::from(ix)).collect()
}

fn units(api: &mut Api) {
    api.get(
        "Space.units() -> Array of Unit",
        "Every unit in it, cargo and facilities included.",
        |w, s: SpaceId| Ok(list(w.state.units_in(s))),
    );
    api.ask(
        "Space.units(of: Powers) -> Array of Unit",
        "The units of these powers in it.",
        |w, s: SpaceId, of: Dynamic| {
            let of = powers_of(w, &of)?;
            Ok(list(w.state.units_in(s).filter(|(_, u)| of.has(u.owner))))
        },
    );
    api.add(
        "Space.units(of: Powers, kinds: UnitTypes) -> Array of Unit",
        "The units of these powers and types in it.",
        |c: Cx, s: SpaceId, of: Dynamic, kinds: Dynamic| {
            world(&c, |w| {
                let (of, kinds) = (powers_of(w, &of)?, kinds_of(w, &kinds)?);
                Ok(list(
                    w.state
                        .units_in(s)
                        .filter(|(_, u)| of.has(u.owner) && kinds.has(u.kind)),
                ))
            })
        },
    );
    api.add(
        "Space.count(of: Powers, kinds: UnitTypes) -> Number",
        "How many units of these powers and types are in it.",
        |c: Cx, s: SpaceId, of: Dynamic, kinds: Dynamic| {
            world(&c, |w| {
                let (of, kinds) = (powers_of(w, &of)?, kinds_of(w, &kinds)?);
                Ok(w.state
                    .units_in(s)
                    .filter(|(_, u)| of.has(u.owner) && kinds.has(u.kind))
                    .count() as i64)
            })
        },
    );
    api.ask(
        "Space.facility_works(kinds: UnitTypes) -> Flag",
        "Whether a facility of these types stands in it, not damaged beyond use.",
        |w, s: SpaceId, kinds: Dynamic| {
            let kinds = kinds_of(w, &kinds)?;
            Ok(w.state
                .units_in(s)
                .any(|(_, u)| kinds.has(u.kind) && w.cx().operative(u)))
        },
    );
}

fn turn(api: &mut Api) {
    let doc = "After the combat moves: whether the power on turn will fight a battle in it, or lands units on it.";
    api.get("Space.is_attacked -> Flag", doc, |w, s: SpaceId| {
        Ok(attacked(w, SpaceSet::only(s)).has(s))
    });
    api.get(
        "Space.landings -> Spaces",
        "After the combat moves: the territories that the power on turn lands on from this zone.",
        |w, s: SpaceId| {
            let bound = |u: &Unit| {
                u.space == s && u.owner == w.cx().active() && u.marks.any(Marks::LANDING)
            };
            Ok(w.state
                .all()
                .filter(|(_, u)| bound(u))
                .map(|(_, u)| u.goal)
                .collect::<SpaceSet>())
        },
    );
    api.get(
        "Space.saw_combat -> Flag",
        "Combat took place in it this turn.",
        |w, s: SpaceId| Ok(w.state.marked(s, SpaceMark::Fought)),
    );
    api.get(
        "Space.newly_taken -> Flag",
        "It was taken since its owner's last turn began.",
        |w, s: SpaceId| Ok(w.state.marked(s, SpaceMark::Fresh)),
    );
}

/// Those of these spaces in which the power on turn will fight a battle or on which it lands units.
pub fn attacked(w: &World, among: SpaceSet) -> SpaceSet {
    let cx = w.cx();
    let active = cx.active();
    let board = &w.rules().board;
    let (mut found, mut seen) = (SpaceSet::EMPTY, SpaceSet::EMPTY);
    for (_, unit) in w.state.all().filter(|(_, u)| u.owner == active) {
        if unit.marks.any(Marks::LANDING) {
            found.insert(unit.goal);
        }
        let space = unit.space;
        let sea = board.is_sea(space);
        let goes = sea
            || (unit.marks.any(Marks::MOVED)
                && !unit.marks.any(Marks::RAIDING.and(Marks::ESCORTING)));
        if goes && !seen.has(space) {
            seen.insert(space);
            let fights = if sea {
                cx.sea_battle(space)
            } else {
                cx.standing(space, active) != Standing::Friendly
            };
            if fights {
                found.insert(space);
            }
        }
    }
    found.intersect(among)
}

/// The zones from which the power on turn lands units.
pub fn assault_zones(w: &World) -> SpaceSet {
    let active = w.cx().active();
    let landing = w
        .state
        .all()
        .filter(|(_, u)| u.owner == active && u.marks.any(Marks::LANDING));
    landing.map(|(_, u)| u.space).collect()
}
