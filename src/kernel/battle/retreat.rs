//! Breaking off: who may leave, where to, and what stays behind.

use super::finish;
use super::law::Group;
use super::law::leave::Way;
use super::party::Field;
use super::queue::stay_aboard;
use super::step_at;
use crate::{
    Battle, Code, Cx, Event, Frame, Game, Marks, NOWHERE, Refusal, SpaceMark, Standing, State,
    UnitIx, Wait,
};
use sandtable_rules::{PowerId, RetreatStep, RetreatTo, Rules, SpaceId, Step};

/// Where a side may retreat to; the space of the battle itself where only aircraft would leave.
pub fn ways(cx: Cx<'_>, battle: &Battle, step: &RetreatStep, field: &Field) -> Vec<SpaceId> {
    let space = battle.site.space;
    match field
        .scene(cx.rules, battle)
        .way(step, field.groups(step.role))
    {
        Way::None => return Vec::new(),
        Way::Above => return vec![space],
        Way::Out => {}
    }
    let power = field.speaker(cx, battle, step.role);
    let mut ways = cx.rules.board.spaces[space].borders.clone();
    ways.retain(|to| bar(cx, battle, step, power, *to).is_none());
    ways
}

/// What is against a retreat of a power to a space, if anything.
fn bar(
    cx: Cx<'_>,
    battle: &Battle,
    step: &RetreatStep,
    power: PowerId,
    to: SpaceId,
) -> Option<&'static str> {
    let (board, space) = (&cx.rules.board, battle.site.space);
    let came = step.to == RetreatTo::Adjacent || battle.ways.contains(&to);
    if !board.adjacent(space, to) {
        Some("{space} does not border the battle")
    } else if board.is_sea(to) != board.is_sea(space) {
        let landed = step.seaborne_stay && board.is_sea(to);
        Some(match landed {
            true => {
                "nobody retreats to {space}: land units leave over land, and who landed from the sea stays"
            }
            false => {
                "ships retreat to sea zones and land units to territories; {space} is neither for these"
            }
        })
    } else if !came {
        Some("nobody retreats to {space}: none of the attackers came from there")
    } else if board.is_sea(to) && cx.zone_hostile(to, power) {
        Some("nobody retreats to {space}, which is hostile")
    } else if board.is_sea(to) && cx.state.marked(to, SpaceMark::WasHostile) {
        Some("nobody retreats to {space}, which was hostile when the turn began")
    } else if !board.is_sea(to) && cx.standing(to, power) != Standing::Friendly {
        Some("nobody retreats to {space}, which is not friendly")
    } else if !board.is_sea(to) && cx.state.sites.iter().any(|s| s.space == to) {
        Some("nobody retreats to {space}, where a battle is still to be fought")
    } else {
        None
    }
}

/// Whether units of the battle under way came from the sea and so stay when the others retreat.
pub fn seaborne_stay(rules: &Rules, state: &State) -> bool {
    let Some(Frame::Battle(battle)) = state.agenda.last() else {
        return false;
    };
    let mut steps = battle.plan(rules).steps();
    let stay = steps.any(|step| matches!(step, Step::Retreat(step) if step.seaborne_stay));
    let mut here = state.units_in(battle.site.space);
    stay && here.any(|(_, unit)| unit.marks.any(Marks::SEABORNE))
}

/// Refuses a retreat to a space that is none of the ways out of the battle that asks.
pub fn refuse(cx: Cx<'_>, ways: &[SpaceId], to: SpaceId) -> Refusal {
    let refusal = Code::NotThere.refuse().at(to);
    let Some(Frame::Battle(battle)) = cx.state.agenda.last() else {
        return refusal;
    };
    let (Wait::Asked(step), true) = (&battle.wait, cx.rules.board.spaces.has(to)) else {
        return refusal;
    };
    let why = match step_at(cx.rules, battle, *step) {
        _ if ways == [battle.site.space] => {
            Some("only aircraft leave: they wait above the battle until they fly home")
        }
        Some(Step::Retreat(step)) => {
            let power = Field::new(cx, battle).speaker(cx, battle, step.role);
            bar(cx, battle, step, power, to)
        }
        _ => None,
    };
    why.map_or(refusal.clone(), |why| refusal.because(why))
}

/// A side breaks off: ground units and ships go, with what they carry; aircraft wait above the
/// field until they fly home.
pub fn break_off(game: &mut Game<'_>, battle: &mut Battle, step: &RetreatStep, to: SpaceId) {
    let cx = game.cx();
    let space = battle.site.space;
    let field = Field::new(cx, battle);
    let leavers = field.those(step.role, |u| Group::of(u).may_retreat(step));
    let power = field.speaker(cx, battle, step.role);
    for ix in leavers {
        let flies = game.rules.units.air.has(game.state.unit(ix).kind);
        let cargo: Vec<UnitIx> = game.state.aboard(ix).map(|(cargo, _)| cargo).collect();
        finish::leave(game, ix);
        let unit = game.state.unit_mut(ix);
        if flies {
            unit.marks.set(Marks::OUT);
            continue;
        }
        unit.marks.set(Marks::DONE);
        unit.space = to;
        unit.goal = NOWHERE;
        for ix in cargo {
            game.state.unit_mut(ix).space = to;
            stay_aboard(game, ix);
        }
    }
    game.tell(Event::Retreated {
        power,
        from: space,
        to,
    });
    // Seaborne units left on the beach fight on; `beaten` ends the battle where nobody is left.
    let field = Field::new(game.cx(), battle);
    if field.scene(game.rules, battle).beaten() {
        battle.end();
    }
}
