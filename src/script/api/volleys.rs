//! A volley as the hooks `values` and `hits` see it.

use super::super::complaint::{Res, fail};
use super::super::convert::{kind_of, kinds_of};
use super::super::world::World;
use super::Api;
use rhai::{Array, Dynamic, ImmutableString, Map};
use sandtable_kernel::{Hits, VolleyView};

/// The most hits a script may make of a volley.
const MOST: i64 = 1000;

/// Registers it.
pub fn register(api: &mut Api) {
    let volley = &mut api.kind::<VolleyView>("Volley", "The shots of one step of a battle.");
    volley.get("space -> Space", "Where.", |_, v| v.space);
    let doc = "The round; 0 before the first.";
    volley.get("round -> Number", doc, |_, v| i64::from(v.round));
    let doc = "Who fires: `attacker` or `defender`.";
    volley.get("role -> Text", doc, |_, v| {
        ImmutableString::from(v.role.word())
    });
    let doc = "The name of the value they fire at.";
    volley.get("value -> Text", doc, |w, v| w.names().attrs.name(v.value));
    let doc = "Who fires, in the order of the values.";
    volley.get("shooters -> Array of Unit", doc, |_, v| {
        let units = v.shooters.iter().map(|(ix, _)| Dynamic::from(*ix));
        units.collect::<Array>()
    });
    let doc = "The types of those who fire, in the same order.";
    volley.get("kinds -> Array of UnitType", doc, |_, v| {
        let kinds = v.shooters.iter().map(|(_, kind)| Dynamic::from(*kind));
        kinds.collect::<Array>()
    });
}

/// Hits as a script reads them: an array of `#{ count, targets }`.
pub fn hits_to_array(hits: &[Hits]) -> Array {
    let one = |h: &Hits| {
        let mut map = Map::new();
        map.insert("count".into(), i64::from(h.count).into());
        map.insert("targets".into(), Dynamic::from(h.targets));
        Dynamic::from_map(map)
    };
    hits.iter().map(one).collect()
}

/// Hits as a script returned them.
///
/// # Errors
/// They are not of that form.
pub fn hits_from(w: &World, items: &[Dynamic]) -> Res<Vec<Hits>> {
    let one = |item: &Dynamic| -> Res<Hits> {
        let Some(map) = item.read_lock::<Map>() else {
            let message = format!(
                "hits are maps like `#{{ count: 1, targets: … }}`, not {}",
                kind_of(item)
            );
            return fail(message);
        };
        let count = map
            .get("count")
            .and_then(|n| n.as_int().ok())
            .filter(|n| (0..=MOST).contains(n));
        let Some(count) = count else {
            return fail(format!("`count` is a number from 0 to {MOST}"));
        };
        let targets = map.get("targets").map(|t| kinds_of(w, t)).transpose()?;
        let Some(targets) = targets else {
            return fail("`targets` is missing: the unit types that can be hit");
        };
        Ok(Hits {
            targets,
            count: count as u32,
        })
    };
    items.iter().map(one).collect()
}
