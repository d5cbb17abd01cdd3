//! The three things every function of a script can see: `game`, `params` and `memory`; names to
//! handles; dice.

use super::super::complaint::{Complaint, Res};
use super::super::convert::{kind_of, kinds_of, powers_of, spaces_of};
use super::super::memory::Each;
use super::super::world::{World, world};
use super::Api;
use super::board::{assault_zones, attacked};
use crate::kernel::{Unit, UnitIx};
use crate::rules::{
    PhaseId, PhaseKind, PowerId, PowerSet, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet,
};
use rhai::{Array, Dynamic, ImmutableString, NativeCallContext};
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
    api.kind::<GameHandle>(
        "Game",
        "The game as it stands. Every function of a script sees it as `game`.",
    );
    api.kind::<Params>(
        "Params",
        "The parameters that the pack gave the script, as `params`.",
    );
    api.kind::<MemoryHandle>(
        "Memory",
        "What the script remembers, as `memory`. Changed by the effect `remember`.",
    );
    api.kind::<PhaseId>("Phase", "A phase of the turn plan.");
    api.compare::<PhaseId>();
    state(api);
    names(api);
    look_ups(api);
    own(api);
}

fn state(api: &mut Api) {
    api.get(
        "Game.round -> Number",
        "The round, from 1.",
        |w, _: GameHandle| Ok(i64::from(w.state.round)),
    );
    api.get(
        "Game.power -> Power",
        "The power on turn.",
        |w, _: GameHandle| Ok(w.cx().active()),
    );
    api.get("Game.phase -> Phase", "The phase.", |w, _: GameHandle| {
        Ok(w.state.phase)
    });
    api.get(
        "Game.powers -> Powers",
        "Every power.",
        |w, _: GameHandle| Ok(w.rules().powers.powers.ids().collect::<PowerSet>()),
    );
    api.get(
        "Game.land -> Spaces",
        "Every territory.",
        |w, _: GameHandle| Ok(w.rules().board.land),
    );
    api.get(
        "Game.sea -> Spaces",
        "Every sea zone.",
        |w, _: GameHandle| Ok(w.rules().board.sea),
    );
    api.get(
        "Game.unit_types -> UnitTypes",
        "Every unit type.",
        |w, _: GameHandle| Ok(w.rules().units.types.ids().collect::<UnitTypeSet>()),
    );
    api.get(
        "Game.militia -> UnitType",
        "The type of the units that defend unowned land; `()` if the edition has none.",
        |w, _: GameHandle| Ok(w.rules().militia.map_or(Dynamic::UNIT, Dynamic::from)),
    );
    api.get("Phase.name -> Text", "Its name.", |w, p: PhaseId| {
        Ok(w.names().phases.name(p))
    });
    api.get("Phase.kind -> Text", "What it is for: `purchase`, `combat move`, `combat`, `noncombat move`, `mobilize`, `income` or `custom`.", |w, p: PhaseId| Ok(ImmutableString::from(phase_word(w.rules().turn.phases[p].kind))));
}

fn names(api: &mut Api) {
    type Cx<'a> = NativeCallContext<'a>;
    api.add(
        "space(name: Text) -> Space",
        "The space of this name.",
        |c: Cx, name: &str| world(&c, |w| Ok(w.names().spaces.find(name)?)),
    );
    api.add(
        "power(name: Text) -> Power",
        "The power of this name.",
        |c: Cx, name: &str| world(&c, |w| Ok(w.names().powers.find(name)?)),
    );
    api.add(
        "unit_type(name: Text) -> UnitType",
        "The unit type of this name.",
        |c: Cx, name: &str| world(&c, |w| Ok(w.names().units.find(name)?)),
    );
    api.add(
        "side(name: Text) -> Powers",
        "The powers of the side of this name.",
        |c: Cx, name: &str| {
            world(&c, |w| {
                Ok(w.rules().powers.of_side(w.names().sides.find(name)?))
            })
        },
    );
    api.add(
        "marked(name: Text) -> Spaces",
        "The spaces that the pack put this mark on.",
        |c: Cx, name: &str| {
            world(&c, |w| {
                Ok(w.rules().board.tagged(w.names().tags.find(name)?))
            })
        },
    );
    api.add(
        "counter(name: Text) -> Number",
        "A counter of the pack; a flag counts 0 or 1.",
        |c: Cx, name: &str| {
            world(&c, |w| {
                Ok(i64::from(w.state.counter(w.names().counters.find(name)?)))
            })
        },
    );
}

