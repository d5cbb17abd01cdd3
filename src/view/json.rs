//! Positions and decisions as programs read them, with names in place of ids: what `--json` prints
//! and the protocol answers. Their JSON Schema is derived.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::Paint;
use super::named::named_in;
use super::report::bought;
use super::text::{describe_choice, describe_decision};
use sandtable_kernel::{
    Choice, Count, Cx, Decision, DecisionKind, State, Unit, UnitIx, range, tally,
};
use sandtable_rules::{Id, PowerId, Relation, Rules, SpaceId, power_name, side_name, space_name};

/// How many units of each type.
pub type Units<'a> = BTreeMap<&'a str, u16>;

/// What a unit carries.
pub fn cargo<'a>(rules: &'a Rules, state: &State, ix: UnitIx) -> Units<'a> {
    counted(rules, &tally(state.aboard(ix).map(|(_, u)| u.kind)))
}

/// Units that are counted by type.
pub fn counted<'a>(rules: &'a Rules, counts: &[Count]) -> Units<'a> {
    let named = |(kind, n): &Count| (rules.units[*kind].name.as_str(), *n);
    counts.iter().map(named).collect()
}

/// How a game stands, in figures.
#[derive(Serialize, JsonSchema)]
pub struct Summary<'a> {
    pack: &'a str,
    round: u16,
    /// The power on turn.
    power: Option<&'a str>,
    phase: Option<&'a str>,
    /// The side that has won.
    winner: Option<&'a str>,
    powers: Vec<Figures<'a>>,
}

/// A power in figures.
#[derive(Serialize, JsonSchema)]
pub(super) struct Figures<'a> {
    pub name: &'a str,
    pub side: Option<&'a str>,
    pub treasury: i32,
    /// What its territories produce.
    pub income: u32,
    /// How many units it has.
    pub units: usize,
    /// What they are worth.
    pub worth: u32,
    /// The victory cities it holds.
    pub cities: Vec<String>,
    pub at_war_with: Vec<&'a str>,
    /// What it has developed, where the pack has advances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advances: Option<Vec<&'a str>>,
}

impl<'a> Figures<'a> {
    /// Of a power in a position.
    pub fn of(rules: &'a Rules, state: &State, power: PowerId) -> Self {
        let of = &rules.powers[power];
        let spaces = rules.board.spaces.iter();
        let own = spaces.filter(|(id, _)| state.owner(*id) == Some(power));
        let at_war = |p: &PowerId| state.relation(rules, power, *p) == Relation::War;
        let foes = rules.powers.powers.ids().filter(at_war);
        let names = &rules.advances.names;
        let known = state.advances[power.index()].iter();
        let known = known.map(|id| names[id].as_str());
        Self {
            name: &of.name,
            side: of.side.map(|side| side_name(rules, side)),
            treasury: state.funds(rules, power),
            income: state.production(rules, power),
            units: state.all().filter(|(_, u)| u.owner == power).count(),
            worth: state.worth(rules, power),
            cities: own.filter_map(|(_, s)| s.city.clone()).collect(),
            at_war_with: foes.map(|p| power_name(rules, p)).collect(),
            advances: (!names.is_empty()).then(|| known.collect()),
        }
    }
}

impl<'a> Summary<'a> {
    /// Of a position.
    pub fn of(rules: &'a Rules, state: &State) -> Self {
        let players = rules.powers.powers.iter().filter(|(_, p)| p.plays);
        let powers = players.map(|(id, _)| Figures::of(rules, state, id));
        let power = rules.turn.order.get(usize::from(state.turn));
        Self {
            pack: &rules.name,
            round: state.round,
            power: power.map(|p| power_name(rules, *p)),
            phase: rules.name("PhaseId", state.phase.index()),
            winner: state.winner.map(|side| side_name(rules, side)),
            powers: powers.collect(),
        }
    }
}

/// A position.
#[derive(Serialize, JsonSchema)]
pub struct Position<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    /// The spaces that somebody owns or stands in.
    spaces: BTreeMap<&'a str, Holding<'a>>,
    /// Counters and flags of triggers.
    counters: BTreeMap<&'a str, i32>,
    /// What the power on turn has bought and not placed.
    bought: Units<'a>,
    /// Equal positions have equal digests.
    digest: String,
}

/// Who owns a space, and what every power has in it.
#[derive(PartialEq, Serialize, JsonSchema)]
struct Holding<'a> {
    owner: Option<&'a str>,
    units: BTreeMap<&'a str, Stack<'a>>,
}

/// What a power has in a space.
#[derive(PartialEq, Serialize, JsonSchema)]
struct Stack<'a> {
    units: Units<'a>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<Hurt<'a>>,
    /// What carries something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    carrying: Vec<Load<'a>>,
}

/// A damaged unit.
#[derive(PartialEq, Serialize, JsonSchema)]
struct Hurt<'a> {
    unit: &'a str,
    damage: u8,
}

/// A unit with what it carries.
#[derive(PartialEq, Serialize, JsonSchema)]
struct Load<'a> {
    unit: &'a str,
    cargo: Units<'a>,
}

impl<'a> Position<'a> {
    /// A position, with the spaces that pass the test.
    pub fn of(rules: &'a Rules, state: &State, shown: impl Fn(SpaceId) -> bool) -> Self {
        let spaces = rules.board.spaces.iter().filter(|(id, _)| shown(*id));
        let counters = rules.counters.iter();
        Self {
            summary: Summary::of(rules, state),
            spaces: spaces
                .map(|(id, space)| (space.name.as_str(), holding(rules, state, id)))
                .filter(|(_, h)| h.owner.is_some() || !h.units.is_empty())
                .collect(),
            counters: counters
                .map(|(id, c)| (c.name.as_str(), state.counter(id)))
                .collect(),
            bought: counted(rules, &bought(state)),
            digest: digest(state),
        }
    }
}

