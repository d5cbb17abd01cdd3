//! The items as they are in the end, each text with the place it was written at and those it took the place of.

use super::ledger::{Ledger, Thing};
use super::plans::{has_steps, part_word};
use super::rows::Row;
use super::setup::units;
use super::spaces::fact_word;
use super::things::Piece;
use crate::grammar::Rule;
use crate::tree::{Name, Node, listed};
use crate::{Part, Resolved};
use sandtable_diag::{FileId, Loc, Sources, fold_name};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Who said what, from which the items are written out when somebody asks for them.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Every saying.
    pub ledger: Ledger,
    /// Which pack a file belongs to.
    pub packs: BTreeMap<FileId, usize>,
    /// What the layers say together, but for the rows of tables.
    pub pieces: Vec<Piece>,
    /// The rows.
    pub rows: Vec<Said>,
    /// The texts it is about.
    pub sources: Sources,
    /// The items, once they have been asked for.
    pub items: OnceLock<Vec<Resolved>>,
}

/// What is said of a row and where, the lowest layer first.
#[derive(Clone, Debug)]
pub struct Said {
    kind: &'static str,
    name: Name,
    values: Vec<(String, Loc)>,
}

impl Said {
    /// What is said of a row.
    pub fn of(row: &Row) -> Self {
        Self {
            kind: row.kind,
            name: row.name.clone(),
            values: row.table.said(),
        }
    }
}

impl History {
    /// Everything the layers say together.
    pub fn items(&self) -> &[Resolved] {
        let of = |kind| self.rows.iter().filter(move |r| r.kind == kind);
        let all = || {
            let rows = of("unit").chain(of("power")).map(|r| self.row(r));
            rows.chain(self.pieces.iter().map(|p| self.item(p)))
                .collect()
        };
        self.items.get_or_init(all)
    }

    fn part(&self, text: String, loc: Loc, before: Vec<Loc>) -> Part {
        Part {
            text,
            loc,
            pack: self.packs.get(&loc.file).copied().unwrap_or(0),
            before,
        }
    }

