//! The layers made one: every sentence of a layer over what the layers below say.

use super::ledger::{Ledger, Statement, Thing};
use super::rows::Row;
use super::things::{Piece, cut, is_space, key_of};
use crate::grammar::Rule;
use crate::options::Settings;
use crate::tree::{Name, Node};
use sandtable_diag::{Loc, Problem, Problems, nearest, singulars};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Whether something of the same name must be there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Must {
    Either,
    BeNew,
    Exist,
}

/// The layers so far, as one.
#[derive(Default)]
pub struct Merger {
    /// The problems found, those given at the beginning among them.
    pub problems: Problems,
    /// The options of the game.
    pub settings: Rc<Settings>,
    /// Who said what.
    pub ledger: Ledger,
    /// The rows of tables.
    pub rows: Vec<Row>,
    /// Everything else, piece by piece.
    pub pieces: Vec<Piece>,
    /// Every spelling of what a smaller game leaves out.
    pub cut_off: CutOff,
    /// Other spellings of things: by kind and folded spelling, the folded name.
    pub(super) spelt: BTreeMap<&'static str, BTreeMap<String, String>>,
    pub(super) pack: usize,
    pub(super) layer: usize,
    /// Where the next permission of this layer goes: before those of the layers below.
    front: usize,
    /// The names of things in the layers below, by their kinds, as far as somebody asked.
    below: BTreeMap<&'static str, Rc<[String]>>,
    /// New spaces of this layer that do not say what they border, with the complaint if nobody else does.
    loose: Vec<(Thing, Problem)>,
}

/// Every spelling of what a smaller game leaves out.
#[derive(Default)]
pub struct CutOff {
    /// Spaces.
    pub spaces: BTreeSet<String>,
    /// Powers.
    pub powers: BTreeSet<String>,
    /// Marks that its lost spaces bear: no other space need bear them.
    pub marks: BTreeSet<String>,
}

impl Merger {
    /// Nothing yet. `problems` are kept with those it finds.
    pub fn new(settings: &Rc<Settings>, problems: Problems) -> Self {
        Self {
            problems,
            settings: settings.clone(),
            ..Self::default()
        }
    }

    /// Begins a layer of a pack.
    pub fn begin(&mut self, pack: usize, layer: usize) {
        (self.pack, self.layer, self.front) = (pack, layer, 0);
        self.below.clear();
    }

    /// Lays the sentences of a pack on top: first what always counts, then what options bring, block by block.
    /// Says which layer is the last now.
    pub fn lay(&mut self, sentences: Vec<Node>) -> usize {
        let pack = self.pack;
        let (blocks, plain): (Vec<_>, Vec<_>) =
            sentences.into_iter().partition(|s| s.rule == Rule::guarded);
        for said in plain {
            let loc = said.loc;
            self.sentence(said, loc, Must::Either, None);
        }
        self.settle_loose_spaces();
        for mut block in blocks {
            let inner = block.kids.split_off(1);
            let mut counts = true;
            for guard in &block.kids[0].kids {
                let holds = self.settings.holds(guard);
                counts &= holds.as_ref().is_ok_and(|holds| *holds);
                self.problems.extend(holds.err());
            }
            for said in inner.iter().filter(|s| s.is_option()) {
                let message = "an option cannot depend on other options";
                let problem = Problem::error("pack/option", message)
                    .at(said.loc, "behind an `if` here")
                    .help("say it outside the block");
                self.problems.push(problem);
            }
            if counts {
                self.begin(pack, self.layer + 1);
                self.lay(inner);
            }
        }
        self.layer
    }

    fn sentence(&mut self, mut said: Node, loc: Loc, must: Must, label: Option<&Name>) {
        match said.rule {
            // Options are declared before anything else is read.
            Rule::option => {}
            Rule::removal => self.remove(&said.kids[0]),
            Rule::keeping if said.kids[0].rule == Rule::kept_powers => {
                self.keep_powers(said.kids[0].lists()[0], said.kids[0].kids[0].loc);
            }
            Rule::keeping => self.keep_only(said.lists()[0], said.kids[0].loc),
            Rule::plan_change => self.change_plan(&said),
            Rule::row_change => self.say_row(&said),
            Rule::fresh => {
                let must = match said.choice(Rule::fresh_word) {
                    Some(Rule::k_new) => Must::BeNew,
                    _ => Must::Exist,
                };
                let inner = said.kids.remove(1);
                self.sentence(inner, loc, must, None);
            }
            Rule::labelled => {
                let item = said.kids.remove(1);
                self.sentence(item, loc, must, Some(&said.kids[0]));
            }
            Rule::use_change => {
                said.rule = Rule::use_script;
                let params = said.kids.iter_mut().skip(1);
                params.for_each(|p| p.rule = Rule::param);
                self.sentence(said, loc, Must::Exist, None);
            }
            Rule::setup_change => {
                let row = Node::new(Rule::setup_row, loc, said.kids.split_off(1));
                said.kids.push(row);
                said.rule = Rule::setup;
                self.sentence(said, loc, must, None);
            }
            _ => {
                for piece in cut(said, label, loc, self.layer) {
                    self.take(piece, must);
                }
            }
        }
    }

