//! What a client that follows a game is told: how it stands, then every order with what it changed.

use super::look::Awaited;
use super::play::told;
use super::{ask::text, game::At};
use crate::game::{Deed, Entry, Seats};
use crate::kernel::{Event, State};
use crate::rules::power_name;
use crate::view::{EventFacts, Patch, Position};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A game and who is at it.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    /// The position.
    pub at: At<'a>,
    /// Who plays which power.
    pub seats: &'a Seats,
    /// The plan that is being tried instead of the game, by its name.
    pub plan: Option<&'a str>,
}

/// Somebody's seat.
#[derive(Serialize, JsonSchema)]
struct Chair<'a> {
    power: &'a str,
    /// Who sits there: `human`, `human:NAME`, or a program.
    seat: String,
    /// Whether the one who is told this sits there.
    me: bool,
}

/// An order with what happened.
#[derive(Serialize, JsonSchema)]
pub struct Ordered<'a> {
    /// How many orders there are with it.
    at: usize,
    /// Whose order it is.
    power: &'a str,
    /// Who gave it: a person, or a program.
    by: String,
    /// What was done: an order, an edit, a standing order, or what followed from one.
    deed: &'static str,
    order: &'a str,
    #[schemars(with = "Vec<EventFacts>")]
    events: Vec<Value>,
}

/// How a game stands.
#[derive(Serialize, JsonSchema)]
struct Snapshot<'a> {
    kind: &'static str,
    at: usize,
    position: Position<'a>,
    awaited: Awaited<'a>,
    seats: Vec<Chair<'a>>,
    plan: Option<&'a str>,
    /// How many orders could be done again.
    redo: usize,
    /// What was ordered last.
    log: Vec<Ordered<'a>>,
}

/// What an order changed.
#[derive(Serialize, JsonSchema)]
struct Order<'a> {
    kind: &'static str,
    #[serde(flatten)]
    ordered: Ordered<'a>,
    #[serde(flatten)]
    patch: Patch<'a>,
    awaited: Awaited<'a>,
    plan: Option<&'a str>,
    /// How many orders could be done again.
    redo: usize,
}

/// What going back changed.
#[derive(Serialize, JsonSchema)]
struct Back<'a> {
    kind: &'static str,
    at: usize,
    /// What no longer counts, the first of it first.
    undone: &'a [String],
    #[serde(flatten)]
    patch: Patch<'a>,
    awaited: Awaited<'a>,
    plan: Option<&'a str>,
    /// How many orders could be done again.
    redo: usize,
}

/// An order of the log with what happened, as far as that is known.
pub fn ordered<'a>(
    told_of: Told<'a>,
    nth: usize,
    entry: &'a Entry,
    events: &[Event],
) -> Ordered<'a> {
    let rules = told_of.at.session.rules();
    let words = told_of.seats.words(rules);
    let power = power_name(rules, entry.by);
    Ordered {
        at: nth + 1,
        power,
        by: words.get(power).cloned().unwrap_or_default(),
        deed: match entry.deed {
            Deed::Order => "order",
            Deed::Edit => "edit",
            Deed::Standing => "standing",
            Deed::Stood => "stood",
        },
        order: &entry.text,
        events: told(rules, events),
    }
}

/// How a game stands, for one who plays these powers.
pub fn snapshot<'a>(of: Told<'a>, me: &dyn Fn(&str) -> bool, log: Vec<Ordered<'a>>) -> String {
    let (rules, state) = (of.at.session.rules(), of.at.session.state());
    let words = of.seats.words(rules);
    let chair = |id| {
        let power = power_name(rules, id);
        Chair {
            power,
            seat: words.get(power).cloned().unwrap_or_default(),
            me: me(power),
        }
    };
    text(&Snapshot {
        kind: "snapshot",
        at: of.at.session.log().entries().len(),
        position: Position::of(rules, state, |_| true),
        awaited: Awaited::of(of.at),
        seats: rules.turn.order.iter().copied().map(chair).collect(),
        plan: of.plan,
        redo: of.at.session.log().to_redo(),
        log,
    })
}

/// What an order changed.
pub fn order(of: Told<'_>, before: &State, ordered: Ordered<'_>) -> String {
    text(&Order {
        kind: "order",
        ordered,
        patch: Patch::of(of.at.session.rules(), before, of.at.session.state()),
        awaited: Awaited::of(of.at),
        plan: of.plan,
        redo: of.at.session.log().to_redo(),
    })
}

/// What going back changed, or going to another plan.
pub fn back(of: Told<'_>, before: &State, undone: &[String]) -> String {
    text(&Back {
        kind: "back",
        at: of.at.session.log().entries().len(),
        undone,
        patch: Patch::of(of.at.session.rules(), before, of.at.session.state()),
        awaited: Awaited::of(of.at),
        plan: of.plan,
        redo: of.at.session.log().to_redo(),
    })
}
