//! The items as they are in the end, each text with the place it was written at and those it took the place of.

use super::ledger::{Ledger, Thing};
use super::plans::{part_word, step_word};
use super::rows::Home;
use super::spaces::fact_word;
use super::things::Piece;
use crate::diag::{FileId, Loc, Sources, fold_name};
use crate::pack::ast::{Item, Name, NameList, PlanPart, SpaceFact, TurnRow};
use crate::pack::{Part, Resolved};
use crate::rules::Relation;
use std::collections::BTreeMap;

/// What is known about who said what.
pub struct History<'a> {
    /// Every saying.
    pub ledger: &'a Ledger,
    /// Which pack a file belongs to.
    pub packs: &'a BTreeMap<FileId, usize>,
    /// The texts.
    pub sources: &'a Sources,
}

impl History<'_> {
    /// Everything the layers say together.
    pub fn items(&self, pieces: &[Piece], rows: &[Home]) -> Vec<Resolved> {
        let rows = rows.iter().map(|h| self.row(h.kind, &h.name, &h.said));
        rows.chain(pieces.iter().map(|p| self.item(p))).collect()
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
        let common = text
            .lines()
            .skip(1)
            .filter(|l| !l.trim().is_empty())
            .map(margin)
            .min()
            .unwrap_or(0);
        let common = common.saturating_sub(if text.trim_end().ends_with('}') { 0 } else { 2 });
        let lines = text.lines().enumerate().map(|(at, l)| {
            if at == 0 {
                l
            } else {
                l.get(common..).unwrap_or("")
            }
        });
        lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    fn row(&self, kind: &'static str, name: &Name, said: &[(String, Loc)]) -> Resolved {
        let mut parts: Vec<(String, Part)> = Vec::new();
        for (key, loc) in said {
            let value = self.sources.text(*loc);
            match parts.iter_mut().find(|(k, _)| k == key) {
                Some((_, part)) => {
                    let mut before = std::mem::take(&mut part.before);
                    before.push(part.loc);
                    // What is added stands behind what it is added to.
                    let sum = value.starts_with(['+', '-']);
                    let text = if sum {
                        format!("{} {value}", part.text)
                    } else {
                        format!("{key} = {value}")
                    };
                    *part = self.part(text, *loc, before);
                }
                None => parts.push((
                    key.clone(),
                    self.part(format!("{key} = {value}"), *loc, Vec::new()),
                )),
            }
        }
        Resolved {
            kind,
            name: name.text.clone(),
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
        let touches = self
            .ledger
            .of(thing)
            .iter()
            .filter(|t| t.fact == fact && t.loc != loc)
            .map(|t| t.loc);
        std::iter::once(piece.loc).chain(touches).collect()
    }

    /// Where the rows stood that units were added to or taken from.
    fn before_row(&self, thing: &Thing) -> Vec<Loc> {
        self.ledger
            .of(thing)
            .iter()
            .filter(|t| t.fact.is_empty())
            .map(|t| t.loc)
            .collect()
    }

    /// A piece as a sentence: what was cut out of a list, a row or a table is written out again.
    fn sentence(&self, piece: &Piece) -> String {
        let names = |names: &[Name]| {
            names
                .iter()
                .map(|n| n.text.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        match &piece.item {
            Item::Marks(of) => format!("marks {}", names(of)),
            Item::Flags(of) => format!("flag {}", names(of)),
            Item::Attributes(of) => format!("attributes {}", names(of)),
            Item::Sides(of) => format!("sides {}", names(of)),
            Item::Group(name, list) => format!("group {}: {}", name.text, self.text(list.loc)),
            Item::Position(name, (x, y)) => format!("position {}: {x}, {y}", name.text),
            Item::Turn(rows, _) => match &rows[..] {
                [TurnRow::Order(order)] => format!("order {}", names(order)),
                _ => self.text(piece.loc),
            },
            Item::Relations(rows, _) => {
                let said = |(a, relation, b): &(NameList, Relation, NameList)| {
                    let word = match relation {
                        Relation::War => "at war with",
                        Relation::Neutral => "neutral to",
                        Relation::Allied => "allied with",
                    };
                    format!("{} {word} {}", self.text(a.loc), self.text(b.loc))
                };
                rows.iter().map(said).collect::<Vec<_>>().join(" ")
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
        let fact = |text: String, word: &str, loc: Loc| {
            self.part(text, loc, self.before(piece, thing, word, loc))
        };
        let (kind, parts): (&'static str, Vec<Part>) = match &piece.item {
            Item::Space(said) => {
                let facts = said.facts.iter().zip(&said.said);
                // An owner of a layer below whose land it still is originally.
                let text = |f: &SpaceFact, loc| match f {
                    SpaceFact::Emblem(name) => format!("emblem {}", name.text),
                    _ => self.text(loc),
                };
                let parts = facts
                    .map(|(f, loc)| fact(text(f, *loc), &fact_word(f), *loc))
                    .collect();
                (if said.sea { "sea zone" } else { "territory" }, parts)
            }
            Item::Use(said) => {
                let params = said.params.iter().zip(&said.said);
                (
                    "use",
                    params
                        .map(|((name, _), loc)| fact(self.text(*loc), &fold_name(&name.text), *loc))
                        .collect(),
                )
            }
            Item::Setup(_, rows) => {
                let pieces = rows.iter().flat_map(|r| &r.pieces);
                let damage = |d: u8| {
                    if d > 0 {
                        format!(" damaged {d}")
                    } else {
                        String::new()
                    }
                };
                let text = |p: &crate::pack::ast::Pieces| {
                    format!("{} {}{}", p.count, p.kind.text, damage(p.damage))
                };
                let own = |p: &crate::pack::ast::Pieces| {
                    self.ledger.of(thing).iter().any(|t| t.loc == p.loc)
                };
                let before = |p| {
                    if own(p) {
                        self.before_row(thing)
                    } else {
                        Vec::new()
                    }
                };
                (
                    "setup",
                    pieces
                        .map(|p| self.part(text(p), p.loc, before(p)))
                        .collect(),
                )
            }
            Item::Plan(plan) => {
                let mut parts = Vec::new();
                for (part, loc) in &plan.parts {
                    match part {
                        PlanPart::Before(steps) | PlanPart::EachRound(steps) => {
                            let steps = steps
                                .iter()
                                .map(|s| fact(self.text(s.loc), step_word(&s.step), s.loc));
                            parts.extend(steps.map(|p| Part {
                                text: format!("{}: {}", part_word(part), p.text),
                                ..p
                            }));
                        }
                        _ => parts.push(fact(self.text(*loc), part_word(part), *loc)),
                    }
                }
                ("battle", parts)
            }
            _ => {
                let touches = self
                    .ledger
                    .of(thing)
                    .iter()
                    .filter(|t| t.fact.is_empty() && t.layer < piece.layer && !t.gone);
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
}
