//! Spaces as scripts see them.

use super::super::complaint::{Complaint, Res};
use super::super::convert::{kinds_of, optional, powers_of};
use super::super::world::{World, world};
use super::{Api, Of};
use rhai::{Array, Dynamic, ImmutableString, NativeCallContext};
use sandtable_diag::fold_name;
use sandtable_kernel::{Marks, SpaceMark, Standing, Unit, UnitIx};
use sandtable_rules::{PowerId, SpaceId, SpaceSet};

type Cx<'a> = NativeCallContext<'a>;

/// A canal, strait or gate: its place in the board's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GateHandle(usize);

/// Registers them.
pub fn register(api: &mut Api) {
    gates(api);
    let space = &mut api
        .kind::<SpaceId>("Space", "A territory or sea zone.")
        .compare();
    nature(space);
    control(space);
    units(space);
    turn(space);
}

fn gates(api: &mut Api) {
    let gate = &mut api.kind::<GateHandle>("Gate", "A canal, strait or gate.");
    gate.get("name -> Text", "Its name.", |w, g| {
        ImmutableString::from(&w.rules().board.gates[g.0].name)
    });
    let doc = "The two spaces that it joins.";
    gate.get("joins -> Spaces", doc, |w, g| {
        let joins = w.rules().board.gates[g.0].joins;
        joins.into_iter().collect::<SpaceSet>()
    });
    let doc = "The territories whose holders it is open to.";
    gate.get("held -> Spaces", doc, |w, g| {
        w.rules().board.gates[g.0].held
    });
    let doc = "The types that pass only while it is open.";
    gate.get("movers -> UnitTypes", doc, |w, g| {
        w.rules().board.gates[g.0].movers
    });
    let doc = "The canal, strait or gate of this name.";
    api.get(
        "gate(name: Text) -> Gate",
        doc,
        |w, name: ImmutableString| {
            let gates = &w.rules().board.gates;
            let same = |name: &str, other: &str| fold_name(name) == fold_name(other);
            let found = gates.iter().position(|g| same(&g.name, &name));
            let unknown = || {
                let complaint =
                    Complaint::raised(format!("there is no canal, strait or gate `{name}`"));
                complaint.suggest(&name, gates.iter().map(|g| &g.name))
            };
            Ok(GateHandle(found.ok_or_else(unknown)?))
        },
    );
}

fn nature(space: &mut Of<'_, SpaceId>) {
    space.get("name -> Text", "Its name.", |w, s| w.names().spaces.name(s));
    let doc = "It is a sea zone.";
    space.get("is_sea -> Flag", doc, |w, s| w.rules().board.is_sea(s));
    let doc = "It is a territory.";
    space.get("is_land -> Flag", doc, |w, s| w.rules().board.land.has(s));
    let doc = "It is an island.";
    space.get("is_island -> Flag", doc, |w, s| w.space(s).island);
    let doc = "Nobody may ever enter it.";
    space.get("is_closed -> Flag", doc, |w, s| w.space(s).closed);
    let doc = "What it is worth, in IPC a turn.";
    space.get("income -> Number", doc, |w, s| i64::from(w.space(s).income));
    let doc = "How many units defend it by themselves when it is first attacked.";
    space.get("militia -> Number", doc, |w, s| {
        i64::from(w.space(s).militia)
    });
    let doc = "The victory city in it, or `()`.";
    space.get("city -> Text", doc, |w, s| {
        optional(w.space(s).city.as_deref().map(ImmutableString::from))
    });
    let doc = "The spaces it borders.";
    space.get("borders -> Spaces", doc, borders);
    let doc = "Whether the pack put this mark on it.";
    space.ask(
        "is_marked(mark: Text) -> Flag",
        doc,
        |w, s, mark: ImmutableString| Ok(w.space(s).tags.has(w.names().tags.find(&mark)?)),
    );
    let doc = "Whether the two share a border.";
    space.ask(
        "touches(other: Space) -> Flag",
        doc,
        |w, s, other: SpaceId| Ok(w.rules().board.adjacent(s, other)),
    );
    let doc = "Steps to the other space; `()` where there is no way.";
    space.ask(
        "distance(other: Space) -> Number",
        doc,
        |w, s, other: SpaceId| Ok(optional(w.rules().board.distance(s, other).map(i64::from))),
    );
}

/// The spaces a space borders.
pub fn borders(w: &World, space: SpaceId) -> SpaceSet {
    w.space(space).borders.iter().copied().collect()
}

fn control(space: &mut Of<'_, SpaceId>) {
    let doc = "Who controls it, or `()`.";
    space.get("owner -> Power", doc, |w, s| optional(w.state.owner(s)));
    let doc = "Who controlled it when the turn began, or `()`.";
    space.get("owner_before -> Power", doc, |w, s| {
        optional(w.state.start_owner(s))
    });
    let doc = "Whom it stands with while nobody controls it, or `()`.";
    space.get("allegiance -> Power", doc, |w, s| {
        optional(w.state.allegiance(s))
    });
    let doc = "Whose emblem it bears, or `()`.";
    space.get("original_owner -> Power", doc, |w, s| {
        optional(w.space(s).original)
    });
    let doc = "Whose capital it is, or `()`.";
    space.get("capital_of -> Power", doc, |w, s| {
        optional(w.space(s).capital_of)
    });
    let doc = "Controlled by the power or its friends, or on their side while nobody controls it.";
    space.ask(
        "is_friendly_to(power: Power) -> Flag",
        doc,
        |w, s, p: PowerId| Ok(w.cx().standing(s, p) == Standing::Friendly),
    );
    let doc = "Controlled by a power it is at war with, or on its side while nobody controls it; a zone: held by enemy ships.";
    space.ask(
        "is_hostile_to(power: Power) -> Flag",
        doc,
        |w, s, p: PowerId| {
            Ok(match w.rules().board.is_sea(s) {
                true => w.cx().zone_hostile(s, p),
                false => w.cx().standing(s, p) == Standing::Hostile,
            })
        },
    );
}

