//! The layers made one: every sentence of a layer over what the layers below say.

use super::ledger::{Ledger, Thing, Touch, plain};
use super::rows::Draft;
use super::things::{Piece, cut, site_thing, space_key};
use crate::diag::{Loc, Problem, Problems, fold_name, nearest};
use crate::pack::ast::{Item, Must, Name, ParamAst, SpaceFact, Statement, Target, TurnRow, UseItem, What};
use crate::pack::options::Settings;
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;
use toml::de::DeTable;

/// The layers so far, as one.
pub struct Merger<'t> {
    pub(super) problems: Problems,
    pub(super) ledger: Ledger,
    pub(super) pieces: Vec<Piece>,
    pub(super) draft: Draft<'t>,
    /// The values of sentences about rows, by their places.
    pub(super) values: &'t BTreeMap<Loc, Spanned<DeTable<'t>>>,
    settings: &'t Settings,
    /// Other spellings of things: kind and folded spelling, then the folded name.
    pub(super) spelt: BTreeMap<(&'static str, String), String>,
    pub(super) pack: usize,
    pub(super) layer: usize,
    /// Where the next permission of this layer goes: before those of the layers below.
    front: usize,
}

impl<'t> Merger<'t> {
    /// Nothing yet. `problems` are given back at the end.
    pub fn new(settings: &'t Settings, values: &'t BTreeMap<Loc, Spanned<DeTable<'t>>>, problems: Problems) -> Self {
        let (pieces, spelt) = (Vec::new(), BTreeMap::new());
        let (ledger, draft) = (Ledger::default(), Draft::default());
        Self { problems, ledger, pieces, draft, values, settings, spelt, pack: 0, layer: 0, front: 0 }
    }

    /// Begins a layer of a pack.
    pub fn begin(&mut self, pack: usize, layer: usize) {
        (self.pack, self.layer, self.front) = (pack, layer, 0);
    }

    /// Lays the sentences of a pack on top: first what always counts, then what options bring, block by block.
    /// Says which layer is the last now.
    pub fn lay(&mut self, statements: Vec<Statement>) -> usize {
        let mut blocks = Vec::new();
        let pack = self.pack;
        for statement in statements {
            match statement.what {
                What::If(guards, inner) => blocks.push((guards, inner)),
                _ => self.statement(statement),
            }
        }
        for (guards, inner) in blocks {
            let mut counts = true;
            for guard in &guards {
                match self.settings.holds(guard) {
                    Ok(holds) => counts &= holds,
                    Err(problem) => {
                        self.problems.push(problem);
                        counts = false;
                    }
                }
            }
            if counts {
                self.begin(pack, self.layer + 1);
                self.lay(inner);
            }
        }
        self.layer
    }

    fn statement(&mut self, said: Statement) {
        match said.what {
            What::Item(item) => {
                for piece in cut(*item, said.label.as_ref(), said.loc, &said.rows, self.layer) {
                    self.take(piece, said.must);
                }
            }
            What::Remove(target) => self.remove(&target),
            What::Plan(name, edits) => self.change_plan(&name, edits),
            What::Row(row) => self.say_row(row),
            // Options are declared before anything else is read; blocks behind an `if` are laid one by one.
            What::Option(_) | What::If(..) => {}
        }
    }

    /// A saying of this layer.
    pub(super) fn touch(&self, fact: String, loc: Loc) -> Touch {
        let value = plain(self.problems.sources().text(loc));
        Touch { fact, pack: self.pack, layer: self.layer, loc, value, gone: false }
    }

    pub(super) fn note(&mut self, thing: &Thing, touch: Touch) {
        if let Some(problem) = self.ledger.touch(thing, touch) {
            self.problems.push(problem);
        }
    }

    /// The places of what the layers below say about a thing.
    pub(super) fn older(&self, thing: &Thing) -> Vec<usize> {
        if self.layer == 0 {
            return Vec::new();
        }
        let of = |p: &Piece| p.layer < self.layer && p.thing.as_ref() == Some(thing);
        (0..self.pieces.len()).filter(|at| of(&self.pieces[*at])).collect()
    }

    /// Takes pieces out; says where the first one was.
    pub(super) fn forget(&mut self, gone: &[usize]) -> Option<usize> {
        for at in gone.iter().rev() {
            self.pieces.remove(*at);
        }
        gone.first().copied()
    }

    /// Puts a piece where an older one was, or at the end.
    pub(super) fn put(&mut self, at: Option<usize>, piece: Piece) {
        match at {
            Some(at) => self.pieces.insert(at, piece),
            None => self.pieces.push(piece),
        }
    }

