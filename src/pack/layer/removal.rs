//! What an overlay takes away, and with it what cannot stand without it.

use super::ledger::{Thing, Touch, plain};
use super::merge::Merger;
use super::things::{Piece, as_one_thing, pair_thing, site_thing};
use crate::diag::{Problem, fold_name};
use crate::pack::ast::{Item, Name, NameList, Target};
use std::collections::BTreeSet;

impl Merger<'_> {
    pub(super) fn remove(&mut self, target: &Target) {
        match target {
            Target::Setup(owner, space) => self.remove_setup(owner, space.as_ref()),
            Target::Row(block, words) => {
                let sources = self.problems.sources();
                let of = |p: &Piece| {
                    p.layer < self.layer
                        && p.thing.as_ref().is_some_and(|t| t.kind == *block)
                        && p.begins(&words.text, sources)
                };
                let gone: Vec<usize> = (0..self.pieces.len())
                    .filter(|at| of(&self.pieces[*at]))
                    .collect();
                let rows: Vec<String> = self
                    .things(block)
                    .map(|p| plain(sources.text(p.loc)))
                    .collect();
                self.remove_these(&gone, block, words, &rows);
            }
            Target::Site(list) => self.remove_thing(&site_thing("site of", list), &word(list)),
            Target::Guardians(list) => {
                self.remove_thing(&site_thing("guardians of", list), &word(list))
            }
            Target::Relations(a, b) => {
                let name = Name {
                    text: format!("{} and {}", word(a).text, word(b).text),
                    loc: a.loc.to(b.loc),
                };
                self.remove_thing(&pair_thing(a, b), &name);
            }
            Target::AsOne(list) => self.remove_thing(&as_one_thing(list), &word(list)),
            Target::Named(kind, names) => {
                names.iter().for_each(|name| self.remove_named(kind, name))
            }
        }
    }

    fn remove_named(&mut self, kind: &str, name: &Name) {
        let kind = match kind {
            "territory" | "sea zone" => "space",
            "canal" | "strait" | "gate" => "gate",
            "flag" | "counter" if self.older(&Thing::new("flag", &name.text)).is_empty() => {
                "counter"
            }
            "flag" | "counter" => "flag",
            "unit" | "power" => return self.remove_row(kind, name),
            // What options there are is settled before anything else is read.
            "option" => return,
            "group" => "group",
            "attribute" => "attribute",
            "side" => "side",
            "position" => "position",
            "use" => "script",
            "region" => "region",
            "mark" => "mark",
            "phase" => "phase",
            "rule" => "rule",
            "objective" => "objective",
            "trigger" => "trigger",
            "victory" => "victory",
            _ => {
                let folded = fold_name(&name.text);
                let plan = |p: &&Piece| matches!(&p.item, Item::Plan(plan) if fold_name(&plan.name.text) == folded);
                let thing = self.pieces.iter().find(plan).and_then(|p| p.thing.clone());
                return self.remove_thing(
                    &thing.unwrap_or_else(|| Thing::new("battle", &name.text)),
                    name,
                );
            }
        };
        let spelt = if kind == "position" { "space" } else { kind };
        let thing = Thing {
            kind,
            name: self.canonical(spelt, &name.text),
        };
        if kind == "space" {
            self.forget_space(&thing);
        }
        self.remove_thing(&thing, name);
    }

    /// What lies around or stands on a space goes with it: borders, set-up, gates, its place on the map.
    fn forget_space(&mut self, thing: &Thing) {
        let Some(at) = self.older(thing).first().copied() else {
            return;
        };
        self.forget_borders(at);
        let space = &thing.name;
        let end = format!(" in {space}");
        let gone = |m: &Self, p: &Piece| match &p.item {
            Item::Gate(gate) => gate
                .joins
                .iter()
                .any(|n| m.canonical("space", &n.text) == *space),
            Item::Position(name, _) => m.canonical("space", &name.text) == *space,
            Item::Setup(..) => p.thing.as_ref().is_some_and(|t| t.name.ends_with(&end)),
            _ => false,
        };
        let all: Vec<usize> = (0..self.pieces.len())
            .filter(|at| gone(self, &self.pieces[*at]))
            .collect();
        self.forget(&all);
    }

    fn remove_thing(&mut self, thing: &Thing, name: &Name) {
        let gone = self.older(thing);
        let known = self.shown_names(thing.kind);
        self.remove_these(&gone, thing.kind, name, &known);
    }

    fn remove_these(&mut self, gone: &[usize], kind: &str, name: &Name, known: &[String]) {
        if gone.is_empty() {
            let what = if matches!(kind, "movement" | "capture" | "battles") {
                format!("row of `{kind}`")
            } else {
                kind.to_owned()
            };
            let mut problem = Problem::error(
                "overlay/not-there",
                format!("there is no {what} `{}` to remove", name.text),
            )
            .at(name.loc, "nothing of this name lies below")
            .suggest(&name.text, known.iter().map(String::as_str));
            if problem.nearest.is_none() && !known.is_empty() && known.len() <= 12 {
                problem = problem.help(format!("there are `{}`", known.join("`, `")));
            }
            self.problems.push(problem);
            return;
        }
        let things: BTreeSet<Thing> = gone
            .iter()
            .filter_map(|at| self.pieces[*at].thing.clone())
            .collect();
        for thing in things {
            let touch = Touch {
                gone: true,
                ..self.touch(String::new(), name.loc)
            };
            self.note(&thing, touch);
        }
        self.forget(gone);
    }

    /// A smaller game: every other power goes, and nothing is said of its name any more.
    pub(super) fn keep_powers(&mut self, names: &[Name]) {
        let known = self.shown_names("power");
        let kept: BTreeSet<String> = names
            .iter()
            .map(|n| self.canonical("power", &n.text))
            .collect();
        for name in names {
            if known
                .iter()
                .all(|k| fold_name(k) != self.canonical("power", &name.text))
            {
                let problem = Problem::error(
                    "overlay/not-there",
                    format!("there is no power `{}` to keep", name.text),
                );
                let problem = problem.at(name.loc, "nothing of this name lies below");
                self.problems
                    .push(problem.suggest(&name.text, known.iter().map(String::as_str)));
            }
        }
        let Some(loc) = names
            .first()
            .zip(names.last())
            .map(|(a, z)| a.loc.to(z.loc))
        else {
            return;
        };
        for text in known.into_iter().filter(|k| !kept.contains(&fold_name(k))) {
            self.cut_off
                .powers
                .extend(self.spellings("power", &fold_name(&text)));
            self.remove_row("power", &Name { text, loc });
        }
    }

    /// A smaller map: every other space goes, and nothing is said of its name any more.
    pub(super) fn keep_only(&mut self, names: &[Name]) {
        let mut kept = BTreeSet::new();
        for name in names {
            let thing = Thing {
                kind: "space",
                name: self.canonical("space", &name.text),
            };
            if self.older(&thing).is_empty() {
                let known = self.shown_names("space");
                let problem = Problem::error(
                    "overlay/not-there",
                    format!("there is no space `{}` to keep", name.text),
                );
                let problem = problem.at(name.loc, "nothing of this name lies below");
                self.problems
                    .push(problem.suggest(&name.text, known.iter().map(String::as_str)));
            }
            kept.insert(thing.name);
        }
        let Some(loc) = names
            .first()
            .zip(names.last())
            .map(|(a, z)| a.loc.to(z.loc))
        else {
            return;
        };
        let gone = |p: &&Piece| p.layer < self.layer && matches!(&p.item, Item::Space(_));
        let gone = self
            .pieces
            .iter()
            .filter(gone)
            .filter_map(|p| p.thing.clone());
        let gone: Vec<Thing> = gone.filter(|t| !kept.contains(&t.name)).collect();
        for thing in gone {
            self.cut_off
                .spaces
                .extend(self.spellings("space", &thing.name));
            self.forget_space(&thing);
            let touch = Touch {
                gone: true,
                ..self.touch(String::new(), loc)
            };
            self.note(&thing, touch);
            let lost = |p: &Piece| p.thing.as_ref() == Some(&thing);
            for space in self.pieces.iter().filter(|p| lost(p)) {
                self.cut_off
                    .marks
                    .extend(space.marks().map(|n| fold_name(&n.text)));
            }
            self.pieces.retain(|p| !lost(p));
        }
    }
}

fn word(list: &NameList) -> Name {
    let text = list
        .take
        .iter()
        .map(|n| n.text.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    Name {
        text,
        loc: list.loc,
    }
}
