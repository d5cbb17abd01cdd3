//! The tables of all layers: rows of unit types and powers key by key, everything else by name.

use super::ledger::Thing;
use super::merge::{Merger, Must};
use super::things::{cut, key_of};
use crate::grammar::Rule;
use crate::parse::Unread;
use crate::tables::{Entry, Reader, Value, parse_toml};
use crate::tree::{Name, Node, Sign};
use sandtable_diag::{FileId, Loc, Problem, Problems, fold_name};

/// A row of a unit type or a power, with what the layers say of it, the lowest layer first.
pub struct Row {
    /// `unit` or `power`.
    pub kind: &'static str,
    pub name: Name,
    pub table: Reader,
    layer: usize,
    /// A table with holes would only produce complaints about the holes.
    whole: bool,
}

impl Row {
    /// Reports what was found while its table was read.
    pub fn finish(self, problems: &mut Problems) {
        if self.whole {
            self.table.finish_partly(problems);
        }
    }
}

/// What a row needs to be a new one.
fn needs(kind: &str) -> &'static str {
    if kind == "unit" { "domain" } else { "side" }
}

fn long(kind: &'static str) -> &'static str {
    if kind == "unit" { "unit type" } else { kind }
}

impl Merger {
    /// Lays a TOML file of a layer on top.
    pub fn lay_sheet(&mut self, file: FileId, text: &str, unread: &mut Unread) {
        let (table, whole) = parse_toml(file, text, &mut self.problems);
        let mut top = Reader::file(file, text, table, "this file");
        let start = Loc { file, ..Loc::START };
        let name = |n| Node::leaf(Rule::name, n);
        let mut items = Vec::new();
        for (key, rule) in [("attributes", Rule::attributes), ("sides", Rule::sides)] {
            let names = top.names(key).unwrap_or_default();
            let names = Node::new(Rule::names, start, names.into_iter().map(name).collect());
            items.push(Node::new(rule, start, vec![names]));
        }
        items.extend(top.table("groups", read_groups));
        let mut rows = Vec::new();
        for kind in ["unit", "power"] {
            let read = top.tables(kind, long(kind)).into_iter();
            rows.extend(read.map(|(name, table)| (kind, name, table)));
        }
        items.extend(top.table("positions", read_positions));
        if !whole || top.has_unknown() {
            unread.add(text);
        }
        if whole {
            top.finish(&mut self.problems);
        }
        for (kind, name, table) in rows {
            // Two tables of one layer are two rows of the same name; a sentence is about the row that is there.
            let over = self
                .row_at(kind, &name.text)
                .filter(|at| self.rows[*at].layer < self.layer);
            self.lay_row_at(over, kind, name, table, whole);
        }
        for item in items {
            let loc = item.loc;
            for piece in cut(item, None, loc, self.layer) {
                self.take(piece, Must::Either);
            }
        }
    }

    /// Which row a name means, in any of its spellings.
    fn row_at(&self, kind: &'static str, name: &str) -> Option<usize> {
        let wanted = self.canonical(kind, name);
        let is = |r: &Row| r.kind == kind && fold_name(&r.name.text) == wanted;
        self.rows.iter().position(is)
    }

    fn lay_row_at(
        &mut self,
        at: Option<usize>,
        kind: &'static str,
        name: Name,
        mut table: Reader,
        whole: bool,
    ) {
        let others = table.peek_names("also");
        let Some(at) = at else {
            // A power without a player may be on no side.
            let told = table.has(needs(kind)) || (kind == "power" && table.has("plays"));
            if self.layer > 0 && !told {
                let help = format!("a new one needs at least `{}`", needs(kind));
                let problem = self.no_row(kind, &name).help(help);
                return self.problems.push(problem);
            }
            let touch = self.touch(String::new(), table.header());
            let thing = Thing::new(kind, &name.text);
            self.note(&thing, touch);
            for (key, loc) in table.said() {
                self.ledger.declare(&thing, self.touch(key, loc));
            }
            self.spell_as(&thing, others.iter().chain([&name.text]));
            self.rows.push(Row {
                kind,
                name,
                table,
                layer: self.layer,
                whole,
            });
            return;
        };
        let thing = Thing::folded(kind, self.canonical(kind, &name.text));
        let without = table.take_names("without");
        for key in &without {
            self.note(&thing, self.touch(key.text.clone(), key.loc).gone());
        }
        for (key, loc) in table.said() {
            self.note(&thing, self.touch(key, loc));
        }
        self.spell_as(&thing, &others);
        let row = &mut self.rows[at];
        // Most takes nothing away, and what is there already may be long.
        if !without.is_empty() {
            let known: Vec<String> = row.table.keys().map(str::to_owned).collect();
            for key in row.table.without(&without) {
                let message = format!("`{}` has no `{}`", name.text, key.text);
                let problem = key.not_there(message, "nothing to take away", &known);
                self.problems.push(problem);
            }
        }
        row.table.append(table);
        row.whole &= whole;
    }

    /// Takes note of what else a thing may be called.
    pub(super) fn spell_as<'n>(
        &mut self,
        thing: &Thing,
        names: impl IntoIterator<Item = &'n String>,
    ) {
        let spelt = self.spelt.entry(thing.kind).or_default();
        for name in names {
            spelt.insert(key_of(thing.kind, name), thing.name.clone());
        }
    }

    fn no_row(&self, kind: &'static str, name: &Name) -> Problem {
        let message = format!("there is no {} `{}` to change", long(kind), name.text);
        let known = self.shown_names(kind);
        name.not_there(message, "nothing of this name lies below", known)
    }

    /// A row as a sentence.
    pub(super) fn say_row(&mut self, said: &Node) {
        let kind = match said.choice(Rule::row_kind) {
            Some(Rule::k_unit) => "unit",
            _ => "power",
        };
        let name = &said.kids[1];
        let what = format!("{kind} `{}`", name.text);
        let mut table = Reader::new(Vec::new(), name.loc, what);
        for fact in said.all(Rule::row_fact) {
            let [key, value] = &fact.kids[..] else {
                continue;
            };
            if table.has(&key.text) {
                let message = format!("`{}` is said twice", key.text);
                let problem = Problem::error("pack/duplicate", message).at(key.loc, "again here");
                self.problems.push(problem);
                continue;
            }
            match row_value(value) {
                Ok(entry) => table.say((**key).clone(), entry),
                Err(problem) => self.problems.push(problem),
            }
        }
        let at = self.row_at(kind, &name.text);
        self.lay_row_at(at, kind, (**name).clone(), table, true);
    }

    /// A unit type or a power goes, and with it what stands on the board of it.
    pub(super) fn remove_row(&mut self, kind: &'static str, name: &Name) {
        let Some(at) = self.row_at(kind, &name.text) else {
            let problem = self.no_row(kind, name);
            return self.problems.push(problem);
        };
        let thing = Thing::folded(kind, self.canonical(kind, &name.text));
        self.note(&thing, self.touch(String::new(), name.loc).gone());
        self.rows.remove(at);
        let mut pieces = std::mem::take(&mut self.pieces);
        let is = |n: &str| self.canonical(kind, n) == thing.name;
        pieces.retain_mut(|p| {
            if p.kind != Rule::setup {
                return true;
            }
            if kind == "power" {
                return !is(&p.node.kids[0].text);
            }
            let row = &mut p.node.kids[1].kids;
            row.retain(|p| p.rule != Rule::pieces || !is(&super::setup::units(p).kind.text));
            row.len() > 1
        });
        self.pieces = pieces;
    }
}

