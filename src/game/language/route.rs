//! The way of a move: as typed where every step of it is, found where it is not.

use sandtable_kernel::{Cx, Intent, UnitIx, route};
use sandtable_rules::{Domain, SpaceId, SpaceSet};
use std::collections::VecDeque;

/// The way as typed, if each step leads over a border.
pub(super) fn given(
    cx: Cx<'_>,
    from: SpaceId,
    via: &[SpaceId],
    to: SpaceId,
) -> Option<Vec<SpaceId>> {
    let path: Vec<SpaceId> = std::iter::once(from)
        .chain(via.iter().copied())
        .chain(std::iter::once(to))
        .collect();
    path.windows(2)
        .all(|w| cx.rules.board.adjacent(w[0], w[1]))
        .then_some(path)
}

/// A way the units could take, if there is one; else one that looks likely, so that the refusal
/// says what is wrong with it.
pub(crate) fn find(
    cx: Cx<'_>,
    units: &[UnitIx],
    from: SpaceId,
    via: &[SpaceId],
    to: SpaceId,
    intent: Intent,
) -> Option<Vec<SpaceId>> {
    if let Ok(path) = route(cx, units, to, via, intent) {
        return Some(path);
    }
    let domain = units
        .first()
        .and_then(|ix| cx.state.get(*ix))
        .map(|u| cx.rules.units[u.kind].domain)?;
    let open = |space| !cx.rules.board.spaces[space].closed;
    let mut path = vec![from];
    for &stop in via.iter().chain(std::iter::once(&to)) {
        let last = *path.last()?;
        let way = shortest(cx, domain, last, stop, &open);
        // Where only closed spaces lead there, that is what is wrong.
        let way = way.or_else(|| shortest(cx, domain, last, stop, &|_| true))?;
        path.extend(way.into_iter().skip(1));
    }
    Some(path)
}

fn shortest(
    cx: Cx<'_>,
    domain: Domain,
    from: SpaceId,
    to: SpaceId,
    open: &dyn Fn(SpaceId) -> bool,
) -> Option<Vec<SpaceId>> {
    let board = &cx.rules.board;
    let enters = |space| domain != Domain::Facility && domain.fits(board.is_sea(space));
    let mut seen = SpaceSet::only(from);
    let mut ways = VecDeque::from([vec![from]]);
    while let Some(way) = ways.pop_front() {
        let at = *way.last()?;
        if at == to {
            return Some(way);
        }
        for &next in &board.spaces[at].borders {
            if (enters(next) || next == to) && open(next) && !seen.has(next) {
                seen.insert(next);
                ways.push_back([&way[..], &[next]].concat());
            }
        }
    }
    None
}