    /// The folded name of something that may go by others.
    pub(super) fn canonical(&self, kind: &'static str, name: &str) -> String {
        let folded = if kind == "space" { space_key(name) } else { fold_name(name) };
        let known = |text: &str| self.spelt.get(&(kind, text.to_owned())).cloned();
        if kind == "unit" && known(&folded).is_none() {
            let singular = folded.strip_suffix("ies").map(|s| format!("{s}y"));
            let found = folded.strip_suffix('s').and_then(known).or_else(|| singular.and_then(|s| known(&s)));
            return found.unwrap_or(folded);
        }
        known(&folded).unwrap_or(folded)
    }

    /// Every spelling of something.
    pub(super) fn spellings(&self, kind: &'static str, canonical: &str) -> Vec<String> {
        let others = self.spelt.iter().filter(|((k, _), to)| *k == kind && *to == canonical).map(|((_, from), _)| from.clone());
        std::iter::once(canonical.to_owned()).chain(others).collect()
    }

    /// The names of everything of a kind, as they were written.
    pub(super) fn shown_names(&self, kind: &'static str) -> Vec<String> {
        match kind {
            "power" | "unit" => self.draft.names(kind),
            "group" => self.draft.groups(),
            "rule" => {
                let labels: BTreeSet<_> = self.things("rule").map(|p| p.shown()).collect();
                labels.into_iter().collect()
            }
            kind => self.things(kind).map(Piece::shown).collect(),
        }
    }

    fn things<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Piece> {
        self.pieces.iter().filter(move |p| p.thing.as_ref().is_some_and(|t| t.kind == kind))
    }

    /// Takes a piece of this layer in.
    fn take(&mut self, mut piece: Piece, must: Must) {
        if matches!(piece.item, Item::Setup(..)) {
            return self.setup_row(piece);
        }
        if let (Item::Space(_), Some(thing)) = (&piece.item, &mut piece.thing) {
            thing.name = self.canonical("space", &thing.name);
        }
        let Some(thing) = piece.thing.clone() else { return self.append(piece) };
        let older = self.older(&thing);
        if let Err(problem) = self.may_be(&piece, &thing, &older, must) {
            let error = problem.severity == crate::diag::Severity::Error;
            self.problems.push(problem);
            if error {
                return;
            }
        }
        let older_first = older.first().copied();
        piece.item = match (piece.item, older_first) {
            (Item::Space(space), Some(at)) if must != Must::BeNew => return self.change_space(at, space),
            (Item::Use(said), Some(at)) => return self.change_use(at, said),
            (item, _) => item,
        };
        let touch = self.touch(String::new(), piece.loc);
        self.note(&thing, touch);
        self.spell(&piece);
        if let Item::Turn(rows, _) = &piece.item
            && let [TurnRow::Beside { .. }] = rows.as_slice()
        {
            self.forget(&older);
            return self.beside(piece);
        }
        let settle = matches!(&piece.item, Item::Space(s) if s.facts.iter().any(signed));
        match self.forget(&older) {
            Some(at) => self.pieces.insert(at, piece),
            None => self.append(piece),
        }
        if settle && let Some(at) = self.pieces.len().checked_sub(1) {
            self.settle_new_space(at);
        }
    }

    fn append(&mut self, piece: Piece) {
        if matches!(piece.item, Item::Permit(_)) && self.layer > 0 {
            self.pieces.insert(self.front, piece);
            self.front += 1;
        } else {
            self.pieces.push(piece);
        }
    }

