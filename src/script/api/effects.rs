//! What scripts can want: every effect is made by a function that checks it against the game as the
//! script sees it, so that a mistake is reported at the line that makes it. The list is closed.

use super::super::complaint::{Complaint, Res, advise, fail};
use super::super::convert::{kind_of, kinds_of, number_of, plain_of, powers_of, unlike};
use super::super::memory::{Each, Of};
use super::super::returned::{AccountLine, Effects};
use super::super::world::{World, world};
use super::Api;
use rhai::{Array, Dynamic, ImmutableString, Map, NativeCallContext};
use sandtable_diag::quoted;
use sandtable_kernel::{
    Choice, Marks, Offer, Origin, Outcome, Plain, UnitIx, can_stand, slot_taken,
};
use sandtable_rules::{At, CounterId, Effect, PowerId, Relation, SpaceId, UnitTypeId, Who};

type Cx<'a> = NativeCallContext<'a>;

/// Units added or removed at once, and points of a treasury, at most.
const MANY: i64 = 200;
const MONEY: i64 = 1_000_000;
/// Choices of an offer, and characters of a text in it.
const CHOICES: usize = 200;
const TEXT: usize = 500;

fn effect(effect: Effect) -> Effects {
    Effects(vec![Outcome::Effect(effect)])
}

/// Registers them.
pub fn register(api: &mut Api) {
    api.kind::<Effects>(
        "Effect",
        "Something that a hook wants done; hooks return one, an array of them, or nothing.",
    );
    api.kind::<AccountLine>(
        "Line",
        "A line of an account, returned by the hook `income`.",
    );
    wealth(api);
    board(api);
    politics(api);
    api.kind::<Each>(
        "Each",
        "What is remembered of each power or unit: `memory.name[power]`.",
    );
    memory(api);
    battle(api);
    offers(api);
}

fn wealth(api: &mut Api) {
    let doc = "Adds so many IPC to a power's treasury; a negative amount takes, never more than there is.";
    api.ask(
        "treasury(power: Power, amount: Number) -> Effect",
        doc,
        |w, power: PowerId, amount: i64| {
            let amount = number_of(amount, "amount of IPC", -MONEY, MONEY)?;
            let have = i64::from(w.state.funds(w.rules(), power));
            if have + amount < 0 {
                let message = format!(
                    "{} IPC cannot be taken from {}, who has {have}",
                    -amount,
                    w.names().powers.name(power)
                );
                let help = "take at most what is there: `power.treasury` says how much";
                return advise(message, help);
            }
            Ok(effect(Effect::Treasury(power, amount as i32)))
        },
    );
    let doc = "A line of an account: what it is for, and how many IPC; a negative amount takes.";
    api.add(
        "line(text: Text, amount: Number) -> Line",
        doc,
        |text: &str, amount: i64| account_line(text, amount, None),
    );
    let doc = "A line of the treasury of whose region a territory is, where a power has several; others are the first's.";
    api.add(
        "line(text: Text, amount: Number, territory: Space) -> Line",
        doc,
        |text: &str, amount: i64, territory: SpaceId| account_line(text, amount, Some(territory)),
    );
}

fn account_line(text: &str, amount: i64, seat: Option<SpaceId>) -> Res<AccountLine> {
    let amount = number_of(amount, "amount of IPC", -MONEY, MONEY)?;
    Ok(AccountLine {
        text: short(text)?,
        amount: amount as i32,
        seat,
    })
}

