//! The tables of all layers: rows of unit types and powers key by key, groups and positions by name.

use super::ledger::{Thing, Touch};
use super::merge::Merger;
use super::things::{Piece, cut};
use crate::diag::{FileId, Loc, Problem, Problems, fold_name};
use crate::pack::ast::{Item, Must, Name, RowItem};
use crate::pack::parse::Unread;
use crate::pack::tables::{PowerRow, Reader, TABLES, Tables, UnitRow};
use toml::de::DeTable;

/// A TOML file as it was read.
pub struct Sheet<'t> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'t str,
    /// Its tables.
    pub table: DeTable<'t>,
    /// Whether all of it could be read.
    pub whole: bool,
}

/// A row of a unit type or a power: what is said of it and where, the lowest layer first.
#[derive(Clone)]
pub struct Home {
    pub kind: &'static str,
    pub name: Name,
    pub said: Vec<(String, Loc)>,
}

struct Row<'t> {
    name: Name,
    table: Reader<'t>,
    layer: usize,
    /// A table with holes would only produce complaints about the holes.
    whole: bool,
}

/// What the TOML files of the layers say together.
#[derive(Default)]
pub struct Draft<'t> {
    units: Vec<Row<'t>>,
    powers: Vec<Row<'t>>,
}

impl<'t> Draft<'t> {
    fn rows(&mut self, kind: &str) -> &mut Vec<Row<'t>> {
        if kind == "unit" {
            &mut self.units
        } else {
            &mut self.powers
        }
    }
    /// The names of unit types or powers.
    pub(super) fn names(&self, kind: &str) -> Vec<String> {
        let rows = if kind == "unit" {
            &self.units
        } else {
            &self.powers
        };
        rows.iter().map(|r| r.name.text.clone()).collect()
    }

    /// The rows, read, and what else stands in tables.
    pub fn tables(self, pieces: &[Piece], problems: &mut Problems) -> Tables {
        let mut units = Vec::new();
        for row in self.units {
            let mut nobody = Problems::default();
            units.push(UnitRow::read(
                row.name,
                row.table,
                if row.whole { problems } else { &mut nobody },
            ));
        }
        let mut powers = Vec::new();
        for row in self.powers {
            let mut nobody = Problems::default();
            powers.push(PowerRow::read(
                row.name,
                row.table,
                if row.whole { problems } else { &mut nobody },
            ));
        }
        let mut tables = Tables {
            units,
            powers,
            ..Tables::default()
        };
        for piece in pieces {
            match &piece.item {
                Item::Attributes(names) => tables.attributes.extend(names.iter().cloned()),
                Item::Sides(names) => tables.sides.extend(names.iter().cloned()),
                Item::Group(name, list) => tables.groups.push((name.clone(), list.clone())),
                Item::Position(name, at) => tables.positions.push((name.clone(), *at)),
                _ => {}
            }
        }
        tables
    }
}

impl<'t> Merger<'t> {
    /// Lays a TOML file of a layer on top.
    pub fn lay_sheet(&mut self, sheet: &'t Sheet<'t>, unread: &mut Unread) {
        let mut problems = std::mem::take(&mut self.problems);
        // A table with holes would only produce complaints about the holes.
        let mut nobody = Problems::default();
        let heard = if sheet.whole {
            &mut problems
        } else {
            &mut nobody
        };
        let mut top = Reader::new(
            sheet.file,
            sheet.text,
            &sheet.table,
            None,
            "this file",
            &TABLES,
        );
        let mut items = vec![
            (
                Item::Attributes(top.names("attributes").unwrap_or_default()),
                None,
            ),
            (Item::Sides(top.names("sides").unwrap_or_default()), None),
        ];
        if let Some(table) = top.table("groups", "the groups") {
            for (name, value) in table.entries() {
                let loc = name.loc.to(value.loc());
                items.extend(
                    table
                        .units_in(&name, value, heard)
                        .map(|list| (Item::Group(name, list), Some(loc))),
                );
            }
        }
        let rows: Vec<_> = [("unit", "unit type"), ("power", "power")]
            .into_iter()
            .flat_map(|(kind, what)| {
                top.tables(kind, what, heard)
                    .into_iter()
                    .map(move |(name, table)| (kind, name, table))
            })
            .collect();
        if let Some(positions) = top.table("positions", "the positions") {
            for (name, value) in positions.entries() {
                match positions.pair(value) {
                    Some(at) => {
                        let loc = name.loc.to(value.loc());
                        items.push((Item::Position(name, at), Some(loc)));
                    }
                    None => heard.push(positions.wrong_type(
                        value,
                        &name.text,
                        "two whole numbers, `[x, y]`",
                    )),
                }
            }
        }
        if !sheet.whole || top.has_unknown() {
            unread.add(sheet.text);
        }
        top.finish(heard);
        self.problems = problems;
        for (kind, name, table) in rows {
            self.lay_row(kind, name, table, sheet.whole);
        }
        let top = Loc {
            file: sheet.file,
            start: 0,
            end: 0,
        };
        for (item, loc) in items {
            for piece in cut(item, None, loc.unwrap_or(top), &[], self.layer) {
                self.take(piece, Must::Either);
            }
        }
    }

    /// Which row a name means, in any of its spellings.
    fn row_at(&mut self, kind: &'static str, name: &str) -> Option<usize> {
        let wanted = self.canonical(kind, name);
        self.draft
            .rows(kind)
            .iter()
            .position(|r| fold_name(&r.name.text) == wanted)
    }

