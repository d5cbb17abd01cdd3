//! The way of a move: as typed where every step of it is, found where it is not.

use sandtable_kernel::{Cx, Intent, UnitIx, route};
use sandtable_rules::{Domain, SpaceId};

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
    let may = |_, next| (enters(next) || next == to) && open(next);
    let found = board.spread([from], |at, _| at != to, may);
    let mut at = found.iter().position(|(space, _)| *space == to)?;
    let mut way = vec![to];
    while at > 0 {
        // It was come to from the first space beside it that was found.
        let after = found[at].0;
        at = (found.iter()).position(|(space, _)| board.adjacent(*space, after))?;
        way.push(found[at].0);
    }
    way.reverse();
    Some(way)
}
