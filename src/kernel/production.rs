//! What facilities mobilize: where, and how much more this turn.

use super::query::Cx;
use super::state::{Marks, SpaceMark, Unit};
use sandtable_rules::{Figure, PowerId, Production, SpaceId};

/// Whether a power has held a territory since its turn began, and not only since just before.
pub fn held(cx: Cx<'_>, me: PowerId, space: SpaceId) -> bool {
    let state = cx.state;
    state.owner(space) == Some(me)
        && state.start_owner(space) == Some(me)
        && !state.marked(space, SpaceMark::Fresh)
}

/// How many more units the facilities of a territory can mobilize for a power this turn.
pub fn room(cx: Cx<'_>, me: PowerId, space: SpaceId) -> u16 {
    if !held(cx, me, space) {
        return 0;
    }
    let income = cx.rules.board.spaces[space].income;
    let each = makers(cx, me, space).map(|(unit, production)| {
        let full = cx.whole(Figure::Builds, unit.kind, me, production.of(income));
        full.saturating_sub(unit.damage.into())
    });
    let total = each.fold(0, u16::saturating_add);
    let placed = cx
        .state
        .placed
        .iter()
        .find(|(s, _)| *s == space)
        .map_or(0, |(_, n)| *n);
    total.saturating_sub(placed)
}

/// The spaces from which comes what is placed in one: itself, or those that border the zone.
pub fn sources(cx: Cx<'_>, space: SpaceId) -> impl Iterator<Item = SpaceId> {
    let sources = match cx.rules.board.is_sea(space) {
        true => cx.rules.board.spaces[space].borders.clone(),
        false => vec![space],
    };
    sources.into_iter()
}

/// The producing territories a space draws on, and how many units each still mobilizes.
pub fn producers(cx: Cx<'_>, me: PowerId, space: SpaceId) -> impl Iterator<Item = (SpaceId, u16)> {
    let rooms = sources(cx, space).map(move |s| (s, room(cx, me, s)));
    rooms.filter(|(_, n)| *n > 0)
}

/// Whether a facility of this power produces in a space, however damaged it is.
pub fn produces(cx: Cx<'_>, me: PowerId, space: SpaceId) -> bool {
    makers(cx, me, space).next().is_some()
}

/// The facilities of a power that produce in a space, and how much.
fn makers(cx: Cx<'_>, me: PowerId, space: SpaceId) -> impl Iterator<Item = (&Unit, Production)> {
    let units = cx.state.units_in(space).map(|(_, u)| u);
    let own = units.filter(move |u| u.owner == me && !u.marks.any(Marks::PLACED));
    own.filter_map(move |u| Some((u, cx.rules.units[u.kind].production()?)))
}
