//! Choices of units: units that differ in nothing are one class, so that options are listed once.

use crate::{Code, Cx, Marks, Refusal, UnitIx};

/// Units that differ in nothing but their index.
pub type Class = Vec<UnitIx>;

/// At most so many subsets are listed.
const LISTED: usize = 128;

/// Sorts units into classes of equals, in the order of their first members. What carries something
/// is in a class of its own.
pub fn classes(cx: Cx<'_>, units: &[UnitIx]) -> Vec<Class> {
    let laden: Vec<UnitIx> = cx.state.all().filter_map(|(_, u)| u.carrier()).collect();
    let mut classes: Vec<Class> = Vec::new();
    for ix in units {
        let unit = cx.state.unit(*ix);
        let same = classes
            .iter_mut()
            .find(|c| cx.state.unit(c[0]) == unit && !laden.contains(&c[0]));
        match same {
            Some(class) if !laden.contains(ix) => class.push(*ix),
            _ => classes.push(vec![*ix]),
        }
    }
    classes
}

/// Whether units differ in nothing but their index, and carry nothing that could tell them apart.
pub fn interchangeable(cx: Cx<'_>, units: &[UnitIx]) -> bool {
    let Some(first) = units.first().map(|ix| cx.state.unit(*ix)) else {
        return true;
    };
    let bare = cx.rules.units[first.kind].holds.is_empty() || classes(cx, units).len() == 1;
    bare && units.iter().all(|ix| cx.state.unit(*ix) == first)
}

/// Whether it makes no difference which of these ships is lost: they and their loads are equal.
pub fn equally_laden(cx: Cx<'_>, ships: &[UnitIx]) -> bool {
    let look = |ix: &UnitIx| {
        let unit = cx.state.unit(*ix);
        let aboard = cx.state.aboard(*ix).map(|(_, u)| u);
        let mut load: Vec<_> = aboard
            .map(|u| (u.kind, u.owner, u.damage, u.marks.any(Marks::LOADED)))
            .collect();
        load.sort_unstable();
        (unit.kind, unit.damage, unit.used, unit.marks, load)
    };
    ships
        .windows(2)
        .all(|pair| look(&pair[0]) == look(&pair[1]))
}

/// Every subset of at most `max` units, one for each way they differ; the empty one first.
pub fn all(cx: Cx<'_>, units: &[UnitIx], max: usize) -> Vec<Vec<UnitIx>> {
    let mut subsets = vec![Vec::new()];
    for class in classes(cx, units) {
        for i in 0..subsets.len() {
            for take in 1..=class.len() {
                if subsets.len() < LISTED && subsets[i].len() + take <= max {
                    let mut more = subsets[i].clone();
                    more.extend_from_slice(&class[..take]);
                    subsets.push(more);
                }
            }
        }
    }
    subsets
}

const TOO_MANY: &str = "{unit} named: {asked}; that can be chosen: {have}";

/// Whether `chosen` is a choice of these units, each at most once.
///
/// # Errors
/// `otherwise` for a unit that may not be chosen, and the codes for unknown and doubled ones.
pub fn check(
    cx: Cx<'_>,
    units: &[UnitIx],
    chosen: &[UnitIx],
    otherwise: Code,
) -> Result<(), Refusal> {
    for (i, ix) in chosen.iter().enumerate() {
        let unit = cx.state.named(*ix)?;
        if !units.contains(ix) {
            return Err(otherwise.refuse().of(unit.kind));
        }
        if chosen[..i].contains(ix) {
            let same = |ix: &&UnitIx| cx.state.get(**ix).is_some_and(|u| u.kind == unit.kind);
            let count = |all: &[UnitIx]| all.iter().filter(same).count();
            let refusal = Code::Twice.refuse().of(unit.kind).because(TOO_MANY);
            return Err(refusal.numbers(count(chosen), count(units)));
        }
    }
    Ok(())
}
