//! Where what is bought can be placed.

use super::trial::Trial;
use crate::kernel::{Count, Cx, Order, check};
use crate::rules::{SpaceId, UnitTypeId};

/// Where each type that is bought can be placed, and what is left when all of it is placed as it comes.
pub fn places(cx: Cx<'_>) -> (Vec<(UnitTypeId, Vec<SpaceId>)>, Vec<Count>) {
    let mut kinds: Vec<UnitTypeId> = cx.state.bought.iter().map(|b| b.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let place = |kind, space| Order::Place {
        kind,
        count: 1,
        space,
    };
    let sites = |kind: UnitTypeId| {
        let all = cx.rules.board.spaces.ids();
        let all = all.filter(|space| check(cx, &place(kind, *space)).is_ok());
        (kind, all.collect::<Vec<_>>())
    };
    let mut sites: Vec<_> = kinds.into_iter().map(sites).collect();
    // What can stand in few places goes first.
    sites.sort_by_key(|(kind, spaces)| (spaces.len(), *kind));
    let (mut trial, mut left) = (Trial::new(cx), Vec::new());
    for (kind, spaces) in &sites {
        let bought = cx.state.bought.iter().filter(|b| b.kind == *kind);
        let bought: u16 = bought.map(|b| b.count).sum();
        let placed = |_: &u16| spaces.iter().any(|s| trial.give(place(*kind, *s)));
        let placed = (0..bought).take_while(placed).fold(0, |n, _| n + 1);
        if placed < bought {
            left.push((*kind, bought - placed));
        }
    }
    (sites, left)
}
