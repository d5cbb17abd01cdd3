//! What hooks are called with, and the shots of a volley as they come back.

use super::complaint::{Res, advise};
use super::convert::{number_of, unlike};
use super::world::Edition;
use rhai::Dynamic;
use sandtable_kernel::{IncomeLine, Wants};
use sandtable_rules::{Moment, PowerId, SiteKind, Stage, UnitTypeId};

/// The highest value of a shot.
const VALUE: i64 = 100_000;

/// What a line of an account says.
pub fn text_of(edition: &Edition, line: &IncomeLine) -> String {
    match line {
        IncomeLine::Territories { .. } => "territories".to_owned(),
        IncomeLine::Objective { objective: id, .. } => {
            edition.rules.acts.objectives[*id].name.clone()
        }
        IncomeLine::Script { name: text, .. } => text.clone(),
    }
}

/// What a hook of a moment is called with.
pub fn arguments(moment: Moment) -> Vec<Dynamic> {
    match moment {
        Moment::PhaseBegin(phase) | Moment::PhaseEnd(phase) => vec![Dynamic::from(phase)],
        Moment::WarDeclared(by, on) => vec![Dynamic::from(by), Dynamic::from(on)],
        Moment::Captured(space, power) => vec![Dynamic::from(space), Dynamic::from(power)],
        Moment::Entered(space, power) | Moment::Passed(space, power) => {
            let stays = matches!(moment, Moment::Entered(..));
            vec![Dynamic::from(space), Dynamic::from(power), stays.into()]
        }
        Moment::BattleBegin(space, kind)
        | Moment::BattleRound(space, kind)
        | Moment::BattleEnd(space, kind) => {
            let word = match kind {
                SiteKind::Raid => "raid",
                SiteKind::Sea => "sea",
                SiteKind::Land => "land",
            };
            vec![Dynamic::from(space), word.into()]
        }
        Moment::StageBegin(stage) | Moment::StageEnd(stage) => {
            let word = match stage {
                Stage::Raids => "raids",
                Stage::Assaults => "assaults",
                Stage::Sea => "sea battles",
                Stage::Land => "land battles",
                Stage::Others => "others",
            };
            vec![word.into()]
        }
        Moment::SetupDone
        | Moment::TurnBegin
        | Moment::TurnEnd
        | Moment::MovesCommitted
        | Moment::RoundEnd => Vec::new(),
    }
}

/// What a hook is called with that gives a power leave for something with units of a type.
pub fn wanted(wants: Wants, power: PowerId, unit: UnitTypeId) -> Vec<Dynamic> {
    let mut args = vec![Dynamic::from(power), Dynamic::from(unit)];
    match wants {
        Wants::Buy => {}
        Wants::Act(_, space) => args.push(Dynamic::from(space)),
        Wants::Place(count, space) => {
            args.extend([Dynamic::from(space), i64::from(count).into()]);
        }
    }
    args
}

/// The values that `values` returned.
pub fn shots(items: &[Dynamic], wanted: usize) -> Res<Vec<i32>> {
    if items.len() != wanted {
        let message = format!("{} values came back for {wanted} shooters", items.len());
        return advise(message, "return one value for each, in the same order");
    }
    let one = |item: &Dynamic| match item.as_int() {
        Ok(n) => Ok(number_of(n, "value of a shot", 0, VALUE)? as i32),
        Err(_) => unlike("a number for each value", item),
    };
    items.iter().map(one).collect()
}