fn board(api: &mut Api) {
    let doc = "Puts so many new units of a type and power on a space; of facilities of one slot a space holds one.";
    api.add(
        "add_units(power: Power, kind: UnitType, count: Number, space: Space) -> Effect",
        doc,
        |c: Cx, power: PowerId, kind: UnitTypeId, count: i64, space: SpaceId| {
            world(&c, |w| {
                let count = number_of(count, "number of units", 1, MANY)?;
                if !can_stand(w.rules(), kind, space) {
                    let message = format!(
                        "{} cannot be in {}",
                        w.names().units.name(kind),
                        w.names().spaces.name(space)
                    );
                    return fail(message);
                }
                check_slot(w, kind, count, space)?;
                Ok(effect(Effect::AddUnits(
                    power,
                    kind,
                    count as u16,
                    At::Space(space),
                )))
            })
        },
    );
    let doc = "Removes at most so many units of these powers and types from a space, with what they carry.";
    api.add(
        "remove_units(of: Powers, kinds: UnitTypes, count: Number, space: Space) -> Effect",
        doc,
        |c: Cx, of: Dynamic, kinds: Dynamic, count: i64, space: SpaceId| {
            world(&c, |w| {
                let (of, kinds) = (powers_of(w, &of)?, kinds_of(w, &kinds)?);
                let count = number_of(count, "number of units", 1, MANY)?;
                Ok(effect(Effect::RemoveUnits(
                    Who::Powers(of),
                    kinds,
                    count as u16,
                    At::Space(space),
                )))
            })
        },
    );
    let doc = "Gives a territory to a power, or to nobody (`()`), with the facilities in it.";
    api.ask(
        "set_control(space: Space, power: Power) -> Effect",
        doc,
        |w, space: SpaceId, to: Dynamic| {
            let to = holder(w, space, &to)?;
            Ok(effect(Effect::SetControl(At::Space(space), to)))
        },
    );
    let doc = "Makes a territory that nobody controls stand with a power, or with nobody (`()`): it is friendly and hostile as that power is.";
    api.ask(
        "set_allegiance(space: Space, power: Power) -> Effect",
        doc,
        |w, space: SpaceId, to: Dynamic| {
            let to = holder(w, space, &to)?;
            Ok(effect(Effect::SetAllegiance(At::Space(space), to)))
        },
    );
}

/// A power that is to have a territory, or nobody.
fn holder(w: &World, space: SpaceId, to: &Dynamic) -> Res<Option<PowerId>> {
    if w.rules().board.is_sea(space) || w.space(space).closed {
        let message = format!("nobody can control {}", w.names().spaces.name(space));
        return fail(message);
    }
    let power = to.read_lock::<PowerId>().map(|p| *p);
    match power {
        None if !to.is_unit() => unlike("a power or `()`", to),
        power => Ok(power),
    }
}

/// A space holds one facility of a slot.
fn check_slot(w: &World, kind: UnitTypeId, count: i64, space: SpaceId) -> Res<()> {
    let (name, place) = (w.names().units.name(kind), w.names().spaces.name(space));
    if slot_taken(w.cx(), kind, space) {
        let message = format!("{place} has such a facility already, so {name} cannot be put there");
        return advise(message, "`remove_units` takes away what is there");
    }
    if count > 1 && w.rules().units.facilities.has(kind) {
        return fail(format!("{place} can hold one {name} at most, not {count}"));
    }
    Ok(())
}

fn politics(api: &mut Api) {
    let doc = "Sets how every power of the one stands to every power of the other: `war`, `neutral` or `allied`.";
    api.add(
        "set_relation(of: Powers, to: Powers, relation: Text) -> Effect",
        doc,
        |c: Cx, a: Dynamic, b: Dynamic, relation: &str| {
            world(&c, |w| {
                let (a, b) = (powers_of(w, &a)?, powers_of(w, &b)?);
                let mut known = Relation::ALL.into_iter();
                let Some(meant) = known.find(|known| known.word() == relation) else {
                    let complaint = Complaint::raised(format!("there is no relation `{relation}`"))
                        .suggest(relation, Relation::ALL.map(Relation::word));
                    return Err(complaint
                        .help("relations are `war`, `neutral` and `allied`")
                        .into());
                };
                if a.meets(&b) && meant != Relation::Allied {
                    return fail("a power is always its own ally");
                }
                Ok(effect(Effect::SetRelation(a, b, meant)))
            })
        },
    );
    let doc = "One power declares war on another, with all that follows.";
    api.ask(
        "declare_war(by: Power, on: Power) -> Effect",
        doc,
        |w, by: PowerId, on: PowerId| {
            if w.cx().friends(by, on) || w.cx().at_war(by, on) {
                let powers = &w.names().powers;
                return fail(format!(
                    "{} cannot declare war on {}: they are friends or at war",
                    powers.name(by),
                    powers.name(on)
                ));
            }
            Ok(effect(Effect::DeclareWar(by, on)))
        },
    );
    let doc = "Ends the game in favour of a side.";
    api.add("win(side: Text) -> Effect", doc, |c: Cx, side: &str| {
        world(&c, |w| Ok(effect(Effect::Win(w.names().sides.find(side)?))))
    });
}

