//! What is permitted and forbidden to no purpose.

use super::{Found, View};
use sandtable_diag::Loc;
use sandtable_rules::{Cond, Permission, PowerSet, SpaceFilter, SpaceSet, UnitTypeSet, Verdict};
use std::collections::BTreeMap;

/// A sentence that permits or forbids something.
struct Sentence<'r> {
    verdict: Verdict,
    /// What it would have to be about and is not, if there is such a thing.
    lacks: Option<&'static str>,
    /// It is about all that may be refused for its reason.
    all: bool,
    when: &'r Cond,
    reason: &'r str,
    at: Loc,
}

fn lacks(powers: PowerSet, units: UnitTypeSet, spaces: &SpaceFilter) -> Option<&'static str> {
    match spaces {
        _ if powers.is_empty() => Some("it is about no power"),
        _ if units.is_empty() => Some("it is about no unit type"),
        SpaceFilter::In(set) if set.is_empty() => Some("it is about no place"),
        _ => None,
    }
}

/// The sentences about moves, purchases and declarations of war.
fn sentences<'r>(v: &View<'r>) -> Vec<Sentence<'r>> {
    let (rules, places) = (v.rules, v.places);
    let powers: PowerSet = rules.powers.powers.ids().collect();
    let units: UnitTypeSet = rules.units.types.ids().collect();
    let moves = rules.movement.permissions.iter().zip(&places.permissions);
    let moves = moves.map(|(p, at)| Sentence {
        verdict: p.verdict,
        lacks: lacks(p.powers, p.units, &p.spaces),
        // What a movement permission does not allow is refused for other reasons than its own.
        all: true,
        when: &p.when,
        reason: &p.reason,
        at: *at,
    });
    let buys = rules.economy.purchases.iter().zip(&places.purchases);
    let buys = buys.map(|(p, at)| Sentence {
        verdict: p.verdict,
        lacks: lacks(p.by, p.units, &SpaceFilter::Any),
        all: units.within(&p.units) && v.reason.always(&p.when),
        when: &p.when,
        reason: &p.reason,
        at: *at,
    });
    let wars = rules.politics.declarations.iter().zip(&places.declarations);
    let wars = wars.map(|(d, at)| Sentence {
        verdict: d.verdict,
        lacks: lacks(
            if d.on.is_empty() { d.on } else { d.by },
            UnitTypeSet::FULL,
            &SpaceFilter::Any,
        ),
        all: powers.within(&d.on.union(d.by)) && v.reason.always(&d.when),
        when: &d.when,
        reason: &d.reason,
        at: *at,
    });
    let mut all: Vec<Sentence<'r>> = moves.chain(buys).chain(wars).collect();
    // A sentence about several actions is several rows.
    all.dedup_by_key(|sentence| sentence.at);
    all
}

/// Permissions and prohibitions that never apply.
pub fn permission_never(v: &View<'_>, found: &mut Found) {
    for sentence in sentences(v) {
        let never = || v.reason.never(sentence.when);
        let why = sentence.lacks;
        let why = why.or_else(|| never().then_some("its condition never holds"));
        if let Some(why) = why {
            let message = format!("this never applies: {why}");
            found.note(message, sentence.at, "this sentence");
        }
    }
}

/// Reasons that nobody ever reads: those of permissions that leave nothing to refuse.
pub fn idle_reason(v: &View<'_>, found: &mut Found) {
    for said in sentences(v) {
        if said.verdict == Verdict::Allow && !said.reason.is_empty() && said.all {
            let message = "nobody ever reads this `because`";
            found
                .note(message, said.at, "this allows, and refuses nothing")
                .advise("give the reason where something is forbidden, or drop it");
        }
    }
}

/// The rows so far, by when they hold: one looks only at those that hold whenever it does, so that packs of many
/// thousand rows are read in their time.
#[derive(Default)]
struct Earlier<'r> {
    always: Vec<usize>,
    at_times: BTreeMap<&'r Cond, Vec<usize>>,
}

impl<'r> Earlier<'r> {
    /// The first row that holds whenever this condition does and is so.
    fn first(&self, when: &Cond, is: impl Fn(&usize) -> bool) -> Option<usize> {
        let equal = self.at_times.get(when).map_or(&[][..], Vec::as_slice);
        let find = |rows: &[usize]| rows.iter().copied().find(&is);
        [find(&self.always), find(equal)]
            .into_iter()
            .flatten()
            .min()
    }

    fn add(&mut self, nth: usize, when: &'r Cond, always: bool) {
        match always {
            true => self.always.push(nth),
            false => self.at_times.entry(when).or_default().push(nth),
        }
    }
}

/// Permissions that an earlier one decides for them, always or in some of their places: the first row that matches counts.
pub fn shadowed_permission(v: &View<'_>, found: &mut Found) {
    let (rows, places) = (&v.rules.movement.permissions, &v.places.permissions);
    let mut last = None;
    let mut above = Earlier::default();
    for (nth, row) in rows.iter().enumerate() {
        let at = places[nth];
        let decides = |first: &usize| places[*first] != at && rows[*first].action == row.action;
        let whole = above.first(&row.when, |first| {
            decides(first) && covers(&rows[*first], row)
        });
        // What an overlay says comes first on purpose.
        let in_part = |first: &usize| {
            decides(first) && places[*first].file == at.file && crosses(v, &rows[*first], row)
        };
        let found_first = whole.or_else(|| above.first(&row.when, in_part));
        above.add(nth, &row.when, v.reason.always(&row.when));
        let Some(first) = found_first else {
            continue;
        };
        if last.replace(at) == Some(at) {
            continue;
        }
        let (message, label, help) = match whole {
            Some(_) => (
                "this never decides anything: an earlier row comes first",
                "this one covers all of it",
                "the first row that matches counts: put exceptions before the rule",
            ),
            None => (
                "in some of its places an earlier row, about more powers, decides the contrary",
                "this one comes first",
                "the first row that matches counts: put the one about fewer powers first, or say in one of them what it is not about",
            ),
        };
        found
            .note(message, at, "this one")
            .and(places[first], label)
            .advise(help);
    }
}

/// Whether the first is about everything that the second is about, conditions aside.
fn covers(first: &Permission, row: &Permission) -> bool {
    row.powers.within(&first.powers)
        && row.units.within(&first.units)
        && places_cover(&first.spaces, &row.spaces)
}

/// Whether the first filter is for all that the second is for.
pub fn places_cover(more: &SpaceFilter, less: &SpaceFilter) -> bool {
    match (more, less) {
        (SpaceFilter::Any, _) => true,
        (SpaceFilter::In(more), SpaceFilter::In(less)) => less.within(more),
        (more, less) => more == less,
    }
}

/// Whether the first says the contrary in some of the places of the second, which is about fewer powers
/// and so is no rule that the first would be an exception of.
fn crosses(v: &View<'_>, first: &Permission, row: &Permission) -> bool {
    let all = || -> SpaceSet { v.rules.board.spaces.ids().collect() };
    first.verdict != row.verdict
        && row.powers != first.powers
        && row.powers.within(&first.powers)
        && first.units.meets(&row.units)
        && first.spaces.among(all()).meets(&row.spaces.among(all()))
}
