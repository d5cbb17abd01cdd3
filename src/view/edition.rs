//! An edition as programs read it: what is needed to play and draw it.

use sandtable_rules::{
    Phase, PowerId, Rules, Space, Terrain, UnitType, power_name, side_name, space_name,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// An edition.
#[derive(Serialize, JsonSchema)]
pub struct Edition<'a> {
    name: &'a str,
    title: &'a str,
    /// Equal digests play the same game.
    digest: String,
    /// What money is called.
    currency: &'a str,
    sides: Vec<&'a str>,
    powers: Vec<PowerFacts<'a>>,
    /// Who plays in a round, in this order.
    order: Vec<&'a str>,
    /// The phases of a turn.
    phases: Vec<PhaseFacts<'a>>,
    units: Vec<TypeFacts<'a>>,
    spaces: Vec<SpaceFacts<'a>>,
}

/// A power.
#[derive(Serialize, JsonSchema)]
struct PowerFacts<'a> {
    name: &'a str,
    side: Option<&'a str>,
    /// Whether it has turns of its own.
    plays: bool,
    /// As `#rrggbb`.
    colour: &'a str,
    capitals: Vec<&'a str>,
}

/// A phase of a turn.
#[derive(Serialize, JsonSchema)]
struct PhaseFacts<'a> {
    name: &'a str,
    kind: &'static str,
}

/// A type of units or facilities.
#[derive(Serialize, JsonSchema)]
struct TypeFacts<'a> {
    name: &'a str,
    /// What several are called.
    plural: String,
    domain: &'static str,
    /// The price; none where it is not for sale.
    cost: Option<u16>,
    moves: u8,
    /// The hits that destroy it.
    hits: u8,
    /// Its values by name, such as those it hits at.
    values: BTreeMap<&'a str, f64>,
    /// A letter or two for pictures.
    glyph: &'a str,
}

/// A territory or sea zone.
#[derive(Serialize, JsonSchema)]
struct SpaceFacts<'a> {
    name: &'a str,
    /// Other names that orders may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'a str>,
    sea: bool,
    income: u16,
    /// The power whose emblem it bears.
    original: Option<&'a str>,
    capital_of: Option<&'a str>,
    /// The victory city in it.
    city: Option<&'a str>,
    /// Nobody may enter it.
    closed: bool,
    tags: Vec<&'a str>,
    /// Where a picture draws it, in units of the pack's own: to the right, and down.
    at: [i32; 2],
    borders: Vec<&'a str>,
}

impl<'a> Edition<'a> {
    /// Of a pack.
    pub fn of(rules: &'a Rules) -> Self {
        let (powers, turn) = (&rules.powers, &rules.turn);
        let phase = |phase: &'a Phase| PhaseFacts {
            name: &phase.name,
            kind: phase.kind.name(),
        };
        let spaces = rules.board.spaces.values();
        Self {
            name: &rules.name,
            title: &rules.title,
            digest: sandtable_game::save::hex(&rules.digest),
            currency: &rules.economy.currency,
            sides: powers.sides.values().map(String::as_str).collect(),
            powers: powers.powers.ids().map(|id| power(rules, id)).collect(),
            order: turn.order.iter().map(|p| power_name(rules, *p)).collect(),
            phases: turn.phases.values().map(phase).collect(),
            units: rules.units.types.values().map(|t| kind(rules, t)).collect(),
            spaces: spaces.map(|s| space(rules, s)).collect(),
        }
    }
}

fn power(rules: &Rules, id: PowerId) -> PowerFacts<'_> {
    let power = &rules.powers[id];
    let economies = power.economies.iter();
    let capitals = economies.filter_map(|e| rules.powers.economies[*e].capital);
    PowerFacts {
        name: &power.name,
        side: power.side.map(|side| side_name(rules, side)),
        plays: power.plays,
        colour: &power.colour,
        capitals: capitals.map(|s| space_name(rules, s)).collect(),
    }
}

fn kind<'a>(rules: &'a Rules, of: &'a UnitType) -> TypeFacts<'a> {
    let values = rules.units.attrs.iter().zip(of.values.values());
    TypeFacts {
        name: &of.name,
        plural: super::names::plural(&of.name),
        domain: of.domain.word(),
        cost: of.cost,
        moves: of.moves,
        hits: of.hits,
        values: values
            .map(|((_, name), value)| (name.as_str(), f64::from(value.0) / 100.0))
            .collect(),
        glyph: &of.glyph,
    }
}

fn space<'a>(rules: &'a Rules, of: &'a Space) -> SpaceFacts<'a> {
    let power = |id: Option<PowerId>| id.map(|id| power_name(rules, id));
    let tags = of.tags.iter();
    SpaceFacts {
        name: &of.name,
        aliases: of.aliases.iter().map(String::as_str).collect(),
        sea: of.terrain == Terrain::Sea,
        income: of.income,
        original: power(of.original),
        capital_of: power(of.capital_of),
        city: of.city.as_deref(),
        closed: of.closed,
        tags: tags.map(|t| rules.board.tags[t].as_str()).collect(),
        at: [of.at.0, of.at.1],
        borders: of.borders.iter().map(|s| space_name(rules, *s)).collect(),
    }
}
