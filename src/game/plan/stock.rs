//! Where what is bought can be placed.

use super::trial::Trial;
use sandtable_kernel::{Count, Cx, Order, check, tally};
use sandtable_rules::{SpaceId, UnitTypeId};

/// A type with the spaces where it can be placed, and how many of what is bought each of them takes by itself.
pub type Sites = (UnitTypeId, Vec<(SpaceId, u16)>);

/// Where each type that is bought can be placed, and what is left when all of it is placed as it comes.
pub fn places(cx: Cx<'_>) -> (Vec<Sites>, Vec<Count>) {
    let place = |kind, count, space| Order::Place { kind, count, space };
    // More than fit this number are never bought.
    let bought = |kind| cx.state.waiting(kind) as u16;
    let sites = |(kind, _): &Count| {
        let most = |space: SpaceId| {
            let fits = |n: &u16| check(cx, &place(*kind, *n, space)).is_ok();
            let most = (1..=bought(*kind)).rev().find(fits);
            most.map(|most| (space, most))
        };
        let spaces = cx.rules.board.spaces.ids();
        // What one of does not fit, more of do not.
        let open = spaces.filter(|s| check(cx, &place(*kind, 1, *s)).is_ok());
        (*kind, open.filter_map(most).collect())
    };
    let kinds = tally(cx.state.bought.iter().map(|b| b.kind));
    let mut sites: Vec<Sites> = kinds.iter().map(sites).collect();
    // What can stand in few places goes first.
    sites.sort_by_key(|(kind, spaces)| (spaces.len(), *kind));
    let (mut trial, mut left) = (Trial::new(cx), Vec::new());
    for (kind, spaces) in &sites {
        let spaces = spaces.iter().map(|(space, _)| *space);
        let mut placed = |_: &u16| spaces.clone().any(|s| trial.give(place(*kind, 1, s)));
        let count = bought(*kind);
        let placed = (0..count).take_while(&mut placed).fold(0, |n, _| n + 1);
        if placed < count {
            left.push((*kind, count - placed));
        }
    }
    (sites, left)
}
