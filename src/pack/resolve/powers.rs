//! Sides, powers, economies and how powers stand to each other at the start.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::grammar::Rule;
use crate::pack::layer::Row;
use crate::pack::tables::Reader;
use crate::pack::tree::{Name, Node};
use crate::rules::{
    Economy, EconomyId, Id, Power, PowerId, PowerSet, Relation, SideId, SpaceId, SpaceSet,
};
use std::collections::BTreeMap;

/// Relations as they were said, each with its place and its layer.
type Said = BTreeMap<(PowerId, PowerId), (Relation, Loc, usize)>;

impl Compiler<'_> {
    /// Gives every side and power its id.
    pub(super) fn name_powers(&mut self, rows: &mut [Row]) {
        for name in self.of(Rule::sides) {
            let id = SideId::new(self.rules.powers.sides.len());
            if self.room(self.rules.powers.sides.len(), 64, "sides", name.loc) {
                let named = self.scope.sides.define(name, id);
                if self.keep(named).is_some() {
                    self.rules.powers.sides.push(name.text.clone());
                }
            }
        }
        for row in rows.iter_mut() {
            let (name, table) = (&row.name, &mut row.table);
            let count = self.rules.powers.powers.len();
            if !self.room(count, PowerSet::CAPACITY, "powers", name.loc) {
                break;
            }
            let id = PowerId::new(count);
            let named = self.scope.powers.define(name, id);
            if self.keep(named).is_none() {
                continue;
            }
            let mut aliases = Vec::new();
            for also in table.names("also").unwrap_or_default() {
                let named = self.scope.powers.define(&also, id);
                aliases.extend(self.keep(named).map(|()| also.text));
            }
            let side = table.text("side").and_then(|name| {
                let found = self.scope.sides.find(&name);
                self.keep(found)
            });
            let colour = self.colour(table);
            self.rules.powers.powers.push(Power {
                name: name.text.clone(),
                aliases,
                side,
                plays: table.flag("plays").unwrap_or(true),
                colour,
                economies: Vec::new(),
            });
            self.places.powers.push(name.loc);
        }
        self.name_power_sets(rows);
    }

    fn colour(&mut self, table: &mut Reader) -> String {
        let Some(colour) = table.text("colour") else {
            return "#808080".to_owned();
        };
        let digits = colour.text.strip_prefix('#').unwrap_or_default();
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            let problem = Problem::error("pack/colour", format!("`{}` is no colour", colour.text));
            self.problems
                .push(problem.at(colour.loc, "a colour is written `#rrggbb`"));
        }
        colour.text
    }

    fn name_power_sets(&mut self, rows: &[Row]) {
        let powers = &self.rules.powers;
        let everyone: PowerSet = powers.powers.ids().collect();
        let plays = powers.powers.iter().filter(|(_, p)| p.plays);
        let players: PowerSet = plays.map(|(id, _)| id).collect();
        let loc = rows.first().map_or(Loc::START, |p| p.name.loc);
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
    pub(super) fn powers(&mut self, rows: Vec<Row>) {
        let mut capitals: BTreeMap<PowerId, Vec<SpaceId>> = BTreeMap::new();
        for (space, s) in self.rules.board.spaces.iter() {
            if let Some(power) = s.capital_of {
                capitals.entry(power).or_default().push(space);
            }
        }
        for mut row in rows {
            if let Some(power) = self.scope.powers.get(&row.name.text) {
                let held = capitals.remove(&power).unwrap_or_default();
                self.economies(&row.name, &mut row.table, power, &held);
            }
            row.table.note_unknown();
            row.finish(self.problems);
        }
        self.relations();
    }

    fn economies(&mut self, name: &Name, table: &mut Reader, power: PowerId, capitals: &[SpaceId]) {
        let treasury = table.int("treasury").unwrap_or(0);
        let economies = table.tables("economy", "economy");
        if economies.is_empty() {
            let economy = Economy {
                name: name.text.clone(),
                power,
                capital: capitals.first().copied(),
                region: self.all_spaces(),
                treasury,
            };
            self.add_economy(name, economy);
            if let [_, second, ..] = capitals {
                let message = format!("`{}` has two capitals but only one economy", name.text);
                let problem = Problem::error("pack/capital", message)
                    .at(self.places.spaces[second.index()], "its second capital")
                    .at(name.loc, "its economies are listed here");
                self.problems.push(problem);
            }
        }
        for (own, mut table) in economies {
            self.economy(name, &own, &mut table, power, capitals);
            table.finish(self.problems);
        }
    }

    fn economy(
        &mut self,
        of: &Name,
        name: &Name,
        table: &mut Reader,
        power: PowerId,
        capitals: &[SpaceId],
    ) {
        let treasury = table.int("treasury").unwrap_or(0);
        let seat = table.text("capital");
        let capital = seat.as_ref().and_then(|name| self.space(name));
        if let (Some(capital), Some(seat)) = (capital, &seat)
            && !capitals.contains(&capital)
        {
            let message = format!("`{}` is not a capital of `{}`", seat.text, of.text);
            let problem = Problem::error("pack/capital", message)
                .at(seat.loc, "named as a capital here")
                .help(format!("say `capital of \"{}\"` in the territory", of.text));
            self.problems.push(problem);
        }
        let region = match table.names("region") {
            Some(names) => names
                .iter()
                .map(|n| self.named_spaces(n))
                .fold(SpaceSet::EMPTY, SpaceSet::union),
            None => self.all_spaces(),
        };
        let economy = Economy {
            name: name.text.clone(),
            power,
            capital,
            region,
            treasury,
        };
        self.add_economy(name, economy);
    }

    fn add_economy(&mut self, name: &Name, economy: Economy) {
        let count = self.rules.powers.economies.len();
        if !self.room(count, 64, "economies", name.loc) {
            return;
        }
        let named = self.scope.economies.define(name, count);
        self.keep(named);
        let power = economy.power;
        let id: EconomyId = self.rules.powers.economies.push(economy);
        self.rules.powers.powers[power].economies.push(id);
    }

    fn relations(&mut self) {
        let powers = &self.rules.powers.powers;
        let friends = |a: &Power, b: &Power| a.side.is_some() && a.side == b.side;
        let mut table = Vec::with_capacity(powers.len() * powers.len());
        for (a, x) in powers.iter() {
            for (b, y) in powers.iter() {
                table.push(if a == b || friends(x, y) {
                    Relation::Allied
                } else {
                    Relation::Neutral
                });
            }
        }
        self.rules.powers.relations = table;
        let mut said = Said::new();
        for piece in self.pieces.iter().filter(|p| p.kind == Rule::relations) {
            self.relation(&piece.node, piece.layer, &mut said);
        }
    }

    fn relation(&mut self, row: &Node, layer: usize, said: &mut Said) {
        let [left, standing, right] = &row.kids[..] else {
            return;
        };
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
                    let problem = Problem::error(
                        "pack/relation",
                        format!("`{name}` cannot stand in a relation to itself"),
                    );
                    self.problems.push(problem.at(loc, "on both sides here"));
                    continue;
                }
                if let Some((other, first, below)) =
                    said.insert((x.min(y), x.max(y)), (relation, loc, layer))
                    && other != relation
                    && below == layer
                {
                    let (x, y) = (&self.rules.powers[x].name, &self.rules.powers[y].name);
                    let problem = Problem::error(
                        "pack/relation",
                        format!("`{x}` and `{y}` stand to each other in two ways"),
                    );
                    self.problems.push(
                        problem
                            .at(loc, "this way here")
                            .at(first, "another way here"),
                    );
                }
                for (p, q) in [(x, y), (y, x)] {
                    let pair = self.rules.powers.pair(p, q);
                    self.rules.powers.relations[pair] = relation;
                }
            }
        }
    }
}
