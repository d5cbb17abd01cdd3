//! Who said what about which thing, in the order of the layers: the history of every item, and what two overlays
//! that know nothing of each other both touch.

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
        Self { kind, name: fold_name(name) }
    }
}

/// One saying about a thing.
#[derive(Clone, Debug)]
pub struct Touch {
    /// Which fact of it; empty: all of it.
    pub fact: String,
    /// The pack that says so, by its place in the stack.
    pub pack: usize,
    /// The layer: a pack has one for itself and one for each block behind an `if`.
    pub layer: usize,
    /// Where.
    pub loc: Loc,
    /// What is said, blanks and comments apart.
    pub value: String,
    /// It is taken away.
    pub gone: bool,
}

/// Everything said about everything.
#[derive(Default, Debug)]
pub struct Ledger {
    things: BTreeMap<Thing, Vec<Touch>>,
}

/// A text without comments, with single blanks, for comparing.
pub fn plain(text: &str) -> String {
    let lines = text.lines().map(|l| {
        let quoted = |at: usize| l[..at].matches('"').count() % 2 == 1;
        l.match_indices('#').map(|(at, _)| at).find(|at| !quoted(*at)).map_or(l, |at| &l[..at])
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

impl Ledger {
    /// Takes note of a saying; a second and different one about the same fact in the same layer is a problem.
    pub fn touch(&mut self, thing: &Thing, touch: Touch) -> Option<Problem> {
        let all = self.things.entry(thing.clone()).or_default();
        let same = |t: &&Touch| t.layer == touch.layer && t.fact == touch.fact && !t.fact.is_empty() && t.value != touch.value;
        // What adds to something may stand beside it.
        let alone = !touch.value.starts_with(['+', '-']);
        let twice = all.iter().filter(|_| touch.layer > 0 && alone).find(same).map(|first| {
            let problem = Problem::error(
                "pack/duplicate",
                format!("`{}` of the {} `{}` is changed twice", touch.fact, thing.kind, thing.name),
            );
            problem.at(touch.loc, "again here").at(first.loc, "first here")
        });
        all.push(touch);
        twice
    }

    /// Everything said about a thing, the first saying first.
    pub fn of(&self, thing: &Thing) -> &[Touch] {
        self.things.get(thing).map_or(&[], Vec::as_slice)
    }

    /// Where a thing that is no longer there was taken away.
    pub fn removed(&self, thing: &Thing) -> Option<Loc> {
        self.of(thing).last().filter(|t| t.gone && t.fact.is_empty()).map(|t| t.loc)
    }

    /// Where something of this name, of any kind, was taken away.
    pub fn removed_name(&self, name: &str) -> Option<Loc> {
        let folded = fold_name(name);
        self.things.keys().filter(|t| t.name == folded).find_map(|t| self.removed(t))
    }

    /// What two overlays touch of which neither extends the other, unless one that extends both settles it.
    pub fn conflicts(&self, ancestors: &[BTreeSet<usize>], names: &[String], sources: &Sources) -> Vec<Problem> {
        let mut found = Vec::new();
        let kin = |a: usize, b: usize| a == b || ancestors[b].contains(&a) || ancestors[a].contains(&b);
        for (thing, touches) in &self.things {
            let mut said: BTreeSet<(usize, usize)> = BTreeSet::new();
            for (at, later) in touches.iter().enumerate() {
                for earlier in &touches[..at] {
                    let same = earlier.fact == later.fact || earlier.fact.is_empty() || later.fact.is_empty();
                    let equal = earlier.fact == later.fact && earlier.value == later.value && earlier.gone == later.gone;
                    let both = |t: &Touch| ancestors[t.pack].contains(&earlier.pack) && ancestors[t.pack].contains(&later.pack);
                    let settled = touches[at + 1..].iter().any(|t| (t.fact == later.fact || t.fact.is_empty()) && both(t));
                    if !same || equal || settled || kin(earlier.pack, later.pack) || !said.insert((earlier.pack, later.pack)) {
                        continue;
                    }
                    found.push(conflict(thing, earlier, later, names, sources));
                }
            }
        }
        found
    }
}

fn conflict(thing: &Thing, earlier: &Touch, later: &Touch, names: &[String], sources: &Sources) -> Problem {
    let fact = [&later.fact, &earlier.fact].into_iter().find(|f| !f.is_empty());
    let what = match fact {
        Some(fact) => format!("`{fact}` of the {} `{}`", thing.kind, thing.name),
        None => format!("the {} `{}`", thing.kind, thing.name),
    };
    let verb = |t: &Touch| if t.gone { "takes it away" } else { "changes it" };
    let (a, b) = (&names[earlier.pack], &names[later.pack]);
    let wins = sources.position(later.loc).map_or_else(String::new, |(file, line, _)| format!(" ({file}:{line})"));
    Problem::warning("overlay/conflict", format!("`{a}` and `{b}` both change {what}"))
        .at(later.loc, format!("`{b}` {} here", verb(later)))
        .at(earlier.loc, format!("`{a}` {} here", verb(earlier)))
        .help(format!("the later one counts, `{b}`{wins}; an overlay that extends both can settle it by saying it itself"))
}