    /// Whether there may, or must, be something of this name already.
    fn may_be(&self, piece: &Piece, thing: &Thing, older: &[usize], must: Must) -> Result<(), Problem> {
        if self.layer == 0 && must == Must::Either {
            return Ok(());
        }
        let shown = piece.shown();
        let loc = match &piece.item {
            Item::Space(said) => said.name.loc,
            Item::Use(said) => said.name.loc,
            Item::Objective(said) => said.name.loc,
            Item::Trigger(said) => said.name.loc,
            Item::Victory(said) => said.name.loc,
            Item::Plan(said) => said.name.loc,
            _ => piece.loc,
        };
        let known = self.shown_names(thing.kind);
        let near = || nearest(&shown, known.iter().map(String::as_str)).map(str::to_owned);
        let what = thing.kind;
        match (must, older) {
            (Must::BeNew, [first, ..]) => {
                let problem = Problem::error("overlay/not-new", format!("the {what} `{shown}` is there already"));
                let help = "without `new` it takes the place of the old one";
                Err(problem.at(loc, "said to be new").at(self.pieces[*first].loc, "the old one").help(help))
            }
            (Must::Exist, []) => {
                let mut problem = Problem::error("overlay/not-there", format!("there is no {what} `{shown}` to change"));
                problem.nearest = near();
                Err(problem.at(loc, "nothing of this name lies below"))
            }
            (Must::Either, []) if self.layer > 0 => match &piece.item {
                Item::Space(said) if !said.facts.iter().any(bounds) => {
                    let mut problem = Problem::error("overlay/not-there", format!("there is no {what} `{shown}` to change"));
                    problem.nearest = near();
                    Err(problem.at(loc, "nothing of this name lies below").help("a new space needs `borders`"))
                }
                Item::Objective(_) | Item::Trigger(_) | Item::Victory(_) | Item::Use(_) | Item::Region(..) | Item::Gate(_)
                    if near().is_some() =>
                {
                    let mut problem = Problem::warning("overlay/near", format!("the {what} `{shown}` is new"));
                    problem.nearest = near();
                    Err(problem.at(loc, "nothing of this name lies below").help("say `new` before it if it is meant to be new"))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Takes note of the other names of a space.
    fn spell(&mut self, piece: &Piece) {
        let (Item::Space(said), Some(thing)) = (&piece.item, &piece.thing) else { return };
        for fact in &said.facts {
            if let SpaceFact::Also(names) = fact {
                for name in names {
                    self.spelt.insert(("space", space_key(&name.text)), thing.name.clone());
                }
            }
        }
    }

    /// A phase before or after another.
    fn beside(&mut self, mut piece: Piece) {
        let Item::Turn(rows, loc) = &piece.item else { return };
        let [TurnRow::Beside { before, anchor, phase }] = rows.as_slice() else { return };
        let thing = Thing::new("phase", &anchor.text);
        let Some(at) = self.pieces.iter().position(|p| p.thing.as_ref() == Some(&thing)) else {
            let known: Vec<String> = self.shown_names("phase");
            let problem = Problem::error("overlay/not-there", format!("there is no phase `{}`", anchor.text));
            self.problems
                .push(problem.at(anchor.loc, "no phase has this name").suggest(&anchor.text, known.iter().map(String::as_str)));
            return;
        };
        let at = if *before { at } else { at + 1 };
        piece.item = Item::Turn(vec![TurnRow::Phase(phase.clone())], *loc);
        self.pieces.insert(at, piece);
    }

    /// Only the parameters named change.
    fn change_use(&mut self, at: usize, said: UseItem) {
        let Some(thing) = self.pieces[at].thing.clone() else { return };
        for ((name, value), loc) in said.params.into_iter().zip(said.said) {
            let touch = Touch { value: param_text(&value), ..self.touch(fold_name(&name.text), loc) };
            self.note(&thing, touch);
            let Item::Use(script) = &mut self.pieces[at].item else { return };
            match script.params.iter().position(|(n, _)| fold_name(&n.text) == fold_name(&name.text)) {
                Some(at) => (script.params[at], script.said[at]) = ((name, value), loc),
                None => {
                    script.params.push((name, value));
                    script.said.push(loc);
                }
            }
        }
    }

    fn remove(&mut self, target: &Target) {
        match target {
            Target::Setup(owner, space) => self.remove_setup(owner, space.as_ref()),
            Target::Row(block, words) => {
                let sources = self.problems.sources();
                let of = |p: &Piece| {
                    p.layer < self.layer && p.thing.as_ref().is_some_and(|t| t.kind == *block) && p.begins(&words.text, sources)
                };
                let gone: Vec<usize> = (0..self.pieces.len()).filter(|at| of(&self.pieces[*at])).collect();
                let rows: Vec<String> = self.things(block).map(|p| plain(sources.text(p.loc))).collect();
                self.remove_these(&gone, block, words, &rows);
            }
            Target::Site(list) => self.remove_thing(&site_thing("site of", list), &word(list)),
            Target::Guardians(list) => self.remove_thing(&site_thing("guardians of", list), &word(list)),
            Target::Named(kind, name) => self.remove_named(kind, name),
        }
    }

    fn remove_named(&mut self, kind: &str, name: &Name) {
        let kind = match kind {
            "territory" | "sea zone" => "space",
            "canal" | "strait" | "gate" => "gate",
            "flag" | "counter" if self.older(&Thing::new("flag", &name.text)).is_empty() => "counter",
            "flag" | "counter" => "flag",
            "unit" | "power" | "group" => return self.remove_row(kind, name),
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
                return self.remove_thing(&thing.unwrap_or_else(|| Thing::new("battle", &name.text)), name);
            }
        };
        let thing = Thing { kind, name: self.canonical(kind, &name.text) };
        if kind == "space"
            && let Some(at) = self.older(&thing).first().copied()
        {
            self.forget_borders(at);
            self.forget_around(&thing.name);
        }
        self.remove_thing(&thing, name);
    }

    /// What stands in or on a space goes with it: set-up, gates, its place on the map.
    fn forget_around(&mut self, space: &str) {
        let end = format!(" in {space}");
        let gone = |m: &Self, p: &Piece| match &p.item {
            Item::Gate(gate) => gate.joins.iter().any(|n| m.canonical("space", &n.text) == space),
            Item::Setup(..) => p.thing.as_ref().is_some_and(|t| t.name.ends_with(&end)),
            _ => false,
        };
        let all: Vec<usize> = (0..self.pieces.len()).filter(|at| gone(self, &self.pieces[*at])).collect();
        self.forget(&all);
        let keys = self.spellings("space", space);
        self.draft.forget_positions(&keys);
    }

    fn remove_thing(&mut self, thing: &Thing, name: &Name) {
        let gone = self.older(thing);
        let known = self.shown_names(thing.kind);
        self.remove_these(&gone, thing.kind, name, &known);
    }

    fn remove_these(&mut self, gone: &[usize], kind: &str, name: &Name, known: &[String]) {
        if gone.is_empty() {
            let what =
                if matches!(kind, "movement" | "capture" | "battles") { format!("row of `{kind}`") } else { kind.to_owned() };
            let mut problem = Problem::error("overlay/not-there", format!("there is no {what} `{}` to remove", name.text))
                .at(name.loc, "nothing of this name lies below")
                .suggest(&name.text, known.iter().map(String::as_str));
            if problem.nearest.is_none() && !known.is_empty() && known.len() <= 12 {
                problem = problem.help(format!("there are `{}`", known.join("`, `")));
            }
            self.problems.push(problem);
            return;
        }
        let things: BTreeSet<Thing> = gone.iter().filter_map(|at| self.pieces[*at].thing.clone()).collect();
        for thing in things {
            let touch = Touch { gone: true, ..self.touch(String::new(), name.loc) };
            self.note(&thing, touch);
        }
        self.forget(gone);
    }

    /// What the layers say together, and who said what.
    pub fn finish(self) -> (Draft<'t>, Vec<Piece>, Ledger, Problems) {
        (self.draft, self.pieces, self.ledger, self.problems)
    }
}

fn word(list: &crate::pack::ast::NameList) -> Name {
    let text = list.take.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(", ");
    Name { text, loc: list.loc }
}

fn signed(fact: &SpaceFact) -> bool {
    matches!(fact, SpaceFact::IncomeBy(..) | SpaceFact::Border(..) | SpaceFact::Mark(..) | SpaceFact::Without(..))
}

/// A fact that only a space of its own has.
fn bounds(fact: &SpaceFact) -> bool {
    matches!(fact, SpaceFact::Borders(_) | SpaceFact::Island(Some(_), _))
}

fn param_text(value: &ParamAst) -> String {
    let list =
        |l: &crate::pack::ast::NameList| l.take.iter().chain(&l.but).map(|n| fold_name(&n.text)).collect::<Vec<_>>().join(",");
    match value {
        ParamAst::Number(n) => n.to_string(),
        ParamAst::Flag(on) => on.to_string(),
        ParamAst::Text(text) => text.clone(),
        ParamAst::Powers(l) | ParamAst::Units(l) => list(l),
        ParamAst::Places(places) => format!("{:?}", (&places.take.len(), &places.but.len(), places.loc)),
    }
}

/// The pieces as items again: the rows of one block that must stay together are one item.
pub fn items(pieces: &[Piece]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut movement: Option<(usize, Loc)> = None;
    for piece in pieces {
        match (&piece.item, movement) {
            (Item::Movement(rows, _), Some((at, block))) if piece.layer > 0 || piece.block == block => {
                if let Item::Movement(all, _) = &mut items[at] {
                    all.extend(rows.iter().cloned());
                }
            }
            (item, _) => {
                if let Item::Movement(..) = item {
                    movement = Some((items.len(), piece.block));
                }
                items.push(item.clone());
            }
        }
    }
    items
}
