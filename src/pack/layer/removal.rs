//! What an overlay takes away, and with it what cannot stand without it.

use super::ledger::{Thing, plain};
use super::merge::Merger;
use super::things::{Piece, as_one_thing, is_space, list_thing, pair_thing};
use crate::grammar::{Rule, keyword_text};
use crate::tree::{Name, Node, listed};
use sandtable_diag::{Loc, fold_name};
use std::collections::BTreeSet;

impl Merger {
    pub(super) fn remove(&mut self, target: &Node) {
        let kids = &target.kids;
        match target.rule {
            Rule::t_setup => self.remove_setup(&kids[0], kids.get(1)),
            Rule::t_row => {
                let (block, words) = (kids[0].first_words(), &kids[1]);
                let sources = self.problems.sources();
                let of = |p: &Piece| {
                    let row = p.thing.as_ref().is_some_and(|t| t.kind == block);
                    row && p.layer < self.layer && p.begins(&words.text, sources)
                };
                let gone = self.places(of);
                let rows = self.things(&block).map(|p| plain(sources.text(p.loc)));
                let rows: Vec<String> = rows.collect();
                self.remove_these(&gone, &block, words, &rows);
            }
            Rule::t_site => self.remove_thing(&list_thing("site of", &kids[0]), &word(&kids[0])),
            Rule::t_guardians => {
                self.remove_thing(&list_thing("guardians of", &kids[0]), &word(&kids[0]));
            }
            Rule::t_relations => {
                let (a, b) = (word(&kids[0]), word(&kids[1]));
                let both = format!("{} and {}", a.text, b.text);
                let name = Name::new(both, a.loc.to(b.loc));
                self.remove_thing(&pair_thing(&kids[0], &kids[1]), &name);
            }
            Rule::t_as_one => self.remove_thing(&as_one_thing(&kids[0]), &word(&kids[0])),
            _ => {
                for name in &kids[1].kids {
                    self.remove_named(kids[0].word, name);
                }
            }
        }
    }

    fn remove_named(&mut self, kind: Option<Rule>, name: &Name) {
        let kind: &'static str = match kind {
            Some(Rule::k_territory | Rule::k_sea_zone) => "space",
            Some(Rule::k_canal | Rule::k_strait | Rule::k_gate) => "gate",
            Some(Rule::k_flag | Rule::k_counter) => {
                let flag = !self.older(&Thing::new("flag", &name.text)).is_empty();
                if flag { "flag" } else { "counter" }
            }
            Some(Rule::k_unit) => return self.remove_row("unit", name),
            Some(Rule::k_power) => return self.remove_row("power", name),
            // What options there are is settled before anything else is read.
            Some(Rule::k_option) => return,
            Some(Rule::k_use) => "script",
            Some(Rule::k_battle) => {
                let plan = self.plan_at(name);
                let thing = plan.and_then(|at| self.pieces[at].thing.clone());
                let thing = thing.unwrap_or_else(|| Thing::new("battle", &name.text));
                return self.remove_thing(&thing, name);
            }
            word => {
                let called = word.map(keyword_text).unwrap_or_default();
                let known = super::things::kinds().find(|k| *k == called);
                known.unwrap_or("phase")
            }
        };
        let spelt = if kind == "position" { "space" } else { kind };
        let thing = Thing::folded(kind, self.canonical(spelt, &name.text));
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
        let is = |n: &Node| self.canonical("space", &n.text) == *space;
        let gone = |p: &Piece| match p.kind {
            Rule::gate => p.node.kids[1..3].iter().any(is),
            Rule::position => is(&p.node.kids[0]),
            Rule::setup => p.thing.as_ref().is_some_and(|t| t.name.ends_with(&end)),
            _ => false,
        };
        let all = self.places(gone);
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
            let message = format!("there is no {what} `{}` to remove", name.text);
            let label = "nothing of this name lies below";
            let mut problem = name.not_there(message, label, known);
            if problem.nearest.is_none() && !known.is_empty() && known.len() <= 12 {
                problem = problem.help(format!("there are `{}`", known.join("`, `")));
            }
            self.problems.push(problem);
            return;
        }
        self.take_away(gone, name.loc);
    }

    /// Takes pieces out, as is said at a place.
    pub(super) fn take_away(&mut self, gone: &[usize], loc: Loc) {
        let things = gone.iter().map(|at| &self.pieces[*at].thing);
        let things: BTreeSet<Thing> = things.flatten().cloned().collect();
        for thing in things {
            self.note(&thing, self.touch(String::new(), loc).gone());
        }
        self.forget(gone);
    }

    /// What stays of a kind of which everything else goes.
    fn kept(&mut self, kind: &'static str, names: &[Node]) -> BTreeSet<String> {
        let known = self.shown_names(kind);
        let keys: BTreeSet<String> = known.iter().map(|k| self.canonical(kind, k)).collect();
        let mut kept = BTreeSet::new();
        for name in names {
            let key = self.canonical(kind, &name.text);
            if !keys.contains(&key) {
                let message = format!("there is no {kind} `{}` to keep", name.text);
                self.not_there(kind, name, message);
            }
            kept.insert(key);
        }
        kept
    }

    /// A smaller game: every other power goes, and nothing is said of its name any more.
    pub(super) fn keep_powers(&mut self, names: &[Node], loc: Loc) {
        let kept = self.kept("power", names);
        let gone = self.shown_names("power").into_iter();
        for text in gone.filter(|k| !kept.contains(&fold_name(k))) {
            let spelt = self.spellings("power", &fold_name(&text));
            self.cut_off.powers.extend(spelt);
            self.remove_row("power", &Name::new(text, loc));
        }
    }

    /// A smaller map: every other space goes, and nothing is said of its name any more.
    pub(super) fn keep_only(&mut self, names: &[Node], loc: Loc) {
        let kept = self.kept("space", names);
        let older = |p: &&Piece| p.layer < self.layer && is_space(p.kind);
        let all = self.pieces.iter().filter(older);
        let gone = all.filter_map(|p| p.thing.clone());
        let gone: Vec<Thing> = gone.filter(|t| !kept.contains(&t.name)).collect();
        for thing in gone {
            let spelt = self.spellings("space", &thing.name);
            self.cut_off.spaces.extend(spelt);
            self.forget_space(&thing);
            let lost = self.places(|p| p.thing.as_ref() == Some(&thing));
            let pieces = lost.iter().map(|at| &self.pieces[*at]);
            let marks = pieces.flat_map(|p| p.listed(Rule::f_marked));
            self.cut_off.marks.extend(marks.map(|n| fold_name(&n.text)));
            self.take_away(&lost, loc);
        }
    }
}

fn word(list: &Node) -> Name {
    Name::new(listed(list.lists()[0]), list.loc)
}
