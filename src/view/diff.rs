//! What one pack says otherwise than another, item by item and in the language of packs.

use super::written::{flat, whole};
use sandtable_diag::fold_name;
use sandtable_pack::{PackInfo, Resolved};
use std::collections::{BTreeMap, BTreeSet};

/// Something one pack says otherwise than another, or only one of them says.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Change {
    /// What kind of item it is: "unit", "objective".
    pub kind: &'static str,
    /// What the item is called.
    pub name: String,
    /// Whether the texts are all of the item, and not one of its facts.
    pub whole: bool,
    /// What the first pack says, if it says anything.
    pub before: Option<String>,
    /// What the second says, if it says anything.
    pub after: Option<String>,
    /// Where the order counts and is new: the text that now stands right before it, "" before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
}

impl Change {
    fn new(
        (kind, name): (&'static str, &str),
        whole: bool,
        [before, after]: [Option<String>; 2],
    ) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            whole,
            before,
            after,
            behind: None,
        }
    }
    /// The change as lines: what is gone behind `-`, what is new behind `+`, what moved behind `~`.
    pub fn lines(&self) -> Vec<String> {
        let label = match self.whole {
            true => String::new(),
            false => format!("{} {}: ", self.kind, self.name),
        };
        let place = match self.behind.as_deref() {
            None => String::new(),
            Some("") => "   # first of all".to_owned(),
            Some(other) => format!("   # behind: {other}"),
        };
        if self.before == self.after {
            let text = self.after.as_deref().unwrap_or_default();
            return vec![format!("~ {label}{text}{place}")];
        }
        let gone = self.before.iter().map(|t| format!("- {label}{t}"));
        let new = self.after.iter().map(|t| format!("+ {label}{t}{place}"));
        gone.chain(new).collect()
    }
}

/// Kinds of items that are read one after the other, or of which the later counts.
const ORDERED: &[&str] = &["phase", "rule", "trigger", "use"];

/// What is no rule: where the map draws a space.
const DRAWN: &str = "position";

/// What the second pack changes against the first: manifests and options, then kind by kind, each sorted by name.
pub fn diff(a: &PackInfo, b: &PackInfo) -> Vec<Change> {
    let mut changes = manifests(a, b);
    changes.extend(options(a, b));
    let mut kinds: Vec<&'static str> = Vec::new();
    for item in b.resolved().iter().chain(a.resolved()) {
        if item.kind != DRAWN && !kinds.contains(&item.kind) {
            kinds.push(item.kind);
        }
    }
    for kind in kinds {
        let [old, new] = [a, b].map(|i| {
            i.resolved()
                .iter()
                .filter(|i| i.kind == kind)
                .collect::<Vec<_>>()
        });
        let mut named: BTreeMap<String, [Vec<&Resolved>; 2]> = BTreeMap::new();
        for (side, items) in [&old, &new].into_iter().enumerate() {
            for item in items {
                named.entry(fold_name(&item.name)).or_default()[side].push(item);
            }
        }
        for [before, after] in named.values() {
            if before.is_empty() || after.is_empty() {
                changes.extend(before.iter().map(|i| only(i, true, Some(whole(i)), None)));
                changes.extend(after.iter().map(|i| only(i, true, None, Some(whole(i)))));
            } else {
                changes.extend(facts(before, after));
            }
        }
        if let Some(item) = new.first().filter(|_| ORDERED.contains(&kind)) {
            let [old, new] = [&old, &new].map(|l| l.iter().map(|i| whole(i)).collect::<Vec<_>>());
            changes.extend(moved(item, true, [&old, &new]));
        }
    }
    changes
}

fn only(item: &Resolved, whole: bool, before: Option<String>, after: Option<String>) -> Change {
    Change::new((item.kind, &item.name), whole, [before, after])
}

/// What is different about an item that both have.
fn facts(before: &[&Resolved], after: &[&Resolved]) -> Vec<Change> {
    let Some(item) = after.first() else {
        return Vec::new();
    };
    let texts = |items: &[&Resolved]| -> Vec<String> {
        let parts = items.iter().flat_map(|i| &i.parts);
        parts.map(|p| flat(&p.text)).collect()
    };
    let (old, new) = (texts(before), texts(after));
    let mut gone = minus(&old, &new);
    let mut changes: Vec<Change> = Vec::new();
    for text in minus(&new, &old) {
        // The gone text most like it, or that it adds to, is what it takes the place of.
        let alike = |nth: usize| match text.starts_with(&gone[nth]) {
            true => 1.0,
            false => strsim::normalized_levenshtein(&gone[nth], &text),
        };
        let nearest = (0..gone.len()).max_by(|i, j| alike(*i).total_cmp(&alike(*j)));
        let nearest = nearest.filter(|i| alike(*i) > 0.5);
        let was = nearest.map(|i| gone.remove(i));
        changes.push(only(item, !item.facts, was, Some(text)));
    }
    let lost = gone.into_iter();
    let lost = lost.map(|t| only(item, !item.facts, Some(t), None));
    changes.splice(0..0, lost);
    let [old, new] = [old, new].map(steps);
    for change in changes.iter_mut().filter(|c| c.before.is_none()) {
        let at = new.iter().position(|t| Some(t) == change.after.as_ref());
        change.behind = at.map(|at| behind(&new, at));
    }
    if item.kind == "battle" {
        changes.extend(moved(item, false, [&old, &new]));
    }
    changes
}

