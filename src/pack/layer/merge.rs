//! The layers made one: every sentence of a layer over what the layers below say.

use super::ledger::{Ledger, Thing, Touch, plain};
use super::rows::Draft;
use super::things::{Piece, cut, space_key};
use crate::diag::{Loc, Problem, Problems, fold_name, nearest};
use crate::pack::ast::{Item, Must, SpaceFact, Statement, Target, TurnRow, What};
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
    /// Every spelling of what a smaller game leaves out.
    pub(super) cut_off: CutOff,
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

/// What the layers say together.
pub struct Merged<'t> {
    /// The rows of tables.
    pub draft: Draft<'t>,
    /// Everything else, piece by piece.
    pub pieces: Vec<Piece>,
    /// Who said what.
    pub ledger: Ledger,
    /// The problems found, those given at the beginning among them.
    pub problems: Problems,
    /// Every spelling of what a smaller game leaves out.
    pub cut_off: CutOff,
}

impl<'t> Merger<'t> {
    /// Nothing yet. `problems` are given back at the end.
    pub fn new(
        settings: &'t Settings,
        values: &'t BTreeMap<Loc, Spanned<DeTable<'t>>>,
        problems: Problems,
    ) -> Self {
        let (pieces, spelt) = (Vec::new(), BTreeMap::new());
        let (ledger, draft) = (Ledger::default(), Draft::default());
        let (cut_off, loose) = (CutOff::default(), Vec::new());
        Self {
            problems,
            ledger,
            pieces,
            draft,
            values,
            settings,
            spelt,
            pack: 0,
            layer: 0,
            front: 0,
            cut_off,
            loose,
        }
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
        self.settle_loose_spaces();
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
            for said in inner.iter().filter(|s| is_option(&s.what)) {
                let problem =
                    Problem::error("pack/option", "an option cannot depend on other options");
                self.problems.push(
                    problem
                        .at(said.loc, "behind an `if` here")
                        .help("say it outside the block"),
                );
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
            What::Keep(names) => self.keep_only(&names),
            What::KeepPowers(names) => self.keep_powers(&names),
            What::Plan(name, edits) => self.change_plan(&name, edits),
            What::Row(row) => self.say_row(row),
            // Options are declared before anything else is read; blocks behind an `if` are laid one by one.
            What::Option(_) | What::If(..) => {}
        }
    }

    /// A saying of this layer.
    pub(super) fn touch(&self, fact: String, loc: Loc) -> Touch {
        let value = plain(self.problems.sources().text(loc));
        Touch {
            fact,
            pack: self.pack,
            layer: self.layer,
            loc,
            value,
            gone: false,
        }
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
        // A position may be given by any name of its space.
        let spelt = |t: &Thing| {
            t.kind == "position"
                && thing.kind == t.kind
                && self.canonical("space", &t.name) == thing.name
        };
        let of = |p: &Piece| {
            p.layer < self.layer && p.thing.as_ref().is_some_and(|t| t == thing || spelt(t))
        };
        (0..self.pieces.len())
            .filter(|at| of(&self.pieces[*at]))
            .collect()
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
        let folded = if kind == "space" {
            space_key(name)
        } else {
            fold_name(name)
        };
        let known = |text: &str| self.spelt.get(&(kind, text.to_owned())).cloned();
        if kind == "unit" && known(&folded).is_none() {
            let singular = folded.strip_suffix("ies").map(|s| format!("{s}y"));
            let found = folded
                .strip_suffix('s')
                .and_then(known)
                .or_else(|| singular.and_then(|s| known(&s)));
            return found.unwrap_or(folded);
        }
        known(&folded).unwrap_or(folded)
    }

    /// Every spelling of something.
    pub(super) fn spellings(&self, kind: &'static str, canonical: &str) -> Vec<String> {
        let others = self
            .spelt
            .iter()
            .filter(|((k, _), to)| *k == kind && *to == canonical)
            .map(|((_, from), _)| from.clone());
        std::iter::once(canonical.to_owned())
            .chain(others)
            .collect()
    }

    /// The names of everything of a kind, as they were written.
    pub(super) fn shown_names(&self, kind: &'static str) -> Vec<String> {
        match kind {
            "power" | "unit" => self.draft.names(kind),
            "rule" => {
                let labels: BTreeSet<_> = self.things("rule").map(|p| p.shown()).collect();
                labels.into_iter().collect()
            }
            kind => self.things(kind).map(Piece::shown).collect(),
        }
    }

    pub(super) fn things<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Piece> {
        self.pieces
            .iter()
            .filter(move |p| p.thing.as_ref().is_some_and(|t| t.kind == kind))
    }

