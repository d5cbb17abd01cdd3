//! The board: marks, spaces, borders, gates and regions.

use super::Compiler;
use crate::diag::{Loc, Problem, fold_name};
use crate::pack::ast::{GateItem, Item, Name, SpaceFact, SpaceItem};
use crate::pack::layer::space_key;
use crate::pack::tables::Tables;
use crate::rules::{Board, Gate, Id, Space, SpaceId, SpaceSet, Table, TagId, TagSet, Terrain};
use std::collections::BTreeMap;

/// Facts about spaces that can only be checked when all borders are known.
#[derive(Default)]
struct Later {
    islands: Vec<(SpaceId, Loc)>,
    borders: Vec<(SpaceId, Name)>,
}

impl Compiler<'_> {
    /// Gives every mark, flag, counter and script its id.
    pub(super) fn name_marks_and_counters(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Marks(names) => names.iter().for_each(|n| self.mark(n)),
                Item::Flags(names) => names.iter().for_each(|n| self.counter(n, 0)),
                Item::Counter(name, start) => self.counter(name, *start),
                _ => {}
            }
        }
    }

    fn mark(&mut self, name: &Name) {
        let count = self.rules.board.tags.len();
        if self.room(count, TagSet::CAPACITY, "marks", name.loc) {
            let named = self.scope.tags.define(name, TagId::new(count));
            if self.keep(named).is_some() {
                self.rules.board.tags.push(name.text.clone());
                let lost = self.cut_off.marks.contains(&fold_name(&name.text));
                self.places.tags.push((!lost).then_some(name.loc));
            }
        }
    }

    /// Every space with its borders, and the gates.
    pub(super) fn spaces(&mut self, tables: &Tables, items: &[Item]) {
        let mut spaces = Table::default();
        let mut kept = Vec::new();
        for item in items {
            let Item::Space(said) = item else { continue };
            if !self.room(spaces.len(), SpaceSet::CAPACITY, "spaces", said.name.loc) {
                break;
            }
            if let Some(space) = self.name_space(said, SpaceId::new(spaces.len())) {
                spaces.push(space);
                self.places.spaces.push(said.name.loc);
                kept.push(said);
            }
        }
        let mut later = Later::default();
        for (said, id) in kept.into_iter().zip(spaces.ids()) {
            self.facts(said, id, &mut spaces[id], &mut later);
        }
        self.borders(&mut spaces, &later);
        self.islands(&mut spaces, &later);
        self.positions(tables, &mut spaces);
        let tags = std::mem::take(&mut self.rules.board.tags);
        self.rules.board = Board::new(spaces, Vec::new(), tags);
        for item in items {
            if let Item::Gate(gate) = item {
                self.gate(gate);
            }
        }
    }

    fn name_space(&mut self, said: &SpaceItem, id: SpaceId) -> Option<Space> {
        let terrain = if said.sea {
            Terrain::Sea
        } else {
            Terrain::Land
        };
        let text = &said.name.text;
        // Sea zones go by the short name; the long one is understood as well.
        let (name, aliases) = if said.sea {
            (format!("sz {text}"), vec![format!("sea zone {text}")])
        } else {
            (text.clone(), Vec::new())
        };
        for text in [&name].into_iter().chain(&aliases) {
            let named = self.scope.spaces.define(
                &Name {
                    text: text.clone(),
                    loc: said.name.loc,
                },
                id,
            );
            self.keep(named)?;
        }
        let (income, militia, tags) = (0, 0, TagSet::EMPTY);
        let (original, start, capital_of, city) = (None, None, None, None);
        let (island, closed, at, borders) = (false, false, (0, 0), Vec::new());
        Some(Space {
            name,
            aliases,
            terrain,
            income,
            original,
            start,
            capital_of,
            city,
            island,
            closed,
            militia,
            tags,
            at,
            borders,
        })
    }

    fn facts(&mut self, said: &SpaceItem, id: SpaceId, space: &mut Space, later: &mut Later) {
        let mut seen: BTreeMap<&'static str, Loc> = BTreeMap::new();
        let mut emblem = None;
        for fact in &said.facts {
            let (key, loc) = fact_key(fact);
            if let (Some(loc), Some(first)) = (loc, loc.and_then(|l| seen.insert(key, l))) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{key}` of `{}` is said twice", space.name),
                );
                self.problems
                    .push(problem.at(loc, "again here").at(first, "first here"));
            }
            if said.sea
                && let Some(loc) = land_only(fact)
            {
                let problem = Problem::error("pack/sea-zone", format!("a sea zone has no `{key}`"));
                self.problems
                    .push(problem.at(loc, "only territories have this"));
            }
            match fact {
                SpaceFact::Income(income, _) => space.income = *income,
                SpaceFact::Owner(name) => space.start = self.power(name),
                SpaceFact::Emblem(name) => emblem = self.power(name),
                SpaceFact::Capital(Some(name), _) => space.capital_of = self.power(name),
                SpaceFact::City(city, _) => space.city = Some(city.clone()),
                SpaceFact::Island(zone, loc) => {
                    later.islands.push((id, *loc));
                    later.borders.extend(zone.iter().map(|z| (id, z.clone())));
                }
                SpaceFact::Borders(names) => {
                    later.borders.extend(names.iter().map(|n| (id, n.clone())))
                }
                SpaceFact::Marked(names) => self.marked(names, space),
                SpaceFact::Closed(_) => space.closed = true,
                SpaceFact::Militia(count, _) => space.militia = *count,
                SpaceFact::Also(names) => self.also(names, id, space),
                SpaceFact::Capital(None, _) => {}
                // Settled when the layers became one.
                SpaceFact::IncomeBy(..) | SpaceFact::Border(..) | SpaceFact::Mark(..) => {}
                SpaceFact::NotAlso(_) | SpaceFact::Without(..) => {}
            }
        }
        space.original = emblem.or(space.start);
        for fact in &said.facts {
            if let SpaceFact::Capital(None, loc) = fact {
                space.capital_of = space.original;
                let owned = |f: &SpaceFact| matches!(f, SpaceFact::Owner(_) | SpaceFact::Emblem(_));
                if !said.facts.iter().any(owned) {
                    let problem = Problem::error(
                        "pack/capital",
                        format!("`{}` is a capital of nobody", space.name),
                    );
                    self.problems.push(
                        problem
                            .at(*loc, "whose capital?")
                            .help("give the territory an owner, or say `capital of …`"),
                    );
                }
            }
        }
    }

    fn marked(&mut self, names: &[Name], space: &mut Space) {
        for name in names {
            let found = self
                .scope
                .tags
                .find(name)
                .map_err(|p| p.help("marks are declared with `marks …`"));
            if let Some(tag) = self.keep(found) {
                space.tags.insert(tag);
            }
        }
    }

    fn also(&mut self, names: &[Name], id: SpaceId, space: &mut Space) {
        for name in names {
            let named = self.scope.spaces.define(name, id);
            if self.keep(named).is_some() {
                space.aliases.push(name.text.clone());
            }
        }
    }

    /// Borders hold both ways, from whichever side they are stated.
    fn borders(&mut self, spaces: &mut Table<SpaceId, Space>, later: &Later) {
        for (a, name) in &later.borders {
            let Some(b) = self.space(name) else { continue };
            if *a == b {
                let problem = Problem::error(
                    "pack/border",
                    format!("`{}` cannot border itself", spaces[b].name),
                );
                self.problems
                    .push(problem.at(name.loc, "this is the space itself"));
                continue;
            }
            for (x, y) in [(*a, b), (b, *a)] {
                if let Err(at) = spaces[x].borders.binary_search(&y) {
                    spaces[x].borders.insert(at, y);
                }
            }
        }
    }

    fn islands(&mut self, spaces: &mut Table<SpaceId, Space>, later: &Later) {
        for id in spaces.ids() {
            let zones = spaces[id]
                .borders
                .iter()
                .filter(|b| spaces[**b].terrain == Terrain::Sea)
                .count();
            let is =
                spaces[id].terrain == Terrain::Land && zones == 1 && spaces[id].borders.len() == 1;
            spaces[id].island = is;
            let said = later.islands.iter().find(|(s, _)| *s == id);
            if let (Some((_, loc)), false) = (said, is) {
                let land = spaces[id].borders.len() - zones;
                let message = format!(
                    "`{}` is no island: it borders {zones} sea zones and {land} territories",
                    spaces[id].name
                );
                let problem =
                    Problem::error("pack/island", message).at(*loc, "said to be an island here");
                self.problems
                    .push(problem.help("an island borders exactly one sea zone and no territory"));
            }
        }
    }

    fn positions(&mut self, tables: &Tables, spaces: &mut Table<SpaceId, Space>) {
        let mut seen: BTreeMap<SpaceId, Loc> = BTreeMap::new();
        for (name, at) in &tables.positions {
            let Some(id) = self.space(name) else { continue };
            spaces[id].at = *at;
            self.places.positioned.insert(id);
            if let Some(first) = seen.insert(id, name.loc) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{}` has two positions", spaces[id].name),
                );
                self.problems
                    .push(problem.at(name.loc, "again here").at(first, "first here"));
            }
        }
    }

    fn gate(&mut self, said: &GateItem) {
        self.title("a gate", &said.name);
        let Some(held) = self.unless_hollow(|c| c.static_places(&said.held)) else {
            return;
        };
        let movers = self.units_or(said.movers.as_ref(), self.types().sea);
        let (Some(a), Some(b)) = (self.space(&said.joins[0]), self.space(&said.joins[1])) else {
            return;
        };
        if !self.board().spaces[a].borders.contains(&b) {
            let message = format!(
                "`{}` and `{}` do not border each other",
                self.board().spaces[a].name,
                self.board().spaces[b].name
            );
            let problem = Problem::error("pack/gate", message).at(
                said.joins[0].loc.to(said.joins[1].loc),
                "a gate lies on a border",
            );
            self.problems.push(problem.help("state the border as well"));
        }
        if movers.meets(&self.types().air) {
            let problem = Problem::error("pack/gate", "aircraft pass every gate");
            let place = said.movers.as_ref().map_or(said.name.loc, |m| m.loc);
            self.problems.push(
                problem
                    .at(place, "aircraft are among these")
                    .help("name land units or sea units"),
            );
        }
        self.rules.board.gates.push(Gate {
            name: said.name.text.clone(),
            joins: [a, b],
            movers,
            held,
        });
    }

    /// Named sets of spaces.
    pub(super) fn regions(&mut self, items: &[Item]) {
        for item in items {
            let Item::Region(name, places) = item else {
                continue;
            };
            let Some(set) = self.unless_hollow(|c| c.static_places(places)) else {
                self.cut_off.spaces.insert(space_key(&name.text));
                continue;
            };
            if let Some((_, first)) = self.scope.spaces.entry(&name.text) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{}` is already the name of a space", name.text),
                );
                self.problems.push(
                    problem
                        .at(name.loc, "a region of the same name")
                        .at(first, "the space"),
                );
            }
            let named = self.scope.regions.define(name, set);
            self.keep(named);
        }
    }
}

/// What a fact is called, and its place if it may be said only once.
fn fact_key(fact: &SpaceFact) -> (&'static str, Option<Loc>) {
    match fact {
        SpaceFact::Income(_, loc) => ("income", Some(*loc)),
        SpaceFact::Owner(name) => ("owner", Some(name.loc)),
        SpaceFact::Emblem(name) => ("emblem", Some(name.loc)),
        SpaceFact::Capital(_, loc) => ("capital", Some(*loc)),
        SpaceFact::City(_, loc) => ("city", Some(*loc)),
        SpaceFact::Island(_, loc) => ("island", Some(*loc)),
        SpaceFact::Closed(loc) => ("closed", Some(*loc)),
        SpaceFact::Militia(_, loc) => ("militia", Some(*loc)),
        SpaceFact::Borders(_) => ("borders", None),
        SpaceFact::Marked(_) => ("marked", None),
        SpaceFact::Also(_) => ("also", None),
        SpaceFact::IncomeBy(..) | SpaceFact::Border(..) | SpaceFact::Mark(..) => ("change", None),
        SpaceFact::NotAlso(_) | SpaceFact::Without(..) => ("change", None),
    }
}

/// The place of a fact that sea zones do not have.
fn land_only(fact: &SpaceFact) -> Option<Loc> {
    match fact {
        SpaceFact::Closed(_) => None,
        fact => fact_key(fact).1,
    }
}