/// The steps of a battle plan among its parts: each stands behind the moment it happens in.
fn steps(parts: Vec<String>) -> Vec<String> {
    let moment =
        |t: &String| t.starts_with("before the first round: ") || t.starts_with("each round: ");
    parts.into_iter().filter(moment).collect()
}

/// The texts of one list that the other has not, or not as often.
fn minus(list: &[String], other: &[String]) -> Vec<String> {
    let mut other: Vec<&String> = other.iter().collect();
    let mut left = list.to_vec();
    left.retain(|text| {
        let found = other.iter().position(|o| *o == text);
        found.map(|at| other.swap_remove(at)).is_none()
    });
    left
}

/// What stands right before a place in a list.
fn behind(list: &[String], at: usize) -> String {
    let before = at.checked_sub(1).map(|i| list[i].clone());
    before.unwrap_or_default()
}

/// What both lists have, but in another order: as few texts as could have been moved.
fn moved(item: &Resolved, whole: bool, [old, new]: [&[String]; 2]) -> Vec<Change> {
    let (before, after) = (numbered(old), numbered(new));
    let places: Vec<(usize, usize)> = (0..new.len())
        .filter_map(|at| Some((at, before.iter().position(|t| *t == after[at])?)))
        .collect();
    // The longest rising run of places stayed; `runs` are the longest that end at each.
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for (nth, (_, place)) in places.iter().enumerate() {
        let earlier = (0..nth).filter(|i| places[*i].1 < *place);
        let longest = earlier.max_by_key(|i| runs[*i].len());
        let mut run = longest.map_or_else(Vec::new, |i| runs[i].clone());
        run.push(nth);
        runs.push(run);
    }
    let stayed = runs.into_iter().max_by_key(Vec::len).unwrap_or_default();
    let moved = (0..places.len()).filter(|nth| !stayed.contains(nth));
    let change = |nth: usize| {
        let at = places[nth].0;
        let text = Some(new[at].clone());
        let behind = Some(behind(new, at));
        Change {
            behind,
            ..only(item, whole, text.clone(), text)
        }
    };
    moved.map(change).collect()
}

/// Each text with how many like it come before.
fn numbered(list: &[String]) -> Vec<(&String, usize)> {
    let earlier = |at: usize| list[..at].iter().filter(|t| **t == list[at]).count();
    (0..list.len()).map(|at| (&list[at], earlier(at))).collect()
}

/// Options that only one of them has, or that have other values.
fn options(a: &PackInfo, b: &PackInfo) -> Vec<Change> {
    let said = |info: &PackInfo, name: &str| {
        let setting = info.settings.get(name)?;
        Some(format!("{} ({})", setting.value, setting.may_be))
    };
    let all = a.settings.all.iter().chain(&b.settings.all);
    otherwise("option", all.map(|s| &*s.name), |name| {
        [a, b].map(|info| said(info, name))
    })
}

/// What their manifests say otherwise about the rules.
fn manifests(a: &PackInfo, b: &PackInfo) -> Vec<Change> {
    let said = |info: &PackInfo, key: &str| {
        let mut said = info.manifest.iter();
        said.find(|(k, _)| k == key).map(|(_, text)| text.clone())
    };
    let all = a.manifest.iter().chain(&b.manifest);
    otherwise("manifest", all.map(|(key, _)| &**key), |key| {
        [a, b].map(|info| said(info, key))
    })
}

/// Of what is named, what both do not say alike.
fn otherwise<'a>(
    kind: &'static str,
    names: impl Iterator<Item = &'a str>,
    said: impl Fn(&str) -> [Option<String>; 2],
) -> Vec<Change> {
    let names: BTreeSet<&str> = names.collect();
    let changes = names
        .into_iter()
        .map(|name| Change::new((kind, name), false, said(name)));
    changes.filter(|c| c.before != c.after).collect()
}
