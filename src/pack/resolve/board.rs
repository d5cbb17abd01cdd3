//! The board: marks, spaces, borders, gates and regions.

use super::Compiler;
use crate::grammar::Rule;
use crate::layer::{fact_place, is_space, space_key};
use crate::tree::{Name, Node};
use sandtable_diag::{Loc, Problem, fold_name};
use sandtable_rules::{Board, Gate, Id, Space, SpaceId, SpaceSet, Table, Terrain};
use std::collections::BTreeMap;

/// Facts about spaces that can only be checked when all borders are known.
#[derive(Default)]
struct Later<'p> {
    islands: BTreeMap<SpaceId, Loc>,
    borders: Vec<(SpaceId, &'p Name)>,
}

impl<'p> Compiler<'p> {
    /// Gives every mark, flag and counter its id.
    pub(super) fn name_marks_and_counters(&mut self) {
        for piece in self.pieces {
            match piece.kind {
                Rule::marks => self.mark(&piece.node),
                Rule::flags => self.counter(&piece.node, 0),
                Rule::counter => {
                    let start = self.number(&piece.node.kids[1]);
                    self.counter(&piece.node.kids[0], start);
                }
                _ => {}
            }
        }
    }

    fn mark(&mut self, name: &Name) {
        if self.define_next(|s| &mut s.tags, name).is_some() {
            self.rules.board.tags.push(name.text.clone());
            let lost = self.cut_off.marks.contains(&fold_name(&name.text));
            self.places.tags.push((!lost).then_some(name.loc));
        }
    }

    /// Every space with its borders.
    pub(super) fn spaces(&mut self) {
        let mut spaces = Table::default();
        let mut kept = Vec::new();
        let all = self.pieces.iter().filter(|p| is_space(p.kind));
        for said in all.map(|p| &p.node) {
            let loc = said.kids[0].loc;
            if !self.room(spaces.len(), SpaceSet::CAPACITY, "spaces", loc) {
                break;
            }
            if let Some(space) = self.name_space(said, SpaceId::new(spaces.len())) {
                spaces.push(space);
                self.places.spaces.push(loc);
                kept.push(said);
            }
        }
        let mut later = Later::default();
        for (said, id) in kept.into_iter().zip(spaces.ids()) {
            self.facts(said, id, &mut spaces[id], &mut later);
        }
        self.borders(&mut spaces, &later);
        self.islands(&mut spaces, &later);
        self.positions(&mut spaces);
        let tags = std::mem::take(&mut self.rules.board.tags);
        self.rules.board = Board::new(spaces, Vec::new(), tags);
    }

    fn name_space(&mut self, said: &Node, id: SpaceId) -> Option<Space> {
        let Name { text, loc } = &*said.kids[0];
        // Sea zones go by the short name; the long one is understood as well.
        let (terrain, name, aliases) = match said.rule {
            Rule::sea_zone => {
                let aliases = vec![format!("sea zone {text}")];
                (Terrain::Sea, format!("sz {text}"), aliases)
            }
            _ => (Terrain::Land, text.clone(), Vec::new()),
        };
        for text in [&name].into_iter().chain(&aliases) {
            self.define(|s| &mut s.spaces, &Name::new(text, *loc), id)?;
        }
        Some(Space {
            name,
            aliases,
            terrain,
            ..Space::default()
        })
    }

    fn facts(&mut self, said: &'p Node, id: SpaceId, space: &mut Space, later: &mut Later<'p>) {
        let mut seen: BTreeMap<Rule, Loc> = BTreeMap::new();
        let mut emblem = None;
        for fact in &said.kids[1..] {
            if !matches!(fact.rule, Rule::f_borders | Rule::f_marked | Rule::f_also) {
                self.single_fact(said, fact, &space.name, &mut seen);
            }
            let name = fact.kids.first();
            match fact.rule {
                Rule::f_income => space.income = self.number(&fact.kids[0]),
                Rule::f_owner => space.start = self.power(&fact.kids[0]),
                Rule::f_emblem => emblem = self.power(&fact.kids[0]),
                Rule::f_capital => space.capital_of = name.and_then(|n| self.power(n)),
                Rule::f_city => space.city = Some(fact.kids[0].text.clone()),
                Rule::f_island => {
                    later.islands.entry(id).or_insert(fact.loc);
                    later.borders.extend(name.map(|n| (id, &**n)));
                }
                Rule::f_borders => {
                    let names = fact.kids.iter().map(|n| (id, &**n));
                    later.borders.extend(names);
                }
                Rule::f_marked => self.marked(&fact.kids, space),
                Rule::f_closed => space.closed = true,
                Rule::f_militia => space.militia = self.number(&fact.kids[0]),
                Rule::f_also => self.also(&fact.kids, id, space),
                _ => {}
            }
        }
        space.original = emblem.or(space.start);
        let owned = said.kid(Rule::f_owner).or(said.kid(Rule::f_emblem));
        for fact in said.all(Rule::f_capital).filter(|f| f.kids.is_empty()) {
            space.capital_of = space.original;
            if owned.is_none() {
                let message = format!("`{}` is a capital of nobody", space.name);
                let problem = Problem::error("pack/capital", message)
                    .at(fact.loc, "whose capital?")
                    .help("give the territory an owner, or say `capital of …`");
                self.problems.push(problem);
            }
        }
    }

