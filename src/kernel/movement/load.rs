//! Going aboard and ashore: in combat movement for an assault, which is only announced there and
//! fought later; in noncombat movement at once.

use super::super::Game;
use super::super::can_hold;
use super::super::event::{Event, Shift, tally};
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, NOWHERE, SpaceMark, State, Unit, UnitIx};
use super::cargo;
use super::law::{Law, SPENT};
use sandtable_rules::{Action, Domain, Rules, SpaceId, UnitTypeId};

/// Whether these units may go aboard a ship.
pub fn check_load(law: &Law<'_>, units: &[UnitIx], onto: UnitIx) -> Result<(), Refusal> {
    law.each_once(units)?;
    let ship = law.cx.state.named(onto)?;
    let mut kinds = Vec::with_capacity(units.len());
    for ix in units {
        let unit = law.own(*ix)?;
        check_boards(law, unit, ship)?;
        kinds.push(unit.kind);
    }
    check_takes(law, ship)?;
    check_calm(law, ship, &kinds)?;
    if !cargo::fits(law.cx, onto, &kinds) {
        let refusal = Code::NoRoom.refuse().of(ship.kind).at(ship.space);
        let ever = |kind: &UnitTypeId| can_hold(law.cx.rules, ship.kind, &[*kind]);
        return Err(match kinds.iter().all(ever) {
            true => refusal,
            false => refusal.because("the {unit} does not carry units of that type"),
        });
    }
    if law.combat && !flies(law, ship) {
        check_purpose(law, onto, ship, &kinds)?;
    }
    Ok(())
}

/// Whether a carrier is an aircraft: what it takes aboard need not have an assault in reach, since it may
/// be flown on in noncombat movement, and gets off where it arrives to fight, without an order.
fn flies(law: &Law<'_>, carrier: &Unit) -> bool {
    law.cx.rules.units.air.has(carrier.kind)
}

/// Whether one unit may leave its territory for a ship.
fn check_boards(law: &Law<'_>, unit: &Unit, ship: &Unit) -> Result<(), Refusal> {
    let kind = law.kind(unit.kind);
    if kind.domain == Domain::Facility || kind.domain == Domain::Sea {
        return Err(Code::CannotMove.refuse().of(unit.kind));
    }
    if law.combat && !kind.combat_move {
        return Err(Code::NotInCombatMove.refuse().of(unit.kind));
    }
    if unit.used > 0 || unit.link.some().is_some() || unit.marks.any(SPENT.and(Marks::INTERCEPTED))
    {
        return Err(Code::LoadedAlready.refuse().of(unit.kind));
    }
    if !alongside(law, ship, unit.space) {
        let code = match flies(law, ship) {
            true => Code::Elsewhere,
            false => Code::NotAdjacentToShip,
        };
        return Err(code.refuse().of(unit.kind).at(ship.space));
    }
    law.pass(unit.kind, unit.space, ship.space)?;
    if ship.owner != law.me {
        law.permits(Action::Board, unit.kind, ship.space)?;
    }
    Ok(())
}

/// Whether what stands in a space can go aboard a carrier where it is, or get off it there: a ship lies
/// off a coast, anything else is in the same territory.
pub fn alongside(law: &Law<'_>, carrier: &Unit, ground: SpaceId) -> bool {
    let board = &law.cx.rules.board;
    !board.is_sea(ground)
        && match law.kind(carrier.kind).domain {
            Domain::Sea => board.adjacent(carrier.space, ground),
            _ => carrier.space == ground,
        }
}

/// Whether a ship takes anything aboard now.
fn check_takes(law: &Law<'_>, ship: &Unit) -> Result<(), Refusal> {
    if !cargo::carries(law.cx.rules, ship) {
        return Err(Code::NotAShip.refuse().of(ship.kind));
    }
    if !law.cx.friends(law.me, ship.owner) {
        return Err(Code::NotYours.refuse().of(ship.kind).by(ship.owner));
    }
    if ship.owner != law.me && !cargo::hosts(law.cx, ship) {
        return Err(Code::Permission.refuse().of(ship.kind).at(ship.space));
    }
    let own = ship.owner == law.me;
    let spent =
        Marks::DONE
            .and(Marks::UNLOADED)
            .and(if own { Marks::FOUGHT } else { Marks::default() });
    if ship.marks.any(spent) || (own && !law.combat && ship.marks.any(Marks::MOVED)) {
        return Err(Code::ShipDone.refuse().of(ship.kind));
    }
    Ok(())
}

/// Whether permissions or enemies bar loading in a zone.
fn check_calm(law: &Law<'_>, ship: &Unit, kinds: &[UnitTypeId]) -> Result<(), Refusal> {
    // The leave to load before sailing is for zones that have become hostile since the turn began.
    let new = ship.came == NOWHERE
        && ship.used == 0
        && !law.cx.state.marked(ship.space, SpaceMark::WasHostile);
    let leave = |kind: UnitTypeId| -> Result<bool, Refusal> {
        let before = new && law.permits(Action::LoadBeforeSailing, kind, ship.space)?;
        Ok(before || law.permits(Action::Load, kind, ship.space)?)
    };
    let by_ship = leave(ship.kind)?;
    let mut by_load = true;
    for kind in kinds {
        by_load &= leave(*kind)?;
    }
    let barred = law.survey.foes[ship.space].meets(&law.cx.rules.movement.load_barred_by);
    if barred && !by_ship && !by_load {
        return Err(Code::LoadHostile.refuse().at(ship.space));
    }
    Ok(())
}