    /// A saying of this layer.
    pub(super) fn touch(&self, fact: String, loc: Loc) -> Statement {
        Statement {
            fact,
            pack: self.pack,
            layer: self.layer,
            loc,
            value: None,
            gone: false,
        }
    }

    /// Reports that nothing of a name lies below, with the names of its kind that do.
    pub(super) fn not_there(&mut self, kind: &'static str, name: &Name, message: String) {
        let known = self.shown_names(kind);
        let label = "nothing of this name lies below";
        self.problems.push(name.not_there(message, label, known));
    }

    pub(super) fn note(&mut self, thing: &Thing, touch: Statement) {
        let sources = self.problems.sources();
        if let Some(problem) = self.ledger.touch(thing, touch, sources) {
            self.problems.push(problem);
        }
    }

    /// The places of what the layers below say about a thing.
    pub(super) fn older(&self, thing: &Thing) -> Vec<usize> {
        if self.layer == 0 {
            return Vec::new();
        }
        // Most is new, and the ledger knows that at once.
        let told = |thing: &Thing| self.ledger.of(thing).iter().any(|t| t.layer < self.layer);
        let other = |name| told(&Thing::folded(thing.kind, name));
        let others = match thing.kind {
            "position" => self.spellings("space", &thing.name),
            _ => Vec::new(),
        };
        if !told(thing) && !others.into_iter().any(other) {
            return Vec::new();
        }
        // A position may be given by any name of its space.
        let spelt = |t: &Thing| {
            t.kind == "position"
                && thing.kind == t.kind
                && self.canonical("space", &t.name) == thing.name
        };
        let of = |p: &Piece| {
            p.layer < self.layer && p.thing.as_ref().is_some_and(|t| t == thing || spelt(t))
        };
        self.places(of)
    }

    /// The places of the pieces that are so.
    pub(super) fn places(&self, is: impl Fn(&Piece) -> bool) -> Vec<usize> {
        let all = self.pieces.iter().enumerate();
        all.filter(|(_, p)| is(p)).map(|(at, _)| at).collect()
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
        self.pieces.insert(at.unwrap_or(self.pieces.len()), piece);
    }

    /// The folded name of something that may go by others.
    pub(super) fn canonical(&self, kind: &'static str, name: &str) -> String {
        let folded = key_of(kind, name);
        let known = |text: &str| self.spelt.get(kind)?.get(text).cloned();
        let found = match kind {
            "unit" => singulars(&folded).find_map(|text| known(&text)),
            _ => known(&folded),
        };
        found.unwrap_or(folded)
    }

    /// Every spelling of something.
    pub(super) fn spellings(&self, kind: &'static str, canonical: &str) -> Vec<String> {
        let all = self.spelt.get(kind).into_iter().flatten();
        let others = all.filter(|(_, to)| *to == canonical);
        let others = others.map(|(from, _)| from.clone());
        std::iter::once(canonical.to_owned())
            .chain(others)
            .collect()
    }

    /// The names of everything of a kind, as they were written.
    pub(super) fn shown_names(&self, kind: &'static str) -> Vec<String> {
        match kind {
            "power" | "unit" => {
                let rows = self.rows.iter().filter(|r| r.kind == kind);
                rows.map(|r| r.name.text.clone()).collect()
            }
            "rule" => {
                let labels: BTreeSet<_> = self.things("rule").map(|p| p.shown()).collect();
                labels.into_iter().collect()
            }
            kind => self.things(kind).map(Piece::shown).collect(),
        }
    }

    /// The names of the things of a kind that lie in the layers below, listed once for each layer.
    fn names_below(&mut self, kind: &'static str) -> Rc<[String]> {
        if let Some(known) = self.below.get(kind) {
            return known.clone();
        }
        let below = self.things(kind).filter(|p| p.layer < self.layer);
        let known: Rc<[String]> = below.map(Piece::shown).collect();
        self.below.insert(kind, known.clone());
        known
    }

    pub(super) fn things<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Piece> {
        self.pieces
            .iter()
            .filter(move |p| p.thing.as_ref().is_some_and(|t| t.kind == kind))
    }

    /// Takes a piece of this layer in.
    pub(super) fn take(&mut self, mut piece: Piece, must: Must) {
        if piece.kind == Rule::setup {
            return self.setup_row(piece);
        }
        if let (Rule::turn_order, Some(sign)) = (piece.node.rule, piece.node.sign()) {
            return self.change_order(sign, &piece.node.kids[1]);
        }
        if let (true, Some(thing)) = (
            is_space(piece.kind) || piece.kind == Rule::position,
            &mut piece.thing,
        ) {
            thing.name = self.canonical("space", &thing.name);
        }
        let Some(thing) = piece.thing.clone() else {
            return self.append(piece);
        };
        let older = self.older(&thing);
        if let Err(problem) = self.may_be(&piece, &thing, &older, must) {
            let error = problem.severity == sandtable_diag::Severity::Error;
            self.problems.push(problem);
            if error {
                return;
            }
        }
        if older.is_empty() {
            self.may_be_loose(&piece, &thing, must);
        }
        match older.first() {
            Some(at) if is_space(piece.kind) && must != Must::BeNew => {
                return self.change_space(*at, piece.node);
            }
            Some(at) if piece.kind == Rule::use_script => return self.change_use(*at, piece.node),
            _ => {}
        }
        let touch = self.touch(String::new(), piece.loc);
        self.note(&thing, touch);
        self.spell(&piece);
        if piece.node.rule == Rule::phase_beside {
            self.forget(&older);
            return self.beside(piece);
        }
        let settle = is_space(piece.kind) && piece.node.kids.iter().any(changes);
        match self.forget(&older) {
            Some(at) => self.pieces.insert(at, piece),
            None => self.append(piece),
        }
        if settle && let Some(at) = self.pieces.len().checked_sub(1) {
            self.settle_new_space(at);
        }
    }