/// What is different about a position.
#[derive(Serialize, JsonSchema)]
pub struct Patch<'a> {
    /// The new contents of each space that changed.
    spaces: BTreeMap<&'a str, Holding<'a>>,
    summary: Summary<'a>,
    counters: BTreeMap<&'a str, i32>,
    bought: Units<'a>,
    digest: String,
}

impl<'a> Patch<'a> {
    /// Between two positions.
    pub fn of(rules: &'a Rules, before: &State, after: &State) -> Self {
        let spaces = rules.board.spaces.iter().filter_map(|(id, space)| {
            let now = holding(rules, after, id);
            (now != holding(rules, before, id)).then_some((space.name.as_str(), now))
        });
        let besides = Position::of(rules, after, |_| false);
        Self {
            spaces: spaces.collect(),
            summary: besides.summary,
            counters: besides.counters,
            bought: besides.bought,
            digest: besides.digest,
        }
    }
}

/// The digest of a position as text.
pub fn digest(state: &State) -> String {
    format!("{:016x}", state.digest())
}

fn holding<'a>(rules: &'a Rules, state: &State, space: SpaceId) -> Holding<'a> {
    let mut stacks: BTreeMap<PowerId, Vec<(UnitIx, &Unit)>> = BTreeMap::new();
    for (ix, unit) in state.units_in(space) {
        stacks.entry(unit.owner).or_default().push((ix, unit));
    }
    let stacks = stacks.into_iter();
    Holding {
        owner: state.owner(space).map(|p| power_name(rules, p)),
        units: stacks
            .map(|(p, here)| (power_name(rules, p), stack(rules, state, &here)))
            .collect(),
    }
}

fn stack<'a>(rules: &'a Rules, state: &State, here: &[(UnitIx, &Unit)]) -> Stack<'a> {
    let name = |u: &Unit| rules.units[u.kind].name.as_str();
    let hurt = here.iter().filter(|(_, u)| u.damage > 0);
    let loads = here.iter().filter_map(|(ix, u)| {
        let (unit, cargo) = (name(u), cargo(rules, state, *ix));
        (!cargo.is_empty()).then_some(Load { unit, cargo })
    });
    Stack {
        units: counted(rules, &tally(here.iter().map(|(_, u)| u.kind))),
        damaged: hurt
            .map(|(_, u)| Hurt {
                unit: name(u),
                damage: u.damage,
            })
            .collect(),
        carrying: loads.collect(),
    }
}

/// A unit by itself.
#[derive(Serialize, JsonSchema)]
pub struct UnitFacts<'a> {
    /// Its number, as `TYPE#17` and the JSON form of orders have it; it may change when a turn ends.
    id: u16,
    unit: &'a str,
    power: &'a str,
    space: &'a str,
    damage: u8,
    /// The number of what carries it.
    carried_by: Option<u16>,
    /// The movement points it has left; none where it is not on the move.
    moves_left: Option<u8>,
}

impl<'a> UnitFacts<'a> {
    /// A unit of a game.
    pub fn of(cx: Cx<'a>, ix: UnitIx, unit: &Unit) -> Self {
        Self {
            id: ix.0,
            unit: &cx.rules.units[unit.kind].name,
            power: power_name(cx.rules, unit.owner),
            space: space_name(cx.rules, unit.space),
            damage: unit.damage,
            carried_by: unit.carrier().map(|c| c.0),
            moves_left: range(cx, ix).ok(),
        }
    }
}

/// What a game waits for.
#[derive(Serialize, JsonSchema)]
pub struct Waiting<'a> {
    /// Who must speak.
    power: &'a str,
    /// The kind of phase, or the word that begins the answer.
    kind: &'static str,
    /// The question as people read it.
    question: String,
    /// The words of an offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What an offer lets choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    /// How many choices are taken at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<u16>,
    /// How many choices are taken at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<u16>,
    /// Whether the same choice may be taken more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<bool>,
    /// What a decision of a battle is about.
    #[serde(flatten)]
    #[schemars(with = "Facts")]
    facts: Map<String, Value>,
}

/// What is told of a decision besides.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is of use")]
enum Facts {
    /// What it is about.
    Of(DecisionKind),
    /// Nothing of a phase; of an offer what stands beside.
    Nothing {},
}

impl<'a> Waiting<'a> {
    /// A decision of a game.
    pub fn of(rules: &'a Rules, state: &State, decision: &Decision) -> Self {
        let offer = match &decision.kind {
            DecisionKind::Offer(offer) => Some(offer),
            _ => None,
        };
        let facts = match &decision.kind {
            DecisionKind::Phase(_) | DecisionKind::Offer(_) => Value::Null,
            kind => named_in(rules, state, kind),
        };
        let choice = |c: &Choice| describe_choice(rules, state, c);
        Self {
            power: power_name(rules, decision.power),
            kind: decision.kind.name(),
            question: describe_decision(rules, state, decision, Paint::Off),
            text: offer.map(|o| o.text.clone()),
            choices: offer.map(|o| o.choices.iter().map(choice).collect()),
            min: offer.map(|o| o.min),
            max: offer.map(|o| o.max),
            repeat: offer.map(|o| o.repeat),
            facts: match facts {
                Value::Object(facts) => facts,
                _ => Map::new(),
            },
        }
    }
}
