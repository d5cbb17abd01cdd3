//! The three things every function of a script can see: `game`, `params` and `memory`; names to
//! handles; dice.

use super::super::complaint::{Complaint, Res, advise};
use super::super::convert::{kind_of, optional, spaces_of};
use super::super::memory::Each;
use super::super::names::{Index, Names};
use super::super::world::{World, world};
use super::board::{assault_zones, attacked, list, units_of};
use super::{Api, Of};
use rhai::{Array, Dynamic, ImmutableString, NativeCallContext, Variant};
use sandtable_kernel::{Unit, UnitIx};
use sandtable_rules::{
    Id, IdSet, PhaseId, PhaseKind, PowerId, PowerSet, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The game, as scripts name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameHandle;

/// The memory of the script, as scripts name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryHandle;

/// The parameters of a script.
#[derive(Clone, Debug, Default)]
pub struct Params(pub Arc<BTreeMap<String, Dynamic>>);

/// The most dice that can be asked for at once.
const DICE: i64 = 100;

/// The word for a phase's kind.
fn phase_word(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::Income | PhaseKind::Custom => kind.name(),
        kind => kind.words(),
    }
}

/// Registers them.
pub fn register(api: &mut Api) {
    let doc = "The game as it stands. Every function of a script sees it as `game`.";
    state(&mut api.kind::<GameHandle>("Game", doc));
    let doc = "The parameters that the pack gave the script, as `params`.";
    api.kind::<Params>("Params", doc);
    let doc = "What the script remembers, as `memory`. Changed by the effect `remember`.";
    api.kind::<MemoryHandle>("Memory", doc);
    let doc = "A phase of the turn plan.";
    phases(&mut api.kind::<PhaseId>("Phase", doc).compare());
    names(api);
    look_ups(api);
    own(api);
    printed(api);
}

fn phases(phase: &mut Of<'_, PhaseId>) {
    phase.get("name -> Text", "Its name.", |w, p| w.names().phases.name(p));
    let doc = "What it is for: `purchase`, `combat move`, `combat`, `noncombat move`, `mobilize`, `income` or `custom`.";
    phase.get("kind -> Text", doc, |w, p| {
        ImmutableString::from(phase_word(w.rules().turn.phases[p].kind))
    });
}

fn state(game: &mut Of<'_, GameHandle>) {
    let doc = "The round, from 1.";
    game.get("round -> Number", doc, |w, _| i64::from(w.state.round));
    let doc = "The power on turn.";
    game.get("power -> Power", doc, |w, _| w.cx().active());
    game.get("phase -> Phase", "The phase.", |w, _| w.state.phase);
    game.get("powers -> Powers", "Every power.", |w, _| {
        w.rules().powers.powers.ids().collect::<PowerSet>()
    });
    let doc = "Every territory.";
    game.get("land -> Spaces", doc, |w, _| w.rules().board.land);
    let doc = "Every sea zone.";
    game.get("sea -> Spaces", doc, |w, _| w.rules().board.sea);
    game.get("unit_types -> UnitTypes", "Every unit type.", |w, _| {
        w.rules().units.types.ids().collect::<UnitTypeSet>()
    });
    let doc = "The type of the units that defend unowned land; `()` if the edition has none.";
    game.get("militia -> UnitType", doc, |w, _| {
        optional(w.rules().militia)
    });
    let doc = "After the combat moves: every space in which the power on turn will fight a battle or on which it lands units.";
    game.get("attacked -> Spaces", doc, |w, _| {
        attacked(w, w.rules().board.spaces.ids().collect())
    });
    let doc = "After the combat moves: the sea zones from which the power on turn lands units.";
    game.get("assault_zones -> Spaces", doc, |w, _| assault_zones(w));
}

fn names(api: &mut Api) {
    type Text = ImmutableString;
    let doc = "The space of this name.";
    api.get("space(name: Text) -> Space", doc, |w, name: Text| {
        Ok(w.names().spaces.find(&name)?)
    });
    let doc = "The power of this name.";
    api.get("power(name: Text) -> Power", doc, |w, name: Text| {
        Ok(w.names().powers.find(&name)?)
    });
    let doc = "The unit type of this name.";
    api.get("unit_type(name: Text) -> UnitType", doc, |w, name: Text| {
        Ok(w.names().units.find(&name)?)
    });
    let doc = "The powers of the side of this name.";
    api.get("side(name: Text) -> Powers", doc, |w, name: Text| {
        Ok(w.rules().powers.of_side(w.names().sides.find(&name)?))
    });
    let doc = "The spaces that the pack put this mark on.";
    api.get("marked(name: Text) -> Spaces", doc, |w, name: Text| {
        Ok(w.rules().board.tagged(w.names().tags.find(&name)?))
    });
    let doc = "A counter of the pack; a flag counts 0 or 1.";
    api.get("counter(name: Text) -> Number", doc, |w, name: Text| {
        Ok(i64::from(w.state.counter(w.names().counters.find(&name)?)))
    });
}