fn memory(api: &mut Api) {
    let doc = "Remembers a value under a name that `fn memory()` declares; `memory.name` reads it.";
    api.add(
        "remember(name: Text, value: Any) -> Effect",
        doc,
        |c: Cx, name: &str, value: Dynamic| remember(&c, name, &Dynamic::UNIT, &value),
    );
    let doc = "Remembers a value of a power or a unit; `memory.name[power]` or `memory.name[unit]` reads it.";
    api.add(
        "remember(name: Text, of: Any, value: Any) -> Effect",
        doc,
        |c: Cx, name: &str, of: Dynamic, value: Dynamic| remember(&c, name, &of, &value),
    );
    let doc = "In `fn memory()`: a number or flag for each power, all the same at first.";
    api.add("per_power(first: Any) -> Each", doc, |what: Dynamic| Each {
        of: Of::Power,
        what,
    });
    let doc = "In `fn memory()`: something of each unit, all the same at first. It goes where the unit goes and is lost with it.";
    api.add("per_unit(first: Any) -> Each", doc, |what: Dynamic| Each {
        of: Of::Unit,
        what,
    });
    let doc = "Sets a counter or flag of the pack.";
    api.ask(
        "set_counter(name: Text, value: Number) -> Effect",
        doc,
        |w, name, value| counted(w, name, value, Effect::SetCounter),
    );
    let doc = "Adds to a counter of the pack.";
    api.ask(
        "add_counter(name: Text, value: Number) -> Effect",
        doc,
        |w, name, value| counted(w, name, value, Effect::AddCounter),
    );
    let doc = "Writes a line into the story of the game.";
    api.add("note(text: Text) -> Effect", doc, |c: Cx, text: &str| {
        world(&c, |w| {
            Ok(Effects(vec![Outcome::Note(w.special, short(text)?)]))
        })
    });
}

/// An effect on a counter of the pack.
fn counted(
    w: &World,
    name: ImmutableString,
    value: i64,
    effect_of: fn(CounterId, i32) -> Effect,
) -> Res<Effects> {
    let (least, most) = (i32::MIN.into(), i32::MAX.into());
    let value = number_of(value, "value of a counter", least, most)? as i32;
    Ok(effect(effect_of(w.names().counters.find(&name)?, value)))
}

fn remember(c: &Cx<'_>, name: &str, of: &Dynamic, value: &Dynamic) -> Res<Effects> {
    world(c, |w| Ok(Effects(w.memory.write(w, name, of, value)?)))
}

fn battle(api: &mut Api) {
    let doc = "So many hits on one unit, at once and outside any battle; hits on a unit already gone are wasted. A facility has so much more damage.";
    api.ask(
        "strike(unit: Unit, hits: Number) -> Effect",
        doc,
        |w, unit: UnitIx, hits: i64| {
            let hits = number_of(hits, "number of hits", 1, 100)?;
            let kind = w.unit(unit)?.kind;
            if w.rules().units[kind].hits == 0 && !w.rules().units.facilities.has(kind) {
                return fail(format!(
                    "{} takes no hits",
                    w.names().units.name(w.unit(unit)?.kind)
                ));
            }
            Ok(Effects(vec![Outcome::Strike(unit, hits as u8)]))
        },
    );
    let doc =
        "Sends an aircraft to another space to defend it; it returns when the battles are over.";
    api.ask(
        "scramble(unit: Unit, space: Space) -> Effect",
        doc,
        |w, ix: UnitIx, to: SpaceId| {
            let unit = w.unit(ix)?;
            let risen = unit.marks.any(Marks::SCRAMBLED);
            if risen
                || !unit.alive()
                || !w.rules().units.air.has(unit.kind)
                || unit.carrier().is_some()
            {
                let message = format!(
                    "this {} cannot be scrambled: only aircraft that stand on the ground can",
                    w.names().units.name(unit.kind)
                );
                return fail(message);
            }
            if w.space(to).closed || unit.space == to {
                return fail(format!(
                    "nothing can be scrambled to {}",
                    w.names().spaces.name(to)
                ));
            }
            Ok(Effects(vec![Outcome::Scramble(ix, to)]))
        },
    );
    let doc = "No ship bombards from this zone this turn.";
    api.get("silence(zone: Space) -> Effect", doc, |w, zone: SpaceId| {
        if !w.rules().board.is_sea(zone) {
            return fail(format!("{} is no sea zone", w.names().spaces.name(zone)));
        }
        Ok(Effects(vec![Outcome::Silence(zone)]))
    });
    let doc = "In a moment of battle: the battle in this space breaks off after the present step; nobody takes anything.";
    api.add("call_off(space: Space) -> Effect", doc, |space: SpaceId| {
        Effects(vec![Outcome::CallOff(space)])
    });
    let doc = "At the beginning of a phase: the phase is not played.";
    api.add("skip_phase() -> Effect", doc, || {
        Effects(vec![Outcome::SkipPhase])
    });
}

