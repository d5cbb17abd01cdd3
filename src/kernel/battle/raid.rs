//! Raids on facilities: what gets through does damage. Each raider is linked to
//! its target.

use super::party::Field;
use crate::{Battle, Cx, Event, Game, Marks, UnitIx, act, distinct, tally};
use sandtable_rules::{DamageStep, Role, UnitTypeId, UnitTypeSet};

/// The raiders left, each with its target.
fn raiders(cx: Cx<'_>, battle: &Battle) -> Vec<(UnitIx, UnitTypeId, UnitIx)> {
    Field::new(cx, battle)
        .side(Role::Attacker)
        .filter(|(_, u)| u.marks.any(Marks::RAIDING) && !u.marks.any(Marks::DYING))
        .filter_map(|(ix, u)| Some((ix, u.kind, u.link.some()?)))
        .filter(|(_, _, target)| cx.state.get(*target).is_some())
        .collect()
}

/// The targets of a raid, each once.
fn targets(raiders: &[(UnitIx, UnitTypeId, UnitIx)]) -> Vec<UnitIx> {
    distinct(raiders.iter().map(|(_, _, target)| *target))
}

/// The first raided facility of these types that has not fired in this round.
pub fn next_target(cx: Cx<'_>, battle: &Battle, types: UnitTypeSet) -> Option<UnitIx> {
    let ready = |ix: &UnitIx| {
        let target = cx.state.unit(*ix);
        types.has(target.kind) && !target.marks.any(Marks::FIRED)
    };
    targets(&raiders(cx, battle)).into_iter().find(ready)
}

/// Of how many dice the best counts where a raider of a type does damage.
fn tries(cx: Cx<'_>, step: &DamageStep, raider: UnitTypeId) -> u8 {
    let battles = &cx.rules.battles;
    battles.bombs(step, raider, |_, m| cx.holds(&m.when, cx.active()))
}

/// The raiders that got through do their damage, up to what the target can take.
pub fn damage(game: &mut Game<'_>, battle: &mut Battle, step: &DamageStep) {
    let mut raiders = raiders(game.cx(), battle);
    raiders.retain(|(_, kind, _)| step.units.has(*kind));
    for target in targets(&raiders) {
        let (mut dice, mut done) = (Vec::new(), 0);
        for (_, kind, _) in raiders.iter().filter(|(_, _, t)| *t == target) {
            let thrown = dice.len();
            let tries = tries(game.cx(), step, *kind);
            dice.extend((0..tries).map(|_| game.dice.roll(step.sides)));
            let best = dice[thrown..].iter().max().copied();
            done += u32::from(best.unwrap_or_default()) + u32::from(step.bonus);
        }
        let unit = *game.state.unit(target);
        battle.fired = true;
        let (space, power) = (battle.site.space, game.state.active(game.rules));
        let over = tally(
            raiders
                .iter()
                .filter(|(_, _, t)| *t == target)
                .map(|(_, kind, _)| *kind),
        );
        game.tell(Event::Bombed {
            power,
            raiders: over,
            target: unit.kind,
            space,
            step: battle.at(game.rules),
            dice,
        });
        act::wreck(game, target, done);
    }
}
