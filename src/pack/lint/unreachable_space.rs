//! Spaces that no unit can ever get to.

use super::{Found, View};
use sandtable_rules::{Rules, SpaceId, SpaceSet};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let spaces = &v.rules.board.spaces;
    let mut parts: Vec<SpaceSet> = Vec::new();
    for start in spaces.ids() {
        if !spaces[start].closed && !parts.iter().any(|p| p.has(start)) {
            parts.push(part(v.rules, start));
        }
    }
    // The main board is the largest part; everything else is cut off from it.
    let Some(main) = parts.iter().max_by_key(|p| p.len()).copied() else {
        return;
    };
    for cut_off in parts.iter().filter(|p| **p != main).flat_map(|p| p.iter()) {
        let message = format!("nobody can ever reach `{}`", spaces[cut_off].name);
        found
            .note(message, v.places.spaces[cut_off], "no way leads here")
            .advise("state its borders, or say `closed`");
    }
}

fn part(rules: &Rules, start: SpaceId) -> SpaceSet {
    let mut found = SpaceSet::only(start);
    let mut queue = vec![start];
    while let Some(at) = queue.pop() {
        for &next in &rules.board.spaces[at].borders {
            if !rules.board.spaces[next].closed && !found.has(next) {
                found.insert(next);
                queue.push(next);
            }
        }
    }
    found
}
