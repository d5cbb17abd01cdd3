//! Sets of spaces, powers and unit types: what `in`, `for`, `|`, `&` and `-` do.

use super::super::complaint::Res;
use super::super::convert::{kinds_of, optional, powers_of, spaces_of};
use super::Api;
use rhai::{Array, Dynamic, FnPtr, NativeCallContext, Variant};
use sandtable_rules::{Id, IdSet, PowerId, PowerSet, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};
use std::any::TypeId;

type Cx<'a> = NativeCallContext<'a>;

/// Registers them.
pub fn register(api: &mut Api) {
    api.kind::<SpaceSet>("Spaces", "A set of spaces. `x in set`, `for x in set`, `set.filter(|x| …)`, `set.some(|x| …)`, and `a | b`, `a & b`, `a - b` work on sets.");
    api.kind::<PowerSet>("Powers", "A set of powers.");
    api.kind::<UnitTypeSet>("UnitTypes", "A set of unit types.");
    one::<SpaceId, 8>(api, ["Spaces", "Space"]);
    one::<PowerId, 1>(api, ["Powers", "Power"]);
    one::<UnitTypeId, 1>(api, ["UnitTypes", "UnitType"]);
    let doc = "A set out of a space, an array of spaces or names, those of regions included; `[]` makes the empty set.";
    api.get("spaces(of: Any) -> Spaces", doc, |w, of: Dynamic| {
        spaces_of(w, &of)
    });
    let doc = "A set out of a power, an array of powers or names, those of sides included.";
    api.get("powers(of: Any) -> Powers", doc, |w, of: Dynamic| {
        powers_of(w, &of)
    });
    let doc = "A set out of a unit type, an array of unit types or names, those of the pack's groups included.";
    api.get("unit_types(of: Any) -> UnitTypes", doc, |w, of: Dynamic| {
        kinds_of(w, &of)
    });
    let doc = "The whole number that a text writes, or `()`.";
    api.add("parse_int(text: Text) -> Number", doc, |text: &str| {
        optional(text.trim().parse::<i64>().ok())
    });
    let doc = "The empty set; memory that will hold spaces starts as it.";
    api.add("no_spaces() -> Spaces", doc, || SpaceSet::EMPTY);
}

fn one<I, const W: usize>(api: &mut Api, [sets, one]: [&str; 2])
where
    I: Id + Variant + Clone,
    IdSet<I, W>: Variant + Clone,
{
    let first = |set: IdSet<I, W>| optional(set.iter().next());
    let all = |set: IdSet<I, W>| set.iter().map(Dynamic::from).collect::<Array>();
    let signature = |words: &str| format!("{sets}.{words}");
    let doc = "How many there are.";
    api.add(&signature("len -> Number"), doc, |set: IdSet<I, W>| {
        set.len() as i64
    });
    let doc = "There are none.";
    api.add(&signature("is_empty -> Flag"), doc, |set: IdSet<I, W>| {
        set.is_empty()
    });
    let doc = "The first, or `()`.";
    api.add(&signature(&format!("first -> {one}")), doc, first);
    let doc = "The same as an array.";
    api.add(
        &signature(&format!("to_array() -> Array of {one}")),
        doc,
        all,
    );
    api.compare::<IdSet<I, W>>();
    api.operator("contains", |set: IdSet<I, W>, id: I| set.has(id));
    // What arrays can do, sets can too.
    api.operator("len", |set: IdSet<I, W>| set.len() as i64);
    api.operator("is_empty", |set: IdSet<I, W>| set.is_empty());
    api.operator(
        "filter",
        |c: Cx, set: IdSet<I, W>, keep: FnPtr| -> Res<Array> {
            let mut kept = Array::new();
            for id in set.iter() {
                if keep.call_within_context::<bool>(&c, (id,))? {
                    kept.push(Dynamic::from(id));
                }
            }
            Ok(kept)
        },
    );
    api.operator(
        "some",
        |c: Cx, set: IdSet<I, W>, test: FnPtr| -> Res<bool> {
            for id in set.iter() {
                if test.call_within_context::<bool>(&c, (id,))? {
                    return Ok(true);
                }
            }
            Ok(false)
        },
    );
    api.operator("|", |a: IdSet<I, W>, b: IdSet<I, W>| a.union(b));
    api.operator("&", |a: IdSet<I, W>, b: IdSet<I, W>| a.intersect(b));
    api.operator("-", |a: IdSet<I, W>, b: IdSet<I, W>| a.minus(b));
    api.operator("|", |a: IdSet<I, W>, b: I| a.union(IdSet::only(b)));
    api.operator("-", |a: IdSet<I, W>, b: I| a.minus(IdSet::only(b)));
    api.operator("+", |a: IdSet<I, W>, b: I| a.union(IdSet::only(b)));
    api.iterate(TypeId::of::<IdSet<I, W>>(), |value: Dynamic| {
        let set = value.try_cast::<IdSet<I, W>>().unwrap_or_default();
        Box::new(set.iter().map(Dynamic::from))
    });
}

impl Api {
    fn iterate(
        &mut self,
        of: TypeId,
        run: impl Fn(Dynamic) -> Box<dyn Iterator<Item = Dynamic>> + Send + Sync + 'static,
    ) {
        self.module.set_iter(of, run);
    }
}
