//! Units and unit types as scripts see them.

use super::super::convert::{optional, space_or_nothing};
use super::super::world::World;
use super::{Api, Of};
use rhai::{ImmutableString, Variant};
use sandtable_kernel::{Marks, Unit, UnitIx};
use sandtable_rules::UnitTypeId;

/// Registers them.
pub fn register(api: &mut Api) {
    let doc = "A unit or facility on the board. It may be kept for as long as the turn lasts.";
    let unit = &mut api.kind::<UnitIx>("Unit", doc).compare();
    nature(unit);
    motion(unit);
    let doc = "A type of unit or facility.";
    types(&mut api.kind::<UnitTypeId>("UnitType", doc).compare());
}

/// Adds what is asked of a unit that is there.
fn look<R: Variant + Clone>(
    unit: &mut Of<'_, UnitIx>,
    signature: &str,
    doc: &'static str,
    run: impl Fn(&World, &Unit) -> R + Send + Sync + 'static,
) {
    unit.try_get(signature, doc, move |w, ix| Ok(run(w, w.unit(ix)?)));
}

fn types(kind: &mut Of<'_, UnitTypeId>) {
    kind.get("name -> Text", "Its name.", |w, k| w.names().units.name(k));
    let doc = "Where it moves and fights: `land`, `air`, `sea`, or `facility`.";
    kind.get("domain -> Text", doc, |w, k| {
        ImmutableString::from(w.kind(k).domain.word())
    });
    let doc = "Its price in IPC, or `()` if it is never for sale.";
    kind.get("cost -> Number", doc, |w, k| {
        optional(w.kind(k).cost.map(i64::from))
    });
    let doc = "Hits that destroy it; 0: it is never a casualty.";
    kind.get("hits -> Number", doc, |w, k| i64::from(w.kind(k).hits));
    let doc = "Its movement points.";
    kind.get("moves -> Number", doc, |w, k| i64::from(w.kind(k).moves));
    let doc = "It takes and holds territory.";
    kind.get("takes_ground -> Flag", doc, |w, k| w.kind(k).takes_ground);
    let doc = "One of its values, in hundredths: an attack of 3 is 300.";
    kind.ask(
        "value(name: Text) -> Number",
        doc,
        |w, k, name: ImmutableString| {
            let value = w.kind(k).values[w.names().attrs.find(&name)?];
            Ok(i64::from(value.0))
        },
    );
}

fn nature(unit: &mut Of<'_, UnitIx>) {
    look(unit, "kind -> UnitType", "Its type.", |_, u| u.kind);
    look(unit, "owner -> Power", "Whose it is.", |_, u| u.owner);
    let doc = "Where it is; `()` once destroyed.";
    look(unit, "space -> Space", doc, |_, u| {
        space_or_nothing(u.space)
    });
    let doc = "Its type's name.";
    look(unit, "name -> Text", doc, |w, u| {
        w.names().units.name(u.kind)
    });
    let doc = "It has not been destroyed.";
    look(unit, "is_alive -> Flag", doc, |_, u| u.alive());
    let doc = "Hits or points of damage on it.";
    look(unit, "damage -> Number", doc, |_, u| i64::from(u.damage));
    let doc = "Hits it can still take.";
    look(unit, "hits_left -> Number", doc, |w, u| {
        i64::from(w.kind(u.kind).hits) - i64::from(u.damage)
    });
    let doc = "It is a facility and not damaged beyond use.";
    look(unit, "works -> Flag", doc, |w, u| w.cx().operative(u));
    let doc = "What carries it, or `()`.";
    look(unit, "carrier -> Unit", doc, |_, u| optional(u.carrier()));
    let doc = "It is shut away: aboard a ship, and neither fights nor is hit.";
    look(unit, "is_cargo -> Flag", doc, |w, u| w.cx().is_cargo(u));
}

fn motion(unit: &mut Of<'_, UnitIx>) {
    let doc = "The space it entered its present one from in this turn; `()` if it was there when the turn began.";
    look(unit, "came_from -> Space", doc, |_, u| {
        space_or_nothing(u.came)
    });
    let doc = "The territory it will be landed on, or bombards; else `()`.";
    look(unit, "goal -> Space", doc, |_, u| space_or_nothing(u.goal));
    let mut marked = |signature: &str, doc: &'static str, mark: Marks| {
        look(unit, signature, doc, move |_, u| u.marks.any(mark));
    };
    let doc = "It moved in combat movement.";
    marked("has_moved -> Flag", doc, Marks::MOVED);
    let doc = "It took part in combat this turn.";
    marked("has_fought -> Flag", doc, Marks::FOUGHT);
    let doc = "It will be landed when its battle begins.";
    marked("is_landing -> Flag", doc, Marks::LANDING);
    let doc = "It came ashore from the sea this turn.";
    marked("is_seaborne -> Flag", doc, Marks::SEABORNE);
    let doc = "It flies a raid, or along with one.";
    marked("is_raiding -> Flag", doc, Marks::RAIDERS);
    let doc = "It has left the battle under water.";
    marked("is_submerged -> Flag", doc, Marks::SUBMERGED);
    let doc = "It was sent into its zone by a reaction.";
    marked("is_scrambled -> Flag", doc, Marks::SCRAMBLED);
    let doc = "It was placed this turn.";
    marked("is_new -> Flag", doc, Marks::PLACED);
}
