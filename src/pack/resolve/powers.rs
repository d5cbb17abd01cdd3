//! Sides, powers, economies and how powers stand to each other at the start.

use super::Compiler;
use crate::grammar::Rule;
use crate::layer::Row;
use crate::tables::{Key, Otherwise, Reader, Set, Shape, by_name, schema};
use crate::tree::{Name, Node};
use sandtable_diag::{Loc, Problem};
use sandtable_rules::{Economy, Power, PowerId, PowerSet, Relation, SpaceId, SpaceSet};
use std::collections::BTreeMap;

/// Relations as they were said, each with its place and its layer.
type Stated = BTreeMap<(PowerId, PowerId), (Relation, Loc, usize)>;

/// A power as its table says it.
pub struct Said {
    name: Name,
    power: Power,
    /// Its treasury, or its economies where it has more than one.
    treasury: i32,
    economies: Vec<(Name, Reader)>,
}

type PowerKey = Key<Said>;
type EconomyKey = Key<Economy>;

/// `[power.NAME]`.
const POWER: Shape<Said> = Shape {
    title: "A power",
    keys: &[
        PowerKey::new("also", Set::Else(schema::names)).about("Other names for it."),
        PowerKey::new(
            "side",
            Set::Text(|c, p, name| p.power.side = c.find(|s| &mut s.sides, &name)),
        )
        .about("The side it wins with."),
        PowerKey::new("without", Set::Else(schema::names))
            .about("In an overlay: the keys of the base that are taken away."),
        PowerKey::new("plays", Set::Flag(|p, on| p.power.plays = on))
            .otherwise(Otherwise::Flag(true))
            .about("It has a player and turns of its own."),
        PowerKey::new("colour", Set::Else(schema::colour)).about("The colour of its pieces."),
        PowerKey::new("treasury", Set::Large(|p, n| p.treasury = n))
            .otherwise(Otherwise::Number(0))
            .about("The treasury at the start, in IPC."),
        PowerKey::new(
            "economy",
            Set::Tables(|| ECONOMY.schema(), |p, tables| p.economies = tables),
        )
        .about("Its economies, where it has more than one."),
    ],
};

const ECONOMY: Shape<Economy> = Shape {
    title: "An economy",
    keys: &[
        EconomyKey::new("treasury", Set::Large(|e, n| e.treasury = n))
            .otherwise(Otherwise::Number(0))
            .about("The treasury at the start, in IPC."),
        EconomyKey::new(
            "capital",
            Set::Text(|c, e, name| e.capital = c.capital_of(e.power, &name)),
        )
        .about("Its capital."),
        EconomyKey::new(
            "region",
            Set::Names(|c, e, names| {
                let spaces = names.iter().map(|n| c.named_spaces(n));
                e.region = spaces.fold(SpaceSet::EMPTY, SpaceSet::union);
            }),
        )
        .about("The territories whose income goes here."),
    ],
};

/// The powers of a pack, for editors.
pub fn power_schema() -> serde_json::Value {
    by_name(POWER.schema())
}

