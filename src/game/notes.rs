//! What a person may not notice about a move: what came along, what was left behind, what is not attacked.

use sandtable_kernel::{Count, Cx, Marks, Order, State, UnitIx, tally};
use sandtable_rules::{PhaseKind, SpaceId, UnitTypeId};

/// Something worth a word about a move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// These came along aboard.
    Aboard(Vec<Count>),
    /// These took off as their ship left, and have not moved yet.
    TookOff(Vec<Count>),
    /// These were aboard and did not come along.
    LeftBehind(Vec<Count>),
    /// Another of this type stays, with this load.
    Stays(UnitTypeId, Vec<Count>),
    /// These enemies will not be fought, as the moves stand.
    LeftAlone(Vec<Count>),
}

/// What is worth a word about an order that was carried out in this position.
pub fn notes(cx: Cx<'_>, before: &State, order: &Order) -> Vec<Note> {
    let Order::Move { units, path, .. } = order else {
        return Vec::new();
    };
    let loads = before.loads();
    let counts = |units: &[UnitIx]| tally(units.iter().map(|ix| before.unit(*ix).kind));
    let load = |ix: UnitIx| tally(loads.of(ix).map(|ix| before.unit(ix).kind));
    let comes = |ix: &UnitIx| {
        let ship = cx.state.get(*ix).and_then(|u| u.carrier());
        ship.is_some_and(|ship| units.contains(&ship))
    };
    // Who is named in the order itself has moved, not been left.
    let cargo = units.iter().flat_map(|ix| loads.of(*ix));
    let cargo = cargo.filter(|ix| !units.contains(ix));
    let (came, left): (Vec<_>, Vec<_>) = cargo.partition(comes);
    let mut notes = Vec::new();
    if !came.is_empty() {
        notes.push(Note::Aboard(counts(&came)));
    }
    let flies = |ix: &UnitIx| cx.state.get(*ix).is_some_and(|u| u.marks.any(Marks::ALOFT));
    let (aloft, left): (Vec<_>, Vec<_>) = left.into_iter().partition(flies);
    if !aloft.is_empty() {
        notes.push(Note::TookOff(counts(&aloft)));
    }
    if !left.is_empty() {
        notes.push(Note::LeftBehind(counts(&left)));
    }
    let from = path.first().into_iter();
    for (ix, unit) in from.flat_map(|from| before.units_in(*from)) {
        let stays = load(ix);
        let unlike = |m: &UnitIx| {
            let moved = before.unit(*m);
            (moved.kind, moved.owner) == (unit.kind, unit.owner) && load(*m) != stays
        };
        if !units.contains(&ix) && units.iter().any(unlike) {
            notes.push(Note::Stays(unit.kind, stays));
        }
    }
    let to = path.last();
    notes.extend(to.and_then(|to| left_alone(cx, units, *to)));
    notes
}

/// Enemies in the zone where ships arrive that will not be fought.
fn left_alone(cx: Cx<'_>, units: &[UnitIx], zone: SpaceId) -> Option<Note> {
    let combat = cx.rules.turn.phases[cx.state.phase].kind == PhaseKind::CombatMove;
    let arrives = |ix: &UnitIx| cx.state.get(*ix).is_some_and(|u| u.space == zone);
    let sea = cx.rules.board.is_sea(zone) && units.iter().any(arrives);
    if !combat || !sea || cx.sea_battle(zone) {
        return None;
    }
    let foes = cx.state.units_in(zone).filter(|(_, u)| {
        cx.at_war(cx.active(), u.owner) && !u.marks.any(Marks::SUBMERGED) && !cx.is_cargo(u)
    });
    let foes = tally(foes.map(|(_, u)| u.kind));
    (!foes.is_empty()).then_some(Note::LeftAlone(foes))
}
