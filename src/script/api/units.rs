//! Units and unit types as scripts see them.

use super::super::convert::{optional, space_or_nothing};
use super::super::world::world;
use super::Api;
use crate::kernel::{Marks, UnitIx};
use crate::rules::{Domain, UnitTypeId};
use rhai::{Dynamic, ImmutableString, NativeCallContext};

type Cx<'a> = NativeCallContext<'a>;

/// Registers them.
pub fn register(api: &mut Api) {
    api.kind::<UnitIx>(
        "Unit",
        "A unit or facility on the board. It may be kept for as long as the turn lasts.",
    );
    api.compare::<UnitIx>();
    api.kind::<UnitTypeId>("UnitType", "A type of unit or facility.");
    api.compare::<UnitTypeId>();
    types(api);
    unit(api);
    motion(api);
}

fn types(api: &mut Api) {
    api.add(
        "UnitType.name -> Text",
        "Its name.",
        |c: Cx, k: UnitTypeId| world(&c, |w| Ok(w.names().units.name(k))),
    );
    api.add(
        "UnitType.domain -> Text",
        "Where it moves and fights: `land`, `air`, `sea`, or `facility`.",
        |c: Cx, k: UnitTypeId| {
            world(&c, |w| {
                let word = match w.rules().units[k].domain {
                    Domain::Land => "land",
                    Domain::Air => "air",
                    Domain::Sea => "sea",
                    Domain::Facility => "facility",
                };
                Ok(ImmutableString::from(word))
            })
        },
    );
    api.add(
        "UnitType.cost -> Number",
        "Its price in IPC, or `()` if it is never for sale.",
        |c: Cx, k: UnitTypeId| {
            world(&c, |w| {
                Ok(w.rules().units[k]
                    .cost
                    .map_or(Dynamic::UNIT, |n| i64::from(n).into()))
            })
        },
    );
    api.add(
        "UnitType.hits -> Number",
        "Hits that destroy it; 0: it is never a casualty.",
        |c: Cx, k: UnitTypeId| world(&c, |w| Ok(i64::from(w.rules().units[k].hits))),
    );
    api.add(
        "UnitType.moves -> Number",
        "Its movement points.",
        |c: Cx, k: UnitTypeId| world(&c, |w| Ok(i64::from(w.rules().units[k].moves))),
    );
    api.add(
        "UnitType.takes_ground -> Flag",
        "It takes and holds territory.",
        |c: Cx, k: UnitTypeId| world(&c, |w| Ok(w.rules().units[k].takes_ground)),
    );
    let doc = "One of its values, in hundredths: an attack of 3 is 300.";
    api.add(
        "UnitType.value(name: Text) -> Number",
        doc,
        |c: Cx, k: UnitTypeId, name: &str| {
            world(&c, |w| {
                Ok(i64::from(
                    w.rules().units[k].values[w.names().attrs.find(name)?].0,
                ))
            })
        },
    );
}

fn unit(api: &mut Api) {
    api.add("Unit.kind -> UnitType", "Its type.", |c: Cx, u: UnitIx| {
        world(&c, |w| Ok(w.unit(u)?.kind))
    });
    api.add("Unit.owner -> Power", "Whose it is.", |c: Cx, u: UnitIx| {
        world(&c, |w| Ok(w.unit(u)?.owner))
    });
    api.add(
        "Unit.space -> Space",
        "Where it is; `()` once destroyed.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(space_or_nothing(w.unit(u)?.space))),
    );
    api.add(
        "Unit.name -> Text",
        "Its type's name.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(w.names().units.name(w.unit(u)?.kind))),
    );
    api.add(
        "Unit.is_alive -> Flag",
        "It has not been destroyed.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(w.unit(u)?.alive())),
    );
    api.add(
        "Unit.damage -> Number",
        "Hits or points of damage on it.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(i64::from(w.unit(u)?.damage))),
    );
    api.add(
        "Unit.hits_left -> Number",
        "Hits it can still take.",
        |c: Cx, u: UnitIx| {
            world(&c, |w| {
                let unit = w.unit(u)?;
                Ok(i64::from(w.rules().units[unit.kind].hits) - i64::from(unit.damage))
            })
        },
    );
    api.add(
        "Unit.works -> Flag",
        "It is a facility and not damaged beyond use.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(w.cx().operative(w.unit(u)?))),
    );
    api.add(
        "Unit.carrier -> Unit",
        "What carries it, or `()`.",
        |c: Cx, u: UnitIx| world(&c, |w| Ok(optional(w.unit(u)?.carrier()))),
    );
    let doc = "It is shut away: aboard a ship, and neither fights nor is hit.";
    api.add("Unit.is_cargo -> Flag", doc, |c: Cx, u: UnitIx| {
        world(&c, |w| Ok(w.cx().is_cargo(w.unit(u)?)))
    });
}

fn motion(api: &mut Api) {
    let doc = "The space it entered its present one from in this turn; `()` if it was there when the turn began.";
    api.add("Unit.came_from -> Space", doc, |c: Cx, u: UnitIx| {
        world(&c, |w| Ok(space_or_nothing(w.unit(u)?.came)))
    });
    let doc = "The territory it will be landed on, or bombards; else `()`.";
    api.add("Unit.goal -> Space", doc, |c: Cx, u: UnitIx| {
        world(&c, |w| Ok(space_or_nothing(w.unit(u)?.goal)))
    });
    let flags: [(&'static str, &'static str, Marks); 8] = [
        (
            "Unit.has_moved -> Flag",
            "It moved in combat movement.",
            Marks::MOVED,
        ),
        (
            "Unit.has_fought -> Flag",
            "It took part in combat this turn.",
            Marks::FOUGHT,
        ),
        (
            "Unit.is_landing -> Flag",
            "It will be landed when its battle begins.",
            Marks::LANDING,
        ),
        (
            "Unit.is_seaborne -> Flag",
            "It came ashore from the sea this turn.",
            Marks::SEABORNE,
        ),
        (
            "Unit.is_raiding -> Flag",
            "It flies a raid, or along with one.",
            Marks::RAIDING.and(Marks::ESCORTING),
        ),
        (
            "Unit.is_submerged -> Flag",
            "It has left the battle under water.",
            Marks::SUBMERGED,
        ),
        (
            "Unit.is_scrambled -> Flag",
            "It was sent into its zone by a reaction.",
            Marks::SCRAMBLED,
        ),
        (
            "Unit.is_new -> Flag",
            "It was placed this turn.",
            Marks::PLACED,
        ),
    ];
    for (signature, doc, mark) in flags {
        api.add(signature, doc, move |c: Cx, u: UnitIx| {
            world(&c, |w| Ok(w.unit(u)?.marks.any(mark)))
        });
    }
}
