//! Room aboard: the slots a ship has and whether a load fits.

use super::super::query::Cx;
use super::super::state::{Unit, UnitIx};
use sandtable_rules::{
    Action, HoldKind, PowerId, PowerSet, Rules, SpaceId, UnitTypeId, UnitTypeSet,
};

/// The slots of one kind of hold that ships of a type of a power have. Room measured by size
/// counts as slots for units of size one on decks, where nothing else is known to need it.
pub fn slots_of(
    rules: &Rules,
    kind: UnitTypeId,
    owner: PowerId,
    hold: HoldKind,
) -> Vec<UnitTypeSet> {
    rules.units[kind]
        .holds_of(hold, owner)
        .flat_map(|h| match (h.room, h.slots.first()) {
            (Some(room), Some(types)) => vec![*types; usize::from(room)],
            _ => h.slots.clone(),
        })
        .collect()
}

/// The slots of one kind of hold that a ship has.
pub fn slots(rules: &Rules, ship: &Unit, hold: HoldKind) -> Vec<UnitTypeSet> {
    slots_of(rules, ship.kind, ship.owner, hold)
}

/// Whether another power's ship takes guests where it is.
pub fn hosts(cx: Cx<'_>, ship: &Unit) -> bool {
    let kind = UnitTypeSet::only(ship.kind);
    cx.unforbidden(Action::Board, ship.owner, kind, ship.space)
}

/// The powers whose decks in a zone take aircraft of this type of a power, its own among them.
pub fn welcoming(cx: Cx<'_>, power: PowerId, kind: UnitTypeId, zone: SpaceId) -> PowerSet {
    let decks = cx.state.units_in(zone).map(|(_, s)| s);
    let decks = decks.filter(|s| cx.rules.units.decks.has(s.kind) && cx.friends(s.owner, power));
    let welcoming = decks.filter(|s| admits(cx, (power, kind), s));
    let welcoming: PowerSet = welcoming.map(|s| s.owner).collect();
    welcoming.union(PowerSet::only(power))
}

/// Whether aircraft of this type of a power may land on a deck of its own or of an ally.
pub fn admits(cx: Cx<'_>, (power, kind): (PowerId, UnitTypeId), ship: &Unit) -> bool {
    let kind = UnitTypeSet::only(kind);
    ship.owner == power
        || cx.rules.movement.allied_decks
            && hosts(cx, ship)
            && cx.unforbidden(Action::Board, power, kind, ship.space)
}

/// Whether a ship has a cargo hold at all.
pub fn carries(rules: &Rules, ship: &Unit) -> bool {
    let mut holds = rules.units[ship.kind].holds_of(HoldKind::Cargo, ship.owner);
    holds.next().is_some()
}

/// Whether a ship has room for these types beside what is in its cargo hold.
pub fn fits(cx: Cx<'_>, ship: UnitIx, more: &[UnitTypeId]) -> bool {
    let vessel = cx.state.unit(ship);
    let deck = cx.rules.units.decks.has(vessel.kind);
    let aboard = cx
        .state
        .aboard(ship)
        .map(|(_, u)| u.kind)
        .filter(|k| !(deck && cx.rules.units.air.has(*k)));
    let load: Vec<UnitTypeId> = aboard.chain(more.iter().copied()).collect();
    let holds = cx.rules.units[vessel.kind].holds_of(HoldKind::Cargo, vessel.owner);
    let open = holds.filter(|h| h.is_open(vessel.damage));
    super::super::holds::fits(cx.rules, open, &load)
}