/// What goes aboard in combat movement must be able to land in an assault.
fn check_purpose(
    law: &Law<'_>,
    onto: UnitIx,
    ship: &Unit,
    kinds: &[UnitTypeId],
) -> Result<(), Refusal> {
    let none = Code::NoAssault.refuse().at(ship.space);
    if ship.owner != law.me {
        return Err(none);
    }
    let left = law.fit(ship).ok().map_or(0, |(points, _)| points);
    for kind in kinds {
        if !law.assault_in_reach(onto, *kind, ship.space, left) {
            return Err(none.of(*kind));
        }
    }
    Ok(())
}

/// Whether these units may go ashore.
pub fn check_unload(law: &Law<'_>, units: &[UnitIx], to: SpaceId) -> Result<(), Refusal> {
    law.each_once(units)?;
    let zone = law.own(units[0])?.space;
    for ix in units {
        let unit = law.own(*ix)?;
        if unit.space != zone {
            return Err(Code::Elsewhere.refuse().of(unit.kind).at(zone));
        }
        let ship = law.own_or_allied_ship(unit)?;
        check_ashore(law, unit, ship, to)?;
    }
    let barred = law.survey.foes[zone].meets(&law.cx.rules.movement.unload_barred_by);
    let fought = law.combat && law.battle_in(zone) && law.attacked_by_own(zone);
    if barred && !fought {
        return Err(Code::UnloadHostile.refuse().at(zone));
    }
    law.check_escorted(zone)
}

impl<'a> Law<'a> {
    fn own_or_allied_ship(&self, unit: &Unit) -> Result<&'a Unit, Refusal> {
        let air = self.cx.rules.units.air.has(unit.kind);
        let ship = unit.carrier().map(|ship| self.cx.state.unit(ship));
        ship.filter(|s| !(air && self.cx.rules.units.decks.has(s.kind)))
            .ok_or(Code::NotAboard.refuse().of(unit.kind))
    }
}

fn check_ashore(law: &Law<'_>, unit: &Unit, ship: &Unit, to: SpaceId) -> Result<(), Refusal> {
    if !law.cx.rules.board.spaces.has(to) {
        return Err(Code::UnloadWhere.refuse());
    }
    if !alongside(law, ship, to) || law.combat && flies(law, ship) {
        return Err(Code::UnloadWhere.refuse().at(to));
    }
    law.pass(unit.kind, unit.space, to)?;
    if unit.marks.any(Marks::LANDING.and(Marks::UNLOADED)) {
        return Err(Code::UnloadedAlready.refuse().of(unit.kind));
    }
    let own = ship.owner == law.me;
    if !own && unit.marks.any(Marks::LOADED) {
        return Err(Code::UnloadedAlready.refuse().of(unit.kind));
    }
    if ship.goal != NOWHERE && ship.goal != to {
        return Err(Code::UnloadElsewhere.refuse().of(ship.kind).at(to));
    }
    // A ship that is done has unloaded before: the rest of its load may follow to the same place.
    let spent = ship.goal == NOWHERE && ship.marks.any(Marks::DONE.and(Marks::UNLOADED));
    if own
        && !flies(law, ship)
        && (ship.marks.any(Marks::FOUGHT) || spent || (!law.combat && ship.marks.any(Marks::MOVED)))
    {
        return Err(Code::ShipDone.refuse().of(ship.kind));
    }
    if law.combat {
        if !law.kind(unit.kind).combat_move {
            return Err(Code::NotInAssault.refuse().of(unit.kind));
        }
        return law.beachable(unit.kind, to);
    }
    let expressly = law.enter(unit.kind, to)?;
    if !(law.friendly(to) || expressly && law.survey.foes[to].is_empty()) {
        return Err(Code::Unfriendly.refuse().at(to).of(unit.kind));
    }
    Ok(())
}

/// Puts units aboard.
pub fn board(state: &mut State, rules: &Rules, units: &[UnitIx], onto: UnitIx, combat: bool) {
    let zone = state.unit(onto).space;
    for ix in units {
        let unit = state.unit_mut(*ix);
        (unit.came, unit.space, unit.link) = (unit.space, zone, onto);
        unit.marks.set(Marks::LOADED.and(Marks::DONE));
    }
    if combat && rules.units.sea.has(state.unit(onto).kind) {
        // It takes part in an assault now, so it does nothing in noncombat movement.
        state.unit_mut(onto).marks.set(Marks::MOVED);
    }
}

/// Brings units aboard.
pub fn load(game: &mut Game<'_>, units: &[UnitIx], onto: UnitIx, combat: bool) {
    board(game.state, game.rules, units, onto, combat);
    if let Some(aboard) = game.state.together(units) {
        game.tell(Event::Loaded(aboard));
    }
}

/// Brings units ashore, or announces that they will land.
pub fn unload(game: &mut Game<'_>, units: &[UnitIx], to: SpaceId, combat: bool) {
    let me = game.state.active(game.rules);
    let zone = game.state.unit(units[0]).space;
    for ix in units {
        let ship = game.state.unit(*ix).link;
        let unit = game.state.unit_mut(*ix);
        if combat {
            unit.goal = to;
            unit.marks.set(Marks::LANDING);
        } else {
            (unit.came, unit.space, unit.link) = (zone, to, UnitIx::NONE);
            unit.marks.set(Marks::UNLOADED.and(Marks::DONE));
        }
        let ship = game.state.unit_mut(ship);
        ship.goal = to;
        ship.marks.set(Marks::DONE.and(if combat {
            Marks::MOVED
        } else {
            Marks::UNLOADED
        }));
    }
    let kinds: Vec<UnitTypeId> = units.iter().map(|ix| game.state.unit(*ix).kind).collect();
    game.tell(Event::Unloaded(Shift::new(
        me,
        tally(kinds.iter().copied()),
        zone,
        to,
    )));
    if !combat {
        super::carry::arrived(
            game,
            to,
            kinds.iter().any(|k| game.rules.units.takers.has(*k)),
        );
    }
}
