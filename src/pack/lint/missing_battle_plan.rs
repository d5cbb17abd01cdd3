//! Battles that can happen and have no plan.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::Rules;

pub fn lint(rules: &Rules, _: &Places, problems: &mut Problems) {
    let battles = &rules.battles;
    for (missing, kind, words) in [
        (
            battles.land.is_none() && !rules.board.land.is_empty(),
            "on land",
            "land battles",
        ),
        (
            battles.sea.is_none() && !rules.board.sea.is_empty(),
            "at sea",
            "sea battles",
        ),
        (
            battles.raid.is_none() && !battles.raiders.is_empty(),
            "in raids",
            "raids",
        ),
    ] {
        if missing {
            let problem = Problem::warning(
                "lint/missing-battle-plan",
                format!("the pack has no plan for {words}"),
            );
            problems.push(problem.help(format!("say `battle \"…\" {kind} {{ … }}`")));
        }
    }
}
