//! Values of scripts to values of the kernel and back. Where a set is asked for, one thing, an
//! array of things, or names do; whatever does not fit is said in the script's own words.

use super::api::{GameHandle, GateHandle, MemoryHandle, Params};
use super::complaint::{Complaint, Res, fail};
use super::memory::Each;
use super::returned::Effects;
use super::world::World;
use rhai::{Array, Dynamic, FnPtr, ImmutableString, Map, Variant};
use sandtable_kernel::{Choice, NOWHERE, Plain, UnitIx, VolleyView};
use sandtable_rules::{
    Id, IdSet, PhaseId, PowerId, PowerSet, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet,
};
use std::any::TypeId;
use std::collections::BTreeMap;

/// Levels of arrays and maps that an offer carries or a script remembers.
const DEPTH: usize = 8;

/// What kind of thing a value is.
pub fn kind_of(value: &Dynamic) -> &'static str {
    let named: [(TypeId, &'static str); 23] = [
        (TypeId::of::<()>(), "nothing"),
        (TypeId::of::<i64>(), "a number"),
        (TypeId::of::<bool>(), "true or false"),
        (TypeId::of::<ImmutableString>(), "a text"),
        (TypeId::of::<char>(), "a character"),
        (TypeId::of::<Array>(), "an array"),
        (TypeId::of::<Map>(), "a map"),
        (TypeId::of::<FnPtr>(), "a function"),
        (TypeId::of::<SpaceId>(), "a space"),
        (TypeId::of::<SpaceSet>(), "a set of spaces"),
        (TypeId::of::<PowerId>(), "a power"),
        (TypeId::of::<PowerSet>(), "a set of powers"),
        (TypeId::of::<UnitTypeId>(), "a unit type"),
        (TypeId::of::<UnitTypeSet>(), "a set of unit types"),
        (TypeId::of::<UnitIx>(), "a unit"),
        (TypeId::of::<PhaseId>(), "a phase"),
        (TypeId::of::<GateHandle>(), "a gate"),
        (TypeId::of::<Effects>(), "an effect"),
        (TypeId::of::<VolleyView>(), "a volley"),
        (TypeId::of::<GameHandle>(), "the game"),
        (TypeId::of::<Params>(), "the parameters"),
        (TypeId::of::<MemoryHandle>(), "the memory"),
        (TypeId::of::<Each>(), "a value for each"),
    ];
    let id = value.type_id();
    named
        .iter()
        .find(|(known, _)| *known == id)
        .map_or("something else", |(_, words)| words)
}

/// Complains that a value is something else than what is wanted.
///
/// # Errors
/// Always.
pub fn unlike<T>(wanted: &str, found: &Dynamic) -> Res<T> {
    fail(format!("{wanted} is wanted, not {}", kind_of(found)))
}

/// A set out of a member, a set, an array of either, or names.
fn set_of<I, const W: usize>(
    value: &Dynamic,
    what: &str,
    find: &dyn Fn(&str) -> Result<IdSet<I, W>, Complaint>,
) -> Res<IdSet<I, W>>
where
    I: Id + Variant + Clone,
    IdSet<I, W>: Variant + Clone,
{
    if let Some(id) = value.read_lock::<I>() {
        return Ok(IdSet::only(*id));
    }
    if let Some(set) = value.read_lock::<IdSet<I, W>>() {
        return Ok(*set);
    }
    if let Some(name) = value.read_lock::<ImmutableString>() {
        return Ok(find(&name)?);
    }
    if let Some(array) = value.read_lock::<Array>() {
        let mut set = IdSet::EMPTY;
        for item in array.iter() {
            // One level: sets and names in an array, but no arrays.
            if item.is_array() {
                return fail(format!("{what} are wanted, not an array of arrays"));
            }
            set = set.union(set_of(item, what, find)?);
        }
        return Ok(set);
    }
    fail(format!("{what} are wanted here, not {}", kind_of(value)))
}

/// Spaces out of a value.
///
/// # Errors
/// It is none.
pub fn spaces_of(w: &World, value: &Dynamic) -> Res<SpaceSet> {
    set_of(value, "spaces", &|name| w.names().space_set(name))
}