fn offers(api: &mut Api) {
    let doc = "Puts a choice before a player: `#{ to, text, choices, min, max, repeat, carry }`. The answer comes to `resolve(carry, answer)`. \
               `choices` are units, spaces or texts; `min` and `max` say how many are taken (one, unless said), `repeat` whether a choice may be \
               taken more than once; `carry` is plain data that the answer brings back.";
    api.get("offer(of: Map) -> Effect", doc, |w, map: Map| {
        Ok(Effects(vec![Outcome::Offer(offer(w, &map)?)]))
    });
}

fn offer(w: &World, map: &Map) -> Res<Offer> {
    const KEYS: [&str; 7] = ["to", "text", "choices", "min", "max", "repeat", "carry"];
    if let Some(key) = map.keys().find(|k| !KEYS.contains(&k.as_str())) {
        let complaint = Complaint::raised(format!("an offer has no `{key}`")).suggest(key, KEYS);
        return Err(complaint.help(format!("it has {}", quoted(KEYS))).into());
    }
    let power = match map.get("to") {
        Some(to) => powers_of(w, to)?.iter().next(),
        None => return fail("the offer does not say `to` whom it is made"),
    };
    let Some(power) = power.filter(|p| w.rules().powers[*p].plays) else {
        return fail("the offer is made to a power without a player, who could never answer");
    };
    let Some(choices) = map.get("choices") else {
        return fail("the offer has no `choices`");
    };
    let Some(items) = choices.read_lock::<Array>() else {
        return fail(format!("`choices` is an array, not {}", kind_of(choices)));
    };
    let choices = items.iter().map(|item| choice(w, item));
    let choices: Vec<Choice> = choices.collect::<Res<_>>()?;
    if choices.is_empty() || choices.len() > CHOICES {
        let message = format!("an offer has 1 to {CHOICES} choices, not {}", choices.len());
        return advise(message, "make no offer when there is nothing to choose");
    }
    let number = |key: &str| -> Res<i64> {
        let given = map.get(key).map_or(Ok(1), Dynamic::as_int);
        let n = given
            .map_err(|found| Complaint::raised(format!("`{key}` is a number, not {found}")))?;
        number_of(n, "number of choices", 0, 1000)
    };
    let repeat = map.get("repeat").map_or(Ok(false), Dynamic::as_bool);
    let repeat = repeat
        .map_err(|found| Complaint::raised(format!("`repeat` is true or false, not {found}")))?;
    let (min, max) = (number("min")?, number("max")?);
    if min > max || (!repeat && min > choices.len() as i64) {
        let message = format!(
            "nobody can choose at least {min} and at most {max} of {} choices",
            choices.len()
        );
        return fail(message);
    }
    let text = map.get("text");
    let Some(text) = text.and_then(|t| t.read_lock::<ImmutableString>()) else {
        return fail("the offer has no `text`: the question that the player reads");
    };
    let text = short(&text)?;
    let carry = map.get("carry");
    let carry = carry.map_or(Ok(Plain::Nothing), |c| plain_of(c, 0))?;
    let (min, max) = (min as u16, max as u16);
    Ok(Offer {
        origin: Origin::Special(w.special, carry),
        power,
        text,
        choices,
        min,
        max,
        repeat,
        here: None,
    })
}

fn choice(w: &World, item: &Dynamic) -> Res<Choice> {
    if let Some(text) = item.read_lock::<ImmutableString>() {
        return Ok(Choice::Word(short(&text)?));
    }
    if let Some(ix) = item.read_lock::<UnitIx>() {
        return match w.unit(*ix)?.alive() {
            true => Ok(Choice::Unit(*ix)),
            false => fail("a choice is a unit that is gone"),
        };
    }
    if let Some(space) = item.read_lock::<SpaceId>() {
        return Ok(Choice::Space(*space));
    }
    let found = kind_of(item);
    fail(format!(
        "a choice is a unit, a space or a text, not {found}"
    ))
}

fn short(text: &str) -> Res<String> {
    if text.chars().count() <= TEXT {
        return Ok(text.to_owned());
    }
    fail(format!("this text is longer than {TEXT} characters"))
}