    /// Takes a piece of this layer in.
    pub(super) fn take(&mut self, mut piece: Piece, must: Must) {
        if matches!(piece.item, Item::Setup(..)) {
            return self.setup_row(piece);
        }
        if let Item::Turn(rows, _) = &piece.item
            && let [TurnRow::OrderBy(sign, name)] = rows.as_slice()
        {
            return self.change_order(*sign, &name.clone());
        }
        if let (Item::Space(_) | Item::Position(..), Some(thing)) = (&piece.item, &mut piece.thing)
        {
            thing.name = self.canonical("space", &thing.name);
        }
        let Some(thing) = piece.thing.clone() else {
            return self.append(piece);
        };
        let older = self.older(&thing);
        if let Err(problem) = self.may_be(&piece, &thing, &older, must) {
            let error = problem.severity == crate::diag::Severity::Error;
            self.problems.push(problem);
            if error {
                return;
            }
        }
        if older.is_empty() {
            self.may_be_loose(&piece, &thing, must);
        }
        let older_first = older.first().copied();
        piece.item = match (piece.item, older_first) {
            (Item::Space(space), Some(at)) if must != Must::BeNew => {
                return self.change_space(at, space);
            }
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
    fn may_be(
        &self,
        piece: &Piece,
        thing: &Thing,
        older: &[usize],
        must: Must,
    ) -> Result<(), Problem> {
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
                let problem = Problem::error(
                    "overlay/not-new",
                    format!("the {what} `{shown}` is there already"),
                );
                let help = "without `new` it takes the place of the old one";
                Err(problem
                    .at(loc, "said to be new")
                    .at(self.pieces[*first].loc, "the old one")
                    .help(help))
            }
            (Must::Exist, []) => {
                let mut problem = Problem::error(
                    "overlay/not-there",
                    format!("there is no {what} `{shown}` to change"),
                );
                problem.nearest = near();
                Err(problem.at(loc, "nothing of this name lies below"))
            }
            (Must::Either, []) if self.layer > 0 => match &piece.item {
                Item::Objective(_)
                | Item::Trigger(_)
                | Item::Victory(_)
                | Item::Use(_)
                | Item::Region(..)
                | Item::Gate(_)
                    if near().is_some() =>
                {
                    let mut problem =
                        Problem::warning("overlay/near", format!("the {what} `{shown}` is new"));
                    problem.nearest = near();
                    Err(problem
                        .at(loc, "nothing of this name lies below")
                        .help("say `new` before it if it is meant to be new"))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// A new space that says nothing of borders is one only if another space states a border with it.
    fn may_be_loose(&mut self, piece: &Piece, thing: &Thing, must: Must) {
        let Item::Space(said) = &piece.item else {
            return;
        };
        if self.layer == 0 || must != Must::Either || said.facts.iter().any(bounds) {
            return;
        }
        let shown = piece.shown();
        let mut problem = Problem::error(
            "overlay/not-there",
            format!("there is no space `{shown}` to change"),
        );
        let known = self.shown_names("space");
        problem.nearest = nearest(&shown, known.iter().map(String::as_str)).map(str::to_owned);
        let help = "a new space needs `borders`, here or in a space next to it";
        self.loose.push((
            thing.clone(),
            problem
                .at(said.name.loc, "nothing of this name lies below")
                .help(help),
        ));
    }

    fn settle_loose_spaces(&mut self) {
        for (thing, problem) in std::mem::take(&mut self.loose) {
            let keys = self.spellings("space", &thing.name);
            let beside = |p: &Piece| matches!(&p.item, Item::Space(said) if keys.iter().any(|k| said.states_border(k)));
            if self
                .pieces
                .iter()
                .any(|p| p.thing.as_ref() != Some(&thing) && beside(p))
            {
                continue;
            }
            self.problems.push(problem);
            self.pieces.retain(|p| p.thing.as_ref() != Some(&thing));
        }
    }

    /// Takes note of the other names of a space.
    fn spell(&mut self, piece: &Piece) {
        let (Item::Space(said), Some(thing)) = (&piece.item, &piece.thing) else {
            return;
        };
        for fact in &said.facts {
            if let SpaceFact::Also(names) = fact {
                for name in names {
                    self.spelt
                        .insert(("space", space_key(&name.text)), thing.name.clone());
                }
            }
        }
    }

    /// What the layers say together, and who said what.
    pub fn finish(self) -> Merged<'t> {
        let Self {
            draft,
            pieces,
            ledger,
            problems,
            cut_off,
            ..
        } = self;
        Merged {
            draft,
            pieces,
            ledger,
            problems,
            cut_off,
        }
    }
}

fn signed(fact: &SpaceFact) -> bool {
    matches!(
        fact,
        SpaceFact::IncomeBy(..)
            | SpaceFact::Border(..)
            | SpaceFact::Mark(..)
            | SpaceFact::Without(..)
    )
}

fn is_option(what: &What) -> bool {
    match what {
        What::Option(_) => true,
        What::Remove(Target::Named(kind, _)) => kind == "option",
        _ => false,
    }
}

/// A fact that only a space of its own has.
fn bounds(fact: &SpaceFact) -> bool {
    matches!(fact, SpaceFact::Borders(_) | SpaceFact::Island(Some(_), _))
}

/// The pieces as items again: the rows of one block that must stay together are one item.
pub fn items(pieces: &[Piece]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut movement: Option<(usize, Loc)> = None;
    for piece in pieces {
        match (&piece.item, movement) {
            (Item::Movement(rows, _), Some((at, block)))
                if piece.layer > 0 || piece.block == block =>
            {
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