/// Powers out of a value.
///
/// # Errors
/// It is none.
pub fn powers_of(w: &World, value: &Dynamic) -> Res<PowerSet> {
    set_of(value, "powers", &|name| w.names().power_set(name))
}

/// Unit types out of a value.
///
/// # Errors
/// It is none.
pub fn kinds_of(w: &World, value: &Dynamic) -> Res<UnitTypeSet> {
    set_of(value, "unit types", &|name| w.names().unit_set(name))
}

/// A number in a range.
///
/// # Errors
/// It is none.
pub fn number_of(value: i64, what: &str, least: i64, most: i64) -> Res<i64> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    fail(format!(
        "{value} is no {what}: it goes from {least} to {most}"
    ))
}

/// A value or nothing.
pub fn optional<T: Variant + Clone>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}

/// A space or nothing.
pub fn space_or_nothing(space: SpaceId) -> Dynamic {
    optional(Some(space).filter(|s| *s != NOWHERE))
}

/// Plain data out of a value, to be kept in the game.
///
/// # Errors
/// It holds something that cannot be kept.
pub fn plain_of(value: &Dynamic, depth: usize) -> Res<Plain> {
    if depth > DEPTH {
        return fail(format!(
            "arrays and maps that are kept lie in each other at most {DEPTH} deep"
        ));
    }
    if let Some(items) = value.read_lock::<Array>() {
        let items = items.iter().map(|item| plain_of(item, depth + 1));
        return Ok(Plain::List(items.collect::<Res<_>>()?));
    }
    if let Some(map) = value.read_lock::<Map>() {
        let entry = |(name, item): (&rhai::Identifier, &Dynamic)| {
            Ok((name.to_string(), plain_of(item, depth + 1)?))
        };
        let entries = map.iter().map(entry);
        return Ok(Plain::Map(entries.collect::<Res<BTreeMap<_, _>>>()?));
    }
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return Ok(Plain::Text(text.to_string()));
    }
    if let Some(set) = value.read_lock::<SpaceSet>() {
        return Ok(Plain::List(set.iter().map(Plain::Space).collect()));
    }
    let flat = value
        .as_int()
        .ok()
        .map(Plain::Number)
        .or(value.as_bool().ok().map(Plain::Flag));
    let flat = flat.or(value.read_lock::<SpaceId>().map(|v| Plain::Space(*v)));
    let flat = flat.or(value.read_lock::<PowerId>().map(|v| Plain::Power(*v)));
    let flat = flat.or(value.read_lock::<UnitTypeId>().map(|v| Plain::Kind(*v)));
    let flat = flat.or(value.read_lock::<UnitIx>().map(|v| Plain::Unit(*v)));
    match flat {
        Some(plain) => Ok(plain),
        None if value.is_unit() => Ok(Plain::Nothing),
        None => fail(format!("offers and memory cannot carry {}", kind_of(value))),
    }
}

/// A choice of an offer as a script reads it.
pub fn choice_to(choice: &Choice) -> Dynamic {
    match choice {
        Choice::Word(word) => word.as_str().into(),
        Choice::Unit(ix) => Dynamic::from(*ix),
        Choice::Space(id) => Dynamic::from(*id),
    }
}

/// Plain data as a script reads it.
pub fn plain_to(plain: &Plain) -> Dynamic {
    match plain {
        // What is kept of each unit is read unit by unit.
        Plain::Nothing | Plain::Units(_) => Dynamic::UNIT,
        Plain::Number(n) => (*n).into(),
        Plain::Flag(flag) => (*flag).into(),
        Plain::Text(text) => text.as_str().into(),
        Plain::Space(id) => Dynamic::from(*id),
        Plain::Power(id) => Dynamic::from(*id),
        Plain::Kind(id) => Dynamic::from(*id),
        Plain::Unit(ix) => Dynamic::from(*ix),
        Plain::List(items) => Dynamic::from_array(items.iter().map(plain_to).collect()),
        Plain::Map(map) => {
            let entries = map.iter();
            let entries = entries.map(|(name, item)| (name.as_str().into(), plain_to(item)));
            Dynamic::from_map(entries.collect())
        }
    }
}
