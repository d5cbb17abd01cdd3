//! What serialises itself with ids, told with names: to programs as JSON, to people in words.

use super::Paint;
use super::names::{counts, unit_name};
use sandtable_kernel::{Count, Order, State, UnitIx, tally};
use sandtable_rules::{Id, PlanId, PowerId, Rules, SpaceId, StepId, UnitTypeId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cell::RefCell;

/// What stands in for an id in a serialised value.
enum Named {
    /// An id of this type.
    Id(String, usize),
    /// Equal units.
    Units(Vec<Count>),
    /// A step of a battle plan.
    Step(StepId),
    /// A unit of the game.
    Unit(UnitIx),
    /// Units of the game.
    All(Vec<UnitIx>),
}

/// A value as programs read it: names as packs write them.
pub fn named(rules: &Rules, value: &impl Serialize) -> Value {
    replace(plain(value), &|named| name(rules, named))
}

/// The same of a value that speaks of units of a game: of one its type, of several how many of each.
pub fn named_in(rules: &Rules, state: &State, value: &impl Serialize) -> Value {
    let kind = |ix: &UnitIx| state.get(*ix).map(|u| u.kind);
    replace(plain(value), &|named| match named {
        Named::Unit(ix) => json!(kind(ix).map(|kind| rules.name("UnitTypeId", kind.index()))),
        Named::All(units) => name(rules, &Named::Units(tally(units.iter().filter_map(kind)))),
        named => name(rules, named),
    })
}

/// An order in the form that programs may give it in: names, and units by their numbers.
pub fn order_json(rules: &Rules, order: &Order) -> Value {
    replace(plain(order), &|named| match named {
        Named::Unit(ix) => json!(ix.0),
        named => name(rules, named),
    })
}

fn name(rules: &Rules, named: &Named) -> Value {
    match named {
        Named::Id(id, index) => json!(rules.name(id, *index)),
        Named::Units(units) => {
            let name = |kind: UnitTypeId| rules.name("UnitTypeId", kind.index()).unwrap_or("?");
            units.iter().map(|(kind, n)| (name(*kind), *n)).collect()
        }
        Named::Step(step) => json!(rules.step_name(*step)),
        Named::Unit(_) | Named::All(_) => Value::Null,
    }
}

/// A value as people read it: powers in their colours, units in words.
pub fn worded(rules: &Rules, value: &impl Serialize, paint: Paint) -> Value {
    replace(plain(value), &|named| match named {
        Named::Id(id, index) if id == "PowerId" => json!(paint.power(rules, PowerId::new(*index))),
        Named::Id(id, index) if id == "UnitTypeId" => {
            json!(unit_name(rules, UnitTypeId::new(*index)))
        }
        Named::Units(units) => json!(counts(rules, units)),
        named => name(rules, named),
    })
}

/// The spaces that a value speaks of, each once, in its order.
pub fn spaces_of(value: &impl Serialize) -> Vec<SpaceId> {
    let found = RefCell::new(Vec::new());
    replace(plain(value), &|named| {
        if let Named::Id(id, index) = named
            && id == "SpaceId"
            && !found.borrow().contains(&SpaceId::new(*index))
        {
            found.borrow_mut().push(SpaceId::new(*index));
        }
        Value::Null
    });
    found.into_inner()
}

fn plain(value: &impl Serialize) -> Value {
    // Plain data with text for keys has a form in JSON.
    serde_json::to_value(value).expect("plain data always becomes JSON")
}

fn replace(value: Value, tell: &impl Fn(&Named) -> Value) -> Value {
    match value {
        Value::Object(map) => match id(&map) {
            Some(named) => tell(&named),
            None => {
                let parts = map.into_iter();
                parts
                    .map(|(key, part)| (key, replace(part, tell)))
                    .collect()
            }
        },
        Value::Array(all) => all.into_iter().map(|v| replace(v, tell)).collect(),
        plain => plain,
    }
}

/// The id that an object stands for: its one key is the name of the id's type.
fn id(map: &serde_json::Map<String, Value>) -> Option<Named> {
    let mut entries = map.iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else {
        return None;
    };
    let named = match (key.as_str(), value) {
        ("StepId", step) => {
            let (plan, at) = Deserialize::deserialize(step).ok()?;
            let plan = PlanId::new(plan);
            Named::Step(StepId { plan, at })
        }
        ("UnitTypeId", Value::Array(_)) => {
            let counts: Vec<(usize, u16)> = Deserialize::deserialize(value).ok()?;
            let counts = counts.into_iter();
            Named::Units(counts.map(|(kind, n)| (UnitTypeId::new(kind), n)).collect())
        }
        ("UnitIx", Value::Array(_)) => {
            let units: Vec<u16> = Deserialize::deserialize(value).ok()?;
            Named::All(units.into_iter().map(UnitIx).collect())
        }
        ("UnitIx", ix) => Named::Unit(UnitIx(Deserialize::deserialize(ix).ok()?)),
        (id, index) if id.ends_with("Id") => {
            Named::Id(id.to_owned(), Deserialize::deserialize(index).ok()?)
        }
        _ => return None,
    };
    Some(named)
}
