//! Who said what about which thing, in the order of the layers: the history of every item, and what two overlays
//! that know nothing of each other both touch.

use super::things::all_count;
use crate::diag::{Loc, Problem, Sources, fold_name};
use std::collections::{BTreeMap, BTreeSet};

/// Something a pack says: its kind, and its name in the form in which names are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Thing {
    /// What it is: "territory", "objective".
    pub kind: &'static str,
    /// Its folded name.
    pub name: String,
}

impl Thing {
    /// A thing by its name in any spelling.
    pub fn new(kind: &'static str, name: &str) -> Self {
        Self::folded(kind, fold_name(name))
    }
    /// A thing by its folded name.
    pub const fn folded(kind: &'static str, name: String) -> Self {
        Self { kind, name }
    }
    /// What messages call a fact of it, or all of it.
    pub fn with(&self, fact: &str) -> String {
        let whole = format!("the {} `{}`", self.kind, self.name);
        if fact.is_empty() {
            whole
        } else {
            format!("`{fact}` of {whole}")
        }
    }
}

/// One saying about a thing.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Which fact of it; empty: all of it.
    pub fact: String,
    /// The pack that says so, by its place in the stack.
    pub pack: usize,
    /// The layer: a pack has one for itself and one for each block behind an `if`.
    pub layer: usize,
    /// Where.
    pub loc: Loc,
    /// What is said, where the text there is not the form to compare.
    pub value: Option<String>,
    /// It is taken away.
    pub gone: bool,
}

/// A saying that never counts.
pub struct Covered {
    /// What it is about.
    pub thing: Thing,
    /// Which fact of it; empty: all of it.
    pub fact: String,
    /// Where it is said.
    pub loc: Loc,
    /// Where what counts instead is said.
    pub by: Loc,
}

impl Statement {
    /// That it is taken away.
    pub fn gone(self) -> Self {
        let gone = true;
        Self { gone, ..self }
    }
    /// What is said, blanks and comments apart.
    fn value(&self, sources: &Sources) -> String {
        let text = || plain(sources.text(self.loc));
        self.value.clone().unwrap_or_else(text)
    }
    /// Whether it stands beside what was said before: units more or less, a step before another.
    fn adds(&self, sources: &Sources) -> bool {
        let single = ["border to ", "mark ", "name ", "turn of "]
            .iter()
            .any(|kind| self.fact.starts_with(kind));
        let signed = || {
            let value = self.value(sources);
            let mut first = value.split(' ').take(2);
            first.any(|word| word.starts_with(['+', '-']))
        };
        !single && signed() || self.fact.starts_with("before ") || self.fact.starts_with("after ")
    }
    /// Whether nothing is left of what an earlier saying about the same thing says.
    fn covers(&self, earlier: &Self, sources: &Sources) -> bool {
        let all = self.fact.is_empty() && (self.gone || !earlier.fact.is_empty());
        let same = self.fact == earlier.fact && !self.adds(sources);
        // What is taken away first makes room for what is said then.
        (all || same) && (self.gone || !earlier.gone)
    }
}

/// Everything said about everything.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    things: BTreeMap<Thing, Vec<Statement>>,
    /// Something said is about what was said before.
    pub changes: bool,
    /// What overlays that declare a thing say of it at once, fact by fact.
    declared: BTreeMap<(Thing, usize), Vec<Statement>>,
}

/// A text without comments, with single blanks, for comparing.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let quoted = |at: usize| line[..at].matches('"').count() % 2 == 1;
        let comment = line.match_indices('#').find(|(at, _)| !quoted(*at));
        let said = comment.map_or(line, |(at, _)| &line[..at]);
        for word in said.split_whitespace() {
            if !plain.is_empty() {
                plain.push(' ');
            }
            plain.push_str(word);
        }
    }
    plain
}

impl Ledger {
    /// Takes note of a saying; a second and different one about the same fact in the same layer is a problem.
    pub fn touch(&mut self, thing: &Thing, touch: Statement, sources: &Sources) -> Option<Problem> {
        let all = self.things.entry(thing.clone()).or_default();
        let same = |t: &&Statement| {
            t.layer == touch.layer
                && t.fact == touch.fact
                && !t.fact.is_empty()
                && t.value(sources) != touch.value(sources)
        };
        // What adds to something may stand beside it; and of one pack alone everything is said once, or found out later.
        let alone = || !touch.value(sources).starts_with(['+', '-']);
        let first = all.iter().find(same).filter(|_| touch.layer > 0);
        let twice = first.filter(|_| alone());
        let twice = twice.map(|first| {
            let message = format!("{} is changed twice", thing.with(&touch.fact));
            Problem::twice(message, touch.loc, first.loc)
        });
        self.changes |= touch.layer > 0 || !touch.fact.is_empty();
        all.push(touch);
        twice
    }

    /// Takes note of a fact that a thing has from its declaration on.
    pub fn declare(&mut self, thing: &Thing, touch: Statement) {
        let declared = self.declared.entry((thing.clone(), touch.pack));
        declared.or_default().push(touch);
    }

