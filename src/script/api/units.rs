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
    api.get("UnitType.name -> Text", "Its name.", |w, k: UnitTypeId| {
        Ok(w.names().units.name(k))
    });
    api.get(
        "UnitType.domain -> Text",
        "Where it moves and fights: `land`, `air`, `sea`, or `facility`.",
        |w, k: UnitTypeId| {
            let word = match w.rules().units[k].domain {
                Domain::Land => "land",
                Domain::Air => "air",
                Domain::Sea => "sea",
                Domain::Facility => "facility",
            };
            Ok(ImmutableString::from(word))
        },
    );
    api.get(
        "UnitType.cost -> Number",
        "Its price in IPC, or `()` if it is never for sale.",
        |w, k: UnitTypeId| {
            Ok(w.rules().units[k]
                .cost
                .map_or(Dynamic::UNIT, |n| i64::from(n).into()))
        },
    );
    api.get(
        "UnitType.hits -> Number",
        "Hits that destroy it; 0: it is never a casualty.",
        |w, k: UnitTypeId| Ok(i64::from(w.rules().units[k].hits)),
    );
    api.get(
        "UnitType.moves -> Number",
        "Its movement points.",
        |w, k: UnitTypeId| Ok(i64::from(w.rules().units[k].moves)),
    );
    api.get(
        "UnitType.takes_ground -> Flag",
        "It takes and holds territory.",
        |w, k: UnitTypeId| Ok(w.rules().units[k].takes_ground),
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
    api.get("Unit.kind -> UnitType", "Its type.", |w, u: UnitIx| {
        Ok(w.unit(u)?.kind)
    });
    api.get("Unit.owner -> Power", "Whose it is.", |w, u: UnitIx| {
        Ok(w.unit(u)?.owner)
    });
    api.get(
        "Unit.space -> Space",
        "Where it is; `()` once destroyed.",
        |w, u: UnitIx| Ok(space_or_nothing(w.unit(u)?.space)),
    );
    api.get("Unit.name -> Text", "Its type's name.", |w, u: UnitIx| {
        Ok(w.names().units.name(w.unit(u)?.kind))
    });
    api.get(
        "Unit.is_alive -> Flag",
        "It has not been destroyed.",
        |w, u: UnitIx| Ok(w.unit(u)?.alive()),
    );
    api.get(
        "Unit.damage -> Number",
        "Hits or points of damage on it.",
        |w, u: UnitIx| Ok(i64::from(w.unit(u)?.damage)),
    );
    api.get(
        "Unit.hits_left -> Number",
        "Hits it can still take.",
        |w, u: UnitIx| {
            let unit = w.unit(u)?;
            Ok(i64::from(w.rules().units[unit.kind].hits) - i64::from(unit.damage))
        },
    );
    api.get(
        "Unit.works -> Flag",
        "It is a facility and not damaged beyond use.",
        |w, u: UnitIx| Ok(w.cx().operative(w.unit(u)?)),
    );
    api.get(
        "Unit.carrier -> Unit",
        "What carries it, or `()`.",
        |w, u: UnitIx| Ok(optional(w.unit(u)?.carrier())),
    );
    let doc = "It is shut away: aboard a ship, and neither fights nor is hit.";
    api.get("Unit.is_cargo -> Flag", doc, |w, u: UnitIx| {
        Ok(w.cx().is_cargo(w.unit(u)?))
    });
}

fn motion(api: &mut Api) {
    let doc = "The space it entered its present one from in this turn; `()` if it was there when the turn began.";
    api.get("Unit.came_from -> Space", doc, |w, u: UnitIx| {
        Ok(space_or_nothing(w.unit(u)?.came))
    });
    let doc = "The territory it will be landed on, or bombards; else `()`.";
    api.get("Unit.goal -> Space", doc, |w, u: UnitIx| {
        Ok(space_or_nothing(w.unit(u)?.goal))
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
        api.get(signature, doc, move |w, u: UnitIx| {
            Ok(w.unit(u)?.marks.any(mark))
        });
    }
}
