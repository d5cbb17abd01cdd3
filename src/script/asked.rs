//! Calls of hooks, what they are called with, and the shots of a volley as they come back.

use super::api::Volley;
use super::complaint::{Res, advise};
use super::convert::{number_of, unlike};
use super::hooks::HookId;
use super::world::Edition;
use rhai::{Array, Dynamic};
use sandtable_kernel::{Dice, IncomeLine, View, VolleyView};
use sandtable_rules::{Moment, PowerId, SiteKind, SpaceId, Stage, UnitTypeId};

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

/// A power, a type and a space, as hooks are called with them.
pub fn about(power: PowerId, unit: UnitTypeId, space: SpaceId) -> Vec<Dynamic> {
    vec![
        Dynamic::from(power),
        Dynamic::from(unit),
        Dynamic::from(space),
    ]
}

/// A volley that a script may keep for itself.
pub fn owned(volley: VolleyView<'_>) -> Volley {
    let VolleyView {
        space,
        role,
        round,
        value,
        shooters,
    } = volley;
    Volley {
        space,
        role,
        round,
        value,
        shooters: shooters.to_vec(),
    }
}

/// The values that `values` returned.
pub fn shots(value: &Dynamic, wanted: usize) -> Res<Option<Vec<i32>>> {
    let Some(items) = value.read_lock::<Array>() else {
        return if value.is_unit() {
            Ok(None)
        } else {
            unlike(HookId::Values.hook().gives.words(), value)
        };
    };
    if items.len() != wanted {
        let message = format!("{} values came back for {wanted} shooters", items.len());
        return advise(message, "return one value for each, in the same order");
    }
    let one = |item: &Dynamic| match item.as_int() {
        Ok(n) => Ok(number_of(n, "value of a shot", 0, VALUE)? as i32),
        Err(_) => unlike("a number for each value", item),
    };
    items.iter().map(one).collect::<Res<Vec<i32>>>().map(Some)
}

/// A call of a hook.
pub(super) struct Call<'c> {
    pub(super) hook: HookId,
    pub(super) args: Vec<Dynamic>,
    pub(super) view: View<'c>,
    /// Where dice may be rolled.
    pub(super) dice: Option<&'c mut dyn Dice>,
}

impl<'c> Call<'c> {
    /// A question: no dice are rolled for it.
    pub(super) fn asks(hook: HookId, args: Vec<Dynamic>, view: View<'c>) -> Self {
        let dice = None;
        Self {
            hook,
            args,
            view,
            dice,
        }
    }
    /// Something happens, for which dice may be rolled.
    pub(super) fn happens(
        hook: HookId,
        args: Vec<Dynamic>,
        view: View<'c>,
        dice: &'c mut dyn Dice,
    ) -> Self {
        let dice = Some(dice);
        Self {
            hook,
            args,
            view,
            dice,
        }
    }
}
