//! Battles that can happen and have no plan.

use super::{Found, View};
use sandtable_rules::SiteKind;

pub fn lint(v: &View<'_>, found: &mut Found) {
    let (battles, board) = (&v.rules.battles, &v.rules.board);
    let land = battles.usual(SiteKind::Land).is_none() && !board.land.is_empty();
    let sea = battles.usual(SiteKind::Sea).is_none() && !board.sea.is_empty();
    let raids = battles.usual(SiteKind::Raid).is_none() && !battles.raiders.is_empty();
    for (missing, kind, words) in [
        (land, "on land", "land battles"),
        (sea, "at sea", "sea battles"),
        (raids, "in raids", "raids"),
    ] {
        if missing {
            found
                .note_of_all(format!("the pack has no plan for {words}"))
                .advise(format!("say `battle \"…\" {kind} {{ … }}`"));
        }
    }
}