    fn append(&mut self, piece: Piece) {
        if piece.kind == Rule::permit && self.layer > 0 {
            self.pieces.insert(self.front, piece);
            self.front += 1;
        } else {
            self.pieces.push(piece);
        }
    }

    /// Whether there may, or must, be something of this name already.
    fn may_be(
        &mut self,
        piece: &Piece,
        thing: &Thing,
        older: &[usize],
        must: Must,
    ) -> Result<(), Problem> {
        if self.layer == 0 && must == Must::Either {
            return Ok(());
        }
        let shown = piece.shown();
        let first = piece.node.kids.first().map_or(piece.loc, |k| k.loc);
        let loc = match piece.kind {
            Rule::territory | Rule::sea_zone | Rule::plan | Rule::use_script => first,
            Rule::objective | Rule::trigger | Rule::victory => first,
            _ => piece.loc,
        };
        let what = thing.kind;
        match (must, older) {
            (Must::BeNew, [first, ..]) => {
                let message = format!("the {what} `{shown}` is there already");
                let problem = Problem::error("overlay/not-new", message)
                    .at(loc, "said to be new")
                    .at(self.pieces[*first].loc, "the old one");
                Err(problem.help("without `new` it takes the place of the old one"))
            }
            (Must::Exist, []) => {
                let message = format!("there is no {what} `{shown}` to change");
                let name = Name::new(&shown, loc);
                let known = self.shown_names(what);
                Err(name.not_there(message, "nothing of this name lies below", &known))
            }
            (Must::Either, []) if self.layer > 0 => match piece.kind {
                Rule::objective
                | Rule::chart
                | Rule::trigger
                | Rule::victory
                | Rule::use_script
                | Rule::region
                | Rule::gate => {
                    let known = self.names_below(what);
                    if nearest(&shown, known.iter()).is_none() {
                        return Ok(());
                    }
                    let message = format!("the {what} `{shown}` is new");
                    let problem = Problem::warning("overlay/near", message)
                        .at(loc, "nothing of this name lies below")
                        .suggest(&shown, known.iter());
                    Err(problem.help("say `new` before it if it is meant to be new"))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// A new space that says nothing of borders is one only if another space states a border with it.
    fn may_be_loose(&mut self, piece: &Piece, thing: &Thing, must: Must) {
        let bound = || piece.node.kids.iter().any(bounds);
        if !is_space(piece.kind) || self.layer == 0 || must != Must::Either || bound() {
            return;
        }
        let shown = piece.shown();
        let message = format!("there is no space `{shown}` to change");
        let name = Name::new(shown, piece.node.kids[0].loc);
        let known = self.shown_names("space");
        let problem = name
            .not_there(message, "nothing of this name lies below", known)
            .help("a new space needs `borders`, here or in a space next to it");
        self.loose.push((thing.clone(), problem));
    }

    fn settle_loose_spaces(&mut self) {
        for (thing, problem) in std::mem::take(&mut self.loose) {
            let keys = self.spellings("space", &thing.name);
            let beside = |p: &Piece| is_space(p.kind) && keys.iter().any(|k| p.states_border(k));
            let other = |p: &Piece| p.thing.as_ref() != Some(&thing);
            if !self.pieces.iter().any(|p| other(p) && beside(p)) {
                self.problems.push(problem);
                self.pieces.retain(other);
            }
        }
    }

    /// Takes note of the other names of a space.
    fn spell(&mut self, piece: &Piece) {
        let Some(thing) = piece.thing.as_ref().filter(|_| is_space(piece.kind)) else {
            return;
        };
        let others = piece.node.all(Rule::f_also);
        let names = others.flat_map(|also| also.all(Rule::name));
        self.spell_as(thing, names.map(|name| &name.text));
    }
}

/// Whether a fact of a space changes what was said before.
fn changes(fact: &Node) -> bool {
    let listed = matches!(fact.rule, Rule::f_income | Rule::f_borders | Rule::f_marked);
    fact.rule == Rule::f_without || listed && fact.sign().is_some()
}

/// A fact that only a space of its own has.
fn bounds(fact: &Node) -> bool {
    let states = |f: &Node| f.sign().is_none() && !f.kids.is_empty();
    matches!(fact.rule, Rule::f_borders | Rule::f_island) && states(fact)
}