    /// A fact that is said once, and but for one not of sea zones.
    fn single_fact(
        &mut self,
        said: &Node,
        fact: &Node,
        shown: &str,
        seen: &mut BTreeMap<Rule, Loc>,
    ) {
        let loc = fact_place(fact);
        let key = || fact.first_words();
        if let Some(first) = seen.insert(fact.rule, loc) {
            let message = format!("`{}` of `{shown}` is said twice", key());
            self.problems.push(Problem::twice(message, loc, first));
        }
        if said.rule == Rule::sea_zone && fact.rule != Rule::f_closed {
            let message = format!("a sea zone has no `{}`", key());
            let problem =
                Problem::error("pack/sea-zone", message).at(loc, "only territories have this");
            self.problems.push(problem);
        }
    }

    fn marked(&mut self, names: &[Node], space: &mut Space) {
        for name in names {
            let found = self.scope.tags.find(name);
            let found = found.map_err(|p| p.help("marks are declared with `marks …`"));
            if let Some(tag) = self.keep(found) {
                space.tags.insert(tag);
            }
        }
    }

    fn also(&mut self, names: &[Node], id: SpaceId, space: &mut Space) {
        for name in names {
            let named = self.define(|s| &mut s.spaces, name, id);
            space.aliases.extend(named.map(|_| name.text.clone()));
        }
    }

    /// Borders hold both ways, from whichever side they are stated.
    fn borders(&mut self, spaces: &mut Table<SpaceId, Space>, later: &Later<'_>) {
        for (a, name) in &later.borders {
            let Some(b) = self.space(name) else { continue };
            if *a == b {
                let message = format!("`{}` cannot border itself", spaces[b].name);
                let problem =
                    Problem::error("pack/border", message).at(name.loc, "this is the space itself");
                self.problems.push(problem);
                continue;
            }
            for (x, y) in [(*a, b), (b, *a)] {
                if let Err(at) = spaces[x].borders.binary_search(&y) {
                    spaces[x].borders.insert(at, y);
                }
            }
        }
    }

    fn islands(&mut self, spaces: &mut Table<SpaceId, Space>, later: &Later<'_>) {
        for id in spaces.ids() {
            let near = spaces[id].borders.iter();
            let zones = near.filter(|b| spaces[**b].terrain == Terrain::Sea).count();
            let land = spaces[id].borders.len() - zones;
            let is = spaces[id].terrain == Terrain::Land && (zones, land) == (1, 0);
            spaces[id].island = is;
            if let (Some(loc), false) = (later.islands.get(&id), is) {
                let borders = format!("it borders {zones} sea zones and {land} territories");
                let message = format!("`{}` is no island: {borders}", spaces[id].name);
                let problem = Problem::error("pack/island", message)
                    .at(*loc, "said to be an island here")
                    .help("an island borders exactly one sea zone and no territory");
                self.problems.push(problem);
            }
        }
    }

    fn positions(&mut self, spaces: &mut Table<SpaceId, Space>) {
        let mut seen: BTreeMap<SpaceId, Loc> = BTreeMap::new();
        for said in self.of(Rule::position) {
            let [name, x, y] = said.parts();
            let Some(id) = self.space(name) else { continue };
            spaces[id].at = (self.number(x), self.number(y));
            self.places.positioned.insert(id);
            if let Some(first) = seen.insert(id, name.loc) {
                let message = format!("`{}` has two positions", spaces[id].name);
                self.problems.push(Problem::twice(message, name.loc, first));
            }
        }
    }

    /// Every gate, once all that their conditions name is known.
    pub(super) fn gates(&mut self) {
        self.of(Rule::gate).for_each(|said| self.gate(said));
    }

    fn gate(&mut self, said: &Node) {
        let [name, one, other] = said.parts();
        self.title("a gate", name);
        let places = said.kid(Rule::places);
        let held = self.unless_hollow(|c| places.map(|p| c.static_places(p)));
        let Some(held) = held.flatten() else {
            return;
        };
        let units = said.kid(Rule::units);
        let movers = self.units_or(units, self.types().sea);
        let (Some(a), Some(b)) = (self.space(one), self.space(other)) else {
            return;
        };
        if !self.board().spaces[a].borders.contains(&b) {
            let [a, b] = [a, b].map(|id| &self.board().spaces[id].name);
            let message = format!("`{a}` and `{b}` do not border each other");
            let problem = Problem::error("pack/gate", message)
                .at(one.loc.to(other.loc), "a gate lies on a border")
                .help("state the border as well");
            self.problems.push(problem);
        }
        if movers.meets(&self.types().air) {
            let place = units.map_or(name.loc, |m| m.loc);
            let problem = Problem::error("pack/gate", "aircraft pass every gate")
                .at(place, "aircraft are among these")
                .help("name land units or sea units");
            self.problems.push(problem);
        }
        let opened = said.kid(Rule::when);
        let when = opened.and_then(|_| self.unless_hollow(|c| c.when_of(said)));
        self.rules.board.gates.push(Gate {
            name: name.text.clone(),
            joins: [a, b],
            movers,
            held,
            when,
        });
    }

    /// Named sets of spaces.
    pub(super) fn regions(&mut self) {
        for said in self.of(Rule::region) {
            let [name, places] = said.parts();
            let Some(set) = self.unless_hollow(|c| c.static_places(places)) else {
                self.cut_off.spaces.insert(space_key(&name.text));
                continue;
            };
            let again = "a region of the same name";
            let clash = self.scope.spaces.clash(name, again, "the space");
            self.problems.extend(clash);
            self.rules.regions.push((name.text.clone(), set));
            self.define(|s| &mut s.regions, name, set);
        }
    }
}
