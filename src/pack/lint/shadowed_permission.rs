//! Permissions that an earlier one decides for them, always or in some of their places: the first row
//! that matches counts.

use super::{Found, View};
use sandtable_rules::{Cond, Permission, SpaceFilter, SpaceSet};
use std::collections::BTreeMap;

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

pub fn lint(v: &View<'_>, found: &mut Found) {
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