/// The units in these spaces, of these powers and types.
fn units<'w>(
    w: &'w World,
    [spaces, of, kinds]: [&Dynamic; 3],
) -> Res<impl Iterator<Item = (UnitIx, &'w Unit)> + use<'w>> {
    let (spaces, of, kinds) = (
        spaces_of(w, spaces)?,
        powers_of(w, of)?,
        kinds_of(w, kinds)?,
    );
    Ok(w.state
        .all()
        .filter(move |(_, u)| spaces.has(u.space) && of.has(u.owner) && kinds.has(u.kind)))
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
    api.add(
        "Game.units(spaces: Spaces, of: Powers, kinds: UnitTypes) -> Array of Unit",
        "The units in these spaces, of these powers and types.",
        |c: Cx, _: GameHandle, s: Dynamic, p: Dynamic, k: Dynamic| {
            world(&c, |w| {
                Ok(units(w, [&s, &p, &k])?
                    .map(|(ix, _)| Dynamic::from(ix))
                    .collect::<Array>())
            })
        },
    );
    api.add(
        "Game.spaces_with(spaces: Spaces, of: Powers, kinds: UnitTypes) -> Spaces",
        "Those of these spaces in which there are units of these powers and types; one look at the board, where a loop would take many.",
        |c: Cx, _: GameHandle, s: Dynamic, p: Dynamic, k: Dynamic| {
            world(&c, |w| Ok(units(w, [&s, &p, &k])?.map(|(_, u)| u.space).collect::<SpaceSet>()))
        },
    );
    let doc = "After the combat moves: every space in which the power on turn will fight a battle or on which it lands units.";
    api.get("Game.attacked -> Spaces", doc, |w, _: GameHandle| {
        Ok(attacked(w, w.rules().board.spaces.ids().collect()))
    });
    let doc = "After the combat moves: the sea zones from which the power on turn lands units.";
    api.get("Game.assault_zones -> Spaces", doc, |w, _: GameHandle| {
        Ok(assault_zones(w))
    });
    let doc = "So many dice of so many sides, from the game's own dice. Only where something happens: in moments, `resolve`, `run` and `income`.";
    api.ask(
        "roll(dice: Number, sides: Number) -> Array of Number",
        doc,
        |w, n: i64, sides: i64| {
            let (Ok(sides), true) = (u8::try_from(sides), (0..=DICE).contains(&n) && sides >= 2)
            else {
                let message = format!("{n} dice of {sides} sides cannot be rolled");
                return Err(Complaint::new(message)
                    .help(format!("0 to {DICE} dice of 2 to 255 sides can"))
                    .into());
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
            Complaint::new(format!("this script has no parameter `{name}`"))
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
    // Ids that scripts print.
    api.operator("to_string", |c: NativeCallContext, s: SpaceId| {
        world(&c, |w| Ok(w.names().spaces.name(s)))
    });
    api.operator("to_string", |c: NativeCallContext, p: PowerId| {
        world(&c, |w| Ok(w.names().powers.name(p)))
    });
    api.operator("to_string", |c: NativeCallContext, k: UnitTypeId| {
        world(&c, |w| Ok(w.names().units.name(k)))
    });
    api.operator("to_string", |c: NativeCallContext, p: PhaseId| {
        world(&c, |w| Ok(w.names().phases.name(p)))
    });
    api.operator(
        "to_string",
        |c: NativeCallContext, set: SpaceSet| -> Res<String> {
            world(&c, |w| {
                Ok(set
                    .iter()
                    .map(|s| w.names().spaces.name(s).to_string())
                    .collect::<Vec<_>>()
                    .join(", "))
            })
        },
    );
    api.operator(
        "to_string",
        |c: NativeCallContext, set: PowerSet| -> Res<String> {
            world(&c, |w| {
                Ok(set
                    .iter()
                    .map(|p| w.names().powers.name(p).to_string())
                    .collect::<Vec<_>>()
                    .join(", "))
            })
        },
    );
    api.operator(
        "to_string",
        |c: NativeCallContext, set: UnitTypeSet| -> Res<String> {
            world(&c, |w| {
                Ok(set
                    .iter()
                    .map(|k| w.names().units.name(k).to_string())
                    .collect::<Vec<_>>()
                    .join(", "))
            })
        },
    );
    let doc = "What kind of thing a value is, in words such as `a number` or `a space`.";
    api.add("kind_of(value: Any) -> Text", doc, |value: Dynamic| {
        ImmutableString::from(kind_of(&value))
    });
}
