//! Positions, decisions and events as JSON values, with names in place of ids: what `--json` prints.

use serde_json::{Map, Value, json};

use super::describe_event;
use super::names::{power_name, side_name, space_name};
use super::report::{cities, treasury};
use super::{Paint, describe_choice};
use crate::kernel::{
    Choice, Count, Decision, DecisionKind, Event, IncomeLine, Salvo, State, UnitIx, tally,
};
use crate::rules::{Id, PowerId, Relation, Role, Rules, SpaceId, UnitTypeId};

fn kind_name(rules: &Rules, kind: UnitTypeId) -> &str {
    rules
        .units
        .types
        .values()
        .nth(kind.index())
        .map_or("?", |t| &t.name)
}

fn units(rules: &Rules, counts: &[Count]) -> Value {
    let entries = counts
        .iter()
        .map(|(kind, n)| (kind_name(rules, *kind).to_owned(), json!(n)));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn power(rules: &Rules, power: Option<PowerId>) -> Value {
    power.map_or(Value::Null, |p| json!(power_name(rules, p)))
}

fn places(rules: &Rules, spaces: &[SpaceId]) -> Value {
    spaces.iter().map(|s| space_name(rules, *s)).collect()
}

/// Round, turn, phase, winner, and each power in figures.
pub fn summary(rules: &Rules, state: &State) -> Value {
    let powers = rules
        .powers
        .powers
        .iter()
        .filter(|(_, p)| p.plays)
        .map(|(id, p)| {
            let own = state.all().filter(|(_, u)| u.owner == id);
            let foes = rules
                .powers
                .powers
                .ids()
                .filter(|q| state.relation(rules, id, *q) == Relation::War);
            json!({
                "name": p.name,
                "side": p.side.map(|s| side_name(rules, s.index())),
                "treasury": treasury(rules, state, id),
                "income": state.production(rules, id),
                "units": own.clone().count(),
                "worth": state.worth(rules, id),
                "cities": cities(rules, state, id),
                "at_war_with": foes.map(|q| power_name(rules, q)).collect::<Vec<_>>(),
            })
        });
    json!({
        "pack": rules.name,
        "round": state.round,
        "power": power(rules, rules.turn.order.get(usize::from(state.turn)).copied()),
        "phase": rules.turn.phases.values().nth(state.phase.index()).map(|p| &p.name),
        "winner": state.winner.map(|s| side_name(rules, s.index())),
        "powers": powers.collect::<Vec<_>>(),
    })
}

/// The whole position: the summary, every space that is owned or occupied, relations, counters.
pub fn state(rules: &Rules, state: &State) -> Value {
    let mut all = summary(rules, state);
    let spaces = rules.board.spaces.iter().filter_map(|(id, space)| {
        let stacks: Map<String, Value> = rules
            .powers
            .powers
            .iter()
            .filter(|(p, _)| state.units_in(id).any(|(_, u)| u.owner == *p))
            .map(|(p, power)| (power.name.clone(), stack(rules, state, id, p)))
            .collect();
        let owner = state.owner(id);
        (owner.is_some() || !stacks.is_empty()).then(|| {
            let value = json!({ "owner": power(rules, owner), "units": stacks });
            (space.name.clone(), value)
        })
    });
    all["spaces"] = Value::Object(spaces.collect());
    let counters = rules
        .counters
        .iter()
        .map(|(id, c)| (c.name.clone(), json!(state.counter(id))));
    all["counters"] = Value::Object(counters.collect());
    all["bought"] = units(
        rules,
        &state
            .bought
            .iter()
            .map(|b| (b.kind, b.count))
            .collect::<Vec<_>>(),
    );
    all["digest"] = json!(format!("{:016x}", state.digest()));
    all
}

fn stack(rules: &Rules, state: &State, space: SpaceId, owner: PowerId) -> Value {
    let here = || state.units_in(space).filter(|(_, u)| u.owner == owner);
    let mut stack = json!({ "units": units(rules, &tally(here().map(|(_, u)| u.kind))) });
    let hurt = here()
        .filter(|(_, u)| u.damage > 0)
        .map(|(_, u)| json!({ "unit": kind_name(rules, u.kind), "damage": u.damage }));
    let hurt: Vec<Value> = hurt.collect();
    if !hurt.is_empty() {
        stack["damaged"] = json!(hurt);
    }
    let loads = here().filter_map(|(ix, u)| {
        let load = tally(state.aboard(ix).map(|(_, u)| u.kind));
        (!load.is_empty())
            .then(|| json!({ "unit": kind_name(rules, u.kind), "cargo": units(rules, &load) }))
    });
    let loads: Vec<Value> = loads.collect();
    if !loads.is_empty() {
        stack["carrying"] = json!(loads);
    }
    stack
}

/// What the game waits for, with its options.
pub fn decision(rules: &Rules, state: &State, decision: &Decision) -> Value {
    let list = |all: &[UnitIx]| {
        units(
            rules,
            &tally(all.iter().filter_map(|ix| state.get(*ix)).map(|u| u.kind)),
        )
    };
    let mut value =
        json!({ "power": power_name(rules, decision.power), "kind": decision.kind.name() });
    let mut set = |name: &str, v: Value| value[name] = v;
    match &decision.kind {
        DecisionKind::Phase(_) => {}
        DecisionKind::Fight { sites } => {
            let site = |s: &crate::kernel::Site| json!({ "space": space_name(rules, s.space), "kind": s.kind, "assault": s.assault });
            set("sites", sites.iter().map(site).collect());
        }
        DecisionKind::Casualties {
            space,
            candidates,
            count,
            ..
        } => {
            set("space", json!(space_name(rules, *space)));
            set("candidates", list(candidates));
            set("count", json!(count));
        }
        DecisionKind::Agree { space, losses } => {
            set("space", json!(space_name(rules, *space)));
            set("losses", list(losses));
        }
        DecisionKind::Retreat { space, to, must } => {
            set("space", json!(space_name(rules, *space)));
            set("must", json!(must));
            set("to", places(rules, to));
        }
        DecisionKind::Submerge { space, units } | DecisionKind::Intercept { space, units } => {
            set("space", json!(space_name(rules, *space)));
            set("units", list(units));
        }
        DecisionKind::Aim {
            space,
            raiders,
            targets,
        } => {
            set("space", json!(space_name(rules, *space)));
            set("units", list(raiders));
            set("targets", list(targets));
        }
        DecisionKind::Bombard { space, ships, max } => {
            set("space", json!(space_name(rules, *space)));
            set("units", list(ships));
            set("max", json!(max));
        }
        DecisionKind::Land { unit, to } => {
            set(
                "unit",
                state
                    .get(*unit)
                    .map_or(Value::Null, |u| json!(kind_name(rules, u.kind))),
            );
            set("to", places(rules, to));
        }
        DecisionKind::Offer(offer) => {
            let choice = |c: &Choice| describe_choice(rules, state, c);
            set("text", json!(offer.text));
            set("choices", offer.choices.iter().map(choice).collect());
            set("min", json!(offer.min));
            set("max", json!(offer.max));
        }
    }
    value
}

/// An event: its name, its facts, and the sentence people read.
pub fn event(rules: &Rules, event: &Event) -> Value {
    let mut value = facts(rules, event);
    value["text"] = json!(describe_event(rules, event, Paint::Off).trim());
    value
}

fn facts(rules: &Rules, event: &Event) -> Value {
    let p = |id: &PowerId| power_name(rules, *id);
    let s = |id: &SpaceId| space_name(rules, *id);
    let u = |all: &[Count]| units(rules, all);
    let k = |id: &UnitTypeId| kind_name(rules, *id);
    // Events that share a form: a power, units, a place.
    let stack = |name: &str, by: &PowerId, all: &[Count], at: &SpaceId| json!({ "event": name, "power": p(by), "units": u(all), "space": s(at) });
    match event {
        Event::Round(n) => json!({ "event": "round", "round": n }),
        Event::Turn(by) => json!({ "event": "turn", "power": p(by) }),
        Event::Phase(id) => {
            json!({ "event": "phase", "phase": rules.turn.phases.values().nth(id.index()).map(|p| &p.name) })
        }
        Event::Bought(by, all, ipc) => {
            json!({ "event": "bought", "power": p(by), "units": u(all), "ipc": ipc })
        }
        Event::Repaired(by, at, kind, n, ipc) => {
            json!({ "event": "repaired", "power": p(by), "space": s(at), "unit": k(kind), "points": n, "ipc": ipc })
        }
        Event::Mended(by, at, kind) => {
            json!({ "event": "mended", "power": p(by), "space": s(at), "unit": k(kind) })
        }
        Event::Upgraded(by, at, to) => {
            json!({ "event": "upgraded", "power": p(by), "space": s(at), "unit": k(to) })
        }
        Event::Declared(a, b) => json!({ "event": "declared", "power": p(a), "on": p(b) }),
        Event::Relation(a, b, r) => {
            json!({ "event": "relation", "powers": [p(a), p(b)], "relation": r })
        }
        Event::Moved(by, all, path) => {
            json!({ "event": "moved", "power": p(by), "units": u(all), "path": places(rules, path) })
        }
        Event::Loaded(by, all, at) => stack("loaded", by, all, at),
        Event::Unloaded(by, all, from, to) => {
            json!({ "event": "unloaded", "power": p(by), "units": u(all), "from": s(from), "to": s(to) })
        }
        Event::Scrambled(by, all, from, to) => {
            json!({ "event": "scrambled", "power": p(by), "units": u(all), "from": s(from), "to": s(to) })
        }
        Event::Raid(by, all, target, at) => {
            json!({ "event": "raid", "power": p(by), "units": u(all), "target": k(target), "space": s(at) })
        }
        Event::PassingShot(by, at, dice, hits) => {
            json!({ "event": "passing-shot", "power": p(by), "space": s(at), "dice": dice, "hits": hits })
        }
        Event::Captured {
            space,
            from,
            to,
            by,
        } => json!({
            "event": "captured", "space": s(space), "from": power(rules, *from), "to": power(rules, *to), "power": p(by),
        }),
        Event::Plundered(by, from, ipc) => {
            json!({ "event": "plundered", "power": p(by), "from": p(from), "ipc": ipc })
        }
        Event::Lost(by, all, at) => stack("lost", by, all, at),
        Event::Submerged(by, all, at) => stack("submerged", by, all, at),
        Event::Intercepted(by, all, at) => stack("intercepted", by, all, at),
        Event::Bombarding(by, all, at) => stack("bombarding", by, all, at),
        Event::Crashed(by, all, at) => stack("crashed", by, all, at),
        Event::Placed(by, all, at) => stack("placed", by, all, at),
        Event::Appeared(by, one, at) => stack("appeared", by, &[*one], at),
        Event::Damaged(by, kind, at, n) => {
            json!({ "event": "damaged", "power": p(by), "unit": k(kind), "space": s(at), "points": n })
        }
        Event::Retreated(by, from, to) => {
            json!({ "event": "retreated", "power": p(by), "from": s(from), "to": s(to) })
        }
        Event::Landed(by, kind, at) => {
            json!({ "event": "landed", "power": p(by), "unit": k(kind), "space": s(at) })
        }
        Event::Refunded(by, all, ipc) => {
            json!({ "event": "refunded", "power": p(by), "units": u(all), "ipc": ipc })
        }
        event => battle_and_books(rules, event),
    }
}

fn battle_and_books(rules: &Rules, event: &Event) -> Value {
    let p = |id: &PowerId| power_name(rules, *id);
    let s = |id: &SpaceId| space_name(rules, *id);
    let role = |r: &Role| json!(r);
    match event {
        Event::BattleBegan(site) => {
            json!({ "event": "battle-began", "space": s(&site.space), "kind": site.kind, "assault": site.assault })
        }
        Event::BattleRound(at, n) => json!({ "event": "battle-round", "space": s(at), "round": n }),
        Event::Fired {
            space,
            role: r,
            step,
            shots,
            dice,
            hits,
        } => {
            let shot = |s: &Salvo| {
                let at = f64::from(s.value) / 100.0;
                json!({ "unit": kind_name(rules, s.kind), "at": at, "count": s.shooters, "dice": s.dice })
            };
            let shots: Vec<Value> = shots.iter().map(shot).collect();
            json!({ "event": "fired", "space": s(space), "role": role(r), "step": step, "shots": shots, "dice": dice, "hits": hits })
        }
        Event::Bombed {
            power,
            raiders,
            target,
            space,
            dice,
        } => {
            let (by, target) = (power_name(rules, *power), kind_name(rules, *target));
            json!({ "event": "bombed", "power": by, "units": units(rules, raiders), "target": target, "space": s(space), "dice": dice })
        }
        Event::Disputed { by, chooser, space } => {
            json!({ "event": "disputed", "power": p(by), "chooser": p(chooser), "space": s(space) })
        }
        Event::BattleEnded {
            space,
            kind,
            winner,
        } => {
            json!({ "event": "battle-ended", "space": s(space), "kind": kind, "winner": winner })
        }
        Event::Income(by, lines, treasury) => {
            let line = |l: &IncomeLine| match l {
                IncomeLine::Territories(n) => json!({ "for": "territories", "ipc": n }),
                IncomeLine::Objective(id, n) => {
                    let name = rules
                        .acts
                        .objectives
                        .values()
                        .nth(id.index())
                        .map(|o| &o.name);
                    json!({ "for": "objective", "name": name, "ipc": n })
                }
                IncomeLine::Special(id, word, n) => {
                    let script = rules.specials.values().nth(id.index()).map(|s| &s.name);
                    json!({ "for": "script", "script": script, "name": word, "ipc": n })
                }
            };
            let account: Vec<Value> = lines.iter().map(line).collect();
            json!({ "event": "income", "power": p(by), "account": account, "treasury": treasury })
        }
        Event::Treasury(by, n) => json!({ "event": "treasury", "power": p(by), "ipc": n }),
        Event::Triggered(id) => {
            json!({ "event": "triggered", "trigger": rules.acts.triggers.values().nth(id.index()).map(|t| &t.name) })
        }
        Event::Offered(by, _) => json!({ "event": "offered", "power": p(by) }),
        Event::Answered(by, answer) => {
            json!({ "event": "answered", "power": p(by), "answer": answer })
        }
        Event::Note(id, _) => {
            json!({ "event": "note", "script": rules.specials.values().nth(id.index()).map(|s| &s.name) })
        }
        Event::Won(side, victory) => {
            json!({ "event": "won", "side": side_name(rules, side.index()), "victory": victory })
        }
        // Every other event is put into words by `facts`.
        _ => json!({}),
    }
}