    fn lay_row(&mut self, kind: &'static str, name: Name, table: Reader<'t>, whole: bool) {
        // Two tables of one layer are two rows of the same name; a sentence is about the row that is there.
        let at = if self.layer == 0 {
            None
        } else {
            self.row_at(kind, &name.text)
        };
        let at = at.filter(|at| self.draft.rows(kind)[*at].layer < self.layer);
        self.lay_row_at(at, kind, name, table, whole);
    }

    fn lay_row_at(
        &mut self,
        at: Option<usize>,
        kind: &'static str,
        name: Name,
        mut table: Reader<'t>,
        whole: bool,
    ) {
        let Some(at) = at else {
            let must = if kind == "unit" { "domain" } else { "side" };
            if self.layer > 0 && !table.has(must) {
                return self.no_row(kind, &name, Some(must));
            }
            let touch = self.touch(String::new(), table.header_or(name.loc));
            self.note(&Thing::new(kind, &name.text), touch);
            let folded = fold_name(&name.text);
            self.spelt.insert((kind, folded.clone()), folded.clone());
            for also in table.peek_names("also") {
                self.spelt.insert((kind, fold_name(&also)), folded.clone());
            }
            let layer = self.layer;
            self.draft.rows(kind).push(Row {
                name,
                table,
                layer,
                whole,
            });
            return;
        };
        let thing = Thing {
            kind,
            name: self.canonical(kind, &name.text),
        };
        let without = table.take_names("without");
        for key in &without {
            let touch = Touch {
                gone: true,
                ..self.touch(key.text.clone(), key.loc)
            };
            self.note(&thing, touch);
        }
        for (key, loc) in table.said() {
            let touch = self.touch(key, loc);
            self.note(&thing, touch);
        }
        for also in table.peek_names("also") {
            self.spelt
                .insert((kind, fold_name(&also)), thing.name.clone());
        }
        let row = &mut self.draft.rows(kind)[at];
        let known = row.table.keys();
        let missing = row.table.without(without);
        row.table.append(table);
        row.whole &= whole;
        for key in missing {
            let problem = Problem::error(
                "overlay/not-there",
                format!("`{}` has no `{}`", name.text, key.text),
            );
            self.problems.push(
                problem
                    .at(key.loc, "nothing to take away")
                    .suggest(&key.text, known.iter().map(String::as_str)),
            );
        }
    }

    fn no_row(&mut self, kind: &'static str, name: &Name, must: Option<&str>) {
        let known = self.draft.names(kind);
        let what = if kind == "unit" { "unit type" } else { kind };
        let mut problem = Problem::error(
            "overlay/not-there",
            format!("there is no {what} `{}` to change", name.text),
        )
        .at(name.loc, "nothing of this name lies below")
        .suggest(&name.text, known.iter().map(String::as_str));
        if let Some(must) = must {
            problem = problem.help(format!("a new one needs at least `{must}`"));
        }
        self.problems.push(problem);
    }

    /// A row as a sentence.
    pub(super) fn say_row(&mut self, row: RowItem) {
        let shape = TABLES.under(row.table);
        let mut table = Reader::empty(
            row.name.loc,
            format!("{} `{}`", row.table, row.name.text),
            shape,
        );
        for fact in row.facts {
            if table.keys().contains(&fact.key.text) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("`{}` is said twice", fact.key.text),
                );
                self.problems.push(problem.at(fact.key.loc, "again here"));
                continue;
            }
            if let Some(value) = self.values.get(&fact.value.loc) {
                table.say(fact.key, fact.value.loc, value.get_ref(), fact.relative);
            }
        }
        let at = self.row_at(row.table, &row.name.text);
        self.lay_row_at(at, row.table, row.name, table, true);
    }

    /// A unit type or a power goes, and with it what stands on the board of it.
    pub(super) fn remove_row(&mut self, kind: &str, name: &Name) {
        let kind = if kind == "unit" { "unit" } else { "power" };
        let Some(at) = self.row_at(kind, &name.text) else {
            return self.no_row(kind, name, None);
        };
        let thing = Thing {
            kind,
            name: self.canonical(kind, &name.text),
        };
        let touch = Touch {
            gone: true,
            ..self.touch(String::new(), name.loc)
        };
        self.note(&thing, touch);
        self.draft.rows(kind).remove(at);
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.retain_mut(|p| match &mut p.item {
            Item::Setup(owner, _) if kind == "power" => {
                self.canonical("power", &owner.text) != thing.name
            }
            Item::Setup(_, rows) => {
                for row in rows.iter_mut() {
                    row.pieces
                        .retain(|p| self.canonical("unit", &p.kind.text) != thing.name);
                }
                rows.iter().any(|r| !r.pieces.is_empty())
            }
            _ => true,
        });
        self.pieces = pieces;
    }
}

impl Draft<'_> {
    /// Where the rows of unit types and powers are named first.
    pub fn homes(&self) -> Vec<Home> {
        let of = |kind, rows: &Vec<Row<'_>>| -> Vec<_> {
            rows.iter()
                .map(|r| Home {
                    kind,
                    name: r.name.clone(),
                    said: r.table.said(),
                })
                .collect()
        };
        [of("unit", &self.units), of("power", &self.powers)].concat()
    }
}