    /// What a saying says of the fact that a later one is about: of a declaration, what it says of
    /// just that fact, if anything.
    fn about<'a>(
        &'a self,
        thing: &Thing,
        earlier: &'a Statement,
        later: &Statement,
    ) -> Option<&'a Statement> {
        let whole = earlier.fact.is_empty() && !earlier.gone && !later.fact.is_empty();
        match self.declared.get(&(thing.clone(), earlier.pack)) {
            Some(facts) if whole => facts.iter().find(|t| t.fact == later.fact),
            _ => Some(earlier),
        }
    }

    /// Everything said about a thing, the first saying first.
    pub fn of(&self, thing: &Thing) -> &[Statement] {
        self.things.get(thing).map_or(&[], Vec::as_slice)
    }

    /// Where a thing that is no longer there was taken away.
    pub fn removed(&self, thing: &Thing) -> Option<Loc> {
        let last = self.of(thing).last();
        last.filter(|t| t.gone && t.fact.is_empty()).map(|t| t.loc)
    }

    /// Where something of this name, of any kind, was taken away.
    pub fn removed_name(&self, name: &str) -> Option<Loc> {
        let folded = fold_name(name);
        let mut same = self.things.keys().filter(|t| t.name == folded);
        same.find_map(|t| self.removed(t))
    }

    /// What overlays say that something later in the same pack, or a pack that extends theirs, takes the place of. To settle
    /// what two overlays say otherwise is no fault.
    pub fn covered(&self, ancestors: &[BTreeSet<usize>], sources: &Sources) -> Vec<Covered> {
        let mut found = Vec::new();
        for (thing, touches) in &self.things {
            let of_overlay = |(_, t): &(usize, &Statement)| !ancestors[t.pack].is_empty();
            for (at, earlier) in touches.iter().enumerate().filter(of_overlay) {
                let above = |t: &Statement| {
                    let beside = !t.gone && all_count(thing);
                    t.layer == earlier.layer && !beside || ancestors[t.pack].contains(&earlier.pack)
                };
                let mut rest = touches[at + 1..].iter();
                let Some(later) = rest.find(|t| above(t) && t.covers(earlier, sources)) else {
                    continue;
                };
                let stranger = |t: &Statement| {
                    !kin(ancestors, t.pack, earlier.pack)
                        && ancestors[later.pack].contains(&t.pack)
                        && (later.fact.is_empty() || t.fact.is_empty() || t.fact == later.fact)
                };
                if touches.iter().any(stranger) {
                    continue;
                }
                let (thing, fact) = (thing.clone(), earlier.fact.clone());
                let (loc, by) = (earlier.loc, later.loc);
                found.push(Covered {
                    thing,
                    fact,
                    loc,
                    by,
                });
            }
        }
        found
    }

    /// What two overlays touch of which neither extends the other, unless one that extends both settles it.
    pub fn conflicts(
        &self,
        ancestors: &[BTreeSet<usize>],
        names: &[String],
        sources: &Sources,
    ) -> Vec<Problem> {
        let mut found = Vec::new();
        if ancestors.len() < 3 {
            return found;
        }
        for (thing, touches) in &self.things {
            let mut said = BTreeSet::new();
            for (at, later) in touches.iter().enumerate() {
                let earlier = touches[..at].iter();
                for earlier in earlier.filter_map(|t| self.about(thing, t, later)) {
                    let same = earlier.fact == later.fact
                        || earlier.fact.is_empty()
                        || later.fact.is_empty();
                    let equal = earlier.fact == later.fact
                        && earlier.gone == later.gone
                        && earlier.value(sources) == later.value(sources);
                    let both = |t: &Statement| {
                        ancestors[t.pack].contains(&earlier.pack)
                            && ancestors[t.pack].contains(&later.pack)
                    };
                    let covers = |t: &Statement| t.fact == later.fact || t.fact.is_empty();
                    let settled = touches[at + 1..].iter().any(|t| covers(t) && both(t));
                    if !same
                        || equal
                        || settled
                        || kin(ancestors, earlier.pack, later.pack)
                        || !said.insert((earlier.pack, later.pack, &later.fact))
                    {
                        continue;
                    }
                    found.push(conflict(thing, earlier, later, names, sources));
                }
            }
        }
        found
    }
}

/// Whether two packs are one, or one of them extends the other.
fn kin(ancestors: &[BTreeSet<usize>], a: usize, b: usize) -> bool {
    a == b || ancestors[b].contains(&a) || ancestors[a].contains(&b)
}

fn conflict(
    thing: &Thing,
    earlier: &Statement,
    later: &Statement,
    names: &[String],
    sources: &Sources,
) -> Problem {
    let fact = [&later.fact, &earlier.fact]
        .into_iter()
        .find(|f| !f.is_empty());
    let what = thing.with(fact.map_or("", String::as_str));
    let verb = |t: &Statement| match t.gone {
        true => "takes it away",
        false => "changes it",
    };
    let (a, b) = (&names[earlier.pack], &names[later.pack]);
    let place = sources.position(later.loc);
    let place = place.map(|(file, line, _)| format!(" ({file}:{line})"));
    let wins = place.unwrap_or_default();
    Problem::warning("overlay/conflict", format!("`{a}` and `{b}` both change {what}"))
        .at(later.loc, format!("`{b}` {} here", verb(later)))
        .at(earlier.loc, format!("`{a}` {} here", verb(earlier)))
        .help(format!("the later one counts, `{b}`{wins}; an overlay that extends both can settle it by saying it itself"))
}
