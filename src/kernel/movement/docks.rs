//! Decks that are being bought: how many there will be, and in which zones they can appear.

use super::super::query::Cx;
use super::super::state::SpaceMark;
use super::cargo;
use crate::rules::{HoldKind, PowerId, Production, Site, SpaceId, SpaceSet, UnitTypeId, UnitTypeSet};

/// A deck that will be placed this turn.
pub struct NewDeck {
    /// What it takes.
    pub slots: Vec<UnitTypeSet>,
    /// Where it can be placed.
    pub zones: Vec<SpaceId>,
}

/// The decks that the power on turn has bought and will be able to place.
pub fn new_decks(cx: Cx<'_>) -> Vec<NewDeck> {
    let me = cx.active();
    let mut decks = Vec::new();
    let bought = cx.state.bought.iter().filter(|b| cx.rules.units.decks.has(b.kind) && at_producers(cx, me, b.kind));
    let mut yards = None;
    for order in bought {
        let (zones, room) = yards.get_or_insert_with(|| shipyards(cx, me));
        let slots = cargo::slots_of(cx.rules, order.kind, me, HoldKind::Deck);
        if slots.is_empty() || zones.is_empty() {
            continue;
        }
        for _ in 0..order.count.min(u16::try_from(*room).unwrap_or(u16::MAX)) {
            *room -= 1;
            decks.push(NewDeck { slots: slots.clone(), zones: zones.iter().collect() });
        }
    }
    decks
}

fn at_producers(cx: Cx<'_>, me: PowerId, kind: UnitTypeId) -> bool {
    let row = cx.rules.economy.placements.iter().find(|p| p.by.has(me) && p.units.has(kind));
    row.is_some_and(|p| p.site == Site::Producer)
}

/// The zones that border the power's producing facilities, and how many units these make.
fn shipyards(cx: Cx<'_>, me: PowerId) -> (SpaceSet, usize) {
    let (mut zones, mut room) = (SpaceSet::EMPTY, 0usize);
    for (_, unit) in cx.state.all().filter(|(_, u)| cx.rules.units.facilities.has(u.kind)) {
        let held = cx.state.owner(unit.space) == Some(me)
            && cx.state.start_owner(unit.space) == Some(me)
            && !cx.state.marked(unit.space, SpaceMark::Fresh);
        let produces = cx.rules.units[unit.kind].facility.as_ref().and_then(|f| f.production);
        let Some(production) = produces.filter(|_| held) else { continue };
        let most = match production {
            Production::Units(n) => usize::from(n),
            Production::Income => usize::from(cx.rules.board.spaces[unit.space].income),
        };
        let most = most.saturating_sub(usize::from(unit.damage));
        if most > 0 {
            room += most;
            let borders = &cx.rules.board.spaces[unit.space].borders;
            borders.iter().filter(|s| cx.rules.board.is_sea(**s)).for_each(|s| zones.insert(*s));
        }
    }
    (zones, room)
}