/// The units in these spaces, of these powers and types.
fn units<'w>(
    w: &'w World,
    [spaces, of, kinds]: [&Dynamic; 3],
) -> Res<impl Iterator<Item = (UnitIx, &'w Unit)> + use<'w>> {
    units_of(w, spaces_of(w, spaces)?, [of, kinds])
}

fn look_ups(api: &mut Api) {
    type Cx<'a> = NativeCallContext<'a>;
    let doc = "How many units there are in these spaces, of these powers and types. Where a set is asked for, one thing, an array or a name does too.";
    api.add(
        "Game.count(spaces: Spaces, of: Powers, kinds: UnitTypes) -> Number",
        doc,
        |c: Cx, _: GameHandle, s: Dynamic, p: Dynamic, k: Dynamic| {
            world(&c, |w| Ok(units(w, [&s, &p, &k])?.count() as i64))
        },
    );
    let doc = "The units in these spaces, of these powers and types.";
    api.add(
        "Game.units(spaces: Spaces, of: Powers, kinds: UnitTypes) -> Array of Unit",
        doc,
        |c: Cx, _: GameHandle, s: Dynamic, p: Dynamic, k: Dynamic| {
            world(&c, |w| Ok(list(units(w, [&s, &p, &k])?)))
        },
    );
    let doc = "Those of these spaces in which there are units of these powers and types; one look at the board, where a loop would take many.";
    api.add(
        "Game.spaces_with(spaces: Spaces, of: Powers, kinds: UnitTypes) -> Spaces",
        doc,
        |c: Cx, _: GameHandle, s: Dynamic, p: Dynamic, k: Dynamic| {
            world(&c, |w| {
                Ok(units(w, [&s, &p, &k])?
                    .map(|(_, u)| u.space)
                    .collect::<SpaceSet>())
            })
        },
    );
    let doc = "So many dice of so many sides, from the game's own dice. Only where something happens: in moments, `resolve`, `run` and `income`.";
    api.ask(
        "roll(dice: Number, sides: Number) -> Array of Number",
        doc,
        |w, n: i64, sides: i64| {
            let (Ok(sides), true) = (u8::try_from(sides), (0..=DICE).contains(&n) && sides >= 2)
            else {
                let message = format!("{n} dice of {sides} sides cannot be rolled");
                return advise(message, format!("0 to {DICE} dice of 2 to 255 sides can"));
            };
            Ok(w.roll(n as usize, sides)?
                .into_iter()
                .map(|face| Dynamic::from(i64::from(face)))
                .collect::<Array>())
        },
    );
}

fn own(api: &mut Api) {
    api.operator("index$get$", |params: Params, name: &str| -> Res<Dynamic> {
        params.0.get(name).cloned().ok_or_else(|| {
            let known = params.0.keys().map(String::as_str);
            Complaint::raised(format!("this script has no parameter `{name}`"))
                .suggest(name, known)
                .into()
        })
    });
    api.operator(
        "index$get$",
        |c: NativeCallContext, _: MemoryHandle, name: &str| -> Res<Dynamic> {
            world(&c, |w| w.memory.read(w, name))
        },
    );
    api.operator(
        "index$get$",
        |c: NativeCallContext, each: Each, of: Dynamic| -> Res<Dynamic> {
            let name = each.what.into_immutable_string().unwrap_or_default();
            world(&c, |w| w.memory.read_of(w, &name, &of))
        },
    );
    let doc = "What kind of thing a value is, in words such as `a number` or `a space`.";
    api.add("kind_of(value: Any) -> Text", doc, |value: Dynamic| {
        ImmutableString::from(kind_of(&value))
    });
}

/// What scripts print of ids and sets: names.
fn printed(api: &mut Api) {
    fn shown<I, const W: usize>(api: &mut Api, of: fn(&Names) -> &Index<I>)
    where
        I: Id + Variant + Clone,
        IdSet<I, W>: Variant + Clone,
    {
        type Cx<'a> = NativeCallContext<'a>;
        api.operator("to_string", move |c: Cx, id: I| {
            world(&c, |w| Ok(of(w.names()).name(id)))
        });
        api.operator("to_string", move |c: Cx, set: IdSet<I, W>| {
            world(&c, |w| {
                let names = set.iter().map(|id| of(w.names()).name(id).to_string());
                Ok(names.collect::<Vec<_>>().join(", "))
            })
        });
    }
    shown::<SpaceId, 8>(api, |names| &names.spaces);
    shown::<PowerId, 1>(api, |names| &names.powers);
    shown::<UnitTypeId, 1>(api, |names| &names.units);
    api.operator("to_string", |c: NativeCallContext, p: PhaseId| {
        world(&c, |w| Ok(w.names().phases.name(p)))
    });
}
