//! Positions, decisions and events as JSON values, with names in place of ids: what `--json` prints.

use serde_json::{Map, Value, json};

use super::describe_choice;
use super::named::{named, named_in};
use super::report::{advances, bought_counts, cities, foes};
use crate::kernel::{Choice, Count, Decision, DecisionKind, State, tally};
use crate::rules::{PowerId, Rules, SpaceId, by_type};
use serde::{Serialize, Serializer};

fn units(rules: &Rules, counts: &[Count]) -> Value {
    named(rules, &Units(counts))
}

/// Equal units, on their own.
struct Units<'a>(&'a [Count]);

impl Serialize for Units<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        by_type(self.0, to)
    }
}

/// Round, turn, phase, winner, and each power in figures.
pub fn summary(rules: &Rules, state: &State) -> Value {
    let players = rules.powers.powers.iter().filter(|(_, p)| p.plays);
    let powers = players.map(|(id, p)| {
        let own = state.all().filter(|(_, u)| u.owner == id);
        let mut power = json!({
            "name": p.name,
            "side": named(rules, &p.side),
            "treasury": state.funds(rules, id),
            "income": state.production(rules, id),
            "units": own.count(),
            "worth": state.worth(rules, id),
            "cities": cities(rules, state, id),
            "at_war_with": foes(rules, state, id),
        });
        if !rules.advances.names.is_empty() {
            power["advances"] = advances(rules, state, id).into();
        }
        power
    });
    json!({
        "pack": rules.name,
        "round": state.round,
        "power": named(rules, &rules.turn.order.get(usize::from(state.turn))),
        "phase": named(rules, &state.phase),
        "winner": named(rules, &state.winner),
        "powers": powers.collect::<Vec<_>>(),
    })
}

/// The whole position: the summary, every space that is owned or occupied, relations, counters.
pub fn state(rules: &Rules, state: &State) -> Value {
    let mut all = summary(rules, state);
    let spaces = rules.board.spaces.iter().filter_map(|(id, space)| {
        let here = |p: PowerId| state.units_in(id).any(|(_, u)| u.owner == p);
        let powers = rules.powers.powers.iter().filter(|(p, _)| here(*p));
        let stacks = powers.map(|(p, power)| (power.name.clone(), stack(rules, state, id, p)));
        let stacks: Map<String, Value> = stacks.collect();
        let owner = state.owner(id);
        (owner.is_some() || !stacks.is_empty()).then(|| {
            let value = json!({ "owner": named(rules, &owner), "units": stacks });
            (space.name.clone(), value)
        })
    });
    all["spaces"] = Value::Object(spaces.collect());
    let counters = rules.counters.iter();
    let counters = counters.map(|(id, c)| (c.name.clone(), json!(state.counter(id))));
    all["counters"] = Value::Object(counters.collect());
    all["bought"] = units(rules, &bought_counts(state));
    all["digest"] = json!(format!("{:016x}", state.digest()));
    all
}

fn stack(rules: &Rules, state: &State, space: SpaceId, owner: PowerId) -> Value {
    let here = || state.units_in(space).filter(|(_, u)| u.owner == owner);
    let mut stack = json!({ "units": units(rules, &tally(here().map(|(_, u)| u.kind))) });
    let hurt = here().filter(|(_, u)| u.damage > 0);
    let hurt = hurt.map(|(_, u)| json!({ "unit": named(rules, &u.kind), "damage": u.damage }));
    let hurt: Vec<Value> = hurt.collect();
    if !hurt.is_empty() {
        stack["damaged"] = json!(hurt);
    }
    let loads = here().filter_map(|(ix, u)| {
        let load = tally(state.aboard(ix).map(|(_, u)| u.kind));
        (!load.is_empty())
            .then(|| json!({ "unit": named(rules, &u.kind), "cargo": units(rules, &load) }))
    });
    let loads: Vec<Value> = loads.collect();
    if !loads.is_empty() {
        stack["carrying"] = json!(loads);
    }
    stack
}

/// What the game waits for, with its options.
pub fn decision(rules: &Rules, state: &State, decision: &Decision) -> Value {
    let mut value = match &decision.kind {
        DecisionKind::Phase(_) => json!({}),
        DecisionKind::Offer(offer) => {
            let choice = |c: &Choice| describe_choice(rules, state, c);
            let choices: Vec<String> = offer.choices.iter().map(choice).collect();
            json!({ "text": offer.text, "choices": choices, "min": offer.min, "max": offer.max })
        }
        kind => named_in(rules, state, kind),
    };
    value["power"] = named(rules, &decision.power);
    value["kind"] = decision.kind.name().into();
    value
}
