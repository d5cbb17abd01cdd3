//! Sides, powers, economies and how powers stand to each other at the start.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::ast::{Item, Name, NameList};
use crate::pack::tables::{EconomyRow, PowerRow, Tables};
use crate::rules::{
    Economy, EconomyId, Id, Power, PowerId, PowerSet, Relation, SideId, SpaceId, SpaceSet,
};
use std::collections::BTreeMap;

/// Relations as they were said, each with its place and its layer.
type Said = BTreeMap<(PowerId, PowerId), (Relation, Loc, usize)>;

impl Compiler<'_> {
    /// Gives every side and power its id.
    pub(super) fn name_powers(&mut self, tables: &Tables) {
        for name in &tables.sides {
            let id = SideId::new(self.rules.powers.sides.len());
            if self.room(self.rules.powers.sides.len(), 64, "sides", name.loc) {
                let named = self.scope.sides.define(name, id);
                if self.keep(named).is_some() {
                    self.rules.powers.sides.push(name.text.clone());
                }
            }
        }
        for row in &tables.powers {
            let count = self.rules.powers.powers.len();
            if !self.room(count, PowerSet::CAPACITY, "powers", row.name.loc) {
                break;
            }
            let id = PowerId::new(count);
            let named = self.scope.powers.define(&row.name, id);
            if self.keep(named).is_none() {
                continue;
            }
            let mut aliases = Vec::new();
            for also in &row.also {
                let named = self.scope.powers.define(also, id);
                aliases.extend(self.keep(named).map(|()| also.text.clone()));
            }
            let side = row.side.as_ref().and_then(|name| {
                let found = self.scope.sides.find(name);
                self.keep(found)
            });
            let (name, colour) = (row.name.text.clone(), row.colour.clone());
            self.rules.powers.powers.push(Power {
                name,
                aliases,
                side,
                plays: row.plays,
                colour,
                economies: Vec::new(),
            });
            self.places.powers.push(row.name.loc);
        }
        self.name_power_sets(tables);
    }

    fn name_power_sets(&mut self, tables: &Tables) {
        let powers = &self.rules.powers;
        let everyone: PowerSet = powers.powers.ids().collect();
        let players: PowerSet = powers
            .powers
            .iter()
            .filter(|(_, p)| p.plays)
            .map(|(id, _)| id)
            .collect();
        let loc = tables.powers.first().map_or(
            Loc {
                file: crate::diag::FileId(0),
                start: 0,
                end: 0,
            },
            |p| p.name.loc,
        );
        let word = |text: &str| Name {
            text: text.to_owned(),
            loc,
        };
        let mut sets: Vec<(Name, PowerSet)> =
            vec![(word("everyone"), everyone), (word("players"), players)];
        for name in &tables.sides {
            if let Some(side) = self.scope.sides.get(&name.text) {
                sets.push((name.clone(), powers.of_side(side)));
            }
        }
        for (name, set) in sets {
            // A side named twice has been reported already.
            let _ = self.scope.power_sets.define(&name, set);
        }
    }

    /// Economies, and relations at the start.
    pub(super) fn powers(&mut self, tables: &Tables, items: &[Item]) {
        let mut capitals: BTreeMap<PowerId, Vec<SpaceId>> = BTreeMap::new();
        for (space, s) in self.rules.board.spaces.iter() {
            if let Some(power) = s.capital_of {
                capitals.entry(power).or_default().push(space);
            }
        }
        for row in &tables.powers {
            let Some(power) = self.scope.powers.get(&row.name.text) else {
                continue;
            };
            let held = capitals.remove(&power).unwrap_or_default();
            self.economies(row, power, &held);
        }
        self.relations(items);
    }

    fn economies(&mut self, row: &PowerRow, power: PowerId, capitals: &[SpaceId]) {
        if row.economies.is_empty() {
            let economy = Economy {
                name: row.name.text.clone(),
                power,
                capital: capitals.first().copied(),
                region: self.all_spaces(),
                treasury: row.treasury,
            };
            self.add_economy(&row.name, economy);
            if let [_, second, ..] = capitals {
                let loc = self.places.spaces[second.index()];
                let problem = Problem::error(
                    "pack/capital",
                    format!("`{}` has two capitals but only one economy", row.name.text),
                );
                self.problems.push(
                    problem
                        .at(loc, "its second capital")
                        .at(row.name.loc, "its economies are listed here"),
                );
            }
        }
        for e in &row.economies {
            self.economy(row, e, power, capitals);
        }
    }

    fn economy(&mut self, row: &PowerRow, e: &EconomyRow, power: PowerId, capitals: &[SpaceId]) {
        let capital = e.capital.as_ref().and_then(|name| self.space(name));
        if let (Some(capital), Some(name)) = (capital, &e.capital)
            && !capitals.contains(&capital)
        {
            let problem = Problem::error(
                "pack/capital",
                format!("`{}` is not a capital of `{}`", name.text, row.name.text),
            );
            let help = format!("say `capital of \"{}\"` in the territory", row.name.text);
            self.problems
                .push(problem.at(name.loc, "named as a capital here").help(help));
        }
        let region = match &e.region {
            Some(names) => names
                .iter()
                .map(|n| self.named_spaces(n))
                .fold(Default::default(), |a: SpaceSet, b| a.union(b)),
            None => self.all_spaces(),
        };
        self.add_economy(
            &e.name,
            Economy {
                name: e.name.text.clone(),
                power,
                capital,
                region,
                treasury: e.treasury,
            },
        );
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

    fn relations(&mut self, items: &[Item]) {
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
        for item in items {
            if let Item::Relations(rows, layer) = item {
                for (a, relation, b) in rows {
                    self.relation((a, *relation, b), *layer, &mut said);
                }
            }
        }
    }

    fn relation(
        &mut self,
        (left, relation, right): (&NameList, Relation, &NameList),
        layer: usize,
        said: &mut Said,
    ) {
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
