//! Breaking off: who may leave, where to, and what stays behind.

use super::super::Game;
use super::super::agenda::Battle;
use super::super::event::Event;
use super::super::query::{Cx, Standing};
use super::super::state::{Marks, NOWHERE, SpaceMark, UnitIx};
use super::finish;
use super::law::Group;
use super::law::leave::Way;
use super::party::Field;
use super::queue::stay_aboard;
use crate::rules::{RetreatStep, RetreatTo, SpaceId};

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
    let borders = &cx.rules.board.spaces[space].borders;
    borders
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
        .collect()
}

/// A side breaks off: ground units and ships go, with what they carry; aircraft wait above the
/// field until they fly home.
pub fn break_off(game: &mut Game<'_>, battle: &mut Battle, step: &RetreatStep, to: SpaceId) {
    let cx = game.cx();
    let space = battle.site.space;
    let field = Field::new(cx, battle);
    let leavers: Vec<UnitIx> = field
        .side(step.role)
        .filter(|(_, u)| step.takes(&Group::of(u)))
        .map(|(ix, _)| ix)
        .collect();
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