    /// The text at a place, without the margin its later lines have in common.
    fn text(&self, loc: Loc) -> String {
        let text = self.sources.text(loc);
        let margin = |l: &str| l.len() - l.trim_start().len();
        let later = text.lines().skip(1).filter(|l| !l.trim().is_empty());
        let common = later.map(margin).min().unwrap_or(0);
        let common = common.saturating_sub(if text.trim_end().ends_with('}') { 0 } else { 2 });
        let lines = text.lines().enumerate().map(|(at, l)| match at {
            0 => l,
            _ => l.get(common..).unwrap_or(""),
        });
        lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    fn row(&self, row: &Said) -> Resolved {
        let mut parts: Vec<(String, Part)> = Vec::new();
        for (key, loc) in &row.values {
            let value = self.sources.text(*loc);
            match parts.iter_mut().find(|(k, _)| k == key) {
                Some((_, part)) => {
                    let mut before = std::mem::take(&mut part.before);
                    before.push(part.loc);
                    // What is added stands behind what it is added to.
                    let text = match value.starts_with(['+', '-']) {
                        true => format!("{} {value}", part.text),
                        false => format!("{key} = {value}"),
                    };
                    *part = self.part(text, *loc, before);
                }
                None => {
                    let part = self.part(format!("{key} = {value}"), *loc, Vec::new());
                    parts.push((key.clone(), part));
                }
            }
        }
        Resolved {
            kind: row.kind,
            name: row.name.text.clone(),
            facts: true,
            parts: parts.into_iter().map(|(_, p)| p).collect(),
        }
    }

    /// What was said of a fact before this place, the definition of the thing first.
    fn before(&self, piece: &Piece, thing: &Thing, fact: &str, loc: Loc) -> Vec<Loc> {
        let inside =
            loc.file == piece.loc.file && loc.start >= piece.loc.start && loc.end <= piece.loc.end;
        if inside {
            return Vec::new();
        }
        let touches = self.said(thing, fact).filter(|l| *l != loc);
        std::iter::once(piece.loc).chain(touches).collect()
    }

    /// Where a fact of a thing is said.
    fn said(&self, thing: &Thing, fact: &str) -> impl Iterator<Item = Loc> {
        let touches = self.ledger.of(thing).iter();
        touches.filter(move |t| t.fact == fact).map(|t| t.loc)
    }

    /// A piece as a sentence: what was cut out of a list, a row or a table is written out again.
    fn sentence(&self, piece: &Piece) -> String {
        let kids = &piece.node.kids;
        if let Some(text) = piece.alone() {
            return text;
        }
        match (piece.node.rule, &kids[..]) {
            (Rule::group, [name, list]) => format!("group {}: {}", name.text, self.text(list.loc)),
            (Rule::position, [name, x, y]) => {
                format!("position {}: {}, {}", name.text, x.text, y.text)
            }
            (Rule::turn_order, all) => format!("order {}", listed(all)),
            (Rule::relation, [a, standing, b]) => {
                let (a, b) = (self.text(a.loc), self.text(b.loc));
                format!("{a} {} {b}", standing.first_words())
            }
            _ => self.text(piece.loc),
        }
    }

    fn item(&self, piece: &Piece) -> Resolved {
        let none = Thing {
            kind: "rule",
            name: String::new(),
        };
        let thing = piece.thing.as_ref().unwrap_or(&none);
        let facts = piece.node.kids.iter().skip(1);
        let fact = |text: String, word: &str, loc: Loc| {
            self.part(text, loc, self.before(piece, thing, word, loc))
        };
        let (kind, parts): (&'static str, Vec<Part>) = match piece.kind {
            Rule::territory | Rule::sea_zone => {
                // An owner of a layer below whose land it still is originally.
                let text = |f: &Node| match f.rule {
                    Rule::f_emblem => format!("emblem {}", f.kids[0].text),
                    _ => self.text(f.loc),
                };
                let kind = match piece.kind {
                    Rule::sea_zone => "sea zone",
                    _ => "territory",
                };
                let parts = facts.map(|f| fact(text(f), &fact_word(f), f.loc));
                (kind, parts.collect())
            }
            Rule::use_script => {
                let parts = facts.filter(|p| p.rule == Rule::param);
                let part = |p: &Node| fact(self.text(p.loc), &fold_name(&p.kids[0].text), p.loc);
                ("use", parts.map(part).collect())
            }
            Rule::setup => {
                let rows = piece.node.kids[1].all(Rule::pieces);
                ("setup", rows.map(|p| self.pieces(p, thing)).collect())
            }
            Rule::plan => (
                "battle",
                facts.flat_map(|p| self.plan_part(p, &fact)).collect(),
            ),
            _ => {
                let said = self.ledger.of(thing).iter();
                let touches =
                    said.filter(|t| t.fact.is_empty() && t.layer < piece.layer && !t.gone);
                let before = touches.map(|t| t.loc).collect();
                return Resolved {
                    kind: thing.kind,
                    name: piece.shown(),
                    facts: false,
                    parts: vec![self.part(self.sentence(piece), piece.loc, before)],
                };
            }
        };
        Resolved {
            kind,
            name: piece.shown(),
            facts: true,
            parts,
        }
    }

    /// Units of the opening position.
    fn pieces(&self, pieces: &Node, thing: &Thing) -> Part {
        let said = units(pieces);
        let damage = said.damage.filter(|d| d.text != "0");
        let damage = damage.map_or_else(String::new, |d| format!(" damaged {}", d.text));
        let mut told = self.ledger.of(thing).iter();
        let own = told.any(|t| t.loc == pieces.loc);
        // Where the rows stood that they were added to or taken from.
        let before = self.said(thing, "").filter(|_| own).collect();
        let text = format!("{} {}{damage}", said.count.text, said.kind.text);
        self.part(text, pieces.loc, before)
    }

    /// A part of a plan, or its steps.
    fn plan_part(&self, part: &Node, fact: &impl Fn(String, &str, Loc) -> Part) -> Vec<Part> {
        if part.rule == Rule::plan_site {
            return Vec::new();
        }
        let word = part_word(part);
        if !has_steps(part) {
            return vec![fact(self.text(part.loc), &word, part.loc)];
        }
        let step = |s: &Node| {
            let step = fact(self.text(s.loc), &s.first_words(), s.loc);
            let text = format!("{word}: {}", step.text);
            Part { text, ..step }
        };
        part.kids.iter().map(step).collect()
    }
}
