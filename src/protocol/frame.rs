//! What a client that follows a game is told: how it stands, then every order with what it changed.

use super::inlined;
use super::look::Awaited;
use super::play::told;
use super::{ask::text, game::At};
use sandtable_game::{Entry, Seats, Voice};
use sandtable_kernel::State;
use sandtable_rules::power_name;
use sandtable_view::{EventFacts, Patch, Position};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

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
    /// The order, or the orders of a line, behind each other.
    order: String,
    #[schemars(with = "Vec<EventFacts>")]
    events: Vec<Value>,
}

/// How a game stands.
#[derive(Serialize, JsonSchema)]
struct Snapshot<'a> {
    kind: &'static str,
    /// How many orders there are.
    at: usize,
    position: Position<'a>,
    awaited: Awaited<'a>,
    /// Who plays which power.
    seats: Vec<Chair<'a>>,
    /// The plan that is being tried, by its name.
    plan: Option<&'a str>,
    /// How many orders could be done again.
    redo: usize,
    /// What was ordered last.
    log: Vec<Ordered<'a>>,
    /// What people wrote that this one may read.
    notes: Vec<&'a Value>,
}

/// What frames look like, by their `kind`.
pub fn schemas() -> [(&'static str, Schema); 4] {
    let mut all = inlined();
    [
        ("snapshot", Snapshot::json_schema(&mut all)),
        ("order", Order::json_schema(&mut all)),
        ("back", Back::json_schema(&mut all)),
        ("seats", Sat::json_schema(&mut all)),
    ]
}

/// Somebody sat down, or got up.
#[derive(Serialize, JsonSchema)]
struct Sat<'a> {
    kind: &'static str,
    seats: Vec<Chair<'a>>,
}

/// What an order changed.
#[derive(Serialize, JsonSchema)]
struct Order<'a> {
    kind: &'static str,
    #[serde(flatten)]
    ordered: Ordered<'a>,
    #[serde(flatten)]
    then: Then<'a>,
}

/// What going back changed.
#[derive(Serialize, JsonSchema)]
struct Back<'a> {
    kind: &'static str,
    at: usize,
    /// What no longer counts, the first of it first.
    undone: &'a [String],
    #[serde(flatten)]
    then: Then<'a>,
}

/// How a game stands after something.
#[derive(Serialize, JsonSchema)]
struct Then<'a> {
    #[serde(flatten)]
    patch: Patch<'a>,
    awaited: Awaited<'a>,
    plan: Option<&'a str>,
    /// How many orders could be done again.
    redo: usize,
}

impl<'a> Then<'a> {
    fn of(of: Told<'a>, before: &State) -> Self {
        Self {
            patch: Patch::of(of.at.session.rules(), before, of.at.session.state()),
            awaited: Awaited::of(of.at),
            plan: of.plan,
            redo: of.at.session.log().to_redo(),
        }
    }
}

/// An order of the log, or the few that a line gave, with what happened.
pub fn ordered(of: Told<'_>, entries: Range<usize>) -> Option<Ordered<'_>> {
    let rules = of.at.session.rules();
    let all = of.at.session.log().entries().get(entries.clone())?;
    let last: &Entry = all.last()?;
    let power = power_name(rules, last.by);
    let texts: Vec<&str> = all.iter().map(|entry| entry.text.as_str()).collect();
    // Chapter 0 is the beginning.
    let chapters = of.at.session.story().chapters().iter();
    let chapters = chapters.skip(entries.start + 1).take(entries.len());
    let events = chapters.flat_map(|chapter| told(rules, &chapter.events));
    let events = events.collect();
    Some(Ordered {
        at: entries.end,
        power,
        by: of.seats.word(last.by),
        deed: last.deed.word(),
        order: texts.join("; "),
        events,
    })
}

/// Who sits where, for those who speak with this voice.
fn chairs<'a>(of: Told<'a>, voice: &Voice) -> Vec<Chair<'a>> {
    let rules = of.at.session.rules();
    let chair = |power| Chair {
        power: power_name(rules, power),
        seat: of.seats.word(power),
        me: voice.plays(of.seats, power),
    };
    rules.turn.order.iter().copied().map(chair).collect()
}

/// How a game stands, for those who speak with this voice.
pub fn snapshot<'a>(
    of: Told<'a>,
    voice: &Voice,
    log: Vec<Ordered<'a>>,
    notes: Vec<&'a Value>,
) -> String {
    text(&Snapshot {
        kind: "snapshot",
        at: of.at.session.log().entries().len(),
        position: Position::of(of.at.session.rules(), of.at.session.state(), |_| true),
        awaited: Awaited::of(of.at),
        seats: chairs(of, voice),
        plan: of.plan,
        redo: of.at.session.log().to_redo(),
        log,
        notes,
    })
}

/// Who sits where.
pub fn seats(of: Told<'_>, voice: &Voice) -> String {
    text(&Sat {
        kind: "seats",
        seats: chairs(of, voice),
    })
}

/// What an order changed.
pub fn order(of: Told<'_>, before: &State, ordered: Ordered<'_>) -> String {
    text(&Order {
        kind: "order",
        ordered,
        then: Then::of(of, before),
    })
}

/// What going back changed, or going to another plan.
pub fn back(of: Told<'_>, before: &State, undone: &[String]) -> String {
    text(&Back {
        kind: "back",
        at: of.at.session.log().entries().len(),
        undone,
        then: Then::of(of, before),
    })
}
