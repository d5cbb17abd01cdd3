//! Who said what about which thing, in the order of the layers: the history of every item, and what two overlays
//! that know nothing of each other both touch.

use super::stack::Layers;
use super::things::all_count;
use crate::rulebook::without_comment;
use sandtable_diag::{Loc, Problem, Sources, fold_name};
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

/// What is said of a thing.
#[derive(Clone, Default, Debug)]
struct Told {
    /// Everything, the first saying first.
    all: Vec<Statement>,
    /// Of each fact, where in `all` its last layer says it first, and where it first says something else.
    facts: BTreeMap<String, (usize, Option<usize>)>,
}

impl Told {
    /// Adds a saying; gives the first of the same layer that says otherwise of the same fact.
    fn add(&mut self, touch: Statement, sources: &Sources) -> Option<Loc> {
        let (at, all) = (self.all.len(), &mut self.all);
        // Of one pack alone everything is said once, or found out later.
        if touch.layer == 0 || touch.fact.is_empty() {
            all.push(touch);
            return None;
        }
        let known = self.facts.get_mut(&touch.fact);
        let Some((first, other)) = known.filter(|(first, _)| all[*first].layer == touch.layer)
        else {
            self.facts.insert(touch.fact.clone(), (at, None));
            all.push(touch);
            return None;
        };
        let value = touch.value(sources);
        let against = match all[*first].value(sources) == value {
            true => *other,
            false => {
                other.get_or_insert(at);
                Some(*first)
            }
        };
        all.push(touch);
        // What adds to something may stand beside it.
        let alone = !value.starts_with(['+', '-']);
        against.filter(|_| alone).map(|at| all[at].loc)
    }
}

/// Everything said about everything.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    things: BTreeMap<Thing, Told>,
    /// Something said is about what was said before.
    pub changes: bool,
    /// What overlays that declare a thing say of it at once, fact by fact.
    declared: BTreeMap<(Thing, usize), Vec<Statement>>,
}

/// A text without comments, with single blanks, for comparing.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let (said, _) = without_comment(line, "#");
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
        self.changes |= touch.layer > 0 || !touch.fact.is_empty();
        let (fact, loc) = (touch.fact.clone(), touch.loc);
        let told = self.things.entry(thing.clone()).or_default();
        let first = told.add(touch, sources)?;
        let message = format!("{} is changed twice", thing.with(&fact));
        Some(Problem::twice(message, loc, first))
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
        self.things.get(thing).map_or(&[], |told| &told.all)
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
    pub fn covered(&self, stack: &Layers, sources: &Sources) -> Vec<Covered> {
        let over = |told: &&Told| told.all.iter().any(|t| stack.is_overlay(t.pack));
        let things = self.things.iter().filter(|(_, told)| over(told));
        let found = things.flat_map(|(thing, told)| covered(thing, &told.all, stack, sources));
        found.collect()
    }

    /// What two overlays touch of which neither extends the other, unless one that extends both settles it.
    pub fn conflicts(&self, stack: &Layers, sources: &Sources) -> Vec<Problem> {
        let mut found = Vec::new();
        if stack.layers.len() < 3 {
            return found;
        }
        for (thing, told) in &self.things {
            let touches = &told.all;
            let classes = once_each(touches, sources);
            // Packs come after those they extend, so that what settles something settles it for all that two packs say of it.
            let mut said = BTreeSet::new();
            for (nth, at) in classes.iter().enumerate() {
                let later = &touches[*at];
                let earlier = classes[..nth].iter().map(|at| &touches[*at]);
                for earlier in earlier.filter_map(|t| self.about(thing, t, later)) {
                    let facts = [&earlier.fact, &later.fact];
                    let same = facts[0] == facts[1] || facts.iter().any(|fact| fact.is_empty());
                    let equal = || {
                        facts[0] == facts[1]
                            && earlier.gone == later.gone
                            && earlier.value(sources) == later.value(sources)
                    };
                    let key = (earlier.pack, later.pack, &later.fact);
                    if !same
                        || said.contains(&key)
                        || stack.are_kin(earlier.pack, later.pack)
                        || equal()
                    {
                        continue;
                    }
                    said.insert(key);
                    let settles = |t: &Statement| {
                        (t.fact == later.fact || t.fact.is_empty())
                            && stack.extends(t.pack, earlier.pack)
                            && stack.extends(t.pack, later.pack)
                    };
                    if !touches[at + 1..].iter().any(settles) {
                        found.push(conflict(thing, earlier, later, stack, sources));
                    }
                }
            }
        }
        found
    }
}

/// Where the same is said for the first time by a pack.
fn once_each(touches: &[Statement], sources: &Sources) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let all = touches.iter().enumerate();
    let new = all.filter(|(_, t)| seen.insert((t.pack, &t.fact, t.gone, t.value(sources))));
    new.map(|(at, _)| at).collect()
}

/// What is said of a thing that never counts, in the order in which it is said.
fn covered(
    thing: &Thing,
    touches: &[Statement],
    stack: &Layers,
    sources: &Sources,
) -> Vec<Covered> {
    let mut speakers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for t in touches {
        speakers.entry(&t.fact).or_default().insert(t.pack);
    }
    // From the last saying to the first: by fact and layer the next one that may cover another.
    let mut next: BTreeMap<&str, BTreeMap<(usize, bool, bool), usize>> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, earlier) in touches.iter().enumerate().rev() {
        let of = |fact: &str| next.get(fact).into_iter().flat_map(BTreeMap::values);
        let own = of(&earlier.fact).chain(of("").filter(|_| !earlier.fact.is_empty()));
        let above = |t: &Statement| {
            let beside = !t.gone && all_count(thing);
            t.layer == earlier.layer && !beside || stack.extends(t.pack, earlier.pack)
        };
        let counts = |at: &usize| above(&touches[*at]) && touches[*at].covers(earlier, sources);
        let later = own.copied().filter(counts).min().map(|at| &touches[at]);
        let later = later.filter(|_| stack.is_overlay(earlier.pack));
        if let Some(later) = later {
            let stranger = |pack: &usize| {
                !stack.are_kin(*pack, earlier.pack) && stack.extends(later.pack, *pack)
            };
            let about = |fact: &str| later.fact.is_empty() || fact.is_empty() || fact == later.fact;
            let mut beside = speakers.iter().filter(|(fact, _)| about(fact));
            if !beside.any(|(_, packs)| packs.iter().any(stranger)) {
                found.push(Covered {
                    thing: thing.clone(),
                    fact: earlier.fact.clone(),
                    loc: earlier.loc,
                    by: later.loc,
                });
            }
        }
        let of_fact = next.entry(&earlier.fact).or_default();
        let adds = earlier.adds(sources);
        of_fact.insert((earlier.layer, earlier.gone, adds), at);
    }
    found.reverse();
    found
}

fn conflict(
    thing: &Thing,
    earlier: &Statement,
    later: &Statement,
    stack: &Layers,
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
    let (a, b) = (stack.name(earlier.pack), stack.name(later.pack));
    let place = sources.position(later.loc);
    let place = place.map(|(file, line, _)| format!(" ({file}:{line})"));
    let wins = place.unwrap_or_default();
    Problem::warning("overlay/conflict", format!("`{a}` and `{b}` both change {what}"))
        .at(later.loc, format!("`{b}` {} here", verb(later)))
        .at(earlier.loc, format!("`{a}` {} here", verb(earlier)))
        .help(format!("the later one counts, `{b}`{wins}; an overlay that extends both can settle it by saying it itself"))
}