/// Units as an array of scripts.
pub fn list<'a>(units: impl Iterator<Item = (UnitIx, &'a Unit)>) -> Array {
    units.map(|(ix, _)| Dynamic::from(ix)).collect()
}

fn units(space: &mut Of<'_, SpaceId>) {
    let doc = "Every unit in it, cargo and facilities included.";
    space.get("units() -> Array of Unit", doc, |w, s| {
        list(w.state.units_in(s))
    });
    let doc = "The units of these powers in it.";
    space.ask(
        "units(of: Powers) -> Array of Unit",
        doc,
        |w, s, of: Dynamic| {
            let of = powers_of(w, &of)?;
            Ok(list(w.state.units_in(s).filter(|(_, u)| of.has(u.owner))))
        },
    );
    let api = &mut *space.api;
    let doc = "The units of these powers and types in it.";
    api.add(
        "Space.units(of: Powers, kinds: UnitTypes) -> Array of Unit",
        doc,
        |c: Cx, s: SpaceId, of: Dynamic, kinds: Dynamic| {
            world(&c, |w| {
                Ok(list(units_of(w, SpaceSet::only(s), [&of, &kinds])?))
            })
        },
    );
    let doc = "How many units of these powers and types are in it.";
    api.add(
        "Space.count(of: Powers, kinds: UnitTypes) -> Number",
        doc,
        |c: Cx, s: SpaceId, of: Dynamic, kinds: Dynamic| {
            world(&c, |w| {
                Ok(units_of(w, SpaceSet::only(s), [&of, &kinds])?.count() as i64)
            })
        },
    );
    let doc = "Whether a facility of these types stands in it, not damaged beyond use.";
    space.ask(
        "facility_works(kinds: UnitTypes) -> Flag",
        doc,
        |w, s, kinds: Dynamic| {
            let kinds = kinds_of(w, &kinds)?;
            Ok(w.state
                .units_in(s)
                .any(|(_, u)| kinds.has(u.kind) && w.cx().operative(u)))
        },
    );
}

/// The units in these spaces, of these powers and types.
pub fn units_of<'w>(
    w: &'w World,
    spaces: SpaceSet,
    [of, kinds]: [&Dynamic; 2],
) -> Res<impl Iterator<Item = (UnitIx, &'w Unit)> + use<'w>> {
    let (of, kinds) = (powers_of(w, of)?, kinds_of(w, kinds)?);
    let all = w.state.all();
    Ok(all.filter(move |(_, u)| spaces.has(u.space) && of.has(u.owner) && kinds.has(u.kind)))
}

fn turn(space: &mut Of<'_, SpaceId>) {
    let doc = "After the combat moves: whether the power on turn will fight a battle in it, or lands units on it.";
    space.get("is_attacked -> Flag", doc, |w, s| {
        attacked(w, SpaceSet::only(s)).has(s)
    });
    let doc =
        "After the combat moves: the territories that the power on turn lands on from this zone.";
    space.get("landings -> Spaces", doc, |w, s| {
        let own = w.state.of(w.cx().active()).map(|(_, u)| u);
        let bound = own.filter(|u| u.space == s && u.marks.any(Marks::LANDING));
        bound.map(|u| u.goal).collect::<SpaceSet>()
    });
    let doc = "Combat took place in it this turn.";
    space.get("saw_combat -> Flag", doc, |w, s| {
        w.state.marked(s, SpaceMark::Fought)
    });
    let doc = "It was taken since its owner's last turn began.";
    space.get("newly_taken -> Flag", doc, |w, s| {
        w.state.marked(s, SpaceMark::Fresh)
    });
}

/// Those of these spaces in which the power on turn will fight a battle or on which it lands units.
pub fn attacked(w: &World, among: SpaceSet) -> SpaceSet {
    let cx = w.cx();
    let active = cx.active();
    let board = &w.rules().board;
    let (mut found, mut seen) = (SpaceSet::EMPTY, SpaceSet::EMPTY);
    for (_, unit) in w.state.of(active) {
        if unit.marks.any(Marks::LANDING) {
            found.insert(unit.goal);
        }
        let space = unit.space;
        let sea = board.is_sea(space);
        let goes = sea || (unit.marks.any(Marks::MOVED) && !unit.marks.any(Marks::RAIDERS));
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
    let own = w.state.of(w.cx().active()).map(|(_, u)| u);
    let landing = own.filter(|u| u.marks.any(Marks::LANDING));
    landing.map(|u| u.space).collect()
}