/// The value of a fact of a row.
fn row_value(value: &Node) -> Result<Entry, Problem> {
    match (value.rule, &value.kids[..]) {
        (Rule::fact_sum, [_, number]) => {
            let less = value.sign() == Some(Sign::Less);
            let text = format!("{}{}", if less { "-" } else { "" }, number.text);
            Entry::parse(&text, value.loc, true)
        }
        _ => Entry::parse(&value.text, value.loc, false),
    }
}

/// Named sets of unit types.
fn read_groups(table: &mut Reader) -> Vec<Node> {
    let entries = table.take_entries();
    let read = |(name, value): (Name, Entry)| {
        let loc = name.loc.to(value.loc);
        let units = table.units_in(&name.text, &value)?;
        let name = Node::leaf(Rule::name, name);
        Some(Node::new(Rule::group, loc, vec![name, units]))
    };
    entries.into_iter().filter_map(read).collect()
}

/// Where spaces are drawn.
fn read_positions(table: &mut Reader) -> Vec<Node> {
    let mut all = Vec::new();
    for (name, value) in table.take_entries() {
        let point = |v: &Entry| i32::try_from(v.whole()?).ok();
        let numbers: Vec<Option<i32>> = match &value.value {
            Value::List(list) => list.iter().map(point).collect(),
            _ => Vec::new(),
        };
        let [Some(x), Some(y)] = numbers[..] else {
            table.wrong_type(&value, &name.text, "two whole numbers, `[x, y]`");
            continue;
        };
        let number = |n: i32| Node::leaf(Rule::value, Name::new(n.to_string(), value.loc));
        let kids = vec![Node::leaf(Rule::name, name.clone()), number(x), number(y)];
        all.push(Node::new(Rule::position, name.loc.to(value.loc), kids));
    }
    all
}