impl Compiler<'_> {
    /// Gives every side and power its id.
    pub(super) fn name_powers(&mut self, rows: Vec<Row>) {
        for name in self.of(Rule::sides) {
            if self.define_next(|s| &mut s.sides, name).is_some() {
                self.rules.powers.sides.push(name.text.clone());
            }
        }
        let start = rows.first().map_or(Loc::START, |p| p.name.loc);
        for row in rows {
            if let Some(id) = self.define_next(|s| &mut s.powers, &row.name) {
                self.name_power(id, row);
            }
        }
        self.name_power_sets(start);
    }

    fn name_power(&mut self, id: PowerId, mut row: Row) {
        let table = &mut row.table;
        let mut aliases = Vec::new();
        for also in table.names("also").unwrap_or_default() {
            let named = self.define(|s| &mut s.powers, &also, id);
            aliases.extend(named.map(|_| also.text));
        }
        let power = Power {
            name: row.name.text.clone(),
            aliases,
            plays: true,
            colour: self.colour(table),
            ..Power::default()
        };
        let plain = Said {
            name: row.name.clone(),
            power,
            treasury: 0,
            economies: Vec::new(),
        };
        let said = POWER.read(self, plain, table);
        table.note_unknown();
        self.places.powers.push(row.name.loc);
        self.rules.powers.powers.push(said.power.clone());
        self.treasuries.push(said);
        row.finish(self.problems);
    }

    fn colour(&mut self, table: &mut Reader) -> String {
        let Some(colour) = table.text("colour") else {
            return "#808080".to_owned();
        };
        let digits = colour.text.strip_prefix('#').unwrap_or_default();
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            let problem = Problem::error("pack/colour", format!("`{}` is no colour", colour.text))
                .at(colour.loc, "a colour is written `#rrggbb`");
            self.problems.push(problem);
        }
        colour.text
    }

    fn name_power_sets(&mut self, loc: Loc) {
        let powers = &self.rules.powers;
        let everyone = self.all_powers();
        let players: PowerSet = powers.powers.those(|p| p.plays);
        let mut sets = vec![
            (Name::new("everyone", loc), everyone),
            (Name::new("players", loc), players),
        ];
        for name in self.of(Rule::sides) {
            if let Some(side) = self.scope.sides.get(&name.text) {
                sets.push(((**name).clone(), powers.of_side(side)));
            }
        }
        for (name, set) in sets {
            // A side named twice has been reported already.
            let _ = self.scope.power_sets.define(&name, set);
        }
    }

    /// Economies, and relations at the start.
    pub(super) fn powers(&mut self) {
        let treasuries = std::mem::take(&mut self.treasuries);
        for (said, power) in treasuries.into_iter().zip(self.rules.powers.powers.ids()) {
            let (name, treasury, economies) = (said.name, said.treasury, said.economies);
            let spaces = &self.board().spaces;
            let capitals: Vec<SpaceId> = spaces.those(|s| s.capital_of == Some(power));
            let region = self.all_spaces();
            let plain = |name: &Name| Economy {
                name: name.text.clone(),
                power,
                region,
                ..Economy::default()
            };
            if economies.is_empty() {
                let mut economy = plain(&name);
                (economy.capital, economy.treasury) = (capitals.first().copied(), treasury);
                self.add_economy(&name, economy);
                if let [_, second, ..] = capitals[..] {
                    let message = format!("`{}` has two capitals but only one economy", name.text);
                    let problem = Problem::error("pack/capital", message)
                        .at(self.places.spaces[second], "its second capital")
                        .at(name.loc, "its economies are listed here");
                    self.problems.push(problem);
                }
            }
            for (own, mut table) in economies {
                let economy = ECONOMY.read(self, plain(&own), &mut table);
                self.add_economy(&own, economy);
                table.finish(self.problems);
            }
        }
        self.relations();
    }

    /// The capital of an economy, which must be one of its power.
    fn capital_of(&mut self, power: PowerId, name: &Name) -> Option<SpaceId> {
        let capital = self.space(name)?;
        if self.board().spaces[capital].capital_of != Some(power) {
            let of = &self.rules.powers[power].name;
            let message = format!("`{}` is not a capital of `{of}`", name.text);
            let problem = Problem::error("pack/capital", message)
                .at(name.loc, "named as a capital here")
                .help(format!("say `capital of \"{of}\"` in the territory"));
            self.problems.push(problem);
        }
        Some(capital)
    }

    fn add_economy(&mut self, name: &Name, economy: Economy) {
        if let Some(id) = self.define_next(|s| &mut s.economies, name) {
            self.rules.powers.powers[economy.power].economies.push(id);
            self.rules.powers.economies.push(economy);
        }
    }

    fn relations(&mut self) {
        let powers = &self.rules.powers.powers;
        let friends = |a: &Power, b: &Power| a.side.is_some() && a.side == b.side;
        let mut table = Vec::with_capacity(powers.len() * powers.len());
        for (a, x) in powers.iter() {
            for (b, y) in powers.iter() {
                table.push(match a == b || friends(x, y) {
                    true => Relation::Allied,
                    false => Relation::Neutral,
                });
            }
        }
        self.rules.powers.relations = table;
        let mut said = Stated::new();
        for piece in self.pieces.iter().filter(|p| p.kind == Rule::relations) {
            self.relation(&piece.node, piece.layer, &mut said);
        }
    }

    fn relation(&mut self, row: &Node, layer: usize, said: &mut Stated) {
        let [left, standing, right] = row.parts();
        let relation = match standing.word {
            Some(Rule::k_at_war_with) => Relation::War,
            Some(Rule::k_neutral_to) => Relation::Neutral,
            _ => Relation::Allied,
        };
        let Some((a, b)) = self.unless_hollow(|c| (c.power_set(left), c.power_set(right))) else {
            return;
        };
        let loc = left.loc.to(right.loc);
        for x in a.iter() {
            for y in b.iter() {
                if x == y {
                    let name = &self.rules.powers[x].name;
                    let message = format!("`{name}` cannot stand in a relation to itself");
                    let problem =
                        Problem::error("pack/relation", message).at(loc, "on both sides here");
                    self.problems.push(problem);
                    continue;
                }
                if let Some((other, first, below)) =
                    said.insert((x.min(y), x.max(y)), (relation, loc, layer))
                    && other != relation
                    && below == layer
                {
                    let (x, y) = (&self.rules.powers[x].name, &self.rules.powers[y].name);
                    let message = format!("`{x}` and `{y}` stand to each other in two ways");
                    let problem = Problem::error("pack/relation", message)
                        .at(loc, "this way here")
                        .at(first, "another way here");
                    self.problems.push(problem);
                }
                for (p, q) in [(x, y), (y, x)] {
                    let pair = self.rules.powers.pair(p, q);
                    self.rules.powers.relations[pair] = relation;
                }
            }
        }
    }
}
