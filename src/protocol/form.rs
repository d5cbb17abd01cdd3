//! Orders as programs give them: in the order language, or in their JSON form.

use super::message::said;
use sandtable_diag::{Loc, Problem, Problems};
use sandtable_game::Session;
use sandtable_game::language::{LONGEST, Names, Scope, parse_line, refused};
use sandtable_kernel::{Cx, Event, Order, Refusal, UnitIx};
use sandtable_rules::{Id, Rules, SpaceId};
use sandtable_view::describe_note;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// An order, in the order language or in its JSON form.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Said(#[schemars(with = "Forms")] Value);

/// The forms of an order.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is of use")]
enum Forms {
    /// In the order language, as logs and transcripts write it.
    Words(String),
    /// By its parts.
    Form(Order),
}

impl Said {
    /// Carries it out, all of it or nothing: what happened, and what may not have been noticed.
    ///
    /// # Errors
    /// It means nothing, or it is refused; the game is as it was.
    pub fn give(&self, session: &mut Session) -> Result<(Vec<Event>, Vec<String>), Problems> {
        match &self.0 {
            Value::String(words) => words_given(words, session),
            form => {
                let order = order(session.names(), form.clone())?;
                let done = session.order(&order);
                let events = done.map_err(|refusal| problem(session.rules(), &refusal))?;
                Ok((events, Vec::new()))
            }
        }
    }
}

/// A refusal of what was not said in words.
pub(super) fn problem(rules: &Rules, refusal: &Refusal) -> Problem {
    refused(rules, refusal, Loc::START).unplaced()
}

fn words_given(words: &str, session: &mut Session) -> Result<(Vec<Event>, Vec<String>), Problems> {
    if words.len() > LONGEST {
        let problem = Problem::error("order/too-long", "this is too long to be an order");
        return Err(problem.into());
    }
    // Only a list may come to a stop halfway.
    let before = words.contains([';', ',']).then(|| session.clone());
    if parse_line(Loc::START, words).is_ok_and(|orders| orders.is_empty()) {
        let problem = Problem::error("order/unknown", "no order is given");
        return Err(problem.help("`legal` lists the orders that may be").into());
    }
    let typed = session.repeat("order", words);
    if let Some(problems) = typed.problems {
        if let Some(before) = before {
            *session = before;
        }
        return Err(problems);
    }
    let notes = typed.notes.iter();
    let notes = notes.map(|note| describe_note(session.rules(), note).trim().to_owned());
    Ok((typed.events, notes.collect()))
}

/// The order of a JSON form.
fn order(names: &Names, mut form: Value) -> Result<Order, Problem> {
    numbered(names, &mut form)?;
    serde_path_to_error::deserialize(form).map_err(|error| {
        let path = error.path().to_string();
        let message = format!("`order.{path}`: {}", said(&error.into_inner()));
        Problem::error("protocol/value", message)
            .help("`legal` shows the JSON form of orders, `docs protocol --schema` describes it")
    })
}

/// Puts ids in the place of names.
fn numbered(names: &Names, form: &mut Value) -> Result<(), Problem> {
    let one = form.as_object_mut().filter(|form| form.len() == 1);
    let Some((word, said)) = one.and_then(|form| form.iter_mut().next()) else {
        let problem = Problem::error("protocol/value", "this is no form of an order");
        return Err(problem.help(r#"it is written {"move":{"units":[3],"path":[…]}}, or as text"#));
    };
    match (word.as_str(), &mut *said) {
        ("buy", Value::Object(units)) => *said = bought(names, units)?,
        ("declare", on) => number(&names.powers, on)?,
        ("retreat", to) => number(&names.spaces, to)?,
        (_, Value::Object(parts)) => {
            for (part, value) in parts {
                match (part.as_str(), value) {
                    ("unit", unit) if word == "place" => number(&names.units, unit)?,
                    ("path", Value::Array(way)) => {
                        way.iter_mut().try_for_each(|s| number(&names.spaces, s))?;
                    }
                    ("space" | "to", space) => number(&names.spaces, space)?,
                    _ => {}
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn bought(names: &Names, units: &Map<String, Value>) -> Result<Value, Problem> {
    let pair = |(name, count): (&String, &Value)| {
        let mut kind = json!(name);
        number(&names.units, &mut kind).map(|()| json!([kind, count]))
    };
    units.iter().map(pair).collect()
}

/// The id of a name, as a number; what is no text stays, to be complained about with its place.
fn number<I: Id>(scope: &Scope<I>, name: &mut Value) -> Result<(), Problem> {
    if let Value::String(text) = name {
        *name = scope.called(text)?.index().into();
    }
    Ok(())
}

/// Where an order begins and leads: the spaces of its way, or the one it is about.
pub(super) fn ends(cx: Cx<'_>, order: &Order) -> [Option<SpaceId>; 2] {
    let at = |ix: &UnitIx| cx.state.get(*ix).map(|u| u.space);
    let from = order.units().first().and_then(at);
    match order {
        Order::Move { path, .. } | Order::Raid { path, .. } => [path.first().copied(), order.end()],
        Order::Load { onto, .. } => [from, at(onto)],
        Order::Unload { to, .. } | Order::Land { to, .. } => [from, Some(*to)],
        Order::Fight { space, .. } | Order::Place { space, .. } => [Some(*space); 2],
        Order::Retreat(to) => [None, Some(*to)],
        Order::Aim(shots) => [shots.first().and_then(|s| at(&s.raider)); 2],
        _ => [from; 2],
    }
}
