//! Breaking off: who may leave, where to, and what stays behind.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::event::Event;
use super::super::query::{Cx, Standing};
use super::super::refusal::Refusal;
use super::super::state::{Marks, NOWHERE, SpaceMark, Unit, UnitIx};
use super::party::Field;
use super::plan;
use crate::rules::{RetreatStep, RetreatTo, Role, SpaceId, Step};

/// The retreat step of a side in the plan, if it has one that is open in this round.
pub fn step_of<'a>(cx: Cx<'a>, battle: &Battle, role: Role) -> Option<&'a RetreatStep> {
    plan(cx, battle).round.iter().find_map(|step| match step {
        Step::Retreat(retreat) if retreat.role == role && battle.round >= retreat.from_round => {
            Some(retreat)
        }
        _ => None,
    })
}

/// The retreat step that the battle is waiting at.
pub fn current<'a>(cx: Cx<'a>, battle: &Battle, role: Role) -> Option<&'a RetreatStep> {
    step_of(cx, battle, role)
}

/// Where a side may retreat to; the space of the battle itself where only aircraft would leave.
///
/// # Errors
/// A script failed.
pub fn ways(
    cx: Cx<'_>,
    battle: &Battle,
    step: &RetreatStep,
    field: &Field,
) -> Result<Vec<SpaceId>, Refusal> {
    let space = battle.site.space;
    if battle.round < step.from_round {
        return Ok(Vec::new());
    }
    let mut grounded = false;
    let mut flying = false;
    for (_, unit) in field.side(step.role).filter(|(_, u)| leaves(step, u)) {
        if cx.rules.units.air.has(unit.kind) {
            flying = true;
        } else {
            grounded = true;
        }
    }
    if !grounded {
        return Ok(if flying { vec![space] } else { Vec::new() });
    }
    let power = field.speaker(cx, battle, step.role);
    let borders = &cx.rules.board.spaces[space].borders;
    Ok(borders
        .iter()
        .copied()
        .filter(|to| step.to == RetreatTo::Adjacent || battle.ways.contains(to))
        .filter(|to| {
            let sea = cx.rules.board.is_sea(*to);
            if sea != cx.rules.board.is_sea(space) {
                return false;
            }
            match sea {
                true => {
                    !cx.zone_hostile(*to, power) && !cx.state.marked(*to, SpaceMark::WasHostile)
                }
                false => {
                    cx.standing(*to, power) == Standing::Friendly
                        && cx.state.sites.iter().all(|s| s.space != *to)
                }
            }
        })
        .collect())
}

fn leaves(step: &RetreatStep, unit: &Unit) -> bool {
    let stuck = step.seaborne_stay && unit.marks.any(Marks::SEABORNE);
    step.units.has(unit.kind) && !stuck && !unit.marks.any(Marks::DYING)
}

/// A side breaks off: ground units and ships go, with what they carry; aircraft wait above the
/// field until they fly home.
pub fn break_off(game: &mut Game<'_>, battle: &mut Battle, role: Role, to: SpaceId) {
    let cx = game.cx();
    let space = battle.site.space;
    let Some(step) = step_of(cx, battle, role) else {
        return;
    };
    let field = Field::new(cx, battle);
    let leavers: Vec<UnitIx> = field
        .side(role)
        .filter(|(_, u)| leaves(step, u))
        .map(|(ix, _)| ix)
        .collect();
    let power = field.speaker(cx, battle, role);
    for ix in leavers {
        let flies = game.rules.units.air.has(game.state.unit(ix).kind);
        let cargo: Vec<UnitIx> = game.state.aboard(ix).map(|(cargo, _)| cargo).collect();
        let unit = game.state.unit_mut(ix);
        unit.marks.set(Marks::FOUGHT);
        if flies {
            unit.marks.set(Marks::OUT);
            continue;
        }
        unit.marks.set(Marks::DONE);
        unit.space = to;
        unit.goal = NOWHERE;
        for ix in cargo {
            let unit = game.state.unit_mut(ix);
            unit.space = to;
            unit.goal = NOWHERE;
            unit.marks.clear(Marks::LANDING);
        }
    }
    game.tell(Event::Retreated {
        power,
        from: space,
        to,
    });
    // Seaborne units left on the beach fight on; `beaten` ends the battle where nobody is left.
    battle.over = Field::new(game.cx(), battle).beaten(game.cx(), battle.site.kind);
}
