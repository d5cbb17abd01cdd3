//! `danger SPACE` at the table: what the enemy could strike back with where units stand or would move, and whether
//! that makes the space a dead zone, in which they are worth more than what they take along.

use super::{space, unknown};
use sandtable_diag::Problem;
use sandtable_game::language::Desk;
use sandtable_game::{Operation, Session, force};
use sandtable_kernel::{Cx, NOWHERE, State, UnitIx, foreseen};
use sandtable_odds::{Force, Setup, Stack};
use sandtable_rules::{PhaseKind, PowerId, Role, Rules, SiteKind, SpaceId};
use sandtable_view as view;

/// The force of some units, those aside that fight in no battle or are aboard a ship.
fn force_of(cx: Cx<'_>, units: impl Iterator<Item = UnitIx>) -> Force {
    let fights = |ix: &UnitIx| {
        let unit = cx.state.unit(*ix);
        !cx.rules.units.facilities.has(unit.kind) && !cx.is_cargo(unit)
    };
    let fighting = units.filter(fights);
    fighting.map(|ix| Stack::of(cx.state.unit(ix))).collect()
}

/// What stands, or would stand, in the space: what is named, or else what is there.
fn standing(
    session: &Session,
    me: PowerId,
    at: SpaceId,
    named: Option<&str>,
    desk: &mut Desk,
) -> Result<Force, Problem> {
    let cx = session.cx();
    let Some(units) = named else {
        let own = cx.state.units_in(at).filter(|(_, u)| u.owner == me);
        let own = force_of(cx, own.map(|(ix, _)| ix));
        return match own.is_empty() {
            false => Ok(own),
            true => {
                let problem = Problem::error("odds/empty", "you have nothing there");
                Err(problem.help("name units: `danger SPACE \"UNITS\"`"))
            }
        };
    };
    let typed = desk.typed("danger", units);
    force::force(session.names(), session.rules(), typed)
}

/// The game as though a power had moved there with these, and had won.
fn moved_in(cx: Cx<'_>, me: PowerId, at: SpaceId, there: &Force) -> State {
    let mut state = cx.state.clone();
    for unit in state.units.iter_mut() {
        if unit.space == at && cx.at_war(me, unit.owner) {
            unit.space = NOWHERE;
        }
    }
    if !cx.rules.board.is_sea(at) {
        state.set_owner_before(at, Some(me));
    }
    for stack in there.stacks() {
        state.add(stack.kind, me, at);
    }
    state
}

/// The attack of a power on what stands there, with all that can reach it in its next combat move; none: nothing can.
fn attack<'a>(
    session: &'a Session,
    (power, me): (PowerId, PowerId),
    at: SpaceId,
    there: &Force,
) -> Option<Setup<'a>> {
    let (rules, cx) = (session.rules(), session.cx());
    let held = moved_in(cx, me, at, there);
    let then = foreseen(cx.on(&held), power, PhaseKind::CombatMove)?;
    let then = cx.on(&then);
    let attackers = force_of(then, view::strikers(then, at).into_iter());
    let kind = match rules.board.is_sea(at) {
        true => SiteKind::Sea,
        false => SiteKind::Land,
    };
    let plan = then.plan_at(kind, at)?;
    let mut setup = Setup::by(rules, plan, attackers, there.clone());
    let able = setup.plan().participants;
    setup.forces[0] = setup.forces[0].only(able);
    setup.ask(then, [Some(power), Some(me)]);
    for role in [Role::Attacker, Role::Defender] {
        setup.base_on_decks(role);
    }
    (!setup.forces[0].is_empty()).then_some(setup)
}

/// What an attack would cost, in a line.
fn told(rules: &Rules, power: PowerId, attack: &Setup<'_>, odds: &sandtable_odds::Odds) -> String {
    let money = &rules.economy.currency;
    let [theirs, ours] = [&odds.sides[0], &odds.sides[1]].map(|side| side.lost);
    let verdict = match odds.swing() > 0.0 {
        true => "a dead zone",
        false => "no dead zone",
    };
    format!(
        "{} with {}: wins {:.1} %, you lose {ours:.1} {money} and it {theirs:.1}: {verdict}",
        view::power_name(rules, power),
        view::force_text(rules, &attack.forces[0]),
        odds.beats(Role::Attacker) * 100.0,
    )
}

/// What every enemy could strike back with.
pub(super) fn of_space(session: &Session, text: &str, desk: &mut Desk) -> Result<String, Problem> {
    let (place, named) = match text.split_once('"') {
        Some((place, units)) => (place.trim(), Some(units.trim_end_matches('"'))),
        None => (text, None),
    };
    let (rules, cx) = (session.rules(), session.cx());
    let at = space(session.names(), "danger", place, desk)?;
    let me = session.pending().map_or(cx.active(), |due| due.power);
    let there = standing(session, me, at, named, desk)?;
    let (units, place) = (view::force_text(rules, &there), view::space_name(rules, at));
    let mut lines = vec![format!("{units} in {place}, attacked next by")];
    for power in rules.turn.order.iter().filter(|p| cx.at_war(me, **p)) {
        let Some(attack) = attack(session, (*power, me), at, &there) else {
            continue;
        };
        let powers = [Some(*power), Some(me)];
        let operation = Operation::between(session, powers, attack.clone());
        let odds = operation.and_then(|o| o.odds()).map_err(unknown)?;
        lines.push(format!("  {}", told(rules, *power, &attack, &odds)));
    }
    let aside = "as the board stands, landings from the sea aside";
    lines.push(match lines.len() > 1 {
        true => aside.to_owned(),
        false => format!("  nobody, {aside}"),
    });
    Ok(lines.join("\n"))
}
